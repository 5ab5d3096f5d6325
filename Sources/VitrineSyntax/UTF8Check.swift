// Is it UTF-8, and if not, where and what else? Asked by both parsers before they read a byte.

package import VitrineSource

/// The check that stands before every parser.
///
/// Source: Unicode 15, table 3-7 (well-formed byte sequences); YAML 1.2.2 section 5.2 (detection by the first bytes).
package enum UTF8Check {
  /// How a text is encoded, judged by its first bytes.
  package enum Encoding: Sendable, Hashable {
    /// UTF-8, or anything else that does not show itself at the start.
    case utf8
    /// UTF-8 after a byte order mark of three bytes.
    case utf8WithMark
    /// UTF-16, low byte first.
    case utf16LittleEndian
    /// UTF-16, high byte first.
    case utf16BigEndian
    /// UTF-32, low byte first.
    case utf32LittleEndian
    /// UTF-32, high byte first.
    case utf32BigEndian

    /// The name people know it by.
    package var name: String {
      switch self {
      case .utf8: "UTF-8"
      case .utf8WithMark: "UTF-8 with a byte order mark"
      case .utf16LittleEndian: "UTF-16 (little-endian)"
      case .utf16BigEndian: "UTF-16 (big-endian)"
      case .utf32LittleEndian: "UTF-32 (little-endian)"
      case .utf32BigEndian: "UTF-32 (big-endian)"
      }
    }

    /// The number of bytes a parser passes over at the start: 3 for the mark of UTF-8, else 0.
    package var markCount: Int { self == .utf8WithMark ? 3 : 0 }
  }

  /// The encoding that the first four bytes show.
  ///
  /// With or without a byte order mark: a text starts with an ASCII character in practice, so that zero bytes beside it betray UTF-16 and UTF-32.
  package static func detectedEncoding(_ bytes: UnsafeBufferPointer<UInt8>) -> Encoding {
    let count = bytes.count
    if count >= 4 {
      switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
      case (0, 0, 0xFE, 0xFF), (0, 0, 0, 1...): return .utf32BigEndian
      case (0xFF, 0xFE, 0, 0), (1..., 0, 0, 0): return .utf32LittleEndian
      default: break
      }
    }
    if count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { return .utf8WithMark }
    guard count >= 2 else { return .utf8 }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF), (0, 1...): return .utf16BigEndian
    case (0xFF, 0xFE), (1..., 0): return .utf16LittleEndian
    default: return .utf8
    }
  }

  /// True where every byte is below 0x80.
  package static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    asciiCount(bytes, from: 0) == bytes.count
  }

  /// The offset of the first byte that is not UTF-8, nil where all is well.
  ///
  /// Units: bytes from 0; of a sequence cut short or overlong, its first byte.
  package static func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = 0
    while true {
      index = asciiCount(bytes, from: index)
      guard index < bytes.count else { return nil }
      // Runs of other scripts stay in this loop; eight ASCII bytes at a time are the business of the other.
      while index < bytes.count, bytes[index] >= 0x80 {
        let length = sequenceLength(bytes, at: index)
        guard length > 0 else { return index }
        index += length
      }
    }
  }

  /// What is wrong with the encoding of a text, as a finding; nil for UTF-8, with or without a byte order mark.
  package static func finding(for bytes: UnsafeBufferPointer<UInt8>) -> Finding? {
    let encoding = detectedEncoding(bytes)
    switch encoding {
    case .utf8, .utf8WithMark: break
    case .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian:
      return notUTF8Finding(encoding)
    }
    guard let offset = firstInvalid(in: bytes) else { return nil }
    return notUTF8Finding(bytes, at: offset)
  }
}

extension UTF8Check {
  /// The index of the first byte of 0x80 or more from `start` on, or the count.
  private static func asciiCount(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return 0 }
    let count = bytes.count
    let high: UInt64 = 0x8080_8080_8080_8080
    var index = start
    while index &+ 32 <= count {
      let first = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let second = base.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self)
      let third = base.loadUnaligned(fromByteOffset: index &+ 16, as: UInt64.self)
      let fourth = base.loadUnaligned(fromByteOffset: index &+ 24, as: UInt64.self)
      if (first | second | third | fourth) & high != 0 { break }
      index &+= 32
    }
    while index &+ 8 <= count {
      let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self) & high
      if word != 0 { return index &+ UInt64(littleEndian: word).trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count, bytes[index] < 0x80 { index &+= 1 }
    return index
  }

  /// The length of the well-formed sequence of two to four bytes at `index`, or 0.
  @inline(__always)
  private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let lead = bytes[index]
    let left = bytes.count - index
    guard left >= 2 else { return 0 }
    let second = bytes[index + 1]
    if lead < 0xE0 {
      return lead >= 0xC2 && second & 0xC0 == 0x80 ? 2 : 0
    }
    guard left >= 3, bytes[index + 2] & 0xC0 == 0x80 else { return 0 }
    if lead < 0xF0 {
      let low: UInt8 = lead == 0xE0 ? 0xA0 : 0x80
      let high: UInt8 = lead == 0xED ? 0x9F : 0xBF
      return second >= low && second <= high ? 3 : 0
    }
    guard left >= 4, lead <= 0xF4, bytes[index + 3] & 0xC0 == 0x80 else { return 0 }
    let low: UInt8 = lead == 0xF0 ? 0x90 : 0x80
    let high: UInt8 = lead == 0xF4 ? 0x8F : 0xBF
    return second >= low && second <= high ? 4 : 0
  }
}

extension UTF8Check {
  private static func notUTF8Finding(_ encoding: Encoding) -> Finding {
    Finding(
      SyntaxRules.notUTF8, at: ByteRange(at: 0), "the file is \(encoding.name), not UTF-8",
      help: "save the file as UTF-8, in most editors by 'Save with Encoding'")
  }

  private static func notUTF8Finding(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Finding {
    let byte = bytes[offset]
    let digits = Array("0123456789ABCDEF")
    let shown = "0x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    var note = ""
    let before = offset > 0 ? bytes[offset - 1] : 0x20
    if byte >= 0xC0, byte != 0xD7, byte != 0xF7, before < 0x80, offset + 1 == bytes.count || bytes[offset + 1] < 0x80 {
      note = "in ISO 8859-1 and Windows-1252 this byte is '\(Unicode.Scalar(byte))'; the file may be saved in one of them"
    }
    return Finding(
      SyntaxRules.notUTF8, at: ByteRange(offset, offset + 1), "byte \(shown) at offset \(offset) is not UTF-8",
      help: "save the file as UTF-8, in most editors by 'Save with Encoding'", note: note)
  }
}
