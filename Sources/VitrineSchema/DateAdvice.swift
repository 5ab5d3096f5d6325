// What is wrong with a date, and which date was meant.

import VitrineSyntax

/// Advice on dates.
enum DateAdvice {
  /// The date that a text means without doubt, so that it is safe to write it in another form: year first, then month and day, with `-`, `/`, `.`, blanks or nothing between.
  static func date(in text: UnsafeBufferPointer<UInt8>) -> CalendarDate? {
    guard let parts = parts(of: text) else { return nil }
    return CalendarDate(year: parts.year, month: parts.month, day: parts.day).flatMap { $0.year >= 1 ? $0 : nil }
  }

  /// The dates that a text may mean: one where there is no doubt, two where either of two numbers may be the month. A date with the day first has a year of four digits.
  static func dates(in text: UnsafeBufferPointer<UInt8>) -> [CalendarDate] {
    if let date = date(in: text) { return [date] }
    guard (8...10).contains(text.count), let year = digits(text, text.count - 4, 4), year >= 1 else { return [] }
    let separator = text[text.count - 5]
    let parts = text[..<(text.count - 5)].split(separator: separator, omittingEmptySubsequences: false)
    guard separator == 0x2E || separator == 0x2F || separator == 0x2D, parts.count == 2,
      parts.allSatisfy({ (1...2).contains($0.count) }),
      let first = digits(text, parts[0].startIndex, parts[0].count),
      let second = digits(text, parts[1].startIndex, parts[1].count)
    else { return [] }
    let dayFirst = CalendarDate(year: year, month: second, day: first)
    // With dots the day is first wherever dates are written so.
    let monthFirst = separator == 0x2E ? nil : CalendarDate(year: year, month: first, day: second)
    return dayFirst == monthFirst ? [dayFirst].compactMap(\.self) : [dayFirst, monthFirst].compactMap(\.self)
  }

  /// What a date such as `2007`, `2007-05` or `200705` does not say first; nil for what is no such date.
  static func missing(in text: UnsafeBufferPointer<UInt8>) -> String? {
    if let coarseness = DateForm.coarseness(text) { return coarseness == 1 ? "day" : "month" }
    guard text.count == 6, let year = digits(text, 0, 4), let month = digits(text, 4, 2), year >= 1000, (1...12).contains(month)
    else {
      return nil
    }
    return "day"
  }

  /// Why three numbers are no date: "February 2022 has 28 days".
  static func problem(year: Int, month: Int, day: Int) -> String {
    if year < 1 { return "the year must be 1 to 9999" }
    if !(1...12).contains(month) { return "there is no month \(month)" }
    let days = CalendarDate.days(year: year, month: month)
    if day < 1 || day > days { return "\(CalendarDate.name(ofMonth: month)) \(year) has \(days) days" }
    return "it is not written as wanted"
  }

  /// The three numbers of a text like 2022-2-5, 2022/02/05 or 20220205.
  static func parts(of text: UnsafeBufferPointer<UInt8>) -> (year: Int, month: Int, day: Int)? {
    if text.count == 8, let year = digits(text, 0, 4), let month = digits(text, 4, 2), let day = digits(text, 6, 2) {
      return (year, month, day)
    }
    guard text.count >= 8, text.count <= 10, let year = digits(text, 0, 4), isSeparator(text[4]) else { return nil }
    let separator = text[4]
    var numbers: [Int] = []
    for part in text[5...].split(separator: separator, omittingEmptySubsequences: false) {
      guard (1...2).contains(part.count), let number = digits(text, part.startIndex, part.count) else { return nil }
      numbers.append(number)
    }
    return numbers.count == 2 ? (year, numbers[0], numbers[1]) : nil
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x2D || byte == 0x2F || byte == 0x2E || byte == 0x20 }
}
