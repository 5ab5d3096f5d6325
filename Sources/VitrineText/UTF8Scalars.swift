// From bytes to Unicode scalars and back, for text that may be broken. Everything in this room that looks beyond ASCII reads through here.

/// One step of reading UTF-8.
struct ScalarStep {
  /// The scalar, or U+FFFD where the bytes are not UTF-8.
  var value: UInt32
  /// The number of bytes it took: at least 1.
  var length: Int
  /// False where the bytes are not UTF-8.
  var isValid: Bool

  /// What stands for bytes that are no character.
  static let replacement: UInt32 = 0xFFFD
}

extension UnsafeBufferPointer<UInt8> {
  /// Reads the scalar that begins at `index`, which must be inside the buffer.
  ///
  /// Broken bytes are taken as the Unicode Standard recommends (section 3.9, "maximal subparts"), which is what `String(decoding:as:)` does.
  @inline(__always) func scalar(at index: Int) -> ScalarStep {
    let first = self[index]
    if first < 0x80 { return ScalarStep(value: UInt32(first), length: 1, isValid: true) }
    return longScalar(at: index, first: first)
  }

  private func longScalar(at index: Int, first: UInt8) -> ScalarStep {
    let following: Int
    var lowest: UInt8 = 0x80
    var highest: UInt8 = 0xBF
    switch first {
    case 0xC2...0xDF: following = 1
    case 0xE0...0xEF:
      following = 2
      if first == 0xE0 { lowest = 0xA0 }
      if first == 0xED { highest = 0x9F }
    case 0xF0...0xF4:
      following = 3
      if first == 0xF0 { lowest = 0x90 }
      if first == 0xF4 { highest = 0x8F }
    default: return ScalarStep(value: ScalarStep.replacement, length: 1, isValid: false)
    }
    var value = UInt32(first) & (0x3F >> UInt32(following))
    var taken = 1
    while taken <= following {
      guard index + taken < count, self[index + taken] >= lowest, self[index + taken] <= highest else {
        return ScalarStep(value: ScalarStep.replacement, length: taken, isValid: false)
      }
      value = value << 6 | UInt32(self[index + taken] & 0x3F)
      lowest = 0x80
      highest = 0xBF
      taken += 1
    }
    return ScalarStep(value: value, length: taken, isValid: true)
  }

  /// True where every byte is below 0x80.
  var isASCII: Bool {
    var seen: UInt8 = 0
    for byte in self { seen |= byte }
    return seen < 0x80
  }
}

extension [UInt8] {
  /// Appends a scalar in UTF-8; one that is no scalar is appended as U+FFFD.
  mutating func append(scalar: UInt32) {
    switch scalar {
    case ..<0x80: append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    case 0xD800...0xDFFF, 0x11_0000...: append(contentsOf: [0xEF, 0xBF, 0xBD])
    case ..<0x1_0000:
      append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    default:
      append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
  }
}
