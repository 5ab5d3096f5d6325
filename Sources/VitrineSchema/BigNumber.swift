// Numbers of more digits than an ExactNumber holds. Rare, so they may allocate.

/// A number of any length: `0.d₁d₂d₃… × 10^point`, digits without leading or trailing zeros; none for zero.
struct BigNumber {
  /// True below zero.
  var isNegative = false
  /// The significant digits, 0 to 9 each.
  var digits: [UInt8] = []
  /// The place of the decimal point, counted from before the first digit.
  var point = 0
  /// False where the text is no finite number.
  var isFinite = false

  /// Reads what `ExactNumber` reads.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    if let first = text.first, first == 0x2D || first == 0x2B {
      isNegative = first == 0x2D
      index = 1
    }
    if index + 2 < text.count, text[index] == 0x30, text[index + 1] == 0x78 || text[index + 1] == 0x6F {
      readBased(text, from: index + 2, base: text[index + 1] == 0x78 ? 16 : 8)
      return
    }
    var isInFraction = false
    var seen = false
    while index < text.count {
      let digit = text[index] &- 0x30
      if digit < 10 {
        seen = true
        if digit != 0 || !digits.isEmpty {
          digits.append(digit)
          if !isInFraction { point += 1 }
        } else if isInFraction {
          point -= 1
        }
      } else if text[index] == 0x2E, !isInFraction {
        isInFraction = true
      } else {
        break
      }
      index += 1
    }
    guard seen else { return }
    if index < text.count {
      guard text[index] | 0x20 == 0x65, let power = readExponent(text, from: index + 1) else { return }
      point += power
    }
    isFinite = true
    normalise()
  }

  /// Based numbers are at most 64 Ki digits here, so that the quadratic conversion stays bounded.
  private mutating func readBased(_ text: UnsafeBufferPointer<UInt8>, from start: Int, base: Int) {
    guard text.count - start <= 4_096 else { return }
    var little: [UInt8] = [0]
    for index in start..<text.count {
      guard let digit = hexadecimalValue(text[index]), Int(digit) < base else { return }
      var carry = Int(digit)
      for place in little.indices {
        let value = Int(little[place]) * base + carry
        little[place] = UInt8(value % 10)
        carry = value / 10
      }
      while carry > 0 {
        little.append(UInt8(carry % 10))
        carry /= 10
      }
    }
    digits = Array(little.reversed().drop { $0 == 0 })
    point = digits.count
    isFinite = true
    normalise()
  }

  private mutating func normalise() {
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty {
      point = 0
      isNegative = false
    }
  }

  /// True for a number without fraction.
  var isIntegral: Bool { isFinite && point >= digits.count }

  /// The order of two finite numbers: -1, 0 or 1.
  static func compare(_ left: BigNumber, _ right: BigNumber) -> Int {
    if left.isNegative != right.isNegative { return left.isNegative ? -1 : 1 }
    let magnitude = compareMagnitudes(left, right)
    return left.isNegative ? -magnitude : magnitude
  }

  private static func compareMagnitudes(_ left: BigNumber, _ right: BigNumber) -> Int {
    if left.digits.isEmpty || right.digits.isEmpty {
      return left.digits.isEmpty == right.digits.isEmpty ? 0 : left.digits.isEmpty ? -1 : 1
    }
    if left.point != right.point { return left.point < right.point ? -1 : 1 }
    if left.digits == right.digits { return 0 }
    return left.digits.lexicographicallyPrecedes(right.digits) ? -1 : 1
  }

  /// Whether `value` is a whole multiple of `step`, by long division; nil where that would take too long.
  static func isMultiple(_ value: BigNumber, of step: BigNumber) -> Bool? {
    if value.digits.isEmpty { return true }
    guard !step.digits.isEmpty else { return false }
    // Both as whole numbers: digits followed by zeros.
    let valueScale = value.point - value.digits.count
    let stepScale = step.point - step.digits.count
    let valueZeros = max(0, valueScale - stepScale)
    let stepZeros = max(0, stepScale - valueScale)
    if step.digits.count + stepZeros > value.digits.count + valueZeros { return false }
    let length = value.digits.count + valueZeros
    guard length <= 100_000, length * (step.digits.count + stepZeros) <= 50_000_000 else { return nil }
    let divisor = step.digits + Array(repeating: 0, count: stepZeros)
    var rest: [UInt8] = []
    for index in 0..<length {
      if !rest.isEmpty || index < value.digits.count { rest.append(index < value.digits.count ? value.digits[index] : 0) }
      if rest.first == 0 { rest.removeFirst() }
      while isAtLeast(rest, divisor) { subtract(divisor, from: &rest) }
    }
    return rest.isEmpty
  }

  private static func isAtLeast(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    if left.count != right.count { return left.count > right.count }
    return !left.lexicographicallyPrecedes(right)
  }

  private static func subtract(_ small: [UInt8], from large: inout [UInt8]) {
    var borrow = 0
    for offset in 0..<large.count {
      let place = large.count - 1 - offset
      let digit = Int(large[place]) - borrow - (offset < small.count ? Int(small[small.count - 1 - offset]) : 0)
      large[place] = UInt8(digit < 0 ? digit + 10 : digit)
      borrow = digit < 0 ? 1 : 0
    }
    large = Array(large.drop { $0 == 0 })
  }
}
