// What is wrong with a date, and which date was meant.

import VitrineSyntax

/// Advice on dates.
package enum DateAdvice {
  /// The days that a text may mean, as `YYYY-MM-DD`: one where there is no doubt, two where either of two numbers may be the month.
  package static func days(in text: String) -> [String] {
    var text = text
    return text.withUTF8 { dates(in: $0).map(\.iso) }
  }

  /// The date that a text means without doubt, so that it is safe to write it in another form: year first, then month and day, with `-`, `/`, `.`, blanks or nothing between.
  static func date(in text: UnsafeBufferPointer<UInt8>) -> CalendarDate? {
    guard let parts = parts(of: text) else { return nil }
    return CalendarDate(year: parts.year, month: parts.month, day: parts.day).flatMap { $0.year >= 1 ? $0 : nil }
  }

  /// The dates that a text may mean: one where there is no doubt, two where either of two numbers may be the month. A date with the day first has a year of four digits.
  static func dates(in text: UnsafeBufferPointer<UInt8>) -> [CalendarDate] {
    if let date = date(in: text) ?? spelled(in: text) { return [date] }
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

  /// The date of a text with the month's name, or its first three letters or more: `17 Sep 2020`, `September 17, 2020`.
  private static func spelled(in text: UnsafeBufferPointer<UInt8>) -> CalendarDate? {
    guard (10...20).contains(text.count), text.allSatisfy({ $0 < 0x80 }) else { return nil }
    let parts = text.split { $0 == 0x20 || $0 == 0x2C || $0 == 0x2E || $0 == 0x2D }.map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 3, let year = Int(parts[2]), parts[2].utf8.count == 4,
      let place = parts[..<2].firstIndex(where: { Int($0) == nil }),
      let day = Int(parts[1 - place]), parts[1 - place].utf8.count <= 2
    else { return nil }
    guard let month = number(ofMonth: parts[place]) else { return nil }
    return CalendarDate(year: year, month: month, day: day).flatMap { $0.year >= 1 ? $0 : nil }
  }

  /// The month that a text means without doubt, as `YYYY-MM`: the month's name and the year, `May 2007`, or the numbers of both, `05/2007`.
  package static func month(in text: String) -> String? {
    var text = text
    return text.withUTF8 { month(in: $0) }
  }

  /// See above.
  static func month(in text: UnsafeBufferPointer<UInt8>) -> String? {
    guard (6...16).contains(text.count), text.allSatisfy({ $0 < 0x80 }) else { return nil }
    let parts = text.split { $0 == 0x20 || $0 == 0x2C || $0 == 0x2E || $0 == 0x2D || $0 == 0x2F }
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2, let place = parts.firstIndex(where: { $0.utf8.count == 4 && Int($0) ?? 0 >= 1000 }) else {
      return nil
    }
    let (year, word) = (parts[place], parts[1 - place])
    if let number = Int(word) {
      guard word.utf8.count <= 2, (1...12).contains(number) else { return nil }
      return "\(year)-\(number < 10 ? "0" : "")\(number)"
    }
    guard let number = number(ofMonth: word) else { return nil }
    return "\(year)-\(number < 10 ? "0" : "")\(number)"
  }

  /// The number of a month by its name, or its first three letters or more.
  private static func number(ofMonth name: String) -> Int? {
    guard name.utf8.count >= 3 else { return nil }
    let name = name.lowercased()
    let months = (1...12).filter { CalendarDate.name(ofMonth: $0).lowercased().hasPrefix(name) }
    return months.count == 1 ? months[0] : nil
  }

  /// The month that `2007-13` or `200713` names and that there is not; nil for any other text.
  static func impossibleMonth(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count == 6 || (text.count == 7 && text[4] == 0x2D), let year = digits(text, 0, 4), (1000...2999).contains(year),
      let month = digits(text, text.count - 2, 2), !(1...12).contains(month)
    else { return nil }
    return month
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
