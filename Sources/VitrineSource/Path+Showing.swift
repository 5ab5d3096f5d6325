// Paths as people see them, and bytes that may not be a path at all.

extension Path {
  /// The path made safe to show: control characters are written as `\n`, `\t` or `\x1B`.
  package var shown: String {
    utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 >= 0xC2 } ? Self.shown(Array(utf8)) : string
  }

  /// The same for bytes that may not be UTF-8; what is not is written as `\xE9`.
  package static func shown(_ bytes: [UInt8]) -> String {
    var result = ""
    var index = 0
    while index < bytes.count {
      let width = bytes.withUnsafeBufferPointer { characterWidth($0, index) }
      if width > 0, !isControl(bytes, index, width) {
        result += String(decoding: bytes[index..<index + width], as: UTF8.self)
        index += width
      } else {
        for byte in bytes[index..<index + max(width, 1)] { result += escape(of: byte) }
        index += max(width, 1)
      }
    }
    return result
  }

  /// True where the bytes are UTF-8.
  package static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      let width = characterWidth(bytes, index)
      if width == 0 { return false }
      index += width
    }
    return true
  }

  /// True for a path that can only lead below the root: relative, with no empty, `.` or `..` part and no NUL.
  package var isBelowRoot: Bool {
    guard !isEmpty, !utf8.contains(0), utf8.count < 4096 else { return false }
    return utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
    }
  }

  /// The bytes of the UTF-8 character at `index`, or 0 where none is well-formed there.
  ///
  /// Source: Unicode 15, table 3-7.
  private static func characterWidth(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    let width = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard width > 0, index + width <= bytes.count else { return 0 }
    let second = bytes[index + 1]
    let least: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
    let most: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
    guard second >= least, second <= most else { return 0 }
    for offset in 2..<max(2, width) where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
    return width
  }

  /// True for C0 and C1 controls and for the characters that turn the direction of writing (a name must not lie).
  private static func isControl(_ bytes: [UInt8], _ index: Int, _ width: Int) -> Bool {
    let first = bytes[index]
    if width == 1 { return first < 0x20 || first == 0x7F }
    if width == 2 { return first == 0xC2 && bytes[index + 1] < 0xA0 }
    guard width == 3, first == 0xE2 else { return false }
    let second = bytes[index + 1]
    let third = bytes[index + 2]
    return (second == 0x80 && (0xA8...0xAE).contains(third)) || (second == 0x81 && (0xA6...0xA9).contains(third))
  }

  private static func escape(of byte: UInt8) -> String {
    switch byte {
    case 0x0A: "\\n"
    case 0x09: "\\t"
    case 0x0D: "\\r"
    default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// True where a byte below space, or DEL, is among them.
  package var hasControlCharacter: Bool { contains { $0 < 0x20 || $0 == 0x7F } }
}
