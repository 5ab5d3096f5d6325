// Blanks that look like a space, or like nothing, and are none to YAML: they come from web pages, word processors and joined files.

import VitrineSource

/// A blank or an invisible character beside space, tab and line break.
struct ForeignBlank {
  /// Its bytes.
  let range: Range<Int>
  /// Its code point.
  let scalar: UInt32

  /// The one that starts at a byte; nil where another character stands there. `bytes` must be UTF-8.
  init?(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    guard offset + 1 < bytes.count, [0xC2, 0xE2, 0xE3, 0xEF].contains(bytes[offset]) else { return nil }
    let count = bytes[offset] == 0xC2 ? 2 : 3
    guard offset + count <= bytes.count else { return nil }
    var scalar = UInt32(bytes[offset] & (count == 2 ? 0x1F : 0x0F))
    for index in offset + 1..<offset + count { scalar = scalar << 6 | UInt32(bytes[index] & 0x3F) }
    switch scalar {
    case 0xA0, 0xAD, 0x2000...0x200F, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF: break
    default: return nil
    }
    self.scalar = scalar
    range = offset..<offset + count
  }

  /// Whether it has no width, so that it was never meant to part anything.
  private var isInvisible: Bool {
    switch scalar {
    case 0xAD, 0x200B...0x200F, 0x2060, 0xFEFF: true
    default: false
    }
  }

  private var name: String {
    switch scalar {
    case 0xA0, 0x202F: "a no-break space"
    case 0xFEFF: "a byte order mark"
    case 0x200B: "a zero-width space"
    case 0x3000: "an ideographic space"
    default: isInvisible ? "an invisible character" : "a blank that is no space"
    }
  }

  /// What is found where it stands in place of a blank, or before a key.
  var finding: Finding {
    let range = ByteRange(range.lowerBound, range.upperBound)
    let hex = String(scalar, radix: 16, uppercase: true)
    let name = "\(name) (U+\(String(repeating: "0", count: 4 - hex.count))\(hex))"
    // Safe: to the eye it was a space, or nothing.
    return isInvisible
      ? Finding(
        SyntaxRules.yamlSyntax, at: range, "\(name) stands inside the file, where no editor shows it", help: "delete it",
        fixes: [Fix("delete it", [TextEdit(range, "")], isSafe: true)])
      : Finding(
        SyntaxRules.yamlSyntax, at: range, "\(name) stands where YAML wants a space", help: "replace it with a space",
        fixes: [Fix("replace it with a space", [TextEdit(range, " ")], isSafe: true)])
  }
}
