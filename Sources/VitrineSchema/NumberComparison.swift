// One answer for numbers of any kind: small ones by their parts, others by all their digits.

import VitrineAlgorithms

/// A number together with its text, from which a `BigNumber` can be made where needed.
struct WrittenNumber {
  /// The number.
  let number: ExactNumber
  /// How it is written.
  let text: UnsafeBufferPointer<UInt8>

  /// Reads a number.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    number = ExactNumber(text)
    self.text = text
  }

  /// A number that was read before.
  init(_ number: ExactNumber, _ text: UnsafeBufferPointer<UInt8>) {
    self.number = number
    self.text = text
  }

  /// True for a number without fraction.
  var isIntegral: Bool {
    switch number.kind {
    case .small: number.exponent >= 0
    case .big: BigNumber(text).isIntegral
    case .infinity, .notANumber: false
    }
  }

  /// The order of two numbers: -1, 0 or 1; nil where one is not a number.
  static func compare(_ left: WrittenNumber, _ right: WrittenNumber) -> Int? {
    if left.number.kind == .small, right.number.kind == .small {
      return ExactNumber.compareSmall(left.number, right.number)
    }
    if left.number.kind == .notANumber || right.number.kind == .notANumber { return nil }
    let one = left.infinite
    let other = right.infinite
    if one != 0 || other != 0 { return (one - other).signum() }
    let big = (BigNumber(left.text), BigNumber(right.text))
    return big.0.isFinite && big.1.isFinite ? BigNumber.compare(big.0, big.1) : nil
  }

  /// Whether two numbers are the same value.
  static func same(_ left: WrittenNumber, _ right: WrittenNumber) -> Bool { compare(left, right) == 0 }

  /// Whether `value` is a whole multiple of `step`. What would take too long to know counts as one.
  static func isMultiple(_ value: WrittenNumber, of step: WrittenNumber) -> Bool {
    if value.number.kind == .small, step.number.kind == .small {
      return ExactNumber.isMultipleSmall(value.number, of: step.number)
    }
    let big = (BigNumber(value.text), BigNumber(step.text))
    guard big.0.isFinite, big.1.isFinite else { return false }
    return BigNumber.isMultiple(big.0, of: big.1) ?? true
  }

  /// -1 or 1 for the infinities, else 0.
  private var infinite: Int { number.kind == .infinity ? number.isNegative ? -1 : 1 : 0 }

  /// A hash that is the same for equal values.
  var hash: UInt64 {
    switch number.kind {
    case .small:
      return (number.mantissa &* .goldenRatio) ^ UInt64(bitPattern: Int64(number.exponent)) &* 0xC2B2_AE3D_27D4_EB4F
        ^ (number.isNegative ? 0x5555 : 0)
    case .big:
      let big = BigNumber(text)
      var hash = FNV1a(basis: UInt64(bitPattern: Int64(big.point)))
      hash.add(big.digits)
      return hash.value
    case .infinity: return number.isNegative ? 11 : 12
    case .notANumber: return 13
    }
  }
}
