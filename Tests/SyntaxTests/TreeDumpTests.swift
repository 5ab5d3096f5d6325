// The tree as a picture.

import Testing
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("The tree as a picture")
struct TreeDumpTests {
  private func check(_ source: String, _ expected: String, isJSON: Bool = false) {
    let parsed = isJSON ? JSON.parse(Array(source.utf8)) : YAML.parse(Array(source.utf8), for: .stream)
    let text = String(decoding: TreeDump.text(of: parsed.tree, contentWidth: 20), as: UTF8.self)
    #expect(text == expected)
  }

  @Test("places, kinds, styles, anchors and aliases are shown")
  func picture() {
    check(
      """
      title: "Café\\t9"
      codes: [0x1F, &n no, 'it''s']
      notes: |
        first line
        second line, which is long
      base: &b {x: 1}
      own:
        <<: *b
        y: !!str 2
        empty:
      again: *n
      """,
      """
      1:1-11:10   map, 6 entries
      1:8-1:17    ├ title: string "Café\\t9"
      2:8-2:30    ├ codes: list in brackets, 3 items
      2:9-2:13    │ ├ [0] int 0x1F = 31
      2:18-2:20   │ ├ [1] &n string no
      2:22-2:29   │ └ [2] string 'it's'
      3:8-5:29    ├ notes: string | first line\\nsecond li… (38 bytes)
      6:10-6:16   ├ base: &b map in braces, 1 entry
      6:14-6:15   │ └ x: int 1
      8:3-10:9    ├ own: map, 3 entries, 3 with '<<' followed
      8:7-8:9     │ ├ <<: *b → 6:10
      9:12-9:13   │ ├ y: !!str string 2
      10:9        │ └ empty: null, not written
      11:8-11:10  └ again: *n → 2:18

      """)
  }

  @Test("JSON, streams and texts without a document")
  func others() {
    check(
      "{\"a b\": [true, null, 1.50], \"\": {}}",
      """
      1:1-1:36   map in braces, 2 entries
      1:9-1:27   ├ "a b": list in brackets, 3 items
      1:10-1:14  │ ├ [0] bool true
      1:16-1:20  │ ├ [1] null null
      1:22-1:26  │ └ [2] float 1.50
      1:33-1:35  └ "": map in braces, empty

      """, isJSON: true)
    check(
      "1: a\n---\n- ~\n",
      """
      ── document 1 of 2 ──
      1:1-1:5  map, 1 entry
      1:4-1:5  └ (int 1): string a

      ── document 2 of 2 ──
      3:1-3:4  list, 1 item
      3:3-3:4  └ [0] null ~

      """)
    check("", "(no document)\n")
  }

  @Test("nothing in a text reaches the terminal as a control character")
  func controls() throws {
    let parsed = JSON.parse(Array(#"["\u001b[31m", "\u202e", "\u0085"]"#.utf8))
    let text = TreeDump.text(of: parsed.tree)
    #expect(text.allSatisfy { $0 == 0x0A || $0 >= 0x20 })
    #expect(String(decoding: text, as: UTF8.self).contains(#"string "\u{1b}[31m""#))
    #expect(!String(decoding: text, as: UTF8.self).unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x85 })
  }

  @Test("deep nesting and every text of the suites are drawn, a line for every value")
  func suites() throws {
    let deep = Array(String(repeating: "[", count: 400).utf8) + Array(String(repeating: "]", count: 400).utf8)
    #expect(lineCount(JSON.parse(deep).tree) == 400)
    for suiteCase in YAMLSuiteCase.all {
      let tree = YAML.parse(try suiteCase.bytes("in.yaml"), for: .stream).tree
      #expect(lineCount(tree) > 0)
    }
  }

  private func lineCount(_ tree: Tree) -> Int { TreeDump.text(of: tree).filter { $0 == 0x0A }.count }
}
