// Faults inside strings.
//
// Safe: a character that JSON wants escaped is written so, and an escape of JavaScript by what it means there; the string says the same.

import VitrineSource

extension JSONDiagnosis {
  /// A string that runs to the end of the text.
  func unclosedString(at start: Int) -> Finding {
    syntax(
      ByteRange(start, start + 1), "the string opened here is never closed", label: "no quote closes it",
      help: "write the closing quote")
  }

  /// A control character, at `offset`, in a string that starts at `start`. A line break means the closing quote is missing.
  func controlCharacter(inStringAt start: Int) -> Finding {
    let found = ByteRange(offset, offset + 1)
    switch byte(offset) {
    case 0x0A, 0x0D:
      return syntax(
        ByteRange(start, offset), "the string opened here is not closed on its line", label: "no quote closes it",
        help: "write the closing quote; a line break inside a string is written \\n")
    case 0x09:
      return syntax(
        found, "a tab stands in a string", label: "tab", help: "write it as \\t",
        fixes: [replace(found, "\\t", isSafe: true)])
    default:
      let digits = Array("0123456789abcdef")
      let escape = "\\u00" + String(digits[Int(byte(offset) >> 4)]) + String(digits[Int(byte(offset) & 15)])
      return syntax(
        found, "a control character (\(Self.codePoint(UInt32(byte(offset))))) stands in a string", help: "write it as \(escape)",
        fixes: [replace(found, escape, isSafe: true)])
    }
  }

  /// A backslash with something after it that JSON does not know.
  func unknownEscape() -> Finding {
    let second = character(at: offset + 1)
    let range = ByteRange(UInt32(offset), second.end)
    let help = "JSON knows \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four digits; write the backslash itself as \\\\"
    var fixes: [Fix] = []
    switch byte(offset + 1) {
    case UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "$"):
      fixes = [replace(ByteRange(offset, offset + 1), "", title: "delete the backslash", isSafe: true)]
    case UInt8(ascii: "x") where hexDigits(offset + 2, 2):
      let whole = ByteRange(offset, offset + 4)
      fixes = [replace(whole, "\\u00" + string(ByteRange(offset + 2, offset + 4)), isSafe: true)]
    case 0x0A, 0x0D:
      return syntax(
        ByteRange(offset, offset + 1), "a backslash stands at the end of a line inside a string",
        help: "write the string on one line; a line break is written \\n")
    default:
      let backslash = ByteRange(offset, offset + 1)
      fixes = [replace(backslash, "\\\\", title: "double the backslash", isSafe: false)]
    }
    return syntax(range, "\(shown(range)) is not an escape of JSON", label: "unknown escape", help: help, fixes: fixes)
  }

  /// `\u` without four hexadecimal digits.
  func badUnicodeEscape() -> Finding {
    let digits = run(from: offset + 2) { Self.isHexDigit($0) }
    let range = ByteRange(offset, min(Int(digits.end), offset + 6))
    return syntax(
      range, "\(shown(range)) has \(digits.count) hexadecimal digits; four were expected", label: "incomplete escape",
      help: "write \\u with four hexadecimal digits, such as \\u00e9")
  }

  /// Half of a surrogate pair, which no text can hold.
  static func loneSurrogate(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Finding {
    let written = String(decoding: text[range], as: UTF8.self)
    return Finding(
      SyntaxRules.yamlSyntax, at: ByteRange(range.lowerBound, range.upperBound),
      "'\(written)' is half of a pair and no character by itself", label: "the other half is missing",
      help: "write the character itself, or both halves: \\ud800 to \\udbff, then \\udc00 to \\udfff")
  }

  private func hexDigits(_ start: Int, _ count: Int) -> Bool {
    (start..<start + count).allSatisfy { Self.isHexDigit(byte($0)) }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }
}
