// Years, quarters, months, weeks and days of the week, as texts that queries understand.

import VitrineModel

/// The period that a day lies in.
struct CalendarPart {
  /// The period as queries write it, such as `2026-w21`.
  let text: String
  /// A number that orders periods of one sort.
  let order: UInt64

  /// The period of a moment; nil for what is no number. A month or a year that does not say which part of it is meant is a period of its own, in order
  /// before its parts. Units: seconds since 1970, as in `ValueNumber`.
  init?(_ period: FacetKey.Period, _ seconds: Double, _ coarse: PartialDate?) {
    guard seconds.magnitude < 1e12 else { return nil }
    let day = CivilDay(number: Int((seconds / 86_400).rounded(.down)))
    if let coarse, period != .year, !(coarse.precision == .month && (period == .month || period == .quarter)) {
      guard let rest = CalendarPart(period == .weekday ? .day : period, seconds, nil) else { return nil }
      text = coarse.dashed
      order = rest.order
      return
    }
    let year = CalendarPart.digits(day.year, 4)
    switch period {
    case .year:
      text = year
      order = UInt64(day.year)
    case .quarter:
      let quarter = (day.month + 2) / 3
      text = "\(year)-q\(quarter)"
      order = UInt64(day.year * 4 + quarter)
    case .month:
      text = "\(year)-\(CalendarPart.digits(day.month, 2))"
      order = UInt64(day.year * 12 + day.month)
    case .week:
      // A week belongs to the year of its Thursday.
      let thursday = CivilDay(number: day.number + 4 - day.weekday)
      let first = CivilDay(year: thursday.year, month: 1, day: 1)?.number ?? thursday.number
      let week = (thursday.number - first) / 7 + 1
      text = "\(CalendarPart.digits(thursday.year, 4))-w\(CalendarPart.digits(week, 2))"
      order = UInt64(thursday.year * 54 + week)
    case .day:
      text = day.description
      order = UInt64(max(day.number + 1_000_000, 0))
    case .weekday:
      text = CalendarPart.weekdays[day.weekday - 1]
      order = UInt64(day.weekday)
    }
  }

  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  private static func digits(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(width - text.utf8.count, 0)) + text
  }
}
