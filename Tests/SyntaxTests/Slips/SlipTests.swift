// The promise: the place of a fault is where the person slipped, and one slip is one finding.

import Glibc
import Testing
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// Every slip in every record of the examples, and in files of other people. `VITRINE_SLIPS=all` looks at each of them, by default it is some.
@Suite("One slip in a record") struct SlipTests {
  /// The examples of this project, and files as other people write them.
  enum Files: String, CaseIterable { case examples, recipes, wild }

  @Test("is found on its line, and told once", arguments: Files.allCases)
  func corpus(_ files: Files) throws {
    let texts = try Self.texts(files)
    let isFull = getenv("VITRINE_SLIPS") != nil
    let step = isFull ? 1 : files == .wild ? 97 : 7
    var counts: [String: (all: Int, right: Int)] = [:]
    var wrong: [String] = []
    var number = 0
    for (name, text) in texts {
      for slip in SlipText.all(in: text) {
        number += 1
        guard number % step == 0 else { continue }
        let bytes = Array(slip.text.utf8)
        let parsed = YAML.parse(bytes)
        // Some slips make another record, not a broken one.
        guard !parsed.isComplete else { continue }
        let lines = SourceText(path: Path(name), bytes: bytes).located(parsed.findings).map { $0.span.start.line }
        counts[slip.name, default: (0, 0)].all += 1
        if lines == [slip.line] {
          counts[slip.name, default: (0, 0)].right += 1
        } else {
          wrong.append("\(name):\(slip.line): \(slip.name); said at \(lines): \(parsed.findings.map(\.message))")
        }
      }
    }
    let all = counts.values.reduce(0) { $0 + $1.all }
    let right = counts.values.reduce(0) { $0 + $1.right }
    #expect(all > 500 || texts.isEmpty)
    // 99 of 100.
    #expect(right * 100 >= all * 99, "\(right) of \(all); not found where it is:\n\(wrong.joined(separator: "\n"))")
    if isFull {
      print("\(right) of \(all)", counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.right)/\($0.value.all)" })
      print(wrong.joined(separator: "\n"))
    }
  }

  /// The texts with their names: those that are sound, and no larger than a person writes by hand.
  private static func texts(_ files: Files) throws -> [(String, String)] {
    let all: [(name: String, bytes: [UInt8])]
    switch files {
    case .examples:
      let root = "examples/collection/"
      all = try ["games", "memories", "minis", "recipes", "shots", "wardrobe"].flatMap { folder in
        try TestData.ownFiles(root + folder).filter { $0.hasSuffix(".yaml") }.map { name in
          ("\(root)\(folder)/\(name)", try TestData.own("\(root)\(folder)/\(name)"))
        }
      }
    case .recipes: all = try YAMLTexts.recipes.files(for: "slips in recipes of other people")
    case .wild: all = try YAMLTexts.wild.files(for: "slips in files of other projects")
    }
    return all.compactMap { name, bytes in
      guard bytes.count < 10_000, YAML.parse(bytes).findings.isEmpty else { return nil }
      return (name, String(decoding: bytes, as: UTF8.self))
    }
  }
}
