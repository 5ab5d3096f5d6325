// What is found of dates and times, which are as precise as what is known.

import Testing
import VitrineSchema

/// Findings of dates and times of every precision, in fields of every precision.
@Suite struct DateFindingTests {
  /// The fields: how each is declared.
  private static let fields = [
    "day": "{type: string, x-vitrine: {format: date}}",
    "month": "{type: string, x-vitrine: {format: date, precision: month}}",
    "year": "{type: string, x-vitrine: {format: date, precision: year}}",
    "number": "{type: integer, format: date-int}",
    "month number": "{type: integer, format: date-int, x-vitrine: {precision: month}}",
    "moment": "{type: string, x-vitrine: {format: date-time}}",
    "standard moment": "{type: string, format: date-time}",
    "time": "{type: string, x-vitrine: {format: time}}",
  ]

  @Test(
    "a field takes every form that is precise enough for it, and no other",
    arguments: [
      ("day", ["2007-05-20"], ["2007", "2007-05", "20070520", "2007-05-20T10:30Z"]),
      ("month", ["2007-05", "2007-05-20"], ["2007", "200705", "2007-13"]),
      ("year", ["'2007'", "2007-05", "2007-05-20"], ["200705", "2007-02-30"]),
      ("number", ["20070520"], ["2007", "200705", "200713", "20070230"]),
      ("month number", ["200705", "20070520"], ["2007", "200713"]),
      (
        "moment",
        [
          "2007-05-20T10:30", "2007-05-20T10:30:15.25", "2007-05-20T10:30Z", "2007-05-20T10:30+03:00",
          "2007-05-20T10:30:15-08:00",
        ],
        ["2007", "2007-05-20", "2007-05-20T24:00", "2007-05-20T10:30+3", "2007-05-20T10:30z:00"]
      ),
      ("standard moment", ["2007-05-20T10:30", "2007-05-20T10:30+03:00"], ["2007-05-20"]),
      ("time", ["'10:30'", "10:30Z", "10:30+03:00", "'10:30:15.5'"], ["25:00", "10.30", "10:30+3"]),
    ])
  func precision(_ field: String, taken: [String], refused: [String]) throws {
    let schema = try #require(Self.fields[field])
    for value in taken { #expect(check(schema, value) == "", "\(field): \(value)") }
    for value in refused { #expect(check(schema, value).contains(" V109 "), "\(field): \(value)") }
  }

  @Test("nobody is told to quote what would be no date in quotes either")
  func quotes() {
    #expect(
      check("{type: string, x-vitrine: {format: date}}", "2007")
        == "1:1-5 V109 · 2007 is no whole date (YYYY-MM-DD): the month is missing | the month is missing | write the date as YYYY-MM-DD"
    )
    #expect(
      check("{type: string, x-vitrine: {format: date, precision: month}}", "200705")
        == "1:1-7 V109 · 200705 is not written as a date (YYYY-MM-DD or YYYY-MM) | write 2007-05 | write the date as YYYY-MM-DD or YYYY-MM | unsafe: 2007-05"
    )
    #expect(
      check("{type: string, x-vitrine: {format: date, precision: year}}", "2007")
        == #"1:1-5 V103 · the document must be text, found the number 2007 | quote it | write text here | safe: "2007""#)
  }

  @Test("a moment or a time says which part is missing, or is none")
  func parts() {
    let moment = "a date and time (2022-02-05T20:20:39, with Z or an offset where it is known)"
    let time = "a time (HH:MM or HH:MM:SS, with Z or an offset where it is known)"
    func found(_ format: String, _ value: String) -> String { check("{type: string, x-vitrine: {format: \(format)}}", value) }
    #expect(
      found("date-time", "2007-05-20")
        == "1:1-11 V109 · '2007-05-20' is not \(moment): the time of day is missing | the time of day is missing | write \(moment)"
    )
    #expect(
      found("date-time", "2007-05-20T24:00")
        == "1:1-17 V109 · '2007-05-20T24:00' is not \(moment): there is no hour 24 | there is no hour 24 | write \(moment)")
    #expect(
      found("date-time", "2007-02-30T10:00")
        == "1:1-17 V109 · '2007-02-30T10:00' is not \(moment): February 2007 has 28 days | February 2007 has 28 days | write \(moment)"
    )
    #expect(
      found("time", "'10:61'")
        == "1:1-8 V109 · '10:61' is not \(time): there is no minute 61 | there is no minute 61 | write \(time)")
    #expect(
      found("time", "10.30")
        == "1:1-6 V109 · 10.30 is not written as \(time) | write 10:30 | write \(time) | unsafe: '10:30'")
  }
}
