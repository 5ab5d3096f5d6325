// The columns of foreign tables, as somebody looks through them who says what they are.

import Testing
import VitrineExchange
import VitrineModel

@Suite("Columns of foreign tables") struct ForeignTableTests {
  private let game = RoundTripTests.kinds.first { $0.kind.name == "game" }

  private func table(_ text: String) throws -> ForeignTable? { ForeignTable(Array(text.utf8), try #require(game)) }

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
}
