// A page of `explain/` as a test: its catalogues, and the findings it promises. The format is told in Sources/CStock/explain/README.md.

import Testing
import VitrineTesting

/// One page.
struct RulePageTest: Sendable, CustomTestStringConvertible {
  /// One example: a catalogue and what is to be found in it.
  struct Example: Sendable {
    let heading: String
    let files: [File]
    var isGood: Bool { heading.hasPrefix("Good") }
  }

  /// One file of an example.
  struct File: Sendable {
    enum Content: Sendable, Equatable {
      case bytes([UInt8])
      case link(String)
      case fifo
    }
    let path: String
    let content: Content
    let expected: [Expected]
  }

  /// A finding that is promised.
  struct Expected: Sendable, Hashable, Comparable, CustomStringConvertible {
    let path: String
    let line: Int
    let column: Int?
    let slug: String

    var description: String { "\(path):\(line)\(column.map { ":\($0)" } ?? "") \(slug)" }

    static func < (left: Expected, right: Expected) -> Bool {
      (left.path, left.line, left.slug) < (right.path, right.line, right.slug)
    }
  }

  let name: String
  let title: String
  let statement: String
  let examples: [Example]

  var testDescription: String { name }
  var slug: String { String(title.prefix { $0 != " " }) }

  /// The manifest of an example that brings none.
  static let manifest = """
    vitrine: 1
    collections:
      - {kind: game, files: "games/**/*.yaml"}
      - {kind: project, files: "minis/**/project.yaml"}
      - {kind: miniature, files: "minis/**/*.yaml"}
      - {kind: recipe, files: "recipes/**/*.yaml"}
      - {kind: memory, files: "memories/**/*.yaml"}
      - {kind: outfit, files: "wardrobe/outfits/**/*.yaml"}
      - {kind: garment, files: "wardrobe/**/*.yaml"}
      - {kind: shot, files: "shots/**/*.yaml"}

    """
}

extension RulePageTest {
  /// Reads a page.
  init(name: String, text: String) {
    self.name = name
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    title = lines.first.map { String($0.dropFirst(2)) } ?? ""
    statement = lines.first { !$0.isEmpty && !$0.hasPrefix("#") } ?? ""
    var sections: [(heading: String, files: [File])] = []
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      if line.hasPrefix("## ") { sections.append((String(line.dropFirst(3)), [])) }
      guard line.hasPrefix("```"), line.count > 3 else { continue }
      let body = lines[index...].prefix { $0 != "```" }
      index += body.count + 1
      let words = line.dropFirst(3).split(separator: " ").map(String.init)
      if let file = Self.file(words, Array(body)), !sections.isEmpty { sections[sections.count - 1].files.append(file) }
    }
    let shared = sections.filter { $0.heading == "Catalogue" }.flatMap(\.files)
    examples = sections.filter { ($0.heading.hasPrefix("Bad") || $0.heading.hasPrefix("Good")) && !$0.files.isEmpty }.map { section in
      let own = Set(section.files.map(\.path))
      var files = section.files + shared.filter { !own.contains($0.path) }
      if !files.contains(where: { $0.path == "vitrine.yaml" }) {
        files.append(File(path: "vitrine.yaml", content: .bytes(Array(Self.manifest.utf8)), expected: []))
      }
      return Example(heading: section.heading, files: files)
    }
  }

  /// A block with a path, as a file.
  private static func file(_ words: [String], _ body: [String]) -> File? {
    guard let path = words.first(where: { $0.hasPrefix("path=") })?.dropFirst(5) else { return nil }
    var expected = words.compactMap { word -> Expected? in
      guard word.hasPrefix("finding=") else { return nil }
      let parts = word.dropFirst(8).split(separator: "@")
      let place = parts.count > 1 ? parts[1].split(separator: ":").compactMap { Int($0) } : [1]
      return Expected(path: String(path), line: place.first ?? 1, column: place.count > 1 ? place[1] : nil, slug: String(parts[0]))
    }
    switch words[0] {
    case "hex": return File(path: String(path), content: .bytes(hex(body)), expected: expected)
    case "link": return File(path: String(path), content: .link(body.joined()), expected: expected)
    case "fifo": return File(path: String(path), content: .fifo, expected: expected)
    default: break
    }
    var lines: [String] = []
    for (number, line) in body.enumerated() {
      let (text, marks) = unmarked(line)
      lines.append(text)
      for mark in marks {
        let parts = mark.split(separator: "@")
        expected.append(
          Expected(path: String(path), line: number + 1, column: parts.count > 1 ? Int(parts[1]) : nil, slug: String(parts[0])))
      }
    }
    var text = lines.map { $0 + "\n" }.joined()
    if words.contains("open") { text.removeLast() }
    if words.contains("pictures") { text = controlled(text) }
    if let times = words.first(where: { $0.hasPrefix("times=") }).flatMap({ Int($0.dropFirst(6)) }) {
      text = String(repeating: text, count: times)
    }
    return File(path: String(path), content: .bytes(Array(text.utf8)), expected: expected)
  }

  /// The line without its mark, and the slugs of the mark.
  private static func unmarked(_ line: String) -> (String, [Substring]) {
    let mark = "# finding: "
    guard let start = line.range(of: mark) else { return (line, []) }
    var text = line[..<start.lowerBound]
    while text.last == " " { text.removeLast() }
    return (String(text), line[start.upperBound...].split(separator: " "))
  }

  private static func controlled(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 0x2400...0x241F: Unicode.Scalar(UInt8(scalar.value - 0x2400))
          case 0x2421: Unicode.Scalar(UInt8(127))
          default: scalar
          }
        }))
  }

  private static func hex(_ body: [String]) -> [UInt8] {
    let digits = Array(body.map { $0.prefix { $0 != "#" } }.joined()).filter { $0 != " " }.map { String($0) }
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(digits[$0] + digits[$0 + 1], radix: 16) }
  }
}

extension String {
  /// The last place of a text.
  fileprivate func range(of text: String) -> Range<Index>? {
    var found: Range<Index>?
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { found = index..<self.index(index, offsetBy: text.count) }
      index = self.index(after: index)
    }
    return found
  }
}
