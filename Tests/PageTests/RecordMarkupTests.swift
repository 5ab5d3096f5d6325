// In which order a record's page and its form say things, and with what weight.

import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// The markup of records.
@Suite struct RecordMarkupTests {
  /// The row of a field on a record's page.
  private func row(_ field: String, in text: String) throws -> Substring {
    let start = try #require(text.firstRange(of: "id=\"row-\(field)\"")).lowerBound
    let rest = text[start...]
    let head = try #require(text[..<start].lastIndex(of: "<"))
    return text[head..<(rest.firstRange(of: "</dd>")?.lowerBound ?? rest.endIndex)]
  }

  @Test("the form of a record begins with what people write; the id that only tools read stands last")
  func idStandsLast() throws {
    let text = try RunningPage(copyOf: "examples/collection").get("/memories/2026/ciya?edit").text
    let names = text.matches(of: /data-name="([^"]*)"/).map { String($0.output.1) }
    #expect(names.first == "title" && names.last == "id", "\(names)")
  }

  @Test("a text of sentences has the width of the row, below its label; other values stand beside theirs")
  func sentences() throws {
    let text = try RunningPage(copyOf: "examples/collection").get("/memories/2026/ciya").text
    #expect(try row("note", in: text).hasPrefix("<div class=\"row long\" "))
    #expect(try row("date", in: text).hasPrefix("<div class=\"row\" "))
  }

  @Test("the coordinates of a place lead to the person's own map; their address is no line of its own (S3.4)")
  func coordinates() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    try page.folder.write(
      "title: Here\ndate: 2026-01-01\ncategory: Food\nlocation: {lat: 41.0256, lon: 28.9744, accuracy: 8}\n",
      to: "memories/2026/here.yaml")
    let text = String(try row("location", in: try page.get("/memories/2026/here").text))
    #expect(
      text.contains("<p><a class=\"quiet\" href=\"geo:41.0256,28.9744;u=8\">41.0256° N, 28.9744° E, within 8 m</a></p>"),
      "\(text)")
    #expect(!text.contains(">geo:"))
    // Text that somebody wrote stays a line of its own.
    let small = try RunningPage()
    try small.folder.write("title: One\nnotes: |-\n  First\n  geo:41,29\n", to: "things/one.yaml")
    #expect(
      try row("notes", in: try small.get("/things/one").text).contains(
        "<p>First</p><p><a class=\"quiet\" href=\"geo:41,29\">geo:41,29</a></p>"))
  }

  @Test("a step says what to do, then in less weight what it takes; no number that only counts, no file name")
  func steps() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let text = String(try row("steps", in: try page.get("/recipes/macragge-blue").text))
    for step in [
      "<p>Prime black and spray Macragge Blue from above.</p><p class=\"faint\">Macragge Blue · priming · 45 min</p></span>",
      "<p>Fenrisian Grey on the sharpest corners; helmets first.</p><p class=\"faint\">Fenrisian Grey · edge highlighting · 20 min</p>",
    ] {
      #expect(text.contains(step), "\(text)")
    }
    #expect(!text.contains(".png"))
    // A number that does more than count stays.
    try page.folder.write(
      "name: Odd\nsteps:\n  - {n: 10, text: Prime., photo: odd.png}\n  - {n: 20, text: Paint.}\n", to: "recipes/odd.yaml")
    let odd = String(try row("steps", in: try page.get("/recipes/odd").text))
    #expect(
      odd.contains("<p>Prime.</p><p class=\"faint\">10</p>") && odd.contains("<p>Paint.</p><p class=\"faint\">20</p>"), "\(odd)")
  }

  @Test("on a phone the first tab is that of every page of a kind: its list, its records, their forms")
  func tabs() throws {
    let page = try RunningPage()
    func tab(_ target: String) throws -> String? {
      let tabs = try page.get(target).text.split(separator: "<nav class=\"tabs\"").last ?? ""
      let current = tabs.matches(of: /<a href="([^"]*)" aria-current="page">/)
      #expect(current.count == 1, "\(target)")
      return current.first.map { String($0.output.1) }
    }
    for target in ["/", "/things", "/things?q=shelf:top", "/things/one", "/things/one?edit", "/things/one?delete", "/new/thing"] {
      #expect(try tab(target) == "/", "\(target)")
    }
    #expect(try tab("/log") == "/more" && tab("/all") == "/all#q")
  }

  @Test("each day of a list of days has a line of its own; words stand beside each other")
  func days() throws {
    let text = try RunningPage(copyOf: "examples/collection").get("/outfits/friday-office").text
    #expect(try row("worn", in: text).contains("<p>9 October 2026</p><p>23 October 2026</p><p>13 November 2026</p>"))
    #expect(try row("labels", in: RunningPage().get("/things/two").text).contains("red</a>, <a class=\"quiet\""))
  }
}
