// A table of another program: whoever imports it says once what its columns are.

import FoundationEssentials
import Testing
import VitrinePage
import VitrineTesting

/// Imports of foreign tables, as browsers without a script send their forms.
@Suite struct ImportColumnTests {
  /// A list of games as another program writes it.
  private static let table = """
    Name;Released;Genres;Price;Hours
    Half-Life 2;"Nov 16, 2004";"Shooter|Puzzle";9.99;12
    Portal;"Oct 10, 2007";Puzzle;NA;

    """

  private let page: RunningPage

  init() throws { page = try RunningPage(copyOf: "examples/collection") }

  private func send(_ text: String, _ kind: String = "game") throws -> RawReply {
    try page.upload("/import", [("file", "games.csv", Array(text.utf8))], fields: [("mode", "add"), ("kind", kind)])
  }

  /// What a form's fields are called and hold, some of them changed.
  private func answered(_ reply: RawReply, _ changes: [String: String] = [:]) -> [(String, String)] {
    RunningPage.fields(of: reply.text).map { ($0.0, changes[$0.0] ?? $0.1) }
      + changes.filter { change in !RunningPage.fields(of: reply.text).contains { $0.0 == change.key } }.map {
        ($0.key, $0.value)
      }
  }

  @Test(
    "columns of other names are asked for, with what they hold and what is likely meant; dates, lists and words for nothing are read"
  )
  func foreign() throws {
    let asked = try send(Self.table)
    #expect(asked.status == 200, "\(asked.text)")
    #expect(asked.text.contains("Which column is which field?") && asked.text.contains("Half-Life 2 · Portal"))
    #expect(asked.text.contains("2 rows · ") && asked.text.contains("Checking 2 records …"), "\(asked.text)")
    let likely = Dictionary(answered(asked)) { $1 }
    #expect(likely["column-0"] == "title" && likely["column-1"] == "release" && likely["column-2"] == "properties.genres")
    #expect(asked.text.contains("Status where the file has none"))
    // What every record must have, and the table does not say, is missing in all.
    let faulty = try page.post("/import", answered(asked, ["column-3": "", "column-4": ""]))
    #expect(faulty.status == 422 && faulty.text.contains("&#39;status&#39; is missing"), "\(faulty.text)")
    let preview = try page.post("/import", answered(asked, ["column-3": "", "column-4": "", "fallback-status": "library"]))
    #expect(preview.status == 200, "\(preview.text)")
    #expect(preview.text.contains("<bdi>Portal</bdi>") && preview.text.contains("Left out: Hours (1), Price (2)"))
    #expect(preview.text.contains("kind: game") && preview.text.contains("MMM D, YYYY"))
    let form = try #require(preview.text.split(separator: "<form method=\"post\"").last)
    let done = try page.post("/import", RunningPage.fields(of: String(form)))
    #expect(done.status == 303, "\(done.text)")
    let list = try page.get("/games?q=title:eq:\"Half-Life%202\"").text
    #expect(list.contains("1 of"), "\(list)")
    let path = try #require(
      page.get("/log/1").text.firstMatch(of: /games\/[a-z0-9\/-]*half-life-2[a-z0-9-]*\.yaml/)?.output)
    let text = try page.text(String(path))
    #expect(text.contains("2004-11-16") || text.contains("20041116"), "\(text)")
    #expect(text.contains("Shooter") && text.contains("Puzzle") && !text.contains("|"), "\(text)")
  }

  @Test("a column fills a list of maps: each of its values is an item, with what another column says of it, or one value for all")
  func items() throws {
    let asked = try send("Name,Released,Platform\nAlpha,2001,\"Switch, PC\"\nBeta,2002,\"PC, Mac\"\nGamma,2003,PC\n")
    #expect(Dictionary(answered(asked)) { $1 }["column-2"] == "properties.platforms.system", "\(asked.text)")
    #expect(
      asked.text.contains("Platforms: System</option>") && asked.text.contains("Platforms: Format where the file has none"))
    let missing = try page.post("/import", answered(asked, ["fallback-status": "library"]))
    #expect(missing.status == 422 && missing.text.contains("&#39;format&#39; is missing"), "\(missing.text)")
    let preview = try page.post(
      "/import", answered(missing, ["fallback-status": "library", "fallback-properties.platforms.format": "physical"]))
    #expect(preview.status == 200, "\(preview.text)")
    let form = try #require(preview.text.split(separator: "<form method=\"post\"").last)
    #expect(try page.post("/import", RunningPage.fields(of: String(form))).status == 303)
    #expect(try page.get("/games?q=system:Mac").text.contains("<bdi>Beta</bdi>"))
    let both = try page.get("/games?q=title:eq:Alpha+format:physical").text
    #expect(both.contains("1 of"), "\(both)")
  }

  @Test("words that a field does not have are asked about, the likely one chosen; they become the values that they mean, or none")
  func words() throws {
    let asked = try send("Name,Released,Status,Platform\nEpsilon,2001,owned,\"Switch, Playstation4\"\nZeta,2002,unplayed,Steam\n")
    let likely = Dictionary(answered(asked)) { $1 }
    #expect(likely["word-3-Playstation4"] == "=PlayStation 4" && likely["word-3-Steam"] == "" && likely["word-3-Switch"] == nil)
    #expect(asked.text.contains("“Steam” means"))
    let said = [
      "word-3-Steam": "=Windows", "word-2-unplayed": "=library", "word-2-owned": "=library",
      "fallback-properties.platforms.format": "digital",
    ]
    let preview = try page.post("/import", answered(asked, said))
    #expect(preview.status == 200 && preview.text.contains("Steam: Windows"), "\(preview.text)")
    let form = try #require(preview.text.split(separator: "<form method=\"post\"").last)
    #expect(try page.post("/import", RunningPage.fields(of: String(form))).status == 303)
    #expect(try page.get("/games?q=system:Windows+zeta").text.contains("1 of"))
    #expect(try page.get("/games?q=system:ps4+epsilon").text.contains("1 of"))
    // The words of a list in brackets are words as well.
    let listed = try send("Name,Released,Platform\nTheta,2003,\"['Humble Bundle', 'Steam']\"\n")
    let bundle = try page.post(
      "/import",
      answered(
        listed,
        [
          "word-2-Steam": "=Windows", "word-2-Humble Bundle": "-", "fallback-status": "library",
          "fallback-properties.platforms.format": "digital",
        ]))
    #expect(listed.text.contains("“Humble Bundle” means") && bundle.status == 200, "\(bundle.text)")
    let none = try page.post(
      "/import",
      answered(try send("Name,Released,Platform\nEta,2003,Steam\n"), ["word-2-Steam": "-", "fallback-status": "library"]))
    #expect(none.status == 200 && none.text.contains("skip:"), "\(none.text)")
  }

  @Test("what two columns say of one item stands together, and one that says it twice is refused")
  func pairs() throws {
    let asked = try send("Name,Released,System,Format\nDelta,2001,PC,digital\n")
    let likely = Dictionary(answered(asked)) { $1 }
    #expect(likely["column-2"] == "properties.platforms.system" && likely["column-3"] == "properties.platforms.format")
    #expect(!asked.text.contains("Platforms: Format where the file has none"))
    let preview = try page.post("/import", answered(asked, ["fallback-status": "library"]))
    #expect(preview.status == 200 && preview.text.contains("format: &#39;{Format}&#39;"), "\(preview.text)")
    let twice = try page.post("/import", answered(asked, ["column-3": "properties.platforms.system"]))
    #expect(twice.status == 422 && twice.text.contains("twice"), "\(twice.text)")
  }

  @Test(
    "JSON of another program is asked about as a table is: members are columns, lists stand apart, also where objects hold them")
  func json() throws {
    let text = """
      {"made": "2026-01-01", "library": {"games": [
        {"Name": "Theta", "released": "Nov 16, 2004", "tags": ["Adventure", "Point, click"], "state": "unplayed", "on": [
          {"system": "Switch", "bought": "Digital"}, {"system": "PC", "bought": "Physical"}], "hours": 3.5},
        {"Name": "Iota", "released": "2005", "tags": [], "state": "library", "on": [], "hours": null}]}}
      """
    let asked = try page.upload(
      "/import", [("file", "games.json", Array(text.utf8))], fields: [("mode", "add"), ("kind", "game")])
    #expect(asked.status == 200 && asked.text.contains("Which column is which field?"), "\(asked.text)")
    #expect(asked.text.contains("2 records · ") && !asked.text.contains("2 rows"), "\(asked.text)")
    let answers = answered(
      asked,
      [
        "column-0": "title", "column-1": "release", "column-2": "properties.genres", "column-3": "status",
        "column-4": "properties.platforms.system", "column-5": "properties.platforms.format", "word-3-unplayed": "=library",
      ])
    let preview = try page.post("/import", answers)
    #expect(preview.status == 200, "\(preview.text)")
    #expect(
      preview.text.contains("records: library.games") && preview.text.contains("format: &#39;{bought}&#39;"), "\(preview.text)")
    #expect(preview.text.contains("hours (1)") && preview.text.contains("made (1)"), "\(preview.text)")
    let form = try #require(preview.text.split(separator: "<form method=\"post\"").last)
    #expect(try page.post("/import", RunningPage.fields(of: String(form))).status == 303)
    let path = try #require(page.get("/log/1").text.firstMatch(of: /games\/[a-z0-9\/-]*theta[a-z0-9-]*\.yaml/)?.output)
    let record = try page.text(String(path))
    #expect(record.contains("Point, click") && record.contains("2004"), "\(record)")
    #expect(try page.get("/games?q=theta+system:PC+format:physical").text.contains("1 of"), "\(record)")
  }

  @Test("of JSON that says no kind and no version, the page says what is to be chosen; an export is read at once")
  func jsonKinds() throws {
    let foreign = Array(#"[{"Name": "Kappa"}]"#.utf8)
    let unknown = try page.upload("/import", [("file", "list.json", foreign)], fields: [("mode", "add")])
    #expect(unknown.status == 422 && unknown.text.contains("choose which kind its records are"), "\(unknown.text)")
    let export = Array(
      #"{"schemaVersion": 1, "games": [{"title": "Lambda", "release": 2001, "status": "library", "properties": {"series": [], "developers": [], "publishers": [], "genres": [], "modes": [], "platforms": []}}]}"#
        .utf8)
    for kind in ["", "game"] {
      let read = try page.upload("/import", [("file", "x.json", export)], fields: [("mode", "add"), ("kind", kind)])
      #expect(read.status == 200 && read.text.contains("<bdi>Lambda</bdi>"), "\(read.text)")
    }
  }

  @Test("what is wrong with many rows is said once, with how many there are")
  func manyFaults() throws {
    let asked = try send("Name,Released\n" + (1...30).map { "G\($0),\n" }.joined())
    let faulty = try page.post("/import", answered(asked, ["fallback-status": "library"]))
    #expect(
      faulty.status == 422
        && faulty.text.contains("30 × &#39;release&#39; is missing (G1, line 2; G2, line 3; G3, line 4; G4, line 5; …)"),
      "\(faulty.text)")
  }

  @Test("faults are told by the record and its line, and what is there twice by its number in the file, in both languages (G7.8)")
  func faultyPlaces() throws {
    let rest = #""properties": {"series": [], "developers": [], "publishers": [], "genres": [], "modes": [], "platforms": []}}"#
    let game = #"{"title": "Lambda", "release": 2001, "status": "library", "# + rest
    let twice = "{\"schemaVersion\": 1, \"games\": [\n\(game),\n\(game)]}"
    func said(_ text: String, _ language: String) throws -> String {
      let reply = try page.upload(
        "/import", [("file", "x.json", Array(text.utf8))], fields: [("mode", "add")], more: ["Accept-Language: \(language)"])
      #expect(reply.status == 422, "\(reply.text)")
      return reply.text.replacing("&#39;", with: "'")
    }
    let english = try said(twice, "en")
    #expect(
      english.contains("<p>Lambda, line 3: 'Lambda' is the same game as 'Lambda', record 1 of the file</p>"), "\(english)")
    let turkish = try said(twice, "tr")
    #expect(turkish.contains("<p>Lambda, 3. satır: ") && turkish.contains("dosyanın 1. kaydı</p>"), "\(turkish)")
    // What is wrong with those before it takes no number away.
    let behind = try said("{\"schemaVersion\": 1, \"games\": [\n7,\n\(game),\n\(game)]}", "en")
    #expect(behind.contains("the same game as 'Lambda', record 2 of the file"), "\(behind)")
    // What has no name is found by its character in the line.
    #expect(try said("[\n  7 8]", "en").contains("<p>line 2, character "))
  }

  @Test("what is left out is kept in fields of its own where that is wanted")
  func kept() throws {
    let asked = try send(Self.table)
    let preview = try page.post(
      "/import", answered(asked, ["column-3": "", "column-4": "", "others": "1", "fallback-status": "library"]))
    #expect(preview.status == 200 && !preview.text.contains("Left out"), "\(preview.text)")
    #expect(preview.text.contains("others: keep"))
  }

  @Test("one field for two columns is refused, and the answers stay")
  func twice() throws {
    let asked = try send(Self.table)
    let refused = try page.post("/import", answered(asked, ["column-3": "title"]))
    #expect(refused.status == 422 && refused.text.contains("twice"), "\(refused.text)")
    let again = Dictionary(answered(refused)) { $1 }
    #expect(again["column-0"] == "title" && again["column-3"] == "title" && again["column-1"] == "release")
  }

  @Test("a value for where the file has none is asked for where cells are empty, and where they say that they are")
  func missing() throws {
    let label = "Release where the file has none"
    #expect(try !send("Name,Released\nA,2001\nB,2002\n").text.contains(label))
    #expect(try send("Name,Released\nA,2001\nB,\n").text.contains(label))
    #expect(try send("Name,Released\nA,2001\nB,NA\n").text.contains(label))
  }

  @Test("of dates with slashes that may begin with either number, somebody says what they mean; of others nobody is asked")
  func slashes() throws {
    let open = try send("Name,Released\nA,3/4/2020\n")
    #expect(open.text.contains("What does 3/4/2026 mean"))
    let month = try page.post("/import", answered(open, ["dates": "month", "fallback-status": "library"]))
    #expect(month.text.contains("M/D/YYYY"), "\(month.text)")
    let sure = try send("Name,Released\nA,3/4/2020\nB,13/4/2020\n")
    #expect(!sure.text.contains("What does 3/4/2026 mean"))
    #expect(try page.post("/import", answered(sure, ["fallback-status": "library"])).text.contains("D/M/YYYY"))
  }

  @Test("a table whose columns are called like fields is read at once; one of no kind asks for it")
  func own() throws {
    let plain = try send("title,release,status,genres\nAlpha,2001,library,Puzzle\n")
    #expect(plain.status == 200 && plain.text.contains("<bdi>Alpha</bdi>"), "\(plain.text)")
    let unknown = try page.upload("/import", [("file", "list.csv", Array("a,b\n1,2\n".utf8))], fields: [("mode", "add")])
    #expect(unknown.status == 422 && unknown.text.contains("Say which kind of records"), "\(unknown.text)")
  }

  @Test(
    "a table of any bytes is answered, and nothing is written",
    arguments: ["", "\u{0}", "a\n\"", "a,a\n1,2\n", "Name\n" + String(repeating: "x,", count: 5_000)])
  func hostile(_ text: String) throws {
    let reply = try send(text)
    #expect([200, 422].contains(reply.status), "\(text.prefix(20)): \(reply.status)")
    let again = try page.post("/import", [("kept", "x"), ("columns", "1"), ("column-0", "no.such.field"), ("kind", "game")])
    #expect(again.status == 422)
  }
}
