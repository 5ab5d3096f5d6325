// The periods between two others, so that a chart shows when nothing happened.

package import VitrineAnswers
import VitrineModel
import VitrineQuery

/// Rows of periods without gaps.
package enum CalendarGaps {
  /// The most periods that are shown for the sake of completeness.
  private static let most = 400

  /// All periods from the first to the last of some that stand in order, as `FacetKey.Period` writes them; the same periods where too many
  /// would have to be added. Of the days of the week always all.
  package static func filled(_ periods: [String], _ period: FacetKey.Period) -> [String] {
    if period == .weekday { return CivilDay.weekdayNames.map { $0.lowercased() } }
    // A year among months says that nobody knows the month: there is no place between months for it.
    guard periods.allSatisfy({ number($0, period) != nil }), let first = periods.first, let last = periods.last,
      let start = number(first, period), let end = number(last, period),
      start <= end, end - start < max(most, periods.count * 4)
    else { return periods }
    return (start...end).map { text($0, period) }
  }

  /// Years, quarters, months or weeks since some beginning.
  private static func number(_ text: String, _ period: FacetKey.Period) -> Int? {
    let length =
      switch period {
      case .year: 4
      case .quarter, .month: 7
      case .week: 8
      case .day, .weekday: 10
      }
    guard text.utf8.count == length, let year = Int(text.prefix(4)) else { return nil }
    let rest = Int(text.dropFirst(5).drop { !$0.isNumber })
    switch period {
    case .year: return year
    case .quarter: return rest.map { year * 4 + $0 - 1 }
    case .month: return rest.map { year * 12 + $0 - 1 }
    case .week: return rest.flatMap { week in monday(year).map { $0 / 7 + week - 1 } }
    case .day:
      var text = text
      return text.withUTF8 { CivilDay(dashed: $0)?.number }
    case .weekday: return nil
    }
  }

  private static func text(_ number: Int, _ period: FacetKey.Period) -> String {
    switch period {
    case .year: return digits(number, 4)
    case .quarter: return "\(digits(number / 4, 4))-q\(number % 4 + 1)"
    case .month: return "\(digits(number / 12, 4))-\(digits(number % 12 + 1, 2))"
    case .week:
      // A week belongs to the year of its Thursday. Days are counted from a Monday, 1969-12-29.
      let thursday = CivilDay(number: number * 7 - 3 + 3)
      let week = (number * 7 - (monday(thursday.year) ?? 0)) / 7 + 1
      return "\(digits(thursday.year, 4))-w\(digits(week, 2))"
    case .day: return CivilDay(number: number).description
    case .weekday: return ""
    }
  }

  /// The Monday of the first week of a year, in days since 1969-12-29, which was a Monday.
  private static func monday(_ year: Int) -> Int? {
    guard let fourth = CivilDay(year: year, month: 1, day: 4) else { return nil }
    return fourth.number - (fourth.weekday - 1) + 3
  }

  private static func digits(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(width - text.utf8.count, 0)) + text
  }
}
