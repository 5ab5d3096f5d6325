// Where a person slipped, where only the lines around the fault tell it.

import Testing
import VitrineSource
import VitrineSyntax

@Suite("A slip that other lines tell")
struct YAMLSlipTests {
  /// The item's dash is missing.
  private static let noDash = "a '- ' is missing before this item of the list"

  static let all = [
    // The first dash of a list lost: the next items have theirs, or what belongs to the item stands two spaces right of it.
    BrokenYAML("l:\n  a: 1\n    b: 2\n  - a: 3\n    b: 4\n", "2:3-2:7", noDash),
    BrokenYAML("l:\n  a: 'x'\n    b: 'y'\n  - c: 'z'\n", "2:3-2:9", noDash),
    BrokenYAML("l:\n  a:\n      - 1\n      - 2\n    b: 3\nm: 4\n", "2:3-2:5", noDash),
    BrokenYAML("l:\n  a:\n      b: 1\n  - c:\n      b: 2\n", "2:3-2:5", noDash),
    BrokenYAML("l:\n  one\n  - two\n  -  # none\n- three\n", "2:3-2:6", noDash),
    // A later dash lost.
    BrokenYAML("l:\n  - \"a\"\n    \"b\"\nm: 1\n", "3:5-3:8", noDash),
    BrokenYAML("l:\n  - 'a:b'\n    'c:d'\n", "3:5-3:10", noDash),
    BrokenYAML("l:\n  - --a=1\n  --b=2\n  - --c=3\n", "3:3-3:5", "an item of a list starts with '- ', not with '--'"),
    BrokenYAML("l:\n- a: 1\na: 2\n  b: 3\n- a: 4\n", "3:1-3:5", noDash),
    // What follows an item belongs elsewhere.
    BrokenYAML("l:\n  - a\n  - b\n    m: 1\nn: 2\n", "4:5-4:9", "this line is indented deeper than the item it follows"),
    // A list of 'a=1' is no list of keys; neither are other lines that are sound.
    BrokenYAML("l:\n  - a=1\nm: 'b\nn: 2\n", "3:4-3:5", "this quote is never closed"),
    BrokenYAML("l:\n  - a=1\nm: b: c\n", "3:5-3:6", "a value with ': ' in it must be quoted"),
    BrokenYAML("a;b:\n  c: @d\n", "2:6-2:7", "an unquoted value cannot start with '@'"),
    BrokenYAML("l:\n  - a, b\n  }\n  - c\n", "3:3-3:4", "'}' closes nothing here"),
    // A quote that swallows lines, up to one with a '#' that would be a comment.
    BrokenYAML("\"a: b\nc: [d, \"#e\"]\nf: |\n  g\n", "1:1-1:2", "this quote is never closed"),
    // One blank too few, or too much, in a list.
    BrokenYAML("l:\n- a: 1\n b: 2\n- a: 3\n", "3:2-3:6", "this line does not fit the indentation above it"),
    BrokenYAML("l:\n  - a: 1\n   - a: 2\n  - a: 3\n", "3:4-3:10", "this line does not fit the indentation above it"),
    BrokenYAML(
      "k:\n  - x\nl:\n   - a\n  - b\n  - c\n", "4:4-4:7", "this line starts 3 spaces in, the lines that belong to it 2 spaces"),
    BrokenYAML(
      "k:\n  a: 1\nl:\n   b: 1\n  c: 2\n", "4:4-4:8", "this line starts 3 spaces in, the lines that belong to it 2 spaces"),
    BrokenYAML(
      "l:\n    - a: 1\n    b: 2\n  - a: 3\n", "2:5-2:11", "this line starts 4 spaces in, the lines that belong to it 2 spaces"),
    BrokenYAML("m:\n    a: 1\n  b: 2\n", "2:5-2:9", "this line starts 4 spaces in, the lines that belong to it 2 spaces"),
    BrokenYAML("  a: 1\nb: 2\n", "1:3-1:7", "this line starts 2 spaces in, the lines that belong to it 0 spaces"),
    // A key that is indented, and what is below it is not.
    BrokenYAML("a: 1\n  b:\n  c: 2\n  d: 3\n", "2:3-2:5", "this line is indented deeper than the key it follows"),
    BrokenYAML("a: 1\n  b:\n  - c: 2\n    d: 3\n", "2:3-2:5", "this line is indented deeper than the key it follows"),
    BrokenYAML("a: {x: 1}\n  b: |\n  A text.\n  Its end.\n", "2:3-2:7", "this line is indented deeper than the key it follows"),
    // A text without its mark, or whose mark is swallowed.
    BrokenYAML("m:\n  t:|\n    {% set a = { %}\n    b: c\n  u: 1\n", "2:4-2:5", "a space is missing after the colon"),
    BrokenYAML(
      "m:\n  t => >\n    A text: of words.\n    And: more.\n  u: 1\n", "2:5-2:7", "after a key, ':' is written, not '=>'"),
    BrokenYAML(
      "m:\n  t:\n    A text of several words,\n    which goes on: here.\n    And here.\n  u: 1\n", "2:3-2:5",
      "a text of several lines starts with '|' or '>' after its key"),
  ]

  @Test("is told at the line of the slip", arguments: all)
  func told(_ broken: BrokenYAML) throws {
    try YAMLMessageTests().told(broken)
  }
}
