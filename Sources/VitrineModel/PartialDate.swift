// Dates as precise as what is known: a year, a month, or a day. Decision 0063 says why.

/// The least that a date has to say.
package enum DatePrecision: String, Sendable, Hashable {
  /// `2007-05-20`
  case day
  /// `2007-05`, or a day
  case month
  /// `2007`, a month, or a day
  case year

  private var rank: Int { self == .day ? 0 : self == .month ? 1 : 2 }

  /// True where a date that says no more than this much is enough for a field that wants at least `self`.
  package func isAtMost(_ other: DatePrecision) -> Bool { other.rank <= rank }

  /// The forms a date may have: `YYYY-MM-DD, YYYY-MM or YYYY`; without hyphens for dates that are numbers.
  package func forms(areNumbers: Bool = false) -> String {
    let all = areNumbers ? ["YYYYMMDD", "YYYYMM", "YYYY"] : ["YYYY-MM-DD", "YYYY-MM", "YYYY"]
    return switch self {
    case .day: all[0]
    case .month: "\(all[0]) or \(all[1])"
    case .year: "\(all[0]), \(all[1]) or \(all[2])"
    }
  }
}

/// A year, a month of a year, or a day.
package struct PartialDate: Sendable, Hashable {
  /// The first day of the period.
  package let first: CivilDay
  /// What is known of it.
  package let precision: DatePrecision

  /// A date as `2007`, `2007-05`, `200705`, `2007-05-20` or `20070520`; nil for anything else.
  package init?(_ text: UnsafeBufferPointer<UInt8>) {
    if text.count > 7 {
      guard let day = CivilDay(digits: text) ?? CivilDay(dashed: text) else { return nil }
      (first, precision) = (day, .day)
      return
    }
    guard let year = decimal(text, 0, 4) else { return nil }
    switch text.count {
    case 4:
      guard let day = CivilDay(year: year, month: 1, day: 1) else { return nil }
      (first, precision) = (day, .year)
    case 6, 7:
      guard text.count == 6 || text[4] == UInt8(ascii: "-"), let month = decimal(text, text.count - 2, 2),
        let day = CivilDay(year: year, month: month, day: 1)
      else { return nil }
      (first, precision) = (day, .month)
    default: return nil
    }
  }

  /// A date as above.
  package init?(_ text: String) {
    var text = text
    guard let date = text.withUTF8({ PartialDate($0) }) else { return nil }
    self = date
  }

  /// The last day of the period.
  package var last: CivilDay {
    switch precision {
    case .day: first
    case .month: CivilDay(number: first.number + CivilDay.dayCount(first.year, first.month) - 1)
    case .year: CivilDay(year: first.year, month: 12, day: 31) ?? first
    }
  }

  /// The date with hyphens, as precise as it is.
  package var dashed: String { String(first.description.prefix(precision == .year ? 4 : precision == .month ? 7 : 10)) }

  /// The date as a number, as precise as it is.
  package var digits: String { dashed.filter { $0 != "-" } }

  /// The date in words: `1993`, `May 2007`, `20 May 2007`.
  package var words: String { words(in: .english) }

  /// The date in a language; `isShort`: with the month in three letters.
  package func words(in language: Language, isShort: Bool = false) -> String {
    switch precision {
    case .day: first.words(in: language, isShort: isShort)
    case .month: "\(language.month(first.month, isShort: isShort)) \(first.year)"
    case .year: String(first.year)
    }
  }

  /// What comes before the finer dates of the same start in an order, as a part of a second.
  fileprivate var lead: Double {
    switch precision {
    case .day: 0
    case .month: 1.0 / 4096
    case .year: 1.0 / 2048
    }
  }
}

extension ValueNumber {
  /// The longest text of a date that is coarser than a day. Units: bytes.
  package static let longestCoarseDate = 7

  /// The date of a text that says no more than a month or a year; nil for any other.
  package static func coarse(_ text: UnsafeBufferPointer<UInt8>) -> PartialDate? {
    guard text.count <= longestCoarseDate, let date = PartialDate(text), date.precision != .day else { return nil }
    return date
  }

  /// The number that orders a day, a moment, or a period: the instant, and of periods and days that begin together the longer first.
  static func temporalOrder(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    if let date = coarse(text) { return Double(date.first.number) * 86_400 - date.lead }
    return moment(text)?.instant
  }
}
