// Lengths, widths and what is shown of odd characters. Requirement S2.1.

import Testing
import VitrineText

@Suite struct LengthTests {
  @Test(
    "S2.1: lengths are counted in code points and in what a person sees as characters",
    arguments: [
      ("", 0, 0), ("abc", 3, 3), ("é", 1, 1), ("e\u{301}", 2, 1), ("👩‍👩‍👧", 5, 1), ("🇹🇷", 2, 1), ("a\r\nb", 4, 3), ("\r\r\n\n", 4, 3),
      ("한", 1, 1), ("\u{1112}\u{1161}\u{11ab}", 3, 1), ("❤️", 2, 1), ("ポケモン", 4, 4), (String(repeating: "👍🏽", count: 50), 100, 50),
    ])
  func lengths(_ text: String, _ points: Int, _ clusters: Int) {
    let bytes = Array(text.utf8)
    #expect(TextLength.codePoints(bytes) == points)
    #expect(TextLength.graphemeClusters(bytes) == clusters)
  }

  @Test("random bytes are counted as the standard library counts them repaired")
  func random() {
    var random = Random(5)
    for _ in 0..<3_000 {
      let bytes = random.bytes(random.below(50))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(TextLength.codePoints(bytes) == text.unicodeScalars.count)
      #expect(TextLength.graphemeClusters(bytes) == text.count)
    }
  }

  @Test(
    "a text takes as many cells as a terminal gives it",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ﾊﾝｶｸ", 4), ("Ａ", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇹🇷", 2), ("❤️", 2),
      ("❤", 1),
      ("☎", 1), ("1️⃣", 2), ("한", 2), ("\u{1112}\u{1161}\u{11ab}", 2), ("a\u{200b}", 1), ("…", 1), ("שָׁ", 1), ("🎮x", 3), ("│", 1),
      ("␛", 1),
    ])
  func widths(_ text: String, _ cells: Int) {
    #expect(DisplayWidth.width(of: text) == cells)
  }

  @Test(
    "a text is cut and padded to cells, never inside a character",
    arguments: [
      ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""), ("hello", -3, ""), ("hi", 4, "hi  "),
      ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日… "), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
  func fitting(_ text: String, _ width: Int, _ fitted: String) {
    #expect(DisplayWidth.fitted(text, to: width) == fitted)
  }

  @Test("numbers stand at the right")
  func right() {
    #expect(DisplayWidth.padded("42", to: 5, at: .right) == "   42")
    #expect(DisplayWidth.padded("日", to: 3, at: .right) == " 日")
    #expect(DisplayWidth.padded("long", to: 2) == "long")
  }

  @Test("a fitted text always takes the cells asked for")
  func fuzz() {
    var random = Random(9)
    for _ in 0..<1_500 {
      let text = TerminalText.visible(random.bytes(random.below(40)))
      let width = random.below(20)
      #expect(DisplayWidth.width(of: DisplayWidth.fitted(text, to: width)) == width)
    }
  }

  @Test(
    "nothing from a file can steer a terminal or hide",
    arguments: [
      ("plain text", "plain text"), ("\u{1b}[31mred", "␛[31mred"), ("a\nb\tc\r", "a␊b␉c␍"), ("\0\u{7f}", "␀␡"),
      ("\u{9b}2J", "\\u{9b}2J"),
      ("\u{202e}gpj.exe", "\\u{202e}gpj.exe"), ("a\u{2066}b\u{2069}", "a\\u{2066}b\\u{2069}"), ("a\u{200b}b", "a\\u{200b}b"),
      ("\u{feff}x", "\\u{feff}x"), ("x\u{2028}y", "x\\u{2028}y"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("❤️", "❤️"), ("é日本", "é日本"),
      ("\u{e0041}", "\\u{e0041}"),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"), ("می‌خواهم", "می‌خواهم"), ("\u{200f}", "\\u{200f}"),
    ])
  func visibility(_ text: String, _ shown: String) {
    #expect(TerminalText.visible(text) == shown)
  }

  @Test("bytes that are not UTF-8 are shown one by one, and line breaks stay where asked for")
  func broken() {
    #expect(TerminalText.visible([0x61, 0xFF, 0xE2, 0x80]) == "a\\xff\\xe2\\x80")
    #expect(TerminalText.visible("a\n\tb\r\u{1b}", keepingLines: true) == "a\n\tb␍␛")
  }

  @Test("no random bytes leave a control or a direction character")
  func harmless() {
    var random = Random(13)
    for _ in 0..<3_000 {
      let shown = TerminalText.visible(random.bytes(random.below(60)))
      for scalar in shown.unicodeScalars {
        #expect(scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value))
        #expect(!(0x202A...0x202E ~= scalar.value) && !(0x2066...0x2069 ~= scalar.value))
      }
    }
  }
}
