// The promise: the place of a fault is where the person slipped, and one slip is one finding.

import Glibc
import Testing
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// Every slip in every record of the examples. `VITRINE_SLIPS=all` looks at each of them, by default it is one of seven.
@Suite("One slip in a record") struct SlipTests {
  @Test("is found on its line, and told once")
  func corpus() throws {
    let step = getenv("VITRINE_SLIPS") == nil ? 7 : 1
    var counts: [String: (all: Int, right: Int)] = [:]
    var wrong: [String] = []
    var number = 0
    for path in try Self.records() {
      let text = String(decoding: try TestData.own(path), as: UTF8.self)
      try #require(YAML.parse(Array(text.utf8)).isComplete)
      for slip in SlipText.all(in: text) {
        number += 1
        guard number % step == 0 else { continue }
        let bytes = Array(slip.text.utf8)
        let parsed = YAML.parse(bytes)
        // Some slips make another record, not a broken one.
        guard !parsed.isComplete else { continue }
        let lines = SourceText(path: Path(path), bytes: bytes).located(parsed.findings).map { $0.span.start.line }
        counts[slip.name, default: (0, 0)].all += 1
        if lines == [slip.line] {
          counts[slip.name, default: (0, 0)].right += 1
        } else {
          wrong.append("\(path):\(slip.line): \(slip.name); said at \(lines): \(parsed.findings.map(\.message))")
        }
      }
    }
    let all = counts.values.reduce(0) { $0 + $1.all }
    let right = counts.values.reduce(0) { $0 + $1.right }
    #expect(all > 500)
    // 99 of 100.
    #expect(right * 100 >= all * 99, "\(right) of \(all); not found where it is:\n\(wrong.joined(separator: "\n"))")
    if step == 1 {
      print("\(right) of \(all)", counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.right)/\($0.value.all)" })
      print(wrong.joined(separator: "\n"))
    }
  }

  /// The records of the example, by their paths.
  private static func records() throws -> [String] {
    let root = "examples/collection/"
    return try ["games", "memories", "minis", "recipes", "shots", "wardrobe"].flatMap { folder in
      try TestData.ownFiles(root + folder).filter { $0.hasSuffix(".yaml") }.map { "\(root)\(folder)/\($0)" }
    }
  }
}
