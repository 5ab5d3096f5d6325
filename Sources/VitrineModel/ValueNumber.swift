// The number a value counts as in ranges and orders: one meaning for the index and for queries.

/// Numbers of values.
package enum ValueNumber {
  /// The number of a scalar in a field of the given meaning; nil where it has none.
  ///
  /// Units: numbers as they are (`1/250` is 0.004, `infinity` is infinite); days and moments in seconds since 1970 by the clock they were
  /// written by (`CivilMoment.civilSeconds`); times of day in seconds since midnight.
  package static func number(of text: UnsafeBufferPointer<UInt8>, meaning: FieldMeaning) -> Double? {
    switch meaning {
    case .number: number(text)
    case .date, .dateInt, .dateTime: moment(text)?.civilSeconds
    case .time: CivilTime(text)?.seconds
    case .text, .enumeration, .boolean, .color, .reference, .location, .map: nil
    }
  }

  /// The number that orders a scalar among others of its field: that of `number(of:meaning:)`, but for moments the instant, whatever clock
  /// it was written by.
  package static func order(of text: UnsafeBufferPointer<UInt8>, meaning: FieldMeaning) -> Double? {
    meaning.isTemporal ? temporalOrder(of: text) : number(of: text, meaning: meaning)
  }

  /// A day or a moment in any of the forms that fields have; of a month or a year its start.
  package static func moment(_ text: UnsafeBufferPointer<UInt8>) -> CivilMoment? {
    if text.count <= 10 { return PartialDate(text).map { CivilMoment(day: $0.first) } }
    return CivilMoment(text)
  }

  /// A number, a fraction `n/m`, or `infinity`.
  package static func number(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let text = String(decoding: text, as: UTF8.self)
    if let number = Double(text) { return number.isNaN ? nil : number }
    switch text {
    case ".inf", "+.inf", ".Inf", ".INF": return .infinity
    case "-.inf", "-.Inf", "-.INF": return -.infinity
    default: break
    }
    if text.hasPrefix("0x") { return UInt64(text.dropFirst(2), radix: 16).map { Double($0) } }
    if text.hasPrefix("0o") { return UInt64(text.dropFirst(2), radix: 8).map { Double($0) } }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let above = Double(parts[0]), let below = Double(parts[1]), below != 0 else { return nil }
    return above / below
  }
}
