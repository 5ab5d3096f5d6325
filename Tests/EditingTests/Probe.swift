import Testing
import VitrineEditing
import VitrineSource
import VitrineSyntax
@Test func probe() throws {
  for text in ["\u{FEFF}x\n", "\u{FEFF}foo: bar\n", "\u{FEFF}foo: bar\nbaz: 1\n", "SNES", "\u{FEFF}SNES"] {
    let parsed = YAML.parse(Array(text.utf8))
    print(text.debugDescription, parsed.isComplete, parsed.findings.map(\.message), parsed.tree.nodes.map { "\($0.kind) \($0.start) \($0.end)" })
    do { let e = try TreeEditor.edits([.set([], .string("SNES"))], in: Array(text.utf8)); print(e) } catch { print(error) }
  }
}
