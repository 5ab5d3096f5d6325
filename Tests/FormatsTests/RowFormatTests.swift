// Rows in every format.

import Testing
import VitrineFormats
import VitrineSource

@Suite struct RowFormatTests {
  private let games = Table(
    columns: [
      .init("title"), .init("release", .right), .init("hours", title: "Hours", .right), .init("platforms"), .init("done"),
    ],
    rows: [
      .init(
        path: "games/hades.yaml",
        [.text("Hades"), .number("20200917"), .number("60.5"), .list([.text("Switch"), .text("PC")]), .boolean(true)]),
      .init(
        path: "games/zelda.yaml",
        [
          .text("ゼルダの伝説, \"Zelda\" | *1*"), .number("19860221"), .null,
          .map([.init("system", .text("NES"))]),
        ]),
      .init(path: "odd\nname.yaml", [.text("a\nb\u{1B}[31m"), .number("007"), .number("1e3"), .list([]), .text("")]),
    ])

  @Test("in a pipe columns are aligned, nothing is cut and no colour is used")
  func pipe() {
    #expect(
      text("table", games) == """
        title                         release  Hours  platforms   done
        Hades                        20200917   60.5  Switch; PC  true
        ゼルダの伝説, "Zelda" | *1*  19860221         NES
        a␊b␛[31m                          007    1e3

        """)
  }

  @Test("on a terminal the widest text columns are cut until the line fits, numbers never", arguments: [20, 40, 50, 60, 64, 120])
  func terminal(width: Int) {
    let lines = text("table", games, Look(color: false, width: width)).split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { cells($0) <= max(width, 41) })
    #expect(lines[1].contains("20200917"))
    #expect(lines[2].contains("…") == (width < 64))
  }

  @Test("on a terminal the header is bold")
  func bold() {
    let table = Table(columns: [.init("a")], rows: [.init([.text("x")])])
    #expect(text("table", table, Look(color: true, width: 80)) == "\u{1B}[1ma\u{1B}[0m\nx\n")
  }

  @Test("csv follows RFC 4180 and tells a missing value from an empty text")
  func csv() {
    #expect(
      text("csv", games) == """
        title,release,hours,platforms,done\r
        Hades,20200917,60.5,Switch; PC,true\r
        "ゼルダの伝説, ""Zelda"" | *1*",19860221,,NES,\r
        "a\nb\u{1B}[31m",007,1e3,"",""\r

        """)
  }

  @Test("json and ndjson keep types; a number JSON cannot write becomes a string")
  func json() {
    let rows = [
      #"{"title":"Hades","release":20200917,"hours":60.5,"platforms":["Switch","PC"],"done":true}"#,
      #"{"title":"ゼルダの伝説, \"Zelda\" | *1*","release":19860221,"hours":null,"platforms":{"system":"NES"},"done":null}"#,
      #"{"title":"a\nb\u001b[31m","release":"007","hours":1e3,"platforms":[],"done":""}"#,
    ]
    #expect(text("ndjson", games) == rows.map { $0 + "\n" }.joined())
    #expect(text("json", games) == "[\n  " + rows.joined(separator: ",\n  ") + "\n]\n")
    #expect(isJSON(text("json", games)))
  }

  @Test("yaml quotes every text and every key that could be something else")
  func yaml() {
    var table = games
    table.rows = .init(Array(games.rows.dropLast(2)))
    table.columns[4].name = "on"
    #expect(
      text("yaml", table) == """
        - title: "Hades"
          release: 20200917
          hours: 60.5
          platforms: ["Switch","PC"]
          "on": true

        """)
  }

  @Test("markdown escapes its own marks and keeps a row on a line")
  func markdown() {
    #expect(
      text("markdown", games) == #"""
        | title | release | Hours | platforms | done |
        | --- | --: | --: | --- | --- |
        | Hades | 20200917 | 60.5 | Switch; PC | true |
        | ゼルダの伝説, "Zelda" \| \*1\* | 19860221 | | NES | |
        | a<br>b␛\[31m | 007 | 1e3 | | |

        """#)
  }

  @Test("paths that end with a line feed are shown on one line, those that end with NUL are raw")
  func paths() {
    #expect(text("paths", games) == "games/hades.yaml\ngames/zelda.yaml\nodd␊name.yaml\n")
    #expect(text("paths", games, Look(color: false, width: 80)) == "games/hades.yaml\ngames/zelda.yaml\nodd␊name.yaml\n")
    #expect(text("paths0", games) == "games/hades.yaml\0games/zelda.yaml\0odd\nname.yaml\0")
  }

  @Test("no rows are an empty table, list or document")
  func empty() {
    let none = Table(columns: [.init("a"), .init("b")])
    #expect(text("table", none) == "" && text("ndjson", none) == "" && text("paths", none) == "")
    #expect(text("json", none) == "[]\n" && text("yaml", none) == "[]\n" && text("csv", none) == "a,b\r\n")
    #expect(text("markdown", none) == "| a | b |\n| --- | --- |\n")
  }
}
