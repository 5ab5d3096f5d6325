// The order of an alphabet whose letters with marks are letters of their own.

import Testing
import VitrineTesting
import VitrineText

@Suite("Alphabets")
struct CollationTests {
  @Test("Turkish words stand in the order of the Turkish alphabet, whatever their case, other marks, and form of Unicode")
  func turkish() {
    let ordered = [
      "", "12", "Ada", "âdet", "Can", "Cüzdan", "Çanta", "c\u{327}ay", "Deniz", "Gömlek", "Güz", "ğ", "Hırka", "Iğdır", "ışık",
      "inci", "İpek",
      "Kol", "kömür", "Köprü", "kuş", "Küpe", "Oya", "Ördek", "saz", "Süt", "Şal", "şiş", "uç", "Üzüm", "zil", "日本",
    ]
    for (one, other) in zip(ordered, ordered.dropFirst()) { #expect(precedes(key(one), key(other)), "\(one) before \(other)") }
    for (one, other) in [("ÇAY", "çay"), ("ISI", "ısı"), ("İZMİR", "izmir"), ("kâğıt", "KAĞIT"), ("s\u{327}ey", "şey")] {
      #expect(key(one) == key(other), "\(one) and \(other)")
    }
  }

  @Test("a word with a letter of the alphabet's own stands behind all with the letter before it, and any bytes have a key")
  func bounds() {
    for follower in ["cz", "c\u{10FFFF}", "c日", "czzzz"] { #expect(precedes(key(follower), key("ça")), "\(follower)") }
    #expect(precedes(key("hz"), key("ı")) && precedes(key("ız"), key("i")))
    let broken: [UInt8] = [0x43, 0xFF, 0xC3, 0x00, 0x49]
    var output: [UInt8] = []
    broken.withUnsafeBufferPointer { Collation.turkish.appendKey($0, to: &output) }
    #expect(!output.isEmpty)
  }

  @Test("a letter has the same key whatever stands around it, and in each form of Unicode")
  func surroundings() {
    let letters: [(String, String)] = [
      ("ç", "c\u{327}"), ("Ğ", "G\u{306}"), ("İ", "I\u{307}"), ("ö", "o\u{308}"), ("Ş", "S\u{327}"), ("ü", "u\u{308}"),
      ("é", "e\u{301}"),
    ]
    let others = ["I", "ı", "i", "c", "h", " ", "ß", "Œ", "\u{AD}", "7"].map { ($0, $0) }
    var random = SplitMix(state: 120)
    for _ in 0..<500 {
      let signs = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in (letters + others).randomElement(using: &random)
      }
      let (text, taken) = (signs.map(\.0).joined(), signs.map(\.1).joined())
      #expect(key(text + "日") == key(text) + key("日"), "\(text)")
      #expect(key(taken) == key(text), "\(text)")
    }
  }

  private func key(_ text: String) -> [UInt8] { Collation.turkish.key(of: text) }

  private func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool { one.lexicographicallyPrecedes(other) }
}
