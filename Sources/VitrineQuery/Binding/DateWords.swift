// Periods by the words people use for them: days, weeks, months, quarters and years, by name or from today.

package import VitrineModel
import VitrineText

/// Words for stretches of time.
package enum DateWords {
  /// A stretch of time by the clock on the wall. Units: seconds since midnight of 1970-01-01 (`CivilMoment.civilSeconds`), or, for times of
  /// day, since midnight; `start` is in it, `end` is not.
  package struct Period: Sendable, Hashable {
    /// The first moment.
    package var start: Double
    /// The moment after the last.
    package var end: Double
    /// How far the clock that it is written by is ahead of UTC; nil where it is the same stretch by whatever clock, such as a day. Units: seconds.
    package var ahead: Int?

    /// A stretch between two moments.
    package init(start: Double, end: Double, ahead: Int? = nil) {
      self.start = start
      self.end = end
      self.ahead = ahead
    }

    /// The days from one to another, both in it, by their numbers since 1970-01-01.
    init(days first: Int, _ last: Int) { self.init(start: Double(first) * 86_400, end: Double(last + 1) * 86_400) }
  }

  /// The period that a text stands for; nil where it stands for none.
  ///
  /// Shape: a day (`2026-05-29`, `20260529`), a month (`2026-05`, `202605`), a quarter (`2026-q2`), a week (`2026-w21`, ISO 8601), a year (`2026`), a minute or
  /// second (`2026-05-29T19:42`); `now`, `today`, `yesterday`, `tomorrow`; `this-`, `last-` or `next-` and `week`, `month`, `quarter` or `year`;
  /// `last-` or `next-` and a day of the week, as `last friday` too; days
  /// before or after today (`-30d`, `+2w`, `-6m`, `-1y`) and moments before or after now (`-12h`, `-30min`). In any case; what would lie
  /// before the year 0 or after 9999 lies at that end.
  package static func period(of text: String, _ now: CivilMoment) -> Period? {
    guard text.utf8.count <= 64 else { return nil }
    let word = text.lowercased()
    return named(word, now) ?? relative(word, now) ?? written(word)
  }

  /// The names of periods, for suggestions and completion.
  package static let names =
    ["today", "yesterday", "tomorrow", "now"] + ["this", "last", "next"].flatMap { which in units.map { which + "-" + $0 } }

  /// Whether one always comes before or always after the other, whatever day it is: both are written as themselves, or both count the same
  /// unit from now. Other words than those for periods are written as themselves.
  static func areComparable(_ left: String, _ right: String) -> Bool {
    func unit(_ text: String) -> String {
      let word = text.lowercased()
      if names.contains(word) || word.hasPrefix("last") || word.hasPrefix("next") { return word }
      // By which of two clocks it is later than by the other only their offsets tell.
      var written = word
      if let offset = written.withUTF8({ CivilMoment($0)?.offset }) { return "UTC\(offset)" }
      guard word.hasPrefix("-") || word.hasPrefix("+") else { return "" }
      return String(word.dropFirst().drop { $0.isNumber || $0 == "." })
    }
    return unit(left) == unit(right)
  }

  private static let units = ["week", "month", "quarter", "year"]

  private static func named(_ word: String, _ now: CivilMoment) -> Period? {
    let today = now.day.number
    switch word {
    case "now": return Period(start: now.civilSeconds, end: now.civilSeconds + 1, ahead: now.offset)
    case "today": return Period(days: today, today)
    case "yesterday": return period(ofDay: today - 1)
    case "tomorrow": return period(ofDay: today + 1)
    default: break
    }
    let parts = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == " " }
    guard parts.count == 2, let step = ["last": -1, "this": 0, "next": 1][parts[0]] else { return nil }
    if step != 0, let weekday = CivilDay.weekdayNames.firstIndex(where: { $0.lowercased() == parts[1] }) {
      let ahead = (weekday + 1 - now.day.weekday + 7) % 7
      return period(ofDay: today + (step > 0 ? (ahead == 0 ? 7 : ahead) : ahead - 7))
    }
    let months = now.day.year * 12 + now.day.month - 1
    switch parts[1] {
    case "week":
      let monday = today - (now.day.weekday - 1) + step * 7
      return Period(days: monday, monday + 6)
    case "month": return period(ofMonths: months + step, 1)
    case "quarter": return period(ofMonths: (months / 3 + step) * 3, 3)
    case "year": return period(ofMonths: (months / 12 + step) * 12, 12)
    default: return nil
    }
  }

  private static func relative(_ word: String, _ now: CivilMoment) -> Period? {
    guard let sign = word.utf8.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else { return nil }
    let digits = word.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return nil }
    // Beyond a thousand million of anything the calendar has long ended.
    let most = 1_000_000_000
    let count = (sign == UInt8(ascii: "-") ? -1 : 1) * min(Int(digits) ?? most, most)
    func moment(_ seconds: Int) -> Period {
      let moment = min(max(now.civilSeconds + Double(count) * Double(seconds), earliest), latest)
      return Period(start: moment, end: moment + 1, ahead: now.offset)
    }
    switch word.dropFirst(1 + digits.count) {
    case "d": return period(ofDay: now.day.number + count)
    case "w": return period(ofDay: now.day.number + count * 7)
    case "m": return period(ofDay: shifted(now.day, months: count).number)
    case "y": return period(ofDay: shifted(now.day, months: count * 12).number)
    case "h": return moment(3600)
    case "min": return moment(60)
    default: return nil
    }
  }

  /// One day, by its number since 1970-01-01; the first or the last of the calendar for what lies outside of it.
  private static func period(ofDay number: Int) -> Period {
    let number = CivilDay(number: number).number
    return Period(days: number, number)
  }

  private static let earliest = Double(CivilDay(number: .min).number) * 86_400
  private static let latest = Double(CivilDay(number: .max).number + 1) * 86_400 - 1

  /// The same day of another month; the last of that month where it has no such day.
  private static func shifted(_ day: CivilDay, months: Int) -> CivilDay {
    let month = min(max(day.year * 12 + day.month - 1 + months, 0), 9999 * 12 + 11)
    let last = CivilDay.dayCount(month / 12, month % 12 + 1)
    return CivilDay(year: month / 12, month: month % 12 + 1, day: min(day.day, last)) ?? day
  }

  /// A period of whole months, the first counted from January of the year 0; at its end what lies outside of the calendar.
  private static func period(ofMonths first: Int, _ count: Int) -> Period? {
    let first = min(max(first, 0), 10_000 * 12 - count)
    let last = first + count - 1
    guard let start = CivilDay(year: first / 12, month: first % 12 + 1, day: 1),
      let end = CivilDay(year: last / 12, month: last % 12 + 1, day: CivilDay.dayCount(last / 12, last % 12 + 1))
    else { return nil }
    return Period(days: start.number, end.number)
  }

  // MARK: as written

  private static func written(_ word: String) -> Period? {
    var text = word
    if let moment = text.withUTF8({ CivilMoment($0) }) {
      return Period(
        start: moment.civilSeconds, end: moment.civilSeconds + width(ofTime: word.dropFirst(11)), ahead: moment.offset)
    }
    if let date = PartialDate(text) { return Period(days: date.first.number, date.last.number) }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard let year = number(parts[0], digits: 4) else { return nil }
    guard parts.count == 2 else { return nil }
    if parts[1].hasPrefix("q"), let quarter = number(parts[1].dropFirst(), digits: 1), (1...4).contains(quarter) {
      return period(ofMonths: year * 12 + (quarter - 1) * 3, 3)
    }
    if parts[1].hasPrefix("w"), let week = number(parts[1].dropFirst(), digits: 2), let monday = monday(ofWeek: week, year) {
      return Period(days: monday, monday + 6)
    }
    return nil
  }

  /// The day a week begins on. Source: ISO 8601, the week of a year's first Thursday is its first, which is that of 4 January.
  private static func monday(ofWeek week: Int, _ year: Int) -> Int? {
    guard let fourth = CivilDay(year: year, month: 1, day: 4) else { return nil }
    let monday = fourth.number - (fourth.weekday - 1) + (week - 1) * 7
    guard week >= 1, week <= weekCount(year) else { return nil }
    return monday
  }

  /// How many weeks a year has, 52 or 53.
  private static func weekCount(_ year: Int) -> Int {
    guard let first = CivilDay(year: year, month: 1, day: 1), let last = CivilDay(year: year, month: 12, day: 31) else {
      return 52
    }
    return first.weekday == 4 || last.weekday == 4 ? 53 : 52
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// How long the time that a text names lasts: a minute, or a second where seconds are written. Units: seconds.
  private static func width(ofTime text: Substring) -> Double {
    let bytes = Array(text.utf8)
    return bytes.count > 5 && bytes[5] == UInt8(ascii: ":") ? 1 : 60
  }

  /// The minute or the second of a time of day; nil where it is none.
  package static func timeOfDay(_ text: String) -> Period? {
    var padded = text.utf8.count >= 4 && text.utf8.dropFirst().first == UInt8(ascii: ":") ? "0" + text : text
    guard let time = padded.withUTF8({ CivilTime($0) }) else { return nil }
    return Period(start: time.seconds, end: time.seconds + width(ofTime: padded[...]))
  }

  /// The days of any year that `on:` asks for: that of `yearly`, and on 28 February of a year without a 29th that one, too.
  package static func remembered(_ text: String, _ now: CivilMoment) -> [(month: Int, day: Int)] {
    guard let day = yearly(text, now) else { return [] }
    guard day == (2, 28), let period = period(of: text, now) else { return [day] }
    let year = CivilDay(number: Int((period.start / 86_400).rounded(.down))).year
    return CivilDay.dayCount(year, 2) == 28 ? [day, (2, 29)] : [day]
  }

  /// The month and day of a day by any of its names, or as `05-29`; nil where the text names no single day.
  package static func yearly(_ text: String, _ now: CivilMoment) -> (month: Int, day: Int)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 2, let month = number(parts[0], digits: 2), let day = number(parts[1], digits: 2) {
      // 29 February is a day of leap years, so that it is one of any year.
      return CivilDay(year: 2000, month: month, day: day).map { ($0.month, $0.day) }
    }
    guard let period = period(of: text, now), period.end - period.start <= 86_400 else { return nil }
    let day = CivilDay(number: Int((period.start / 86_400).rounded(.down)))
    return (day.month, day.day)
  }
}
