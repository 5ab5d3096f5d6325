// Scalars as edits write them.

import Testing
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("Scalars as they are written")
struct ScalarTextTests {
  @Test(
    "a string is written in the least quoted form that reads back as itself",
    arguments: [
      ("Chrono Trigger", "Chrono Trigger"), ("", "''"), ("no", "'no'"), ("Yes", "'Yes'"), ("y", "'y'"), ("on", "'on'"),
      ("~", "'~'"), ("null", "'null'"), ("12", "'12'"), ("-1.5e3", "'-1.5e3'"), ("0x1F", "'0x1F'"), ("1_000", "'1_000'"),
      ("-_9", "'-_9'"), ("_x", "_x"),
      ("12:30", "'12:30'"), ("2024-05-01", "'2024-05-01'"), ("2024-05-01 10:00:00", "'2024-05-01 10:00:00'"),
      ("2024-05", "2024-05"), ("1.2.3", "1.2.3"), ("7th Saga", "7th Saga"), ("3D", "3D"), (".hack", ".hack"), (".inf", "'.inf'"),
      ("0b101", "'0b101'"), ("=", "'='"), ("<<", "'<<'"), ("-", "'-'"), ("- a", "'- a'"), ("-a", "-a"), ("? a", "'? a'"),
      ("#1", "'#1'"), ("a #1", "'a #1'"), ("a#1", "a#1"), ("a: b", "'a: b'"), ("a:b", "a:b"), ("a:", "'a:'"),
      ("http://x.org/?q=1#f", "http://x.org/?q=1#f"), ("it's", "it's"), ("'tis", "\"'tis\""), ("\"q\"", "'\"q\"'"),
      ("'a' \"b\"", "'''a'' \"b\"'"), (" a", "' a'"), ("a ", "'a '"), ("a\tb", "\"a\\tb\""), ("a\nb", "\"a\\nb\""),
      ("C:\\games", "C:\\games"), ("\u{1b}[31m", "\"\\e[31m\""), ("\u{85}", "\"\\x85\""), ("\u{2028}", "\"\\u2028\""),
      ("\u{feff}x", "\"\\uFEFFx\""), ("---", "'---'"), ("--- a", "'--- a'"), ("...", "'...'"), ("%a", "'%a'"), ("@a", "'@a'"),
      ("[a]", "'[a]'"), ("a, b [c]", "a, b [c]"), ("&a", "'&a'"), ("*a", "'*a'"), ("!a", "'!a'"), ("|", "'|'"), (">", "'>'"),
      ("日本語", "日本語"), ("é: ü", "'é: ü'"), ("😀", "😀"), ("true", "'true'"), ("NULL", "'NULL'"), ("0777", "'0777'"),
    ])
  func least(content: String, written: String) {
    #expect(String(decoding: ScalarText.yaml(for: content), as: UTF8.self) == written)
    checkReadsBack(content)
  }

  @Test("in brackets, more is quoted")
  func flow() {
    let written = ["a, b", "[a]", "a:b", "-a", "what?", "plain"].map {
      String(decoding: ScalarText.yaml(for: $0, inFlow: true), as: UTF8.self)
    }
    #expect(written == ["'a, b'", "'[a]'", "'a:b'", "'-a'", "'what?'", "plain"])
  }

  @Test("quotes that were there are kept where they can be")
  func keptStyle() {
    #expect(ScalarText.yaml(for: "abc", style: .doubleQuoted) == Array("\"abc\"".utf8))
    #expect(ScalarText.yaml(for: "abc", style: .singleQuoted) == Array("'abc'".utf8))
    #expect(ScalarText.yaml(for: "a\nb", style: .singleQuoted) == Array("\"a\\nb\"".utf8))
    #expect(ScalarText.yaml(for: "say \"hi\" \\o/", style: .doubleQuoted) == Array(#""say \"hi\" \\o/""#.utf8))
  }

  @Test("several lines become a literal block where one may stand")
  func blocks() {
    func block(_ text: String) -> String { String(decoding: ScalarText.yaml(for: text, blockIndent: 2), as: UTF8.self) }
    #expect(block("a\nb\n") == "|\n  a\n  b")
    #expect(block("a\n\n b") == "|-\n  a\n\n   b")
    #expect(block("a\nb\n\n") == "\"a\\nb\\n\\n\"")
    #expect(block(" a\nb") == "\" a\\nb\"")
    #expect(block("one line") == "one line")
    #expect(ScalarText.yaml(for: "one: line", style: .folded, blockIndent: 4) == Array("|-\n    one: line".utf8))
  }

  @Test("values of other kinds are written plain, and only if they are of that kind")
  func kinds() {
    func value(_ text: String, _ kind: Node.Kind) -> String? {
      ScalarText.yaml(for: Array(text.utf8), as: kind).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(value("12", .int) == "12")
    #expect(value("12", .float) == "12")
    #expect(value("12", .string) == "'12'")
    #expect(value("1.5", .int) == nil)
    #expect(value("yes", .bool) == nil)
    #expect(value("true", .bool) == "true")
    #expect(value("", .null) == "null")
    #expect(value("x", .sequence) == nil)
  }

  @Test("any string reads back as itself, in every style and every place")
  func property() {
    let palette = Array(
      " :#-?,[]{}&*!|>'\"%@`\\\n\t\r=~<.0123456789_+eExXoOyYnNtTfFabc/é日😀\u{0}\u{7}\u{1B}\u{7F}\u{85}\u{A0}\u{2028}\u{FEFF}"
        .unicodeScalars)
    let seeds = ["no", "null", "true", "1e3", "0x1F", "2024-05-01", ".inf", "a: b", "- x", "---", "...", "# c", "{a: b}", "<<"]
    var random = SplitMix(state: 7)
    for round in 0..<3_000 {
      var scalars = round % 3 == 0 ? Array(seeds[random.below(seeds.count)].unicodeScalars) : []
      for _ in 0..<random.below(8) {
        scalars.insert(palette[random.below(palette.count)], at: random.below(scalars.count + 1))
      }
      var content = ""
      content.unicodeScalars.append(contentsOf: scalars)
      checkReadsBack(content)
    }
  }

  /// Writes a string in every style to every place a scalar can stand, and reads it.
  private func checkReadsBack(_ content: String) {
    for style in [Node.Style.plain, .singleQuoted, .doubleQuoted, .literal] {
      let block = ScalarText.yaml(for: content, style: style)
      check(content, block, in: ("k: ", "\n"))
      check(content, block, in: ("- ", "\n"))
      check(content, block, in: ("", "\n"))
      check(content, block, in: ("", ": v\n"))
      let flow = ScalarText.yaml(for: content, style: style, inFlow: true)
      check(content, flow, in: ("[", "]\n"))
      check(content, flow, in: ("{k: ", ", l: m}\n"))
      check(content, flow, in: ("{", ": v}\n"))
      let indented = ScalarText.yaml(for: content, style: style, blockIndent: 4)
      check(content, indented, in: ("k:\n  l: ", "\n  m: n\n"))
      check(content, indented, in: ("k:\n  l: ", "\n"))
    }
  }

  private func check(_ content: String, _ written: [UInt8], in place: (before: String, after: String)) {
    let source = Array(place.before.utf8) + written + Array(place.after.utf8)
    let parsed = YAML.parse(source)
    let found = parsed.tree.withReader { reader in
      reader.nodes.indices.contains { index in
        let node = reader.nodes[index]
        return node.kind == .string && Int(node.start) == place.before.utf8.count
          && reader.content(NodeID(index)).elementsEqual(content.utf8)
      }
    }
    let isRight = found && parsed.findings.isEmpty
    if !isRight {
      Issue.record(
        "\(content.debugDescription) written as \(String(decoding: source, as: UTF8.self).debugDescription): \(messages(parsed))")
    }
  }
}
