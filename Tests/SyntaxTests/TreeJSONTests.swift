// The tree as JSON text.

import FoundationEssentials
import Testing
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// A text as JSON, compact; its message where there is none.
private func json(_ yaml: String, _ layout: TreeJSON.Layout = .compact, nonFinite: TreeJSON.NonFinite = .null) -> String {
  do throws(TreeJSON.TooLarge) {
    let tree = YAML.parse(Array(yaml.utf8), for: .stream).tree
    return String(decoding: try TreeJSON.text(of: tree, layout: layout, nonFinite: nonFinite), as: UTF8.self)
  } catch {
    return error.message
  }
}

@Suite("The tree as JSON")
struct TreeJSONTests {
  @Test(
    "scalars become what they mean",
    arguments: [
      ("~", "null"), ("", ""), ("True", "true"), ("FALSE", "false"), ("no", "\"no\""), ("12", "12"), ("+12", "12"), ("007", "7"),
      ("-00", "-0"), ("0x1F", "31"), ("0xFFFFFFFFFFFFFFFFFFFFFFFF", "79228162514264337593543950335"), ("0o17", "15"),
      ("0x" + String(repeating: "0", count: 40), "0"), (".5", "0.5"), ("-.5", "-0.5"), ("5.", "5.0"), ("1.e5", "1.0e5"),
      ("+1.50E+3", "1.50E+3"), ("00.5", "0.5"), ("1e3", "1e3"),
      ("123456789012345678901234567890", "123456789012345678901234567890"),
      ("3.14159265358979323846264338327950288", "3.14159265358979323846264338327950288"), (".inf", "null"), ("-.INF", "null"),
      (".NaN", "null"), ("\"a\\tb\\\"c\\\\d\\x01\\x7f\\x85é\"", #""a\tb\"c\\d\u0001\u007f\u0085é""#), ("'it''s'", "\"it's\""),
      ("|\n a\n b\n", #""a\nb\n""#), ("2024-05-01", "\"2024-05-01\""),
    ])
  func scalars(yaml: String, expected: String) {
    #expect(json(yaml) == (expected.isEmpty ? "" : expected + "\n"))
    #expect(json("[" + yaml + "]") == "[" + expected + "]\n" || yaml.contains("\n"))
  }

  @Test("infinities may be written as text")
  func infinities() { #expect(json("[.inf, -.inf, .nan]", nonFinite: .string) == "[\".inf\",\"-.inf\",\".nan\"]\n") }

  @Test("collections, aliases and merge keys")
  func collections() {
    #expect(json("a: &x [1, {b: c}]\nd: *x\n") == #"{"a":[1,{"b":"c"}],"d":[1,{"b":"c"}]}"# + "\n")
    #expect(json("base: &b {x: 1, y: 2}\nmine:\n  <<: *b\n  x: 3\n") == #"{"base":{"x":1,"y":2},"mine":{"x":3,"y":2}}"# + "\n")
    #expect(json("1: a\ntrue: b\n~: c\n[k, l]: d\n") == #"{"1":"a","true":"b","~":"c","[k, l]":"d"}"# + "\n")
    #expect(json("[]") == "[]\n")
    #expect(json("{}", .indented) == "{}\n")
  }

  @Test("the indented layout has an entry a line")
  func indented() {
    #expect(
      json("title: Hades\ntags: [rogue, {a: []}]\n", .indented) == """
        {
          "title": "Hades",
          "tags": [
            "rogue",
            {
              "a": []
            }
          ]
        }

        """)
  }

  @Test("a stream gives one document a line")
  func stream() { #expect(json("a: 1\n---\n[x]\n---\n...\n") == "{\"a\":1}\n[\"x\"]\nnull\n") }

  @Test("what aliases may stand for is bounded")
  func bound() {
    var yaml = "a0: &a0 \"\(String(repeating: "x", count: 100))\"\n"
    for level in 1...6 {
      let items = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      yaml += "a\(level): &a\(level) [\(items)]\n"
    }
    let parsed = YAML.parse(Array(yaml.utf8))
    #expect(parsed.isComplete as Bool)
    #expect(throws: TreeJSON.TooLarge.self) { try TreeJSON.text(of: parsed.tree, limit: 1 << 20) }
  }

  @Test("JSON read and written is the same JSON")
  func written() throws {
    for text in WrittenJSON.accepted { try checkRoundTrip(Array(text.utf8), text) }
  }

  @Test("JSON of the test suite read and written is the same JSON", .needs(.corpus("json-test-suite")))
  func roundTrip() throws {
    for row in try TestData.rows("json-test-suite/MANIFEST.tsv") where row[2] == "must accept" {
      try checkRoundTrip(try TestData.bytes("json-test-suite/" + row[0]), row[0])
    }
  }

  private func checkRoundTrip(_ bytes: [UInt8], _ name: String) throws {
    let first = JSON.parse(bytes)
    let written = try TreeJSON.text(of: first.tree)
    let again = JSON.parse(written)
    #expect(again.isComplete as Bool, "\(name)")
    #expect(try TreeJSON.text(of: again.tree) == written, "\(name)")
    let indented = try TreeJSON.text(of: first.tree, layout: .indented)
    #expect(try TreeJSON.text(of: JSON.parse(indented).tree) == written, "\(name)")
  }

  @Test("a text in YAML means the JSON that it should, and what is none is refused", arguments: WrittenYAML.all)
  func written(_ text: WrittenYAML) throws {
    let parsed = YAML.parse(Array(text.text.utf8), for: .stream)
    #expect(parsed.isComplete == (text.json != nil), "\(parsed.findings.map(\.message))")
    guard let json = text.json else { return }
    #expect(try values(in: TreeJSON.text(of: parsed.tree)) == json)
  }

  @Test(
    "the YAML test suite's own JSON is met", .needs(.corpus("yaml-test-suite")),
    arguments: YAMLSuiteCase.all.filter { $0.isValid && $0.libyamlIsRight })
  func suite(_ suiteCase: YAMLSuiteCase) throws {
    guard let wanted = try? suiteCase.bytes("in.json") else { return }
    let parsed = YAML.parse(try suiteCase.bytes("in.yaml"), for: .stream)
    // Tags of the author's own and keys that are lists or maps mean what the specification leaves to the program.
    guard parsed.findings.isEmpty else { return }
    let written = try TreeJSON.text(of: parsed.tree)
    let documents = try values(in: wanted)
    #expect(try values(in: written) == documents, "\(String(decoding: written, as: UTF8.self))")
  }

  /// The JSON values of a text that holds several, each as compact text: read by growing prefixes, as the suite's files have blanks at will.
  private func values(in bytes: [UInt8]) throws -> [String] {
    var result: [String] = []
    var rest = bytes[...]
    while let start = rest.firstIndex(where: { $0 > 0x20 }) {
      rest = rest[start...]
      let parsed = JSON.parse(Array(rest))
      guard let root = parsed.tree.nodes.first else { break }
      let text = try parsed.tree.withReader { try TreeJSON.text(of: 0, in: $0) }
      result.append(String(decoding: text, as: UTF8.self))
      rest = rest.dropFirst(max(1, Int(root.end)))
    }
    return result
  }
}
