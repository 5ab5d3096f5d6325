// The days of all kinds as a calendar: what the server writes, and how it is used in a browser.

import Testing
import VitrinePage
import VitrineTesting

/// The timeline without a browser. Today is 2026-11-21.
@Suite struct CalendarTests {
  /// Spots with days, finds with months and years, notes.
  static var files: [String: String] {
    var files = MapTests.kinds
    let schema = files["schemas/find.schema.yaml"] ?? ""
    files["schemas/find.schema.yaml"] = schema.replacing(
      "day: {title: Day, type: string, format: date, x-vitrine: {initial: today}}",
      with: "day: {title: Found, type: [string, integer], x-vitrine: {format: date, precision: year}}")
    files["finds/coin.yaml"] = "title: Coin\nday: 2026-05\n"
    files["finds/lost.yaml"] = "title: Lost\nday: 2026\n"
    for number in 0..<7 { files["notes/many-\(number).yaml"] = "title: Many \(number)\nday: 2026-05-12\n" }
    files["notes/note.yaml"] = "title: Note <b>\nday: 2026-05-31\n"
    return files
  }

  @Test("a month shows the days of all kinds, those of a day together, and what has no day below (M10.2, S4.1)")
  func month() throws {
    let page = try RunningPage(Self.files)
    let text = try page.get("/timeline?month=2026-05").text
    #expect(text.contains("<h2>May 2026</h2>") && text.contains("9 records"))
    #expect(text.contains("id=\"d31-r-notes_2Fnote\"") && text.contains("Note &lt;b&gt;") && !text.contains("Note <b>"))
    // 31 May 2026 is a Sunday; days without anything are there, too.
    #expect(text.contains("class=\"day c7\" id=\"day-31\"") && text.contains("class=\"day none c5\" id=\"day-1\""))
    #expect(text.matches(of: /id="d12-/).count == 4 && text.contains("aria-label=\"and 3 more\">+3</a>"))
    #expect(text.contains("Some day in May 2026") && text.contains("Some day in 2026"))
    #expect(text.contains("href=\"/finds/coin\"") && text.contains("href=\"/finds/lost\""))
    #expect(text.contains("href=\"/timeline?month=2026-04\" rel=\"prev\"") && text.contains("rel=\"next\""))
    let day = try page.get("/timeline?month=2026-05&day=12").text
    #expect(day.contains("Tuesday 12 May 2026") && day.matches(of: /id="s-/).count == 7)
    #expect(try page.get("/timeline?month=2026-05&day=13").text.contains("Nothing falls on this day"))
    #expect(try page.get("/timeline?month=2026-05", ["Accept-Language: tr"]).text.contains("<h2>Mayıs 2026</h2>"))
    #expect(try page.get("/").text.contains("href=\"/timeline\""))
  }

  @Test("a pattern that is given up on a record is said, as in lists")
  func givenUp() throws {
    let page = try RunningPage(Self.files)
    try page.folder.write("title: \(String(repeating: "a", count: 45))b\nday: 2026-05-12\n", to: "notes/long.yaml")
    #expect(try page.get("/timeline?month=2026-05&q=title:re:%5E(a%2B)%2B%24").text.contains("a pattern was given up"))
    let text = try page.get("/timeline?month=2026-05&q=title:re:%5Ea%2Bb%24").text
    #expect(text.contains("/notes/long") && !text.contains("given up"))
  }

  @Test("without a month it is the last one that has something, not after today; the way leads to those that have (M10.2)")
  func jumps() throws {
    let page = try RunningPage(Self.files)
    #expect(try page.get("/timeline").text.contains("<h2>May 2026</h2>"))
    let empty = try page.get("/timeline?month=2024-01").text
    #expect(empty.contains("Nothing falls in this month") && empty.contains("href=\"/timeline?month=2023-04\">‹ April 2023"))
    #expect(empty.contains("href=\"/timeline?month=2026-05\">May 2026 ›"))
    #expect(empty.contains("href=\"/timeline?month=2026-11\" data-key=\"t\""))
    #expect(empty.contains("href=\"/timeline?month=2020-01\"><span>2020</span> <b>1</b>"))
    #expect(try !page.get("/timeline?month=0000-01").text.contains("rel=\"prev\""))
    #expect(try !page.get("/timeline?month=9999-12").text.contains("rel=\"next\""))
  }

  @Test("it is searched, and narrowed by kind with counts of the month")
  func search() throws {
    let page = try RunningPage(Self.files)
    let text = try page.get("/timeline?month=2026-05&q=kind%3Afind").text
    #expect(text.contains("1 record<") && text.contains("aria-current=\"true\"><i class=\"dot k2\"></i>Finds <b>1</b>"))
    #expect(text.contains("Notes <b>8</b>") && text.contains("q=kind%3Afind%2Cnote"))
    #expect(try page.get("/timeline?q=galata").text.contains("<h2>January 2020</h2>"))
    #expect(try page.get("/timeline?q=nothing-at-all").text.contains("Nothing is found."))
    let wrong = try page.get("/timeline?q=moood%3Acalm")
    #expect(wrong.status == 400 && wrong.text.contains("did you mean") && wrong.text.contains("href=\"/timeline?q=mood%3Acalm\""))
    #expect(try page.get("/timeline?month=2026-05", ["Vitrine-Part: results"]).text.hasPrefix("<div class=\"tools month\">"))
  }

  @Test(
    "an address that is no month is answered in words",
    arguments: [
      "9999-99", "2026-13", "2026", "2026-05-01", "x", "-001-01", "99999999999999999999", "%3Cb%3E", "٢٠٢٦-٠٥",
    ])
  func hostile(month: String) throws {
    let sent = month.utf8.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + String($0, radix: 16) }.joined()
    let reply = try RunningPage(Self.files).get("/timeline?month=\(sent)")
    #expect(reply.status == 400 && reply.text.contains("no month") && !reply.text.contains("&#39;<b>"))
  }

  @Test("days that no month has, and searches without end, are answered in words, too")
  func days() throws {
    let page = try RunningPage(Self.files)
    for day in ["32", "0", "-1", "x", "99999999999999999999"] {
      #expect(try page.get("/timeline?month=2026-05&day=\(day)").status == 400, "\(day)")
    }
    #expect(try page.get("/timeline?day=3").status == 400)
    #expect(try page.get("/timeline?q=" + String(repeating: "%28", count: 5_000)).status == 400)
  }

  @Test("a collection without days says what would be here")
  func empty() throws {
    var files = Self.files
    for path in files.keys where ["spots/", "finds/", "notes/"].contains(where: { path.hasPrefix($0) }) { files[path] = nil }
    let text = try RunningPage(files).get("/timeline").text
    #expect(text.contains("No record has a day yet") && text.contains("href=\"/new/note\""))
    let other = try RunningPage()
    #expect(try other.get("/timeline").text.contains("No kind of this collection has days"))
    #expect(try !other.get("/").text.contains("href=\"/timeline\""))
  }

  @Test("the examples have their days: stages reached, shots taken, outfits worn")
  func examples() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let text = try page.get("/timeline").text
    #expect(text.contains("class=\"entry\"") && text.contains("<img src=\"/thumb/"))
    for kind in ["Games", "Outfits", "Shots", "Memories"] {
      let found = try page.get(
        "/timeline?q=kind%3A\(kind.lowercased().dropLast(kind == "Memories" ? 3 : 1))\(kind == "Memories" ? "y" : "")")
      #expect(found.text.contains("class=\"entry\""), "\(kind)")
    }
  }
}

/// The timeline in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct CalendarBrowserTests {
  @Test("arrows go from month to month in place, the way back too; what is written on the disk is there at once (M10.4)")
  func months() throws {
    let page = try RunningPage(CalendarTests.files)
    let browser = try page.browser()
    try browser.open(page.address("/timeline?month=2026-05"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.run("window.kept = true")
    try browser.type("\u{E012}")
    #expect(
      try browser.until(
        "document.querySelector('.month h2').textContent === 'April 2026' && location.search === '?month=2026-04'"))
    try browser.type("t")
    #expect(try browser.until("document.querySelector('.month h2').textContent === 'November 2026'"))
    #expect(try browser.until("document.querySelector('.day.today') === null && document.querySelector('.empty')"))
    try page.folder.write("title: Today\nday: 2026-11-21\n", to: "notes/today.yaml")
    #expect(try browser.until("document.querySelector('#day-21.today .entry')"))
    try browser.goBack()
    #expect(try browser.until("document.querySelector('.month h2').textContent === 'April 2026'"))
    #expect(try browser.run("return window.kept") == "true")
    try browser.type("/coin")
    #expect(try browser.until("location.search.includes('q=coin') && location.search.includes('month=2026-04')"))
    #expect(try browser.log("browser").contains("\"value\":[]"))
  }

  @Test("on a phone the month is a list of its days, each record as wide as a thumb needs (G1.1)")
  func phone() throws {
    let page = try RunningPage(CalendarTests.files)
    let browser = try page.browser(.phone)
    try browser.open(page.address("/timeline?month=2026-05"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    #expect(try browser.run("return getComputedStyle(document.querySelector('.day.none')).display") == "none")
    #expect(
      try browser.run(
        "return [...document.querySelectorAll('.days .entry, .rest')].every((e) => e.getBoundingClientRect().height >= 44)")
        == "true")
    #expect(try browser.run("return document.querySelector('.days .said').getBoundingClientRect().height > 30") == "true")
  }
}
