// The columns of foreign tables, as somebody looks through them who says what they are.

import Testing
import VitrineExchange
import VitrineModel

@Suite("Columns of foreign tables") struct ForeignTableTests {
  private let game = RoundTripTests.kinds.first { $0.kind.name == "game" }

  private func table(_ text: String, _ format: ForeignFormat = .csv) throws -> ForeignTable? {
    ForeignTable(Array(text.utf8), format, try #require(game))
  }

  @Test("each column has its first values that are different, how many rows have one, and the field that it is called like")
  func columns() throws {
    let table = try #require(try table("\u{FEFF}title;Genres;Played\r\nA;RPG;\r\nB;RPG;3\r\nC; ;4\r\n"))
    #expect(table.rowCount == 3 && table.columns.map(\.name) == ["title", "Genres", "Played"])
    #expect(table.columns.map(\.values) == [["A", "B", "C"], ["RPG"], ["3", "4"]])
    #expect(table.columns.map(\.count) == [3, 2, 2])
    #expect(table.columns.map { $0.field?.dotted } == ["title", "properties.genres", nil])
    #expect(!table.isPlain)
  }

  @Test(
    "a column of another name has the field that is likely meant, each field once",
    arguments: [
      ("Name", "title"), ("released", "release"), ("Publisher", "properties.publishers"),
      ("Platform", "properties.platforms.system"), ("format", "properties.platforms.format"), ("Zebra", nil),
    ])
  func guesses(_ name: String, _ wanted: String?) throws {
    let column = try #require(try table("\(name)\nx\n")?.columns.first)
    #expect((column.field ?? column.guess)?.dotted == wanted)
    let both = try #require(try table("title,name\nx,y\n"))
    #expect(both.columns[1].field == nil && both.columns[1].guess?.dotted != "title")
  }

  @Test(
    "what cannot be looked through is none: faults, a column twice, no header, hundreds of columns",
    arguments: ["", "a\n\"", "a,a\n", "a\n\u{1}\u{0}", String(repeating: "a,", count: 400)])
  func none(_ text: String) throws {
    // A byte that no text has is read as any other where a table may have it.
    let table = try table(text)
    #expect(table == nil || table?.columns.map(\.name) == ["a"])
  }

  @Test("words that programs write where they know nothing are noted, and are none for a title")
  func blanks() throws {
    let kind = try #require(game).kind
    let table = try #require(try table("title;Zebra\nA;NA\n-; - \nC;12\n"))
    #expect(table.columns.map(\.blanks) == [["-"], ["NA", "-"]])
    let title = try #require(kind.field(FieldPath(["title"])))
    let release = try #require(kind.field(FieldPath(["release"])))
    #expect(ForeignTable.blanks(of: table.columns[0], for: title, in: kind) == [])
    #expect(ForeignTable.blanks(of: table.columns[1], for: release, in: kind) == ["NA", "-"])
  }

  @Test("an export with a column that no field is called like is no foreign table: a mapping has no words for what else is in it")
  func exports() throws {
    #expect(try table("@path,title,Zebra\na.yaml,A,1\n") == nil)
    #expect(try table("title,properties.platforms,Zebra\nA,[],1\n") == nil)
    #expect(try table("@path,title\na.yaml,A\n") != nil)
    #expect(try table("title,platforms,Zebra\nA,PC/digital,1\n") == nil)
    let words = try #require(try table("title,platforms\nA,PC\n"))
    #expect(!words.isPlain && words.columns[1].guess?.dotted == "properties.platforms.system")
    let own = try #require(try table("title,x-mine,Zebra\nA,1,2\n"))
    #expect(own.columns[1].field?.dotted == "x-mine")
  }

  @Test("the members of JSON objects are columns, by their dotted names; values of lists stand apart")
  func objects() throws {
    let text =
      #"[{"Name": "A", "at": {"x": 1, "on": true}, "tags": ["a, b", "c"]}, {"Name": "B", "parts": [{"n": 1}, {"n": 2}], "none": null}]"#
    let table = try #require(try table(text, .json))
    #expect(table.rowCount == 2 && table.records == [] && table.key == nil && !table.isPlain)
    #expect(table.columns.map(\.name) == ["Name", "at.x", "at.on", "tags", "parts.n", "none"])
    #expect(table.columns.map(\.values) == [["A", "B"], ["1"], ["true"], ["a, b", "c"], ["1", "2"], []])
    #expect(table.columns.map(\.count) == [2, 1, 1, 1, 1, 0])
    #expect(table.columns.map(\.isApart) == [false, false, false, true, true, false])
    #expect(table.columns.map(\.list) == [nil, nil, nil, nil, "parts", nil])
    #expect(table.columns[0].guess?.dotted == "title")
    let lines = try #require(try self.table("{\"Name\": \"A\"}\n\n{\"Name\": \"B\"}\r\n", .ndjson))
    #expect(lines.columns.map(\.values) == [["A", "B"]] && lines.rowCount == 2)
  }

  @Test(
    "the records of a document are its only list of objects, or the one that is called like the kind; else a map of objects; else a list of values",
    arguments: [
      (#"{"version": 2, "items": [{"a": 1}]}"#, "items", nil, "a"),
      (#"{"data": {"all": [{"a": 1}]}}"#, "data.all", nil, "a"),
      (#"{"people": [{"b": 1}], "games": [{"a": 1}]}"#, "games", nil, "a"),
      (#"{"games": {"One": {"a": 1}, "Two": {"a": 2}}}"#, "games", "name", "name a"),
      (#"{"One": {"name": 1}, "Two": {"name": 2}}"#, "", "key", "key name"),
      (#"{"source": "x", "games": ["One", "Two"]}"#, "games", nil, "."),
    ])
  func records(_ text: String, _ names: String, _ key: String?, _ columns: String) throws {
    let table = try #require(try table(text, .json))
    #expect(table.records.joined(separator: ".") == names && table.key == key)
    #expect(table.columns.map(\.name).joined(separator: " ") == columns)
  }

  @Test(
    "JSON in which nothing is meant for records is no table, nor what vitrine itself wrote with something that the kind does not know",
    arguments: [
      "", "{", "[]", "{}", "7", #"{"a": 1}"#, #"{"people": [{"b": 1}], "places": [{"a": 1}]}"#,
      #"{"schemaVersion": 1, "games": [{"Name": "A"}]}"#, #"[{"@path": "a.yaml", "Name": "A"}]"#,
      String(repeating: "[", count: 100_000),
    ])
  func noObjects(_ text: String) throws { #expect(try table(text, .json) == nil) }

  @Test("JSON with the names of the kind's fields needs no mapping")
  func plainObjects() throws {
    let text = #"[{"title": "A", "status": "library", "properties": {"platforms": [{"system": "PC"}]}, "x-mine": 1}]"#
    #expect(try table(text, .json)?.isPlain == true)
    #expect(try table(text.replacing("status", with: "state"), .json)?.isPlain == false)
  }
}
