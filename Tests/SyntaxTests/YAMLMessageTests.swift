// What a person is told about broken YAML: the cause, at its place.

import Testing
import VitrineSource
import VitrineSyntax

/// A broken text, the place of its one finding, and what is said.
struct BrokenYAML: Sendable, CustomTestStringConvertible {
  let text: String
  let place: String
  let slug: String
  let message: String
  var testDescription: String { text.debugDescription }

  init(_ text: String, _ place: String, _ slug: String = "yaml-syntax", _ message: String) {
    self.text = text
    self.place = place
    self.slug = slug
    self.message = message
  }

  static let all = [
    BrokenYAML("title: Foo\n\trelease: 3\n", "2:1-2:2", "tab-indent", "the line is indented with a tab; YAML wants spaces"),
    BrokenYAML("title:Foo\nrelease: 3\n", "1:6-1:7", "a space is missing after the colon"),
    BrokenYAML("a: 1\ntitle:Foo\nrelease: 3\n", "2:6-2:7", "a space is missing after the colon"),
    BrokenYAML("title: \"Foo\nrelease: 3\n", "1:8-1:9", "this quote is never closed"),
    BrokenYAML("title: 'Foo\nrelease: 3\n", "1:8-1:9", "this quote is never closed"),
    BrokenYAML("title: Zelda: Breath\n", "1:13-1:14", "a value with ': ' in it must be quoted"),
    BrokenYAML("title: Foo\n  release: 3\n", "2:3-2:10", "this line is indented deeper than the key it follows"),
    BrokenYAML("title: @foo\n", "1:8-1:9", "an unquoted value cannot start with '@'"),
    BrokenYAML("title: *bold* text\n", "1:8-1:14", "'*' must be followed by a name; a text that starts with it is quoted"),
    BrokenYAML("title: *x\n", "1:8-1:10", "alias '*x' stands for an anchor '&x' that is not there"),
    BrokenYAML("title: &a [*a]\n", "1:12-1:14", "alias-bomb", "alias '*a' stands for a value that contains it"),
    BrokenYAML("a: [1, 2\nb: 3\n", "1:4-1:5", "this '[' is never closed"),
    BrokenYAML("a: {x: 1\nb: 3\n", "1:4-1:5", "this '{' is never closed"),
    BrokenYAML("a: [{x: 1   # c\n", "1:4-1:5", "this '[' is never closed"),
    BrokenYAML("a: [{x: 1}  # c\n", "1:4-1:5", "this '[' is never closed"),
    BrokenYAML(
      "l:\n  - {a: # b, c: 'd'}\n  - {a: e}\n", "2:9-2:10", "this '#' starts a comment, and what closes the '{' is in it"),
    BrokenYAML("a: \"C:\\Users\\me\"\n", "1:7-1:9", "in double quotes, '\\U' must be followed by the digits of a character"),
    BrokenYAML("a: \"\\q\"\n", "1:5-1:7", "an unknown escape in double quotes"),
    BrokenYAML("a:\n  b: 1\n c: 2\n", "3:2-3:6", "this line does not fit the indentation above it"),
    BrokenYAML("a: 1\n- b\n", "2:1-2:4", "this line does not fit the indentation above it"),
    BrokenYAML("a: - b\n", "1:4-1:5", "a list cannot start on its key's line"),
    BrokenYAML("title: \"Foo\" bar\n", "1:14-1:17", "text after the end of a value"),
    BrokenYAML("just a line\nfoo: bar\n", "1:1-1:12", "this line has no 'key: value'"),
    BrokenYAML("foo: bar\nbaz\nqux: 1\n", "2:1-2:4", "this line has no 'key: value'"),
    BrokenYAML("a: |x\n  foo\n", "1:5-1:6", "after '|' or '>' only '+', '-', a digit or a comment may stand on the line"),
    BrokenYAML("a: 1\n...\nb: 2\n", "2:1-2:4", "'...' ends the document, and more text follows"),
    BrokenYAML("a: 1\n---\nb: 2\n", "2:1-2:4", "multi-document", "a second document starts here; only the first is read"),
    BrokenYAML("<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> x\n", "1:1-5:10", "merge-conflict", "an unresolved merge conflict"),
    BrokenYAML("a: \u{1}\n", "1:4-1:5", "a control character (0x1) at offset 3"),
    BrokenYAML("a: !b\u{A0}c\n", "1:4-1:7", "'!' starts a tag, and this is none"),
    BrokenYAML("a: x\u{FFFE}y\n", "1:5-1:6", "a control character (U+FFFE) at offset 4"),
    BrokenYAML("a: x\u{80}y\n", "1:5-1:6", "a control character (U+0080) at offset 4"),
    BrokenYAML("a: 1\n\"a\": 2\n", "2:1-2:4", "duplicate-map-key", "key 'a' is given twice"),
    BrokenYAML("? [a, b]\n: 1\n", "1:3-1:9", "complex-key", "a key is a list, not a word"),
    BrokenYAML("a: !thing x\n", "1:4-1:11", "unknown-tag", "tag '!thing' has no meaning here; the value is read without it"),
    BrokenYAML("", "1:1-1:1", "empty-file", "the file is empty"),
    BrokenYAML("# only words\n", "1:1-1:1", "empty-file", "the file holds no document, only blanks or comments"),
    BrokenYAML(
      "# x\n\u{FEFF}a: 1\nb: 2\n", "2:1-2:2", "a byte order mark (U+FEFF) stands inside the file, where no editor shows it"),
    BrokenYAML("\u{FEFF}[\n", "1:1-1:2", "this '[' is never closed"),
    BrokenYAML("é: 'ü\n", "1:4-1:5", "this quote is never closed"),
    BrokenYAML("a: \"b\nc: \"d\"\n", "1:4-1:5", "this quote is never closed"),
    BrokenYAML("l:\n  - {a: 'b}\n  - {a: 'c'}\n", "2:9-2:10", "this quote is never closed"),
    BrokenYAML("l: [a, b}\nc: 1\n", "1:9-1:10", "'}' does not close a '['"),
    BrokenYAML("{a: 1,\n oops\n b: {c: 2}}\n", "2:6-2:6", "expected ',' or '}' after this line"),
    BrokenYAML(" a: 1\nb: 2\nc: 3\n", "1:2-1:6", "this line starts 1 space in, the lines that belong to it 0 spaces"),
    BrokenYAML("m:\n l: 1\n  a: 2\n  b: 3\n", "2:2-2:6", "this line starts 1 space in, the lines that belong to it 2 spaces"),
    BrokenYAML("l:\n  -a: 1\n    b: 2\n", "2:3-2:4", "a space is missing after the dash"),
    BrokenYAML("l:\n  - a = 1\n    b: 2\n", "2:7-2:8", "after a key, ':' is written, not '='"),
    BrokenYAML("m:\n  l\n    - a\n  b: 2\n", "2:3-2:4", "this line has no 'key: value'"),
    BrokenYAML("a: 1\nb: : [c]\n", "2:4-2:5", "a second colon after the key"),
    BrokenYAML("a: 1\nb：2\nc: 3\n", "2:2-2:3", "after a key, ':' is written, not '：'"),
    BrokenYAML("a:\u{A0}1\nb: 2\n", "1:3-1:4", "a no-break space (U+00A0) stands where YAML wants a space"),
    BrokenYAML("a:\n  b: 1\n\u{A0} c: 2\n", "3:1-3:2", "a no-break space (U+00A0) stands where YAML wants a space"),
    BrokenYAML("\u{200B}a: 1\nb: 2\n", "1:1-1:2", "a zero-width space (U+200B) stands inside the file, where no editor shows it"),
    BrokenYAML("a: 1\n=======\nb: 2\n", "2:1-2:8", "merge-conflict", "a line of a merge conflict is left over"),
    BrokenYAML("a: 1\nb: 2\n>>>>>>> x\n", "3:1-3:10", "merge-conflict", "a line of a merge conflict is left over"),
    BrokenYAML("a: 1\n// b\nc: 2\n", "2:1-2:3", "a comment starts with '#', not with '//'"),
    BrokenYAML("l:\n  • a\n  • b\nc: 1\nd\n", "5:1-5:2", "this line has no 'key: value'"),
    BrokenYAML("l:\n  - a\n  • b\nc: 1\n", "3:3-3:4", "an item of a list starts with '- ', not with '•'"),
    BrokenYAML("l:\n  - a: 1\n    b: 2\n  -a: 3\n    b: 4\n", "4:3-4:4", "a space is missing after the dash"),
    BrokenYAML("m:\n  \"a: b\n  c: \"d\"\n", "2:3-2:4", "this quote is never closed"),
    BrokenYAML("m:\n  \"a: [\"b\"]\n  c: 1\n", "2:3-2:4", "this quote is never closed"),
    BrokenYAML("m:\n  \"a:\n    - b\n", "2:3-2:4", "this quote is never closed"),
    BrokenYAML("a: 1\n!b: 2\nc: 3\n", "2:1-2:2", "'!' stands before the key 'b'"),
    BrokenYAML("m:\n  a: 1\n?   b: 2\n  c: 3\n", "3:1-3:2", "'?' stands before the key 'b'"),
    BrokenYAML("l:\n  - a: 1\n-  - a: 2\n  - a: 3\n", "3:1-3:2", "'-' stands before the key 'a'"),
    BrokenYAML("a: 1\n&b: 2\nc: 3\n", "2:1-2:3", "the '&' before it makes this key an anchor"),
    BrokenYAML("a: 1\n```\nc: 3\n", "2:1-2:4", "'```' is a mark of Markdown, and nothing in YAML"),
    BrokenYAML("a: 1\nb, 2\nc: 3\n", "2:2-2:3", "after a key, ':' is written, not ','"),
    BrokenYAML("a: 1\nb | 2\nc: 3\n", "2:3-2:4", "after a key, ':' is written, not '|'"),
    BrokenYAML("{a: 1,\n b:[2]}\n", "2:3-2:4", "a space is missing after the colon"),
    BrokenYAML("a: 1\n]\nc: 3\n", "2:1-2:2", "']' closes nothing here"),
    BrokenYAML("l: [{a: 1},\n  a: 2},\n  {a: 3}]\n", "2:7-2:8", "'}' closes nothing here"),
    BrokenYAML("l: [{a: 1},\n{\n  {a: 3}]\nb: 1\n", "2:1-2:2", "this '{' is never closed"),
    BrokenYAML(
      "m:\n  a: 1\nb: 2\n  c: 3\n  d: 4\n", "3:1-3:5", "this line starts 0 spaces in, the lines that belong to it 2 spaces"),
    BrokenYAML("m:\na: 1\n  b: 2\n", "2:1-2:5", "this line starts 0 spaces in, the lines that belong to it 2 spaces"),
    BrokenYAML(
      "m:\n  a: 1\nb:\n    - x\n  c: 3\n  d: 4\n", "3:1-3:3", "this line starts 0 spaces in, the lines that belong to it 2 spaces"
    ),
    BrokenYAML("m: x\n  a: 1\n  b: 2\n", "1:4-1:5", "a key has a value on its line, and others below it"),
    BrokenYAML("m: x\n  - a: 1\n    b: 2\n", "1:4-1:5", "a key has a value on its line, and others below it"),
    BrokenYAML("l:\n  - a: 1\n    b: 2\n  a: 3\n    b: 4\n", "4:3-4:7", "a '- ' is missing before this item of the list"),
    BrokenYAML("l:\n    a: 1\n    b: 2\n  - a: 3\n    b: 4\n", "2:5-2:9", "a '- ' is missing before this item of the list"),
    BrokenYAML("l:\na: 1\n- a: 3\n", "2:1-2:5", "a '- ' is missing before this item of the list"),
    BrokenYAML("l:\n  - {a: 1}\n  {a: 2}\n  - {a: 3}\n", "3:3-3:9", "a '- ' is missing before this item of the list"),
    BrokenYAML("l:\n  - {a: 1}\n    {a: 2}\n", "3:5-3:11", "a '- ' is missing before this item of the list"),
    BrokenYAML(
      "l:\n  - a: 1\n    b: 2\n    a: 3\n    b: 4\n", "4:5-4:6", "duplicate-map-key",
      "key 'a' is given twice, and so is the one after it"),
    BrokenYAML(
      "a: 1\nb: 2\nc: 3\na: 1\nb: 2\nc: 3\n", "4:1-4:2", "duplicate-map-key", "key 'a' is given twice, and so are the 2 after it"),
    BrokenYAML("a:\n  - b: 1\n -", "3:2-3:3", "this line does not fit the indentation above it"),
    BrokenYAML("- {b:&c x, d: 1}\n- {b: *c, d: *c}\n", "2:7-2:9", "alias '*c' stands for an anchor '&c' that is not there"),
    BrokenYAML("a: \"x\",\nb: 2\n", "1:7-1:8", "a comma after a value; YAML has none between lines"),
    BrokenYAML("a: \"x\", \"y\"\nb: 2\n", "1:7-1:12", "a second value after a comma"),
    BrokenYAML("a: \"x \"y\" z\"\nb: 2\n", "1:8-1:13", "a quote inside the text ends it before this"),
    BrokenYAML("a: [x]]\nb: 2\n", "1:7-1:8", "']' closes nothing here"),
    BrokenYAML("a: 1\nb: [\"x\" \"y\"]\n", "2:9-2:10", "expected ',' or ']' here"),
    BrokenYAML("a: one by: two\n", "1:10-1:11", "a second key, 'by', on one line"),
    BrokenYAML("a: one, year: two\n", "1:13-1:14", "a second key, 'year', on one line"),
    BrokenYAML("? a: 1\nb: 2\n", "1:3-1:7", "complex-key", "the '?' before it makes this map a key"),
    BrokenYAML("a: 1\nb: [c,\n", "2:4-2:5", "this '[' is never closed"),
    BrokenYAML("%a: 1\nb: 2\n", "1:1-1:2", "a line cannot start with '%'"),
    BrokenYAML("a: *b c\nd: 1\n", "1:4-1:6", "alias '*b' stands for an anchor '&b' that is not there"),
  ]

  init(_ text: String, _ place: String, _ message: String) { self.init(text, place, "yaml-syntax", message) }
}

@Suite("Broken YAML")
struct YAMLMessageTests {
  @Test("is told once, at its cause, in plain words", arguments: BrokenYAML.all)
  func told(_ broken: BrokenYAML) throws {
    let bytes = Array(broken.text.utf8)
    let findings = SourceText(path: "x.yaml", bytes: bytes).located(YAML.parse(bytes).findings)
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    let span = finding.span
    #expect("\(span.start.line):\(span.start.column)-\(span.end.line):\(span.end.column)" == broken.place)
    #expect(finding.rule.slug == broken.slug)
    #expect(finding.message == broken.message)
    #expect(!finding.help.isEmpty)
  }

  @Test("is whole after a safe fix", arguments: BrokenYAML.all)
  func fixed(_ broken: BrokenYAML) {
    let bytes = Array(broken.text.utf8)
    for fix in YAML.parse(bytes).findings.flatMap(\.fixes) where fix.isSafe {
      #expect(YAML.parse(fix.edits.applied(to: bytes)).findings.isEmpty)
    }
  }

  /// Ten lists, each of nine aliases of the one before: a billion values.
  static let bomb: String = {
    var text = "a: &a [x,x,x,x,x,x,x,x,x]\n"
    var previous = "a"
    for name in ["b", "c", "d", "e", "f", "g", "h", "i", "j"] {
      let items = [String](repeating: "*" + previous, count: 9).joined(separator: ", ")
      text += "\(name): &\(name) [\(items)]\n"
      previous = name
    }
    return text
  }()

  /// A list in a list in a list, by aliases.
  static let chain: String = {
    var text = "a0: &a0 [x]\n"
    for index in 1..<3000 { text += "a\(index): &a\(index) [*a\(index - 1)]\n" }
    return text
  }()

  @Test(
    "ends within its limits, whatever the size",
    arguments: [
      String(repeating: "[", count: 20_000), String(repeating: "- ", count: 20_000), String(repeating: "{a: ", count: 20_000),
      "a: " + String(repeating: "x", count: 1_000_000),
      Self.bomb, Self.chain,
      String(repeating: "k: v\n", count: 50_000),
    ])
  func limits(_ text: String) {
    let parsed = YAML.parse(Array(text.utf8))
    #expect(parsed.findings.count <= Limits.findings + 1)
    #expect(parsed.isComplete || !parsed.findings.isEmpty)
  }
}
