// Where nodes stand, in texts that make it hard to say.

import Testing
import VitrineSource
import VitrineSyntax

@Suite("Places in YAML")
struct YAMLPlaceTests {
  /// The nodes as `start-end text`.
  private func places(_ text: String) -> [String] {
    let parsed = YAML.parse(Array(text.utf8))
    #expect(parsed.isComplete)
    return parsed.tree.withReader { reader in
      reader.nodes.indices.map { index in
        let node = reader.nodes[index]
        return "\(node.start)-\(node.end) \(reader.text(NodeID(index)))"
      }
    }
  }

  @Test("a byte order mark is three bytes and no column, so that all lines stand at the same one")
  func byteOrderMark() {
    #expect(places("\u{FEFF}a: 1\nb: 2\n") == ["3-12 ", "3-4 a", "6-7 1", "8-9 b", "11-12 2"])
    #expect(places("\u{FEFF}é: &x 1\n") == ["3-11 ", "3-5 é", "10-11 1"])
    let broken = YAML.parse(Array("\u{FEFF}a: \u{1}\n".utf8)).findings.first
    #expect(broken?.range == ByteRange(6, 7))
    #expect(YAML.parse(Array("\u{FEFF}".utf8)).findings.map(\.rule.slug) == ["empty-file"])
  }

  @Test("the anchor of a map is not taken for that of its first key")
  func anchors() {
    #expect(places("top: &map\n  &key a: 1\n") == ["0-21 ", "0-3 top", "12-21 ", "17-18 a", "20-21 1"])
  }
}
