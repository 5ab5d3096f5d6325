// The start: days, what is due, and the first run.

import Testing
import VitrinePage
import VitrineTesting

/// What the start shows besides the kinds. The clock of these pages stands at 2026-11-21.
@Suite struct HomeTests {
  private static func files(_ more: [String: String]) -> [String: String] {
    [
      "vitrine.yaml":
        "vitrine: 1\ncollections:\n  - {kind: memory, files: \"memories/**/*.yaml\"}\n  - {kind: game, files: \"games/**/*.yaml\"}\n"
    ].merging(more) { $1 }
  }

  private static func memory(_ title: String, _ date: String) -> String {
    "title: \(title)\ndate: \(date)\ncategory: travel\nlocation: {lat: 41, lon: 29}\n"
  }

  @Test("the start shows what fell on this day in earlier years, the latest first (S8.1)")
  func onThisDay() throws {
    let page = try RunningPage(
      Self.files([
        "memories/a.yaml": Self.memory("Long ago", "2016-11-21"), "memories/b.yaml": Self.memory("Last year", "2025-11-21"),
        "memories/c.yaml": Self.memory("This day", "2026-11-21"), "memories/d.yaml": Self.memory("Other day", "2025-11-22"),
      ]))
    let text = try page.get("/").text
    let shelf = try #require(text.firstMatch(of: /(?s)<section aria-labelledby="this-day">.*?<\/section>/)).output
    #expect(shelf.contains("On this day") && shelf.contains("A year ago") && shelf.contains("10 years ago"))
    #expect(!shelf.contains("This day</bdi>") && !shelf.contains("Other day"))
    let (last, long) = (shelf.firstRange(of: "Last year"), shelf.firstRange(of: "Long ago"))
    #expect(try #require(last).lowerBound < #require(long).lowerBound)
    #expect(try page.get("/", ["Accept-Language: tr"]).text.contains("Bugün, geçmiş yıllarda"))
    #expect(
      try !RunningPage(Self.files(["memories/d.yaml": Self.memory("Other", "2025-11-22")])).get("/").text.contains("this-day"))
  }

  @Test("the start shows what the next two weeks bring, in their order (G4.3)")
  func due() throws {
    func game(_ title: String, _ release: String) -> String { "title: \(title)\nrelease: \(release)\nstatus: wishlist\n" }
    let page = try RunningPage(
      Self.files([
        "games/a.yaml": game("Next week", "2026-11-28"), "games/b.yaml": game("Tomorrow's", "2026-11-22"),
        "games/c.yaml": game("Too late", "2026-12-24"), "games/d.yaml": game("Out already", "2026-11-01"),
      ]))
    let text = try page.get("/").text
    let shelf = try #require(text.firstMatch(of: /(?s)<section aria-labelledby="due">.*?<\/section>/)).output
    #expect(shelf.contains("in 7 days") && shelf.contains("tomorrow"))
    #expect(!shelf.contains("Too late") && !shelf.contains("Out already"))
    let (first, second) = (shelf.firstRange(of: "Tomorrow"), shelf.firstRange(of: "Next week"))
    #expect(try #require(first).lowerBound < #require(second).lowerBound)
  }

  @Test("an empty catalogue offers examples of its kinds; one step takes them away")
  func examples() throws {
    let page = try RunningPage(Self.files([:]))
    let text = try page.get("/").text
    #expect(text.contains("Add examples") && text.contains("value=\"memory\"") && !text.contains("value=\"garment\""))
    let done = try page.post("/", [("kind", "memory"), ("kind", "game"), ("kind", "garment")])
    #expect(done.status == 303)
    let full = try page.get(done.headers["location"] ?? "").text
    #expect(full.contains("href=\"/memories\"") && !full.contains("Add examples"))
    #expect(try page.get("/games").text.contains("Chrono Trigger"))
    #expect(try page.folder.names(in: "games").contains("chrono-trigger.jpg"))
    #expect(try page.get("/report").text.contains("Everything is in order"))
    #expect(try page.post("/undo", []).status == 303)
    #expect(try page.get("/").text.contains("Add examples"))
  }

  @Test("as many examples are added as are offered, those that name a photo with it")
  func allExamples() throws {
    let page = try RunningPage(Self.files([:]))
    let offered = try page.get("/").text.matches(of: /name="kind" value="(\w+)" checked> [^<]*<b>(\d+)</)
    #expect(offered.count == 2)
    let done = try page.post("/", [("kind", "memory"), ("kind", "game")])
    #expect(done.status == 303)
    for (_, kind, count) in offered.map(\.output) {
      let list = try page.get(kind == "game" ? "/games" : "/memories").text
      #expect(list.contains("\(count) in all"), "\(kind)")
    }
    #expect(try page.get("/memories/2026/galata-tower").text.contains("src=\"/thumb/memories/2026/galata-tower.jpg"))
  }

  @Test("examples that would be wrong without others are left out; kinds of one's own have none")
  func fewer() throws {
    var files = RunningPage.files
    for name in ["things/one.yaml", "things/two.yaml"] { files[name] = nil }
    #expect(try !RunningPage(files).get("/").text.contains("Add examples"))
    let outfits = try RunningPage([
      "vitrine.yaml": "vitrine: 1\ncollections:\n  - {kind: miniature, files: \"minis/**/*.yaml\"}\n"
    ])
    _ = try outfits.post("/", [("kind", "miniature")])
    #expect(try outfits.get("/report").text.contains("Everything is in order"))
    #expect(try outfits.post("/", [("kind", "nothing")]).status == 422)
  }

  @Test("`home:` names the kind that the page begins with; the start has an address and an entry of its own then (S1.F1)")
  func homeKind() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let manifest = String(decoding: try page.folder.read("vitrine.yaml"), as: UTF8.self)
    #expect(try !page.get("/").text.contains("href=\"/start\""))
    try page.folder.write(manifest + "\nhome: memory\n", to: "vitrine.yaml")
    let first = try page.get("/?done=3")
    #expect(first.status == 303 && first.headers["location"] == "/memories?done=3")
    let start = try page.get("/start").text
    #expect(start.contains("<ul class=\"kinds\">") && start.contains("<li><a href=\"/start\" aria-current=\"page\">"))
    // On a phone the tab leads there, and not back to the kind.
    #expect(try page.get("/memories").text.contains("<a href=\"/start\" aria-current=\"page\">"))
    // What no collection has is a finding, and the start stays the first page.
    try page.folder.write(manifest + "\nhome: memories\n", to: "vitrine.yaml")
    #expect(try page.get("/").status == 200)
    #expect(try page.get("/report").text.contains("no collection has the kind &#39;memories&#39;"))
    // Without records the first page is the one that says how to begin.
    let empty = try RunningPage([
      "vitrine.yaml": "vitrine: 1\nhome: game\ncollections:\n  - {kind: game, files: \"games/**/*.yaml\"}\n"
    ])
    #expect(try empty.get("/").text.contains("Welcome"))
  }
}
