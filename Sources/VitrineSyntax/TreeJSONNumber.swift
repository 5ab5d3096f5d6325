// Numbers as YAML writes them to numbers as JSON writes them, exactly.

/// The rewriting of numbers.
enum TreeJSONNumber {
  /// The longest hexadecimal or octal number that is rewritten, in digits: the work grows with the square of it.
  private static let mostDigits = 4096

  /// The number in JSON's form, of the same value and as many digits; nil for `.inf`, `.nan` and what is no number of YAML's core schema.
  static func json(_ content: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    if content.count > 2, content[0] == 0x30 {
      switch content[1] {
      case UInt8(ascii: "x"): return decimal(content[2...], radix: 16)
      case UInt8(ascii: "o"): return decimal(content[2...], radix: 8)
      default: break
      }
    }
    var result: [UInt8] = []
    result.reserveCapacity(content.count + 2)
    var index = 0
    if let sign = content.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      if sign == UInt8(ascii: "-") { result.append(sign) }
      index = 1
    }
    let whole = digits(content, &index)
    let significant = whole.drop { $0 == 0x30 }
    var fraction = content[index..<index]
    if index < content.count, content[index] == UInt8(ascii: ".") {
      index += 1
      fraction = digits(content, &index)
      guard !whole.isEmpty || !fraction.isEmpty else { return nil }
      result += significant.isEmpty ? [0x30] : Array(significant)
      result.append(UInt8(ascii: "."))
      result += fraction.isEmpty ? [0x30] : Array(fraction)
    } else {
      guard !whole.isEmpty else { return nil }
      result += significant.isEmpty ? [0x30] : Array(significant)
    }
    guard index < content.count else { return result }
    guard content[index] | 0x20 == UInt8(ascii: "e") else { return nil }
    result.append(content[index])
    index += 1
    if index < content.count, content[index] == UInt8(ascii: "-") || content[index] == UInt8(ascii: "+") {
      result.append(content[index])
      index += 1
    }
    let exponent = digits(content, &index)
    guard !exponent.isEmpty, index == content.count else { return nil }
    return result + exponent
  }

  /// True for `.inf`, `-.inf`, `.nan` and their other spellings.
  static func isNonFinite(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
    let unsigned = content.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let word = String(decoding: unsigned.prefix(5), as: UTF8.self).lowercased()
    return word == ".inf" || word == ".nan"
  }

  /// The digits from `index` on; `index` goes behind them.
  private static func digits(_ content: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Slice<UnsafeBufferPointer<UInt8>> {
    let start = index
    while index < content.count, content[index] &- 0x30 < 10 { index += 1 }
    return content[start..<index]
  }

  /// Digits of base 8 or 16 in base 10; nil for none, for too many and for what is no digit.
  private static func decimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: UInt64) -> [UInt8]? {
    guard !digits.isEmpty, digits.count <= mostDigits else { return nil }
    // The number in limbs of nine decimal digits, the lowest first.
    let limb: UInt64 = 1_000_000_000
    var limbs: [UInt64] = [0]
    for digit in digits {
      let value = UInt64(digit < 0x3A ? digit &- 0x30 : (digit | 0x20) &- 0x57)
      guard value < radix else { return nil }
      var carry = value
      for index in limbs.indices {
        let sum = limbs[index] * radix + carry
        limbs[index] = sum % limb
        carry = sum / limb
      }
      if carry > 0 { limbs.append(carry) }
    }
    var result = Array(String(limbs.last ?? 0).utf8)
    for part in limbs.dropLast().reversed() {
      let text = Array(String(part).utf8)
      result += [UInt8](repeating: 0x30, count: 9 - text.count) + text
    }
    return result
  }
}
