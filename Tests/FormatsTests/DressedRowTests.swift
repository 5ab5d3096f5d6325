// Rows as people see them: headings, colours, signs, days and units.

import Testing
import VitrineFormats

@Suite struct DressedRowTests {
  private let terminal = Look(color: false, width: 60)

  private var projects: Table {
    var table = Table(
      columns: [.init("system"), .init("army"), .init("name"), .init("points", .right), .init("note")],
      rows: [
        row("Age of Sigmar", "Nighthaunt", nil, 0), row("Warhammer 40K", "Death Guard", "The cheerful ones", 300),
        row("Warhammer 40K", "Death Guard", "More of them", nil), row("Warhammer 40K", nil, nil, 485),
      ])
    table.groupCount = 2
    table.headings = [
      .init(row: 0, level: 0, .text("Age of Sigmar")), .init(row: 0, level: 1, .text("Nighthaunt")),
      .init(row: 1, level: 0, .text("Warhammer 40K")), .init(row: 1, level: 1, .text("Death Guard")),
      .init(row: 3, level: 1, .null),
    ]
    return table
  }

  private func row(_ system: String?, _ army: String?, _ name: String?, _ points: Int?) -> Table.Row {
    .init([
      system.map { .text($0) } ?? .null, army.map { .text($0) } ?? .null, name.map { .text($0) } ?? .null,
      points.map { .shown("\($0) pt", written: .integer($0)) } ?? .null,
    ])
  }

  @Test("on a terminal groups are headings, a level for each field; a group without a value says so (M1.2)")
  func headings() {
    #expect(
      text("table", projects, terminal) == """
            name               points  note
        Age of Sigmar
          Nighthaunt
                                 0 pt
        Warhammer 40K
          Death Guard
            The cheerful ones  300 pt
            More of them
          (no army)
                               485 pt

        """)
  }

  @Test("in a pipe and for machines groups are columns like others")
  func columns() {
    #expect(
      text("table", projects) == """
        system         army         name               points  note
        Age of Sigmar  Nighthaunt                        0 pt
        Warhammer 40K  Death Guard  The cheerful ones  300 pt
        Warhammer 40K  Death Guard  More of them
        Warhammer 40K                                  485 pt

        """)
    #expect(text("csv", projects).hasPrefix("system,army,name,points,note\r\nAge of Sigmar,Nighthaunt,,0,\r\n"))
  }

  @Test("where all columns are grouped by, the last stays a column")
  func onlyGroups() {
    var table = Table(columns: [.init("a")], rows: [.init([.text("x")]), .init([.text("y")])])
    table.groupCount = 1
    table.headings = [.init(row: 0, level: 0, .text("x")), .init(row: 1, level: 0, .text("y"))]
    #expect(text("table", table, terminal) == "a\nx\ny\n")
  }

  @Test("on a terminal columns without a value are left out where nobody asked for them, and rows are counted below")
  func emptyColumns() {
    var table = projects
    table.hidesEmptyColumns = true
    table.footer = "4 projects"
    let shown = text("table", table, terminal)
    #expect(!shown.contains("note"))
    #expect(shown.hasSuffix("\n4 projects\n"))
    #expect(text("table", table).contains("note") && !text("table", table).contains("4 projects"))
    #expect(text("table", table, Look(color: true, width: 60)).hasSuffix("\u{1B}[2m4 projects\u{1B}[0m\n"))
  }

  private func clothes() throws -> Table {
    let navy = try #require(RGB(hex: "#1b2a6b"))
    let white = try #require(RGB(hex: "#FFFFFF"))
    return Table(
      columns: [.init("name"), .init("colors")],
      rows: [.init([.text("Blazer"), .list([.color("navy", navy), .color("white", white)])])])
  }

  @Test("a colour stands before its name: exactly, as one of 256, or not at all (W2.3, W4.2)")
  func colors() throws {
    let table = try clothes()
    var look = Look(color: true, width: 60)
    let head = "\u{1B}[1mname    colors\u{1B}[0m\n"
    #expect(
      text("table", table, look) == head + "Blazer  \u{1B}[38;5;18m▇\u{1B}[39m navy; \u{1B}[38;5;231m▇\u{1B}[39m white\n")
    look.hasExactColors = true
    #expect(
      text("table", table, look)
        == head + "Blazer  \u{1B}[38;2;27;42;107m▇\u{1B}[39m navy; \u{1B}[38;2;255;255;255m▇\u{1B}[39m white\n")
    #expect(text("table", table, terminal) == "name    colors\nBlazer  navy; white\n")
    #expect(text("ndjson", table, look) == #"{"name":"Blazer","colors":["navy","white"]}"# + "\n")
    #expect(text("markdown", table, look).contains("| navy; white |"))
  }

  @Test("a cell that is cut keeps the blocks that fit, and a block in a text of one's own gets no colour")
  func cutColors() throws {
    var table = try clothes()
    table.rows = .init([.init([.text("▇ Blazer"), table.rows[0].cells[1]])])
    #expect(
      text("table", table, Look(color: true, width: 18)).hasSuffix("\n▇ Blazer  \u{1B}[38;5;18m▇\u{1B}[39m navy;…\n"))
  }

  @Test(
    "the nearest of 256 colours is one of the cube or a grey; what has a hue is no grey",
    arguments: [
      ("#000000", 16), ("#ffffff", 231), ("#ff0000", 196), ("#808080", 244), ("#1b2a6b", 18), ("#d4af37", 178), ("#1b2a4b", 17),
      ("#1f4229", 22), ("#5c3a22", 52), ("#36393f", 237),
    ])
  func indexed(hex: String, index: Int) throws {
    let table = Table(columns: [.init("c")], rows: [.init([.color("x", try #require(RGB(hex: hex)))])])
    #expect(text("table", table, Look(color: true, width: 20)).contains("\u{1B}[38;5;\(index)m▇"))
  }

  @Test("what is no colour is none", arguments: ["", "#12345", "#1234567", "123456", "#12345g", "#+12345", "#ı23456"])
  func noColor(hex: String) {
    #expect(RGB(hex: hex) == nil)
  }

  @Test("people read days, units and signs; machines get what is written")
  func shown() {
    let platform = Cell.map([.init("system", .text("SNES")), .init("format", .marked("physical", glyph: "▣"))])
    let table = Table(
      columns: [.init("release"), .init("focal", .right), .init("platforms"), .init("exposure")],
      rows: [
        .init([
          .shown("1995-03-11", written: .number("19950311")), .shown("50 mm", written: .number("50")),
          .list([platform, platform]),
          .map([
            .init("iso", .number("400"), isNamed: true), .init("lens", .null, isNamed: true),
            .init("shutter", .shown("1/250 s", written: .text("1/250")), isNamed: true),
          ]),
        ])
      ])
    #expect(
      text("table", table, Look(color: false, width: 90)).contains(
        "\n1995-03-11  50 mm  SNES ▣; SNES ▣  iso 400, shutter 1/250 s\n"))
    #expect(text("table", table).contains("\n1995-03-11  50 mm  SNES physical; SNES physical  iso 400, shutter 1/250 s\n"))
    #expect(text("csv", table).hasSuffix("\r\n19950311,50,SNES physical; SNES physical,\"iso 400, shutter 1/250\"\r\n"))
    #expect(
      text("ndjson", table)
        == #"{"release":19950311,"focal":50,"platforms":[{"system":"SNES","format":"physical"},{"system":"SNES","format":"physical"}],"exposure":{"iso":400,"lens":null,"shutter":"1/250"}}"#
        + "\n")
  }
}
