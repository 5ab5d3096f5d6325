// What orders the values of a field: numbers first, then texts as they are folded.

import VitrineModel
import VitrineSyntax

/// The order of the values of one field. Values that are neither less nor greater are alike, and share a label.
struct ValueOrder: Sendable {
  private let meaning: FieldMeaning
  /// The place of each value of an ordered enumeration, or of each colour of the palette.
  private let ranks: [String: Int]

  /// The order of a field's values.
  init(_ field: Kind.Field) {
    meaning = field.meaning
    switch field.meaning {
    case .enumeration where field.isOrdered: ranks = Self.ranks(field.values)
    case .color: ranks = Self.ranks(field.palette.map(\.name))
    default: ranks = [:]
    }
  }

  private static func ranks(_ words: [String]) -> [String: Int] {
    Dictionary(words.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
  }

  /// The number that orders a value; nil for one that its folded text orders, after those with a number.
  func number(_ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind) -> Double? {
    if !ranks.isEmpty { return ranks[String(decoding: text, as: UTF8.self)].map { Double($0) } }
    switch meaning {
    case .boolean: return kind == .bool ? (text.first.map { $0 | 0x20 } == UInt8(ascii: "t") ? 1 : 0) : nil
    case .number, .date, .dateInt, .dateTime, .time: return ValueNumber.order(of: text, meaning: meaning)
    case .text, .enumeration, .color, .reference, .location, .map: return nil
    }
  }

  /// True where values have a number that ranges compare.
  var hasNumbers: Bool {
    switch meaning {
    case .number, .date, .dateInt, .dateTime, .time: true
    case .text, .enumeration, .boolean, .color, .reference, .location, .map: false
    }
  }

  /// The number that ranges compare; not a number where a value has none.
  func rangeNumber(_ text: UnsafeBufferPointer<UInt8>) -> Double { ValueNumber.number(of: text, meaning: meaning) ?? .nan }

  /// A number whose order as a whole number is that of the given one.
  static func bits(_ number: Double) -> UInt64 {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}
