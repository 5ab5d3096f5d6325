// Blanks around a text, also those nobody sees: no-break spaces, zero-width characters, a byte order mark.

import VitrineSyntax

/// Blanks at the ends of a text, in bytes.
struct Blanks {
  /// At the start; all of a text that is nothing else.
  var leading: Int
  /// At the end.
  var trailing: Int

  /// True where there are none.
  var isEmpty: Bool { leading == 0 && trailing == 0 }
}

/// Counts blanks at the ends of UTF-8 text.
package enum SurroundingSpace {
  /// Whether a text is nothing but blanks, or nothing at all.
  package static func isBlank(_ text: UnsafeBufferPointer<UInt8>) -> Bool { leading(text) == text.count }

  /// A text without the blanks at both ends.
  package static func trimmed(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      let leading = leading(bytes)
      guard leading < bytes.count else { return "" }
      return String(decoding: bytes[leading..<bytes.count - trailing(bytes)], as: UTF8.self)
    }
  }

  /// The number of bytes of blanks at the start.
  @inline(__always)
  static func leading(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = text.first, first <= 0x20 || first >= 0x80 else { return 0 }
    var index = 0
    while index < text.count {
      let length = blankLength(text, at: index)
      if length == 0 { break }
      index += length
    }
    return index
  }

  /// The number of bytes of blanks at the end; all of them in a text of nothing else.
  @inline(__always)
  static func trailing(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    guard let last = text.last, last <= 0x20 || last >= 0x80 else { return 0 }
    var end = text.count
    while end > 0 {
      var start = end - 1
      while start > 0, text[start] & 0xC0 == 0x80, end - start < 4 { start -= 1 }
      guard blankLength(text, at: start) == end - start else { break }
      end = start
    }
    return text.count - end
  }

  /// The number of bytes of blanks at both ends. The line feeds that end a block scalar belong to how it is written.
  @inline(__always)
  static func blanks(_ text: UnsafeBufferPointer<UInt8>, _ style: Node.Style) -> Blanks {
    var end = text.count
    if style == .literal || style == .folded {
      while end > 0, text[end - 1] == 0x0A { end -= 1 }
    }
    let text = UnsafeBufferPointer(rebasing: text[..<end])
    let leading = leading(text)
    return Blanks(leading: leading, trailing: leading == text.count ? 0 : trailing(text))
  }

  /// The length of the blank at an index, or 0. Source: Unicode's White_Space, and U+200B to U+200D, U+2060, U+FEFF.
  private static func blankLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let byte = text[index]
    if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { return 1 }
    guard byte >= 0xC2, index + 1 < text.count else { return 0 }
    let second = text[index + 1]
    if byte == 0xC2 { return second == 0xA0 || second == 0x85 ? 2 : 0 }
    guard index + 2 < text.count else { return 0 }
    switch UInt32(byte) << 16 | UInt32(second) << 8 | UInt32(text[index + 2]) {
    case 0xE19A80, 0xE28080...0xE2808D, 0xE280A8, 0xE280A9, 0xE280AF, 0xE2819F, 0xE281A0, 0xE38080, 0xEFBBBF: return 3
    default: return 0
    }
  }
}
