// The alphabetical order of a language in which letters with marks are letters of their own. Decision 0120 says why.

/// An order of texts by an alphabet: texts compare as their keys do, byte by byte.
///
/// What is no letter of the alphabet's own stands where `Folding.fold` puts it: case, other marks and invisible characters do not count.
package struct Collation: Sendable, Hashable {
  /// The letters that have no place of their own when folded, each with the letter before it in the alphabet.
  private let before: [Character: UInt8]
  /// The same by the code points that the letters are in NFC.
  private let scalars: [UInt32: UInt8]

  /// The Turkish alphabet: `ç` after `c`, `ğ` after `g`, `ı` before `i`, `ö` after `o`, `ş` after `s`, `ü` after `u`; the capital of `ı` is `I`.
  ///
  /// Source: Unicode CLDR, collation/tr.xml.
  package static let turkish = Collation([("çÇ", "c"), ("ğĞ", "g"), ("ıI", "h"), ("öÖ", "o"), ("şŞ", "s"), ("üÜ", "u")])

  private init(_ letters: [(String, Unicode.Scalar)]) {
    var before: [Character: UInt8] = [:]
    for (cases, letter) in letters { for sign in cases { before[sign] = UInt8(ascii: letter) } }
    self.before = before
    scalars = Dictionary(
      uniqueKeysWithValues: before.compactMap { sign, letter in sign.unicodeScalars.first.map { ($0.value, letter) } })
  }

  /// Whether a letter, a capital or small, has a place of its own that its folded form does not have.
  package func isOwn(_ letter: Character) -> Bool { before[letter] != nil }

  /// The key of a text.
  package func key(of text: String) -> [UInt8] {
    var (text, key) = (text, [UInt8]())
    text.withUTF8 { appendKey($0, to: &key) }
    return key
  }

  /// Appends the key of a text.
  ///
  /// Shape: folded text, in which a letter of the alphabet's own is the letter before it and the byte FF, which UTF-8 does not have: all words with that letter are before.
  package func appendKey(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    // Nothing below U+0300 joins with what stands before it, so that letters are code points there.
    guard text.allSatisfy({ $0 < 0xCC }) else { return appendKeyOfSigns(text, to: &output) }
    var start = 0
    var place = 0
    while place < text.count {
      let byte = text[place]
      let width = byte < 0xC2 || place + 1 == text.count ? 1 : 2
      let scalar = width == 1 ? UInt32(byte) : UInt32(byte & 0x1F) << 6 | UInt32(text[place + 1] & 0x3F)
      if let letter = byte == UInt8(ascii: "I") || width == 2 ? scalars[scalar] : nil {
        Folding.fold(UnsafeBufferPointer(rebasing: text[start..<place]), into: &output)
        output.append(letter)
        output.append(0xFF)
        start = place + width
      }
      place += width
    }
    Folding.fold(UnsafeBufferPointer(rebasing: text[start...]), into: &output)
  }

  /// The same where letters may be of several code points.
  private func appendKeyOfSigns(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    var others = ""
    for sign in String(decoding: text, as: UTF8.self) {
      guard let letter = before[sign] else {
        others.append(sign)
        continue
      }
      output += Folding.fold(others)
      others = ""
      output += [letter, 0xFF]
    }
    output += Folding.fold(others)
  }
}
