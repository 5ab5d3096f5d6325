// What git calls an object: the digest of its bytes.

/// The name of an object: 20 bytes of SHA-1, or 32 of SHA-256.
package struct GitObjectID: Hashable, Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64)
  private let digitCount: UInt8

  /// Reads 40 or 64 hexadecimal digits; nil for anything else.
  package init?(_ digits: some Collection<UInt8>) {
    guard digits.count == 40 || digits.count == 64 else { return nil }
    var words: [UInt64] = [0, 0, 0, 0]
    for (place, digit) in digits.enumerated() {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      default: return nil
      }
      words[place / 16] = words[place / 16] << 4 | UInt64(value)
    }
    self.words = (words[0], words[1], words[2], words[3])
    digitCount = UInt8(digits.count)
  }

  /// The digits.
  package var text: String {
    var digits: [UInt8] = []
    for (place, word) in [words.0, words.1, words.2, words.3].enumerated() {
      let count = min(16, Int(digitCount) - place * 16)
      guard count > 0 else { break }
      for shift in (0..<count).reversed() { digits.append(Self.digits[Int(word >> UInt64(shift * 4) & 0xF)]) }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// True for the object without bytes: what a file has that is meant to be added and is not yet (git add --intent-to-add).
  package var isEmptyFile: Bool {
    let text = text
    return text == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
      || text == "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
  }

  /// What stands for no object: only zeros.
  package static let none = GitObjectID()

  private init() { (words, digitCount) = ((0, 0, 0, 0), 40) }

  /// True for what stands for no object.
  package var isNone: Bool { words == (0, 0, 0, 0) }

  /// Whether both name the same object.
  package static func == (left: GitObjectID, right: GitObjectID) -> Bool {
    left.words == right.words && left.digitCount == right.digitCount
  }

  /// Hashes the first digits, which are as good as all.
  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
