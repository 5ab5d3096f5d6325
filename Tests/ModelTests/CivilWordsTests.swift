// Days and moments in words.

import Testing
import VitrineModel

@Suite("Days and moments in words (G6.1)") struct CivilWordsTests {
  private func moment(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { CivilMoment($0)?.words }
  }

  @Test("A day has its month's name, and nothing depends on a locale")
  func days() {
    #expect(CivilDay(year: 1995, month: 3, day: 11)?.words == "11 March 1995")
    #expect(CivilDay(year: 2024, month: 2, day: 29)?.words == "29 February 2024")
    #expect(CivilDay(year: 0, month: 1, day: 1)?.words == "1 January 0")
    #expect(CivilDay(year: 2026, month: 11, day: 21)?.weekdayName == "Saturday")
  }

  @Test("A moment has seconds and an offset only where they say something")
  func moments() {
    #expect(moment("2026-11-20T21:15:00+03:00") == "20 November 2026, 21:15 +03:00")
    #expect(moment("2026-11-20T18:04:12-09:30") == "20 November 2026, 18:04:12 −09:30")
    #expect(moment("2026-11-20T21:15:00Z") == "20 November 2026, 21:15 UTC")
    #expect(moment("2026-11-20 21:15") == "20 November 2026, 21:15")
  }

  @Test("The distance of days is told as people tell it")
  func distances() throws {
    let today = try #require(CivilDay(year: 2026, month: 12, day: 31))
    func words(_ days: Int) -> String { CivilDay(number: today.number + days).words(from: today) }
    #expect(words(0) == "today")
    #expect(words(1) == "tomorrow")
    #expect(words(3) == "in 3 days")
    #expect(words(-1) == "yesterday")
    #expect(words(-400) == "400 days ago")
  }
}
