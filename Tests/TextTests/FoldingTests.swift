// What counts as the same word: search, vocabularies and identity keys. Requirements G3.5, G3.6, GF9.

import Testing
import VitrineText

@Suite struct FoldingTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(
    "G3.5: an identity key keeps letters and digits only, case and marks folded",
    arguments: [
      ("Pokémon", "pokemon"), ("Poke\u{301}mon", "pokemon"), ("ポケモン", "ポケモン"), ("ホ\u{309A}ケモン", "ポケモン"),
      ("NieR:Automata", "nierautomata"),
      ("🎮🕹️", ""), ("❤️", ""), ("", ""), ("  -- !", ""), ("1️⃣", "1"), ("🇹🇷", ""), ("👩‍👩‍👧", ""), ("Ōkami HD", "okamihd"),
      ("Straße", "strasse"), ("STRASSE", "strasse"), ("Ǆ", "ǆ"), ("ﬀ", "ff"), ("½ Life", "½life"),
      ("Final Fantasy Ⅷ", "finalfantasyⅷ"),
      ("Chrono\u{AD}Trigger", "chronotrigger"), ("Ghost 'n Goblins™", "ghostngoblins"), ("снежный ёж", "снежныиеж"), ("हिन्दी", "हिन्दी"),
      ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("한국어", "한국어"), ("\u{1112}\u{1161}\u{11ab}", "한"), ("ไทยกำ", "ไทยกำ"), ("♥\u{3099}", ""),
      ("Ἀχιλλεύς", "αχιλλευσ"), ("ΑΧΙΛΛΕΎΣ", "αχιλλευσ"), ("a\u{300}\u{fe0f}b", "ab"), ("\u{3164}", ""),
      ("東方Project", "東方project"),
    ])
  func identity(_ title: String, _ key: String) {
    let found = Folding.identity(title)
    #expect(text(found) == key)
    #expect(found == Array(key.utf8), "the bytes are composed")
  }

  @Test(
    "GF9: all four letters i are one, in every language setting",
    arguments: ["İSTANBUL", "ISTANBUL", "ıstanbul", "istanbul", "I\u{307}stanbul", "ıSTANBUL"])
  func dotlessI(_ title: String) {
    #expect(text(Folding.identity(title)) == "istanbul")
    #expect(text(Folding.fold(title)) == "istanbul")
    #expect(text(Folding.vocabulary(title)) == "istanbul")
  }

  @Test(
    "G3.6: words of a vocabulary are one when only case, composition or spaces differ",
    arguments: [
      ("Square Enix", "square enix"), ("  SQUARE \t  ENIX ", "square enix"), ("Square\u{a0}Enix", "square enix"),
      ("Square\u{3000}\u{2003}Enix", "square enix"), ("Square\nEnix", "square enix"), ("Café", "café"), ("CAFE\u{301}", "café"),
      ("", ""), ("   ", ""),
      ("\u{3000}", ""), ("é ", "é"), ("R&D", "r&d"),
    ])
  func vocabulary(_ word: String, _ folded: String) {
    #expect(text(Folding.vocabulary(word)) == folded)
  }

  @Test(
    "the form for search keeps signs and spaces",
    arguments: [
      ("NieR:Automata™", "nier:automata™"), ("  Två\tord", "  tva ord"), ("ΣΑΣ", "σασ"), ("が", "が"), ("か\u{3099}", "が"),
      ("\u{1f3ae}", "\u{1f3ae}"),
      ("Đà Nẵng", "đa nang"), ("ᾳ", "α"), ("α\u{345}", "α"), ("Å", "a"), ("\u{212b}", "a"), ("ᏸ", "Ᏸ"), ("\u{e0f}x", "\u{e0f}x"),
      ("a\u{2028}b", "a b"), ("\u{1100}\u{1161}", "가"), ("가\u{11a8}", "각"), ("ো", "ো"), ("\u{9c7}\u{9be}", "\u{9cb}"),
    ])
  func search(_ title: String, _ folded: String) {
    #expect(Folding.fold(title) == Array(folded.utf8), "\(text(Folding.fold(title)).debugDescription)")
  }

  @Test("bytes that are not UTF-8 count as U+FFFD, and for a key as nothing")
  func brokenBytes() {
    #expect(text(Folding.fold([0x41, 0xFF, 0x42])) == "a\u{fffd}b")
    #expect(text(Folding.fold([0xE3, 0x81])) == "\u{fffd}")
    #expect(text(Folding.fold([0xED, 0xA0, 0x80])) == "\u{fffd}\u{fffd}\u{fffd}")
    #expect(text(Folding.identity([0x41, 0xFF, 0x42])) == "ab")
    #expect(Folding.identity([0xFF]) == [])
  }

  @Test("the appending forms leave alone what is there")
  func appending() {
    var output = Array("A B  ".utf8)
    Array(" Él  X ".utf8).withUnsafeBufferPointer { Folding.fold($0, into: &output) }
    Array(" Él  X ".utf8).withUnsafeBufferPointer { Folding.vocabulary($0, into: &output) }
    Array(" EL-X ".utf8).withUnsafeBufferPointer { Folding.identity($0, into: &output) }
    #expect(text(output) == "A B   el  x él xelx")
  }

  @Test("folding is stable: its own output again, and the same for composed and decomposed input")
  func stability() {
    var random = Random(11)
    let alphabet: [UInt32] = [
      0x41, 0x69, 0x49, 0x130, 0x131, 0xE9, 0xDF, 0x20, 0x2D, 0x300, 0x301, 0x307, 0x327, 0x345, 0x3B1, 0x1FB3, 0x304B, 0x304C,
      0x3099,
      0x309A, 0x1100, 0x1161, 0x11A8, 0xAC00, 0x915, 0x93C, 0x94D, 0x9C7, 0x9BE, 0x5E9, 0x5C1, 0x200D, 0xFE0F, 0x1F3AE, 0x212B,
      0x2126, 0x1E9B,
      0x323, 0x13F8, 0xAB70, 0x10D0, 0x1C90, 0x1E9E, 0xFB01, 0x1D15E, 0x0F73, 0x0F71, 0x0F72, 0x3000, 0xFF21, 0xE50, 0x6C1, 0x654,
    ]
    for _ in 0..<4_000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<random.below(9) { scalars.append(Unicode.Scalar(alphabet[random.below(alphabet.count)]) ?? "x") }
      let source = String(scalars)
      for form in [Folding.fold, Folding.vocabulary, Folding.identity] as [(String) -> [UInt8]] {
        let once = form(source)
        let again = form(String(decoding: once, as: UTF8.self))
        #expect(once == again, "\(source.unicodeScalars.map { String($0.value, radix: 16) })")
      }
    }
  }

  @Test(
    "canonically equal texts fold alike",
    arguments: [
      ("é", "e\u{301}"), ("ẵ", "a\u{306}\u{303}"), ("が", "か\u{3099}"), ("ポ", "ホ\u{309A}"), ("각", "\u{1100}\u{1161}\u{11a8}"),
      ("각", "가\u{11a8}"), ("ᾴ", "α\u{301}\u{345}"), ("ᾴ", "α\u{345}\u{301}"), ("ǖ", "u\u{308}\u{304}"), ("\u{2126}", "Ω"),
      ("\u{958}", "क\u{93c}"), ("\u{9cb}", "\u{9c7}\u{9be}"), ("İ", "I\u{307}"), ("q\u{323}\u{307}", "q\u{307}\u{323}"),
      ("क\u{93c}\u{94d}", "क\u{94d}\u{93c}"),
    ])
  func canonicalEquality(_ left: String, _ right: String) {
    #expect(left == right, "Swift compares by canonical equivalence")
    #expect(Folding.fold(left) == Folding.fold(right))
    #expect(Folding.identity(left) == Folding.identity(right))
  }

  @Test("random bytes fold to UTF-8, stably, and do not trap")
  func fuzz() {
    var random = Random(3)
    for _ in 0..<3_000 {
      let bytes = random.bytes(random.below(60))
      for form in [Folding.fold, Folding.vocabulary, Folding.identity] as [([UInt8]) -> [UInt8]] {
        let once = form(bytes)
        #expect(String(validating: once, as: UTF8.self) != nil)
        #expect(form(once) == once)
      }
    }
  }

  @Test("a long row of marks in the worst order takes no more than its share of time")
  func manyMarks() {
    let marks = String(repeating: "\u{93c}\u{94d}\u{93c}\u{3099}", count: 25_000)
    let clock = ContinuousClock()
    #expect(clock.measure { _ = Folding.fold("क" + marks) } < .seconds(4))
  }
}
