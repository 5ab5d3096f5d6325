// Bytes of terminals and the keys they are.

import Testing
import VitrineTerminal

@Suite("Keys from bytes")
struct KeyDecoderTests {
  private static let table: [(bytes: String, keys: [Key])] = [
    ("a", [.text("a")]),
    ("né本😀", [.text("n"), .text("é"), .text("本"), .text("😀")]),
    ("\r", [.named(.enter)]),
    ("\n", [.named(.enter)]),
    ("\t", [.named(.tab)]),
    ("\u{7F}\u{8}", [.named(.backspace), .named(.backspace)]),
    ("\u{1}\u{5}\u{1A}\u{0}\u{1F}", [.control("a"), .control("e"), .control("z"), .control("@"), .control("_")]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.named(.up), .named(.down), .named(.right), .named(.left)]),
    ("\u{1B}OA\u{1B}OH\u{1B}OF\u{1B}OM", [.named(.up), .named(.home), .named(.end), .named(.enter)]),
    ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end, .home, .end].map { .named($0) }),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[2~\u{1B}[3~", [.pageUp, .pageDown, .insert, .delete].map { .named($0) }),
    ("\u{1B}OP\u{1B}OQ\u{1B}[15~\u{1B}[24~\u{1B}[[B", [1, 2, 5, 12, 2].map { .named(.function($0)) }),
    ("\u{1B}[Z", [.named(.tab, .shift)]),
    ("\u{1B}[1;5D\u{1B}[1;3C\u{1B}[3;5~", [.named(.left, .control), .named(.right, .alt), .named(.delete, .control)]),
    ("\u{1B}O5A\u{1B}\u{1B}[A", [.named(.up, .control), .named(.up, .alt)]),
    ("\u{1B}b\u{1B}é\u{1B}\u{7F}", [.alt("b"), .alt("é"), .named(.backspace, .alt)]),
    ("\u{1B}\u{1B}x", [.named(.escape), .alt("x")]),
    // What is unknown is passed over, whole.
    ("\u{1B}[99~\u{1B}[?1;2c\u{1B}[<0;3;4M\u{1B}[Ia", [.text("a")].map { $0 }),
    ("\u{1B}[200~two\nlines \u{1B}[A\u{1B}[201~x", [.paste("two\nlines \u{1B}[A"), .text("x")]),
    ("\u{85}\u{9B}q", [.text("q")]),
  ]

  @Test("every sequence is its key, whole or byte by byte", arguments: table.indices)
  func sequences(_ index: Int) {
    let (text, keys) = Self.table[index]
    var whole = KeyDecoder()
    #expect(whole.keys(text.utf8) == keys)
    #expect(!whole.isWaiting)
    var pieces = KeyDecoder()
    #expect(text.utf8.flatMap { pieces.keys([$0]) } == keys)
  }

  @Test("a lone Escape is a key once nothing follows it; half a sequence is none")
  func loneEscape() {
    for (bytes, expected) in [("\u{1B}", [Key.named(.escape)]), ("\u{1B}[1;", []), ("\u{1B}\u{1B}", [.named(.escape)])] {
      var decoder = KeyDecoder()
      #expect(decoder.keys(bytes.utf8) == [])
      #expect(decoder.isWaiting)
      #expect(decoder.flush() == expected)
      #expect(!decoder.isWaiting)
      #expect(decoder.keys("a".utf8) == [.text("a")])
    }
  }

  @Test("broken UTF-8 is passed over, and what follows is read")
  func brokenText() {
    for bytes: [UInt8] in [[0x80], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF5], [0xC0, 0xAF]] {
      var decoder = KeyDecoder()
      let keys = decoder.keys(bytes + [0x61])
      #expect(keys.last == .text("a"))
      #expect(keys.allSatisfy { [.text("a"), .text("(")].contains($0) })
    }
  }

  @Test("a paste waits for its end as long as it takes, and Ctrl-C gets out of one that has none")
  func pastes() {
    var decoder = KeyDecoder()
    #expect(decoder.keys("\u{1B}[200~abc\u{1B}[20".utf8) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.keys("1~".utf8) == [.paste("abc")])
    #expect(decoder.keys("\u{1B}[200~abc".utf8) == [])
    #expect(decoder.keys("\u{3}x".utf8) == [.control("c"), .text("x")])
  }

  @Test("whatever comes, nothing is kept without bound")
  func bounds() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 100_000)) == [])
    #expect(decoder.keys("a".utf8) == [.text("a")])
    _ = decoder.keys("\u{1B}[200~".utf8)
    for _ in 0..<100 { #expect(decoder.keys(Array(repeating: 0x61, count: 10_000)) == []) }
    guard case .paste(let text)? = decoder.keys("\u{1B}[201~".utf8).first else { return #expect(Bool(false)) }
    #expect(text.utf8.count == 65_536)
  }
}
