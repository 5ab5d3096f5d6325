// Calendars, compared with the text of RFC 5545 by hand; a reader of another make was tried on them, too.

import Testing
import VitrineFormats

@Suite("A calendar file (GF4)") struct ICalendarTests {
  private func lines(_ events: [ICalendar.Event]) -> [String] {
    var sink = ByteSink()
    ICalendar(maker: "vitrine//1", name: "what comes", stamp: "20261121T090000Z", events: events).write(to: &sink)
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.unicodeScalars.filter { $0 == "\n" }.count == text.unicodeScalars.filter { $0 == "\r" }.count)
    return text.split(separator: "\r\n").map(String.init)
  }

  @Test("A day is a date without a time, and the calendar has what the format demands")
  func day() {
    let event = ICalendar.Event(id: "games/hades/release@vitrine", start: .day(2026, 5, 9), summary: "Hades", category: "Game")
    #expect(
      lines([event]) == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//vitrine//1//EN", "CALSCALE:GREGORIAN", "NAME:what comes",
        "X-WR-CALNAME:what comes", "BEGIN:VEVENT", "UID:games/hades/release@vitrine", "DTSTAMP:20261121T090000Z",
        "DTSTART;VALUE=DATE:20260509", "SUMMARY:Hades", "CATEGORIES:Game", "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR",
      ])
    #expect(lines([ICalendar.Event(id: "x", start: .day(9, 1, 2), summary: "")])[9] == "DTSTART;VALUE=DATE:00090102")
  }

  @Test("A moment is one in UTC, or one of the clock on the wall")
  func moment() {
    let event = ICalendar.Event(id: "x", start: .moment("20260509T164200Z"), summary: "y")
    #expect(lines([event]).contains("DTSTART:20260509T164200Z"))
  }

  @Test("Marks of the format are escaped, line breaks too; control characters have no escape and are left out")
  func escapes() {
    let event = ICalendar.Event(id: "x", start: .day(2026, 1, 1), summary: "a;b,c\\d\ne\u{7}f\r\ng\th:\"i\"")
    #expect(lines([event])[10] == #"SUMMARY:a\;b\,c\\d\nef\ng"# + "\t" + #"h:"i""#)
  }

  @Test("No line is longer than 75 bytes, and unfolding gives the text back", arguments: ["a", "ğ", "金", "🌑", "e\u{301}"])
  func folding(_ letter: String) {
    for count in [0, 1, 60, 66, 67, 68, 69, 150, 1000] {
      let text = String(repeating: letter, count: count)
      var sink = ByteSink()
      ICalendar(
        maker: "m", name: "n", stamp: "s", events: [ICalendar.Event(id: "x", start: .day(2026, 1, 1), summary: text)]
      ).write(to: &sink)
      for line in sink.bytes.split(separator: 0x0A) { #expect(line.count <= 76) }
      let whole = String(decoding: sink.bytes, as: UTF8.self)
      #expect(whole.unicodeScalars.count { $0 == "\u{FFFD}" } == 0)
      var unfolded: [UInt8] = []
      for byte in sink.bytes {
        unfolded.append(byte)
        if unfolded.suffix(3) == [0x0D, 0x0A, 0x20] { unfolded.removeLast(3) }
      }
      #expect(String(decoding: unfolded, as: UTF8.self).contains("\r\nSUMMARY:\(text)\r\n"))
    }
  }
}
