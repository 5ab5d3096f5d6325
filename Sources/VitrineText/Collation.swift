// The alphabetical order of a language in which letters with marks are letters of their own. Decision 0120 says why.

/// An order of texts by an alphabet: texts compare as their keys do, byte by byte.
///
/// What is no letter of the alphabet's own stands where `Folding.fold` puts it: case, other marks and invisible characters do not count.
package struct Collation: Sendable, Equatable {
  /// The letters that have no place of their own when folded, each with the letter before it in the alphabet.
  private let before: [Character: UInt8]

  /// The Turkish alphabet: `ç` after `c`, `ğ` after `g`, `ı` before `i`, `ö` after `o`, `ş` after `s`, `ü` after `u`; the capital of `ı` is `I`.
  ///
  /// Source: Unicode CLDR, collation/tr.xml.
  package static let turkish = Collation([("çÇ", "c"), ("ğĞ", "g"), ("ıI", "h"), ("öÖ", "o"), ("şŞ", "s"), ("üÜ", "u")])

  private init(_ letters: [(String, Unicode.Scalar)]) {
    var before: [Character: UInt8] = [:]
    for (cases, letter) in letters { for sign in cases { before[sign] = UInt8(ascii: letter) } }
    self.before = before
  }

  /// Whether a letter, a capital or small, has a place of its own that its folded form does not have.
  package func isOwn(_ letter: Character) -> Bool { before[letter] != nil }

  /// Appends the key of a text.
  ///
  /// Shape: folded text, in which a letter of the alphabet's own is the letter before it and the byte FF, which UTF-8 does not have: all words with that letter are before.
  package func appendKey(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    guard !text.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "I") }) else { return Folding.fold(text, into: &output) }
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
