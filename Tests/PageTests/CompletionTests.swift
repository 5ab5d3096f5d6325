// What the search box offers while somebody types: fields and values first, then records by their titles.

import Testing
import VitrineTesting

/// Completion of the search box, as its script asks for it.
@Suite struct CompletionTests {
  private let page: RunningPage

  init() throws { page = try RunningPage() }

  private func write(_ titles: [String]) throws {
    for (number, title) in titles.enumerated() { try page.folder.write("title: \(title)\n", to: "things/t\(number).yaml") }
  }

  /// The titles of the records that are offered, in order.
  private func titles(_ query: String, kind: String = "thing") throws -> [String] {
    let reply = try page.get("/complete?kind=\(kind)&q=\(query)")
    #expect(reply.status == 200)
    return reply.text.matches(of: /<a href="[^"]*" tabindex="-1"><b>(.*?)<\/b>/).map { String($0.output.1) }
  }

  @Test("a word of a title offers its record: a link with its picture and its kind, below fields, as one more option")
  func records() throws {
    try write(["Late lamp"])
    let text = try page.get("/complete?kind=thing&q=la").text
    let options = text.matches(of: /<li role="option" id="option-(\d+)".*?<\/li>/)
    #expect(options.map { String($0.output.1) } == options.indices.map { "\($0)" }, "\(text)")
    #expect(options.dropLast().contains { $0.output.0.contains("data-value=\"labels:\"") })
    let record = try #require(options.last).output.0
    #expect(record.contains("aria-selected=\"false\"") && record.contains("<a href=\"/things/t0\""), "\(record)")
    #expect(
      record.contains("<span class=\"cover small") && record.contains("data-letter=\"L\"") && record.contains(">Thing</span>"))
  }

  @Test("words that begin so go before words that hold it, then titles decide; no more than five records are offered")
  func order() throws {
    try write(["Endarkened", "Dark souls", "A dark room", "Bedark"])
    #expect(try titles("DARK") == ["A dark room", "Dark souls", "Bedark", "Endarkened"])
    try write((0..<9).map { "Dark \($0)" })
    #expect(try titles("dark") == (0..<5).map { "Dark \($0)" })
  }

  @Test("words are found regardless of case and marks; words before them tell among records, and hide none")
  func words() throws {
    try write(["Çiya", "Soul blade", "Dark souls"])
    #expect(try titles("ciy") == ["Çiya"])
    #expect(try titles("dark%20sou") == ["Dark souls", "Soul blade"])
    #expect(try titles("one%20or%20blade%20sou") == ["Soul blade", "Dark souls"])
  }

  @Test("records are offered for a bare word of two characters alone, and a query that is none yet takes nothing away")
  func others() throws {
    for query in [
      "t", "-tw", "tw%20", "shelf:tw", "labels:%22red%20tw", "%22one%20tw", "tw%20limit:1", "@tw", "%E2%80%8B%E2%80%8B",
    ] {
      #expect(try titles(query) == [], "\(query)")
    }
    #expect(try titles("nothing:x%20tw") == ["Two"])
    #expect(try titles("shelf:top%20tw") == ["Two"])
    #expect(try titles("%22tw%22") == ["Two"])
    for query in ["(sh", "one%20or%20(sh", "%22)%20sh"] {
      #expect(try page.get("/complete?kind=thing&q=\(query)").text.contains("<b>"), "\(query)")
      #expect(try titles(query) == [], "\(query)")
    }
  }

  @Test("a title is text, whatever stands in it")
  func escaping() throws {
    try write(["'<b>Bold</b> \"&'"])
    let text = try page.get("/complete?q=bold").text
    #expect(text.contains("<b>&lt;b&gt;Bold&lt;/b&gt; &quot;&amp;</b>"), "\(text)")
  }

  @Test("records of the list that is shown go first, those of other kinds follow; without a list all stand by their titles")
  func kinds() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    try page.folder.write("title: A navy game\nstatus: library\n", to: "games/a-navy-game.yaml")
    func addresses(_ kind: String) throws -> [String] {
      try page.get("/complete?kind=\(kind)&q=navy").text.matches(of: /<a href="([^"]*)" tabindex/).map { String($0.output.1) }
    }
    let (game, garment) = ("/games/a-navy-game", "/garments//wardrobe/navy-blazer")
    let (garments, games) = (try addresses("garment"), try addresses("game"))
    #expect(garments.first == garment && garments.contains(game), "\(garments)")
    #expect(games.first == game && games.contains(garment), "\(games)")
    #expect(try addresses("").first == game)
  }
}
