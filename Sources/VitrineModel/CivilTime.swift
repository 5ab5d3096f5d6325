// Days and times of day as people write them, and as numbers that can be compared: no time zones but those written down, no clock, no locale.

/// A day of the proleptic Gregorian calendar.
package struct CivilDay: Sendable, Hashable, Comparable {
  /// The year, 0 to 9999.
  package let year: Int
  /// The month, 1 to 12.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// A real day; nil for any other, such as 30 February.
  package init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1, day <= CivilDay.dayCount(year, month) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that is so many days after 1970-01-01; clamped to the years 0 to 9999. Source: Howard Hinnant, "chrono-compatible low-level date algorithms".
  package init(number: Int) {
    let number = min(max(number, CivilDay.least), CivilDay.most)
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  private static let least = -719_528
  private static let most = 2_932_896

  /// The days since 1970-01-01.
  package var number: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week, 1 for Monday to 7 for Sunday (ISO 8601).
  package var weekday: Int { (((number + 3) % 7) + 7) % 7 + 1 }

  /// How many days a month has.
  package static func dayCount(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Earlier days first.
  package static func < (left: CivilDay, right: CivilDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CivilDay: CustomStringConvertible {
  /// The day as `2026-05-29`.
  package var description: String { "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))" }
}

/// A day and a time of day, by the clock on the wall of the place where it was written down.
package struct CivilMoment: Sendable, Hashable {
  /// The day.
  package var day: CivilDay
  /// The time of day. Units: seconds since midnight, 0 up to, not including, 86,400 (a leap second counts as the one before).
  package var seconds: Double
  /// How far the clock is ahead of UTC; nil where nobody said. Units: seconds.
  package var offset: Int?

  /// A moment of the given day.
  package init(day: CivilDay, seconds: Double = 0, offset: Int? = nil) {
    self.day = day
    self.seconds = seconds
    self.offset = offset
  }

  /// The clock's reading as one number: what queries compare. Units: seconds since midnight of 1970-01-01 by the same clock.
  package var civilSeconds: Double { Double(day.number) * 86_400 + seconds }

  /// The moment itself as one number: what orders compare. Without an offset the clock is taken to show UTC. Units: seconds since 1970-01-01T00:00:00Z.
  package var instant: Double { civilSeconds - Double(offset ?? 0) }

  /// The moment a clock shows that is so many nanoseconds after 1970-01-01T00:00:00Z, and so many seconds ahead of UTC.
  package init(nanoseconds: Int64, offset: Int) {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let civil = Double(whole) + Double(offset)
    let days = (civil / 86_400).rounded(.down)
    day = CivilDay(number: Int(days))
    seconds = min(max(civil - days * 86_400 + Double(rest) / 1e9, 0), 86_399.999_999)
    self.offset = offset
  }
}

private func digits(_ value: Int, _ width: Int) -> String {
  let text = String(value)
  return String(repeating: "0", count: max(width - text.utf8.count, 0)) + text
}
