// Text from files on its way to a terminal: nothing in it may steer the terminal or hide from the reader.

/// Makes text safe to print and every oddity in it visible.
package enum TerminalText {
  /// The text with what could do harm replaced: control characters by their pictures (`␛`, `␊`), C1 controls, direction overrides and
  /// invisible characters by `\u{202e}`, and bytes that are not UTF-8 by `\xff`.
  ///
  /// Shape: joiners stay, since writing systems and emoji need them. With `keepingLines`, LF and tab stay as they are.
  package static func visible(_ bytes: UnsafeBufferPointer<UInt8>, keepingLines: Bool = false) -> String {
    if isHarmlessASCII(bytes) { return String(decoding: bytes, as: UTF8.self) }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    var index = 0
    var isInFlag = false
    while index < bytes.count {
      let step = bytes.scalar(at: index)
      if !step.isValid {
        for byte in bytes[index..<index + step.length] { output += "\\x\(String(byte, radix: 16))".utf8 }
      } else if keepingLines && (step.value == 0x0A || step.value == 0x09) {
        output.append(scalar: step.value)
      } else if step.value < 0x20 {
        output.append(scalar: 0x2400 + step.value)
      } else if step.value == 0x7F {
        output.append(scalar: 0x2421)
      } else if isHarmful(step.value), !(isInFlag && 0xE0020...0xE007F ~= step.value) {
        output += "\\u{\(String(step.value, radix: 16))}".utf8
      } else {
        output.append(scalar: step.value)
      }
      // The flags of England, Scotland and Wales are a black flag followed by tags.
      isInFlag = step.value == 0x1F3F4 || (isInFlag && 0xE0020...0xE007E ~= step.value)
      index += step.length
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The same for an array.
  package static func visible(_ bytes: [UInt8], keepingLines: Bool = false) -> String {
    bytes.withUnsafeBufferPointer { visible($0, keepingLines: keepingLines) }
  }

  /// The same for a string.
  package static func visible(_ text: String, keepingLines: Bool = false) -> String {
    var text = text
    return text.withUTF8 { visible($0, keepingLines: keepingLines) }
  }

  private static func isHarmlessASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes where byte &- 0x20 >= 0x5F { return false }
    return true
  }

  /// True for C1 controls, direction controls, separators and what is not seen, beyond ASCII.
  private static func isHarmful(_ scalar: UInt32) -> Bool {
    switch scalar {
    case ..<0x80: false
    case 0x80...0x9F, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180E: true
    case 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164: true
    case 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB: true
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE00FF, 0xE01F0...0xE0FFF: true
    default: false
    }
  }
}
