// Texts in YAML written for the tests, one thing of the language each, and what each means as JSON.

import Testing

/// A text in YAML.
package struct WrittenYAML: Sendable, CustomTestStringConvertible {
  /// The text.
  package let text: String
  /// What it means, a JSON value a document; nil for what is no YAML.
  package let json: [String]?

  /// The text on one line.
  package var testDescription: String { text.debugDescription }

  private init(_ text: String, _ json: String...) { (self.text, self.json) = (text, json) }

  private init(invalid text: String) { (self.text, self.json) = (text, nil) }

  /// All texts.
  package static let all: [WrittenYAML] = [
    // Scalars.
    .init("a", #""a""#), .init("a]", #""a]""#), .init("a b  c # d", #""a b  c""#), .init("a#b", #""a#b""#),
    .init("1\n 2", #""1 2""#),
    .init("a\n\n b", #""a\nb""#), .init("'it''s'", #""it's""#), .init("'a\n\n b'", #""a\nb""#),
    .init(#""\x41\u00e9\t""#, #""Aé\t""#),
    .init("\"a\\\n  b\"", #""ab""#), .init("-1", "-1"), .init("[true, null, ~, 1.5]", "[true,null,null,1.5]"),
    .init("- 'true'\n- \"1\"", #"["true","1"]"#), .init("café ☕", #""café ☕""#), .init("http://a:b/c?d", #""http://a:b/c?d""#),
    .init("a: ''\nb:", #"{"a":"","b":null}"#),
    // Block scalars.
    .init("|\n a\n  b\n\n c\n", #""a\n b\n\nc\n""#), .init("|-\n a\n\n", #""a""#), .init("|+\n a\n\n", #""a\n\n""#),
    .init(">\n a\n b\n\n c\n", #""a b\nc\n""#), .init(">-\n a\n  b\n c\n", #""a\n b\nc""#),
    .init("a: |2\n   b\n", #"{"a":" b\n"}"#),
    .init("- |\n a\n- >-\n b\n c\n", #"["a\n","b c"]"#),
    .init("a: |\n  # no comment\n# a comment\n", ##"{"a":"# no comment\n"}"##),
    // Lists and maps in lines.
    .init("- a\n- b\n", #"["a","b"]"#), .init("- - a\n  - b\n- c\n", #"[["a","b"],"c"]"#), .init("-\n  a\n-\n", #"["a",null]"#),
    .init("a: 1\nb: 2\n", #"{"a":1,"b":2}"#), .init("a:\n  b:\n    c: d\n", #"{"a":{"b":{"c":"d"}}}"#),
    .init("a:\n- b\n- c\nd: e\n", #"{"a":["b","c"],"d":"e"}"#), .init("- a: 1\n  b: 2\n- c: 3\n", #"[{"a":1,"b":2},{"c":3}]"#),
    .init("a : b\n\"c d\": e\n'f': g\n", #"{"a":"b","c d":"e","f":"g"}"#), .init("? a\n: b\n? c\n", #"{"a":"b","c":null}"#),
    .init("a: b: c".replacing("b: c", with: "'b: c'"), #"{"a":"b: c"}"#), .init("a:\n    b\n      c\n", #"{"a":"b c"}"#),
    .init("# top\n\na: 1 # end\n\n# last\n", #"{"a":1}"#), .init("a: 1\r\nb: 2\r\n", #"{"a":1,"b":2}"#),
    .init("a:\tb\n", #"{"a":"b"}"#),
    // Lists and maps in brackets.
    .init("[]", "[]"), .init("{}", "{}"), .init("[a, [b], {c: d}, ]", #"["a",["b"],{"c":"d"}]"#),
    .init("{a: 1, b: , c, 'd':2}", #"{"a":1,"b":null,"c":null,"d":2}"#), .init("[\n  a,\n\n  # b\n  c\n]\n", #"["a","c"]"#),
    .init("a: {b: [c,\n  d]}\n", #"{"a":{"b":["c","d"]}}"#), .init("[a: b, c]", #"[{"a":"b"},"c"]"#),
    .init("{\"a\":b}", #"{"a":"b"}"#),
    // Anchors, tags, documents.
    .init("a: &x 1\nb: *x\n", #"{"a":1,"b":1}"#), .init("- &x {a: 1}\n- *x\n", #"[{"a":1},{"a":1}]"#), .init("!!str 1", #""1""#),
    .init("--- a\n--- b\n", #""a""#, #""b""#), .init("---\na: 1\n...\n", #"{"a":1}"#), .init("%YAML 1.1\n---\na\n", #""a""#),
    .init("--- |\n a\n...\n--- # nothing\n", #""a\n""#, "null"), .init("\u{FEFF}a: 1\n", #"{"a":1}"#),
    // What is none.
    .init(invalid: "[a"), .init(invalid: "{a: 1"), .init(invalid: "'a"), .init(invalid: "\"a"),
    .init(invalid: "\"\\q\""), .init(invalid: "a: b: c"), .init(invalid: "a: 1\n b: 2\n"), .init(invalid: "- a\nb: c\n"),
    .init(invalid: "a: 1\n- b\n"), .init(invalid: "a:\n\tb: 1\n"), .init(invalid: "@a"),
    .init(invalid: "`a`"),
    .init(invalid: "a: |x\n b\n"), .init(invalid: "&x &y a"), .init(invalid: "a: - b\n"), .init(invalid: "%YAML 1.1\na\n"),
    .init(invalid: "--- a\n...\n... b\n]"), .init(invalid: "a: \u{1}\n"), .init(invalid: "[a, b] c\n"),
    .init(invalid: "  a: 1\n b: 2\n"),
    .init(invalid: "!<a b"), .init(invalid: "'a' b\n"),
  ]
}

/// A set of texts in YAML.
package enum YAMLTexts: String, CaseIterable, Sendable {
  /// Those of this project: the examples, the schemas, and `WrittenYAML`.
  case own
  /// Those of other projects.
  case wild = "yaml-wild/files"
  /// Those of the YAML test suite.
  case suite = "yaml-test-suite/data"
  /// Recipes of other people.
  case recipes
  /// The tests of PyYAML, which are about the rare forms of the language.
  case pyyaml

  /// The sets of texts as people write them.
  package static let usual: [YAMLTexts] = [.own, .wild, .suite, .recipes]

  /// The texts with their names; none, and a word in the list of what was not run, where they are not there. `test` is what they are for.
  ///
  /// Errors: they cannot be read.
  package func files(for test: String) throws -> [(name: String, bytes: [UInt8])] {
    let isYAML = { (name: String) in [".yaml", ".yml", ".data", ".canonical"].contains { name.hasSuffix($0) } }
    guard self == .own else {
      guard Need.corpus(rawValue).isMet(for: test) else { return [] }
      return try TestData.files(rawValue).filter(isYAML).map { ($0, try TestData.bytes(rawValue + "/" + $0)) }
    }
    let files = try ["examples", "schemas"].flatMap { folder in
      try TestData.ownFiles(folder).filter(isYAML).map { name in
        (name, try TestData.own(folder + "/" + name))
      }
    }
    return files + WrittenYAML.all.enumerated().map { ("written \($0.offset)", Array($0.element.text.utf8)) }
  }

  /// The texts of the YAML test suite, where they are there, and `WrittenYAML`: small ones, to change at random.
  ///
  /// Errors: they cannot be read.
  package static func small(for test: String) throws -> [[UInt8]] {
    let suite = try YAMLTexts.suite.files(for: test).filter { $0.name.hasSuffix("in.yaml") }.map(\.bytes)
    return suite + WrittenYAML.all.map { Array($0.text.utf8) }
  }
}
