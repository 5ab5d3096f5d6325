// How dates and times may be written in records: as precise as what is known. JSON Schema's own formats are stricter.

import VitrineSyntax

/// The forms that a date or a time of a record may have beside those of RFC 3339.
struct DateForm: Equatable {
  /// The forms of RFC 3339 only.
  static let strict = DateForm(coarsest: 0, mayLackOffset: false)
  /// Whole days, and times with as many of their parts as are known.
  static let loose = DateForm(coarsest: 0, mayLackOffset: true)

  /// The least that a date has to say: 0 a day, 1 a month, 2 a year.
  var coarsest: UInt32
  /// True where a time may stand without its offset from UTC, as the clock on the wall showed it, and without its seconds.
  var mayLackOffset: Bool

  /// A form of its parts.
  init(coarsest: UInt32, mayLackOffset: Bool) {
    self.coarsest = coarsest
    self.mayLackOffset = mayLackOffset
  }

  /// The form in a step.
  init(_ step: Step) {
    coarsest = step.second == absent ? 0 : step.second
    mayLackOffset = step.flag
  }

  /// The words of `precision` for `coarsest`.
  static let precisions = ["day", "month", "year"]

  /// The forms in words: `YYYY-MM-DD, YYYY-MM or YYYY`.
  func words(areNumbers: Bool) -> String {
    Wording.list(
      Array((areNumbers ? ["YYYYMMDD", "YYYYMM", "YYYY"] : ["YYYY-MM-DD", "YYYY-MM", "YYYY"]).prefix(Int(coarsest) + 1)))
  }

  /// Whether a text is a date that says enough.
  func acceptsDate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if text.count == 10 { return CalendarDate(iso: text) != nil }
    return coarsest > 0 && (DateForm.coarseness(text).map { $0 <= coarsest } ?? false)
  }

  /// Whether a number is a date that says enough, written `YYYYMMDD` and the like.
  func acceptsInteger(_ value: UInt64) -> Bool {
    if coarsest >= 2, (1000...9999).contains(value) { return true }
    if coarsest >= 1, (1000_01...9999_12).contains(value) { return (1...12).contains(value % 100) }
    // A year of our time and two digits more are a month to everybody else, and no day of the year 20.
    return !(1900_00...2099_99).contains(value) && CalendarDate(integer: value) != nil
  }

  /// True for a schema of dates that are numbers and may be coarser than a day: their bounds are dates, too.
  static func isCoarse(_ scope: SubschemaCompiler, _ compiler: Compiler) -> Bool {
    guard let precision = scope.annotation("precision", compiler), !scope.reader.content(precision, equals: "day") else {
      return false
    }
    return (scope.annotation("format", compiler) ?? scope.member("format")).map { scope.reader.content($0, equals: "date-int") }
      ?? false
  }

  /// The order of the start of a date and of a bound, or its end, as days `YYYYMMDD`; nil where one of them is no such number.
  static func compare(_ date: ExactNumber, _ bound: ExactNumber, endOfBound: Bool) -> Int? {
    guard let day = day(date, isEnd: false), let limit = self.day(bound, isEnd: endOfBound) else { return nil }
    return day < limit ? -1 : day == limit ? 0 : 1
  }

  private static func day(_ number: ExactNumber, isEnd: Bool) -> UInt64? {
    guard number.kind == .small, !number.isNegative, (0...8).contains(number.exponent), number.mantissa < 1_0000_0000 else {
      return nil
    }
    let value = number.mantissa &* ExactNumber.power(Int(number.exponent))
    switch value {
    case 1000...9999: return value * 10_000 + (isEnd ? 1231 : 101)
    case 1000_00...9999_99: return value * 100 + (isEnd ? 31 : 1)
    default: return value
    }
  }

  /// Whether a text is a date and a time of day.
  func acceptsMoment(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if ClockFormat.isDateTime(text) { return true }
    if text.count <= 10 { return coarsest > 0 && acceptsDate(text) }
    return mayLackOffset && text[10] | 0x20 == 0x74 && CalendarDate(iso: UnsafeBufferPointer(rebasing: text[..<10])) != nil
      && acceptsTime(UnsafeBufferPointer(rebasing: text[11...]))
  }

  /// Whether a text is a time of day.
  func acceptsTime(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    ClockFormat.isTime(text) || (mayLackOffset && (ClockFormat.isLocalTime(text) || ClockFormat.isMinute(text)))
  }

  /// What a date without a day, `2007-05` or `2007`, does not say: 1 the day, 2 the month, too. Nil for what is no such date.
  static func coarseness(_ text: UnsafeBufferPointer<UInt8>) -> UInt32? {
    guard text.count == 4 || text.count == 7, let year = digits(text, 0, 4), year > 0 else { return nil }
    if text.count == 4 { return 2 }
    guard text[4] == 0x2D, let month = digits(text, 5, 2), (1...12).contains(month) else { return nil }
    return 1
  }
}
