// Numbers as written, compared exactly: 0.1 is a tenth, 1e308 is itself, and 1 equals 1.0.

/// A number of up to 19 significant digits as `mantissa × 10^exponent`, without loss; anything longer is marked `big`.
///
/// The mantissa has no trailing zero, so equal numbers have equal parts.
struct ExactNumber {
  /// What the text turned out to be.
  enum Kind: UInt8 {
    /// The parts hold the number.
    case small
    /// More than 19 significant digits: see `BigNumber`.
    case big
    /// `.inf`
    case infinity
    /// `.nan`, or no number at all.
    case notANumber
  }

  /// Which parts are meaningful.
  var kind = Kind.notANumber
  /// True below zero.
  var isNegative = false
  /// The significant digits.
  var mantissa: UInt64 = 0
  /// The power of ten; 0 for zero.
  var exponent: Int32 = 0

  /// True for a number without fraction.
  var isIntegral: Bool { kind == .small ? exponent >= 0 : false }

  /// Powers of ten from 0 to 19.
  static func power(_ exponent: Int) -> UInt64 {
    var result: UInt64 = 1
    for _ in 0..<min(max(exponent, 0), 19) { result &*= 10 }
    return result
  }

  /// Reads a number as YAML's core schema or JSON writes it: signs, fraction, exponent, `0x`, `0o`, `.inf`, `.nan`.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    let count = text.count
    guard count > 0 else { return }
    if text[0] == 0x2D || text[0] == 0x2B {
      isNegative = text[0] == 0x2D
      index = 1
    }
    guard index < count else { return }
    if text[index] == 0x2E, index + 1 < count, text[index + 1] | 0x20 == 0x69 {
      kind = .infinity
      return
    }
    if text[index] == 0x30, index + 2 < count, text[index + 1] == 0x78 || text[index + 1] == 0x6F {
      readBased(text, from: index + 2, base: text[index + 1] == 0x78 ? 16 : 8)
      return
    }
    readDecimal(text, from: index)
  }

  private mutating func readBased(_ text: UnsafeBufferPointer<UInt8>, from start: Int, base: UInt64) {
    for index in start..<text.count {
      guard let digit = hexadecimalValue(text[index]), UInt64(digit) < base else { return }
      let (product, overflows) = mantissa.multipliedReportingOverflow(by: base)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
      if overflows || carries {
        kind = .big
        return
      }
      mantissa = sum
    }
    kind = .small
    normalise()
  }

  private mutating func readDecimal(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
    var index = start
    var zeros = 0  // zeros read and not yet counted in the mantissa
    var fraction = 0
    var digits = 0
    var seen = false
    var isInFraction = false
    while index < text.count {
      let byte = text[index]
      let digit = byte &- 0x30
      if digit < 10 {
        seen = true
        if isInFraction { fraction &+= 1 }
        if digit == 0 {
          if mantissa != 0 { zeros &+= 1 }
        } else {
          digits &+= (mantissa == 0 ? 0 : zeros) &+ 1
          if digits > 19 {
            kind = .big
            return
          }
          if zeros > 0 {
            mantissa = mantissa &* ExactNumber.power(zeros &+ 1)
            zeros = 0
          } else {
            mantissa = mantissa &* 10
          }
          mantissa = mantissa &+ UInt64(digit)
        }
      } else if byte == 0x2E, !isInFraction {
        isInFraction = true
      } else {
        break
      }
      index &+= 1
    }
    guard seen else { return }
    var power = 0
    if index < text.count {
      guard text[index] | 0x20 == 0x65, let read = readExponent(text, from: index + 1) else { return }
      power = read
    }
    kind = .small
    exponent = mantissa == 0 ? 0 : Int32(clamping: power &+ zeros &- fraction)
    if mantissa == 0 { isNegative = false }
  }

  private mutating func normalise() {
    guard mantissa != 0 else {
      isNegative = false
      return
    }
    while mantissa % 10 == 0 {
      mantissa /= 10
      exponent += 1
    }
  }
}

/// Reads an exponent, clamped to a thousand million; nil where there is none.
func readExponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
  var index = start
  var isNegative = false
  if index < text.count, text[index] == 0x2D || text[index] == 0x2B {
    isNegative = text[index] == 0x2D
    index += 1
  }
  guard index < text.count else { return nil }
  var value = 0
  while index < text.count {
    let digit = text[index] &- 0x30
    guard digit < 10 else { return nil }
    value = min(value * 10 + Int(digit), 1_000_000_000)
    index += 1
  }
  return isNegative ? -value : value
}

/// The value of a hexadecimal digit.
func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x37
  case 0x61...0x66: byte - 0x57
  default: nil
  }
}

extension ExactNumber {
  /// Whether two small numbers are the same.
  @inline(__always)
  static func sameSmall(_ left: ExactNumber, _ right: ExactNumber) -> Bool {
    left.mantissa == right.mantissa && left.exponent == right.exponent && left.isNegative == right.isNegative
  }

  /// The order of two small numbers: -1, 0 or 1.
  static func compareSmall(_ left: ExactNumber, _ right: ExactNumber) -> Int {
    if left.isNegative != right.isNegative { return left.isNegative ? -1 : 1 }
    let magnitude = compareMagnitudes(left, right)
    return left.isNegative ? -magnitude : magnitude
  }

  private static func compareMagnitudes(_ left: ExactNumber, _ right: ExactNumber) -> Int {
    if left.mantissa == 0 || right.mantissa == 0 {
      return left.mantissa == right.mantissa ? 0 : left.mantissa == 0 ? -1 : 1
    }
    let shift = Int(left.exponent) - Int(right.exponent)
    if shift > 19 { return 1 }
    if shift < -19 { return -1 }
    let one = UInt128(left.mantissa) * UInt128(shift > 0 ? power(shift) : 1)
    let other = UInt128(right.mantissa) * UInt128(shift < 0 ? power(-shift) : 1)
    return one == other ? 0 : one < other ? -1 : 1
  }

  /// Whether one small number is a whole multiple of another that is not zero.
  static func isMultipleSmall(_ value: ExactNumber, of step: ExactNumber) -> Bool {
    if value.mantissa == 0 { return true }
    guard step.mantissa != 0 else { return false }
    let shift = Int(value.exponent) - Int(step.exponent)
    if shift < 0 {
      if shift < -19 { return false }
      let divisor = UInt128(step.mantissa) * UInt128(power(-shift))
      return UInt128(value.mantissa) % divisor == 0
    }
    let modulus = UInt128(step.mantissa)
    return UInt128(value.mantissa) % modulus * powerOfTen(shift, modulo: modulus) % modulus == 0
  }

  /// 10^exponent modulo a number below 2^64.
  static func powerOfTen(_ exponent: Int, modulo modulus: UInt128) -> UInt128 {
    var result = 1 % modulus
    var base = 10 % modulus
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = result * base % modulus }
      base = base * base % modulus
      rest >>= 1
    }
    return result
  }
}
