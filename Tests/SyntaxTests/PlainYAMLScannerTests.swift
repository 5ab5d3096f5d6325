// Two readers, one meaning: what the plain scanner reads, it reads as libyaml does.

import Testing
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("The plain scanner and libyaml")
struct PlainYAMLScannerTests {
  /// Fails where the two readers differ; counts the texts that the scanner reads by itself.
  private func compare(_ bytes: [UInt8], _ scanned: inout Int) {
    let both = YAML.parse(bytes)
    let slow = YAML.parseWithLibYAML(bytes)
    if YAML.isPlain(bytes) { scanned += 1 }
    let same =
      both.isComplete == slow.isComplete && both.findings == slow.findings && both.tree.roots == slow.tree.roots
      && both.tree.nodes.map { Line(node: $0) } == slow.tree.nodes.map { Line(node: $0) }
    #expect(
      same,
      "\(String(decoding: bytes, as: UTF8.self))\n\(both.tree.nodes.map { Line(node: $0) })\n\(slow.tree.nodes.map { Line(node: $0) })"
    )
  }

  @Test("agree on every YAML file of the test data", arguments: YAMLTexts.allCases)
  func realFiles(_ texts: YAMLTexts) throws {
    var scanned = 0
    let files = try texts.files(for: "the plain scanner and libyaml: \(texts)")
    // The marks of a merge are looked for before either reads.
    for (name, bytes) in files where bytes.count < 200_000 && isUTF8(bytes) && !name.hasSuffix("merge-conflict.yaml") {
      compare(bytes, &scanned)
    }
    #expect(files.isEmpty || scanned > (texts == .own ? 100 : 10))
  }

  @Test("agree on every YAML file of schemas and games", .needs(.corpus("schemastore"), .corpus("games/personal")))
  func otherFiles() throws {
    var scanned = 0
    for folder in ["schemastore", "games/personal"] {
      for file in try TestData.files(folder) where file.hasSuffix(".yaml") || file.hasSuffix(".yml") {
        let bytes = try TestData.bytes(folder + "/" + file)
        guard bytes.count < 200_000 else { continue }
        if isUTF8(bytes) { compare(bytes, &scanned) }
      }
    }
    #expect(scanned > 1)
  }

  @Test("agree on texts put together at random", arguments: 0..<20)
  func randomTexts(seed: Int) {
    var random = SplitMix(state: UInt64(seed) &* 7919)
    var scanned = 0
    for _ in 0..<1500 { compare(Array(RandomYAML.text(&random).utf8), &scanned) }
    #expect(scanned > 50)
  }

  @Test("agree on a record with bytes changed at random", arguments: 0..<10)
  func mutations(seed: Int) {
    let record = Array(
      """
      title: "Chrono Trigger"
      release: 19950311 # a day
      properties:
        developers: [Square, 'Team A']
        platforms:
        - {system: SNES, format: physical}
        - system: PlayStation
          format: digital
        empty:
      notes: café, déjà vu

      """.utf8)
    let alphabet = Array("\n  :-#,[]{}'\"&*!|>%@?\t\\aé~0.\u{85}\u{2028}".utf8)
    var random = SplitMix(state: UInt64(seed) &+ 99)
    var scanned = 0
    for _ in 0..<3000 {
      var text = record
      for _ in 0..<(1 + random.below(3)) {
        let place = random.below(text.count)
        switch random.below(3) {
        case 0: text[place] = alphabet[random.below(alphabet.count)]
        case 1: text.insert(alphabet[random.below(alphabet.count)], at: place)
        default: text.remove(at: place)
        }
      }
      if isUTF8(text) { compare(text, &scanned) }
    }
    #expect(scanned > 300)
  }
}

private func isUTF8(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid(in: $0) == nil } }

/// All of a node, comparable and readable.
private struct Line: Equatable, CustomStringConvertible {
  let node: Node

  var description: String {
    "\(node.kind) \(node.style) \(node.flags.rawValue) \(node.start)-\(node.end) \(node.content)+\(node.contentCount) →\(node.next) \(node.propertiesStart)"
  }

  // Not by the words: they are made for the one that differs.
  static func == (left: Line, right: Line) -> Bool {
    let (one, other) = (left.node, right.node)
    return one.kind == other.kind && one.style == other.style && one.flags.rawValue == other.flags.rawValue
      && one.start == other.start && one.end == other.end && one.content == other.content
      && one.contentCount == other.contentCount && one.next == other.next && one.propertiesStart == other.propertiesStart
  }
}

/// Texts that look like YAML most of the time.
private enum RandomYAML {
  static let scalars = [
    "word", "two words", "12", "-3", "1.5", "true", "null", "~", "no", "'single'", "\"double\"", "'it''s'", "\"a\\tb\"", "a: b",
    "x #c", "[a, b]",
    "{a: 1, b: [2]}", "[]", "{}", "[a, [b, {c: d}]]", "&a x", "*a", "!!str 1", "|", ">", "http://x.y/z", "C#", "é", "日本", "- x",
    "?", "a:", ":a",
    "[a,b]", "{a: }", "{a}", "[a: b]", "...", "---", "(x)", "<<", "a, b", "a]b", "0x1F", ".5", "+1", "=", "@x", "'open", "[open",
    "a  b ", "%x",
  ]

  static func text(_ random: inout SplitMix) -> String {
    var lines: [String] = []
    for _ in 0..<(1 + random.below(8)) {
      let indent = String(repeating: " ", count: [0, 0, 0, 2, 2, 4, 1][random.below(7)])
      let scalar = scalars[random.below(scalars.count)]
      let comment = random.below(8) == 0 ? " # note" : ""
      switch random.below(10) {
      case 0: lines.append("")
      case 1: lines.append(indent + "# comment")
      case 2: lines.append(indent + "- " + scalar + comment)
      case 3: lines.append(indent + "-" + comment)
      case 4: lines.append(indent + "- k\(random.below(3)): " + scalar + comment)
      case 5: lines.append(indent + "k\(random.below(4)):" + comment)
      default: lines.append(indent + "k\(random.below(9)): " + scalar + comment)
      }
    }
    return lines.joined(separator: "\n") + (random.below(4) == 0 ? "" : "\n")
  }
}
