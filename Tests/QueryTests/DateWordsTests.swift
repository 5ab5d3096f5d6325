// Words for periods: what the manual's tables cannot show, since it holds for any text and any day.

import Testing
import VitrineModel
import VitrineQuery
import VitrineTesting

@Suite("Words for periods")
struct DateWordsTests {
  private static let pieces = [
    "-", "+", "0", "1", "9", "12", "29", "30", "31", "53", "99999999999999999999", "2024", "0000", "9999", "w", "q", "m", "d",
    "y", "h", "min",
    "this-", "last-", "next-", "week", "month", "quarter", "year", "today", "now", ".", ":", "T", "t", " ", "Z", "+03:00", "é",
    "٣", "",
    "2024-02-29", "19:42", "\u{0}",
  ]

  /// A text of some of the pieces.
  private static func text(_ generator: inout SplitMix) -> String {
    (0...generator.below(5)).map { _ in pieces[generator.below(pieces.count)] }.joined()
  }

  @Test("no text on any day traps, and a period never ends before it begins", arguments: 1...8 as ClosedRange<UInt64>)
  func anyText(_ seed: UInt64) {
    var generator = SplitMix(state: seed)
    for _ in 0..<20_000 {
      let now = CivilMoment(day: CivilDay(number: generator.below(3_652_425) - 719_528), seconds: Double(generator.below(86_400)))
      let text = Self.text(&generator)
      if let period = DateWords.period(of: text, now) {
        #expect(period.start < period.end && period.start.isFinite && period.end.isFinite, "\(text)")
        #expect(period.start >= -719_534 * 86_400 && period.end <= 2_932_904 * 86_400, "\(text)")
      }
      if let time = DateWords.timeOfDay(text) { #expect(time.start >= 0 && time.end <= 86_400 + 60, "\(text)") }
      if let day = DateWords.yearly(text, now) { #expect((1...12).contains(day.month) && (1...31).contains(day.day), "\(text)") }
    }
  }

  @Test("every day is in its own day, month, quarter, week and year, and these follow one another without a gap")
  func partitions() throws {
    for number in stride(from: CivilDay(year: 1999, month: 12, day: 1)?.number ?? 0, to: 11_400, by: 1) {
      let day = CivilDay(number: number)
      let now = CivilMoment(day: day, seconds: 43_200)
      let month = String(day.description.dropLast(3))
      #expect(DateWords.period(of: day.description, now) == DateWords.period(of: "today", now))
      #expect(DateWords.period(of: month, now) == DateWords.period(of: "this-month", now))
      #expect(DateWords.period(of: "\(day.year)-q\((day.month + 2) / 3)", now) == DateWords.period(of: "this-quarter", now))
      #expect(DateWords.period(of: "\(day.year)", now) == DateWords.period(of: "this-year", now))
      for unit in ["week", "month", "quarter", "year"] {
        let periods = try ["last-", "this-", "next-"].map { try #require(DateWords.period(of: $0 + unit, now)) }
        #expect(periods[0].end == periods[1].start && periods[1].end == periods[2].start)
        #expect(periods[1].start <= now.civilSeconds && now.civilSeconds < periods[1].end)
      }
    }
  }

  @Test("weeks are those of ISO 8601: each year has 52 or 53, each of seven days, and one follows the other")
  func weeks() throws {
    let now = CivilMoment(day: CivilDay(number: 0))
    var end: Double?
    for year in 1995...2045 {
      for week in 1...53 {
        let text = "\(year)-w\(week < 10 ? "0" : "")\(week)"
        guard let period = DateWords.period(of: text, now) else {
          #expect(week == 53)
          continue
        }
        #expect(end == nil || end == period.start, "\(text)")
        #expect(CivilDay(number: Int(period.start / 86_400)).weekday == 1)
        // The Thursday decides which year a week belongs to.
        #expect(CivilDay(number: Int(period.start / 86_400) + 3).year == year)
        end = period.end
      }
    }
    #expect(DateWords.period(of: "2026-w53", now) != nil)
    #expect(DateWords.period(of: "2024-w53", now) == nil)
    #expect(DateWords.period(of: "2024-w00", now) == nil)
  }
}
