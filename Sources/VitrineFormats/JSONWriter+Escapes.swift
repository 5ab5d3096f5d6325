// The escapes of JSON strings.

extension [UInt8] {
  /// Appends a string in quotes, with the escapes JSON needs and those a terminal is glad of.
  package mutating func append(jsonString text: String) {
    append(0x22)
    let done: Void? = text.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
    if done == nil { Array(text.utf8).withUnsafeBufferPointer { appendEscaped($0) } }
    append(0x22)
  }

  /// The same for bytes; what is no UTF-8 becomes U+FFFD.
  mutating func append(jsonString utf8: UnsafeBufferPointer<UInt8>) {
    guard utf8.isPrintable(but: 0x22, 0x5C) else { return append(jsonString: String(decoding: utf8, as: UTF8.self)) }
    append(0x22)
    append(contentsOf: utf8)
    append(0x22)
  }

  /// Copies runs that need no escape as a whole.
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    var runStart = 0
    while index < text.count {
      let byte = text[index]
      if byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C {
        index += 1
        continue
      }
      let (length, unit) = Self.escape(text, at: index)
      if length > 0 {
        append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<index]))
        append(escape: unit)
        index += length
        runStart = index
      } else {
        index += 1
      }
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
  }

  /// The number of bytes at `index` to be replaced by the escape of one UTF-16 unit; 0 bytes where none is needed.
  private static func escape(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (length: Int, unit: UInt16) {
    let byte = text[index]
    if byte < 0x80 { return (1, UInt16(byte)) }
    if byte == 0xC2, index + 1 < text.count, text[index + 1] < 0xA0 { return (2, UInt16(text[index + 1])) }
    guard byte == 0xE2 || byte == 0xEF, index + 2 < text.count else { return (0, 0) }
    let unit = UInt16(byte & 0x0F) << 12 | UInt16(text[index + 1] & 0x3F) << 6 | UInt16(text[index + 2] & 0x3F)
    switch unit {
    // Marks and overrides of direction, line and paragraph separators, isolates, the byte order mark and the two non-characters.
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF: return (3, unit)
    default: return (0, 0)
    }
  }

  private mutating func append(escape unit: UInt16) {
    append(0x5C)
    switch unit {
    case 0x22, 0x5C: append(UInt8(truncatingIfNeeded: unit))
    case 0x08: append(0x62)
    case 0x09: append(0x74)
    case 0x0A: append(0x6E)
    case 0x0C: append(0x66)
    case 0x0D: append(0x72)
    default:
      append(0x75)
      append(hexDigits: UInt64(unit), count: 4)
    }
  }

  /// Appends the lowest `count` hexadecimal digits of a number, in lower case.
  package mutating func append(hexDigits number: UInt64, count: Int) {
    for place in stride(from: count - 1, through: 0, by: -1) {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(place * 4)) & 0xF
      append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }
}
