// What a person sees and gets in a finder, key by key.

import Testing
import VitrineTerminal

@Suite("The finder")
struct FinderModelTests {
  private static let up = "\u{1B}[A"
  private static let down = "\u{1B}[B"
  private static let pageDown = "\u{1B}[6~"

  private func check(
    _ keys: String, rows: Int = 8, columns: Int = 60, _ expected: String, _ location: SourceLocation = #_sourceLocation
  ) {
    var finder = FinderDriver(rows: rows, columns: columns)
    finder.press(keys)
    #expect(finder.screen() == expected + "\n", sourceLocation: location)
  }

  @Test("it begins with everything, the first selected")
  func start() {
    check(
      "",
      #"""
      > |
      > Celeste                     1990 · mario fan
        Doom                        1991
        Dr. Mario                   1992 · mario fan
        Hollow Knight               1993
        Mario Kart 8                1994 · mario fan
        Ōkami                       1995
        12 of 12  Enter choose  Esc leave  Tab mark  ^O edit
      """#)
  }

  @Test("typing narrows the list and makes the words bold, in titles only")
  func typing() {
    check(
      "mario",
      #"""
      > mario|
      > Dr. [Mario]                   1992 · mario fan
        [Mario] Kart 8                1994 · mario fan
        Super [Mario] World           1997



        3 of 12  Enter choose  Esc leave  Tab mark  ^O edit
      """#)
    check(
      "OKAMI",
      #"""
      > OKAMI|
      > [Ōkami]                       1995





        1 of 12  Enter choose  Esc leave  Tab mark  ^O edit
      """#)
    check(
      "xyz",
      #"""
      > xyz|
        nothing found





        0 of 12  Enter choose  Esc leave  Tab mark  ^O edit
      """#)
  }

  @Test("half a query keeps what was found, and says quietly what is missing")
  func faults() {
    check(
      "mario:",
      #"""
      > mario:|
      > Dr. [Mario]                   1992 · mario fan
        [Mario] Kart 8                1994 · mario fan
        Super [Mario] World           1997



        3 of 12  'mario:' needs a value
      """#)
    check(
      "mario:\u{7F}",
      #"""
      > mario|
      > Dr. [Mario]                   1992 · mario fan
        [Mario] Kart 8                1994 · mario fan
        Super [Mario] World           1997



        3 of 12  Enter choose  Esc leave  Tab mark  ^O edit
      """#)
  }

  @Test("the list follows the selection")
  func moving() {
    check(
      String(repeating: Self.down, count: 7),
      #"""
      > |
        Dr. Mario                   1992 · mario fan
        Hollow Knight               1993
        Mario Kart 8                1994 · mario fan
        Ōkami                       1995
        Portal 2                    1996 · mario fan
      > Super Mario World           1997
        12 of 12  Enter choose  Esc leave  Tab mark  ^O edit
      """#)
    check(
      Self.pageDown + Self.up,
      #"""
      > |
        Celeste                     1990 · mario fan
        Doom                        1991
        Dr. Mario                   1992 · mario fan
        Hollow Knight               1993
      > Mario Kart 8                1994 · mario fan
        Ōkami                       1995
        12 of 12  Enter choose  Esc leave  Tab mark  ^O edit
      """#)
    check(
      "\u{1B}[1;5F",
      #"""
      > |
        Portal 2                    1996 · mario fan
        Super Mario World           1997
        Tetris                      1998 · mario fan
        ゼルダの伝説 時のオカリナ   1999
        Zelda                       2000 · mario fan
      > bad␛[2Jtitle                2001
        12 of 12  Enter choose  Esc leave  Tab mark  ^O edit
      """#)
  }

  @Test("marks stay while other things are looked for")
  func marking() {
    check(
      "mario\t\t\u{15}zel",
      #"""
      > zel|
      > [Zel]da                       2000 · mario fan





        1 of 12[  2 marked]  Enter choose  Esc leave  Tab mark
      """#)
  }

  @Test("the page stands beside the list where there is room, and says so where there is none")
  func page() {
    check(
      "portal\u{10}", columns: 76,
      #"""
      > portal|
      > [Portal] 2                            │ Portal 2
                                            │ Number    6
                                            │ Notes     a longer text of several
                                            │           words that goes on and on
                                            │
                                            │
        1 of 12  Enter choose  Esc leave  Tab mark  ^O edit  ^Y show  ^P page
      """#)
    check(
      "portal\u{10}", columns: 60,
      #"""
      > portal|
      > [Portal] 2                    1996 · mario fan





        1 of 12  the page needs 72 columns; Ctrl-Y shows it alone
      """#)
  }

  @Test("a page to read takes the whole screen, scrolls, and goes at any other key")
  func reading() {
    check(
      "portal\u{19}", columns: 30,
      #"""
      Portal 2
      Number    6
      Notes     a longer text of
                several words that
                goes on and on


        any other key goes back  ^O…
      """#)
    check(
      "portal\u{19}" + Self.down, rows: 4, columns: 30,
      #"""
      Number    6
      Notes     a longer text of
                several words that
        lines 2-4 of 5  arrows scro…
      """#)
    check(
      "portal\u{19}q",
      #"""
      > portal|
      > [Portal] 2                    1996 · mario fan





        1 of 12  Enter choose  Esc leave  Tab mark  ^O edit
      """#)
  }

  @Test("the smallest terminals show what fits")
  func small() {
    check(
      "mario", rows: 5, columns: 20,
      #"""
      > mario|
      > Dr. [Mario]
        [Mario] Kart 8
        Super [Mario] World
        3 of 12  Esc leave
      """#)
    check(
      "mario", rows: 2, columns: 12,
      #"""
      > mario|
      > Dr. [Mario]
      """#)
    check(
      "mario", rows: 1, columns: 4,
      #"""
      > …|
      """#)
  }

  @Test("a long query is seen where the cursor is")
  func longQuery() {
    check(
      "super mario world 時のオカリナ", rows: 3, columns: 20,
      #"""
      > …rld 時のオカリナ|
        nothing found
        0 of 12  Esc leave
      """#)
    check(
      "super mario world zelda\u{1}", rows: 3, columns: 20,
      #"""
      > |super mario world…
        nothing found
        0 of 12  Esc leave
      """#)
  }
}

@Suite("What a finder gives back")
struct FinderActionTests {
  private static let table: [(keys: String, action: FinderModel.Action?)] = [
    ("\r", .choose([0])),
    ("mario\r", .choose([2])),
    ("mario\u{1B}[B\r", .choose([4])),
    ("mario\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[A\r", .choose([4])),
    ("xyz\r", .choose([])),
    ("\t\t\u{1B}[B\t\r", .choose([0, 1, 3])),
    ("\u{1B}[B\t\u{1B}[A\u{1B}[A\t\r", .choose([1, 0])),
    // A second Tab takes the mark away; Shift-Tab goes up.
    ("\t\u{1B}[A\t\r", .choose([1])),
    ("\t\t\u{1B}[Z\u{1B}[Z\r", .choose([0, 2])),
    ("mario\t\u{15}xyz\r", .choose([2])),
    ("mario:\r", .choose([2])),
    ("\u{1B}", .leave),
    ("mario\u{3}", .leave),
    ("\u{4}", .leave),
    ("ma\u{1}\u{4}", nil),
    ("portal\u{F}", .open([6])),
    ("xyz\u{F}", nil),
    ("portal\u{19}\u{F}", .open([6])),
    ("portal\u{19}\u{1B}", nil),
    ("\u{1A}", .suspend),
    ("\u{C}", .redraw),
    ("\u{1B}[200~hollow\nknight\u{1B}[201~\r", .choose([3])),
    // The words of the line: Ctrl-W, Ctrl-U, Home, Delete.
    ("hollow x\u{17}\r", .choose([3])),
    ("xyz\u{15}\r", .choose([0])),
    ("xdoom\u{1B}[H\u{1B}[3~\r", .choose([1])),
  ]

  @Test("keys lead to what a person gets", arguments: table.indices)
  func actions(_ index: Int) {
    var finder = FinderDriver()
    finder.press(Self.table[index].keys)
    #expect(finder.action == Self.table[index].action)
  }

  @Test("nothing is wider than the screen, and the screen is full, at any size", arguments: 1...9)
  func sizes(_ rows: Int) {
    for columns in [1, 2, 3, 4, 7, 12, 19, 36, 37, 71, 72, 99] {
      for keys in ["", "mario\t", "mario:", "portal\u{10}", "portal\u{19}", "時のオカリナ時のオカリナ", "xyz"] {
        var finder = FinderDriver(rows: rows, columns: columns)
        finder.press(keys)
        let widths = finder.widths()
        #expect(widths.allSatisfy { $0 <= columns } && widths.count <= rows)
      }
    }
  }

  @Test("whatever is pressed while the screen changes its size, there is a screen")
  func anyKeys() {
    let keys = [
      "m", "a", "\t", "\u{1B}[A", "\u{1B}[B", "\u{1B}[5~", "\u{1B}[6~", "\u{10}", "\u{19}", "q", "\u{7F}", "\u{15}", ":",
    ]
    var finder = FinderDriver()
    var random = 1
    for _ in 0..<1500 {
      random = (random &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
      finder.press(keys[random / 65536 % keys.count])
      if random % 7 == 0 { finder.resize(rows: random / 256 % 12 + 1, columns: random / 4096 % 120 + 1) }
      #expect(!finder.widths().isEmpty)
    }
  }

  @Test("what may follow a half-typed term stands behind the cursor and at the foot, and Right takes it; what was found stays")
  func completing() {
    var finder = FinderDriver(rows: 4, columns: 60)
    finder.press("mario year:")
    #expect(
      finder.screen() == """
        > mario year:|1990
        > Dr. [Mario]                   1992 · mario fan
          [Mario] Kart 8                1994 · mario fan
          3 of 12  1990  1991  Right completes

        """)
    finder.press("\u{1B}[D")
    #expect(finder.screen().hasPrefix("> mario year|:\n"))
    finder.press("\u{1B}[C\u{1B}[C")
    #expect(finder.screen().hasPrefix("> mario year:1990|\n"))
    finder.press("\u{1B}[C")
    #expect(finder.screen().hasPrefix("> mario year:1990|\n"))
    finder.press("\u{15}name:\"Dr. \u{6}")
    #expect(finder.screen().hasPrefix("> name:\"Dr. Mario\"|\n"))
    finder.press("\u{15}year:\u{1B}[D\u{1B}[D")
    finder.resize(rows: 3, columns: 16)
    #expect(finder.widths().allSatisfy { $0 <= 16 })
    finder.press("\u{5}")
    #expect(finder.widths().allSatisfy { $0 <= 16 })
  }

  @Test("what is read again keeps marks and the selection, where they are still there")
  func reloading() {
    var finder = FinderDriver()
    finder.press("\t\t\u{1B}[B\u{1B}[B")
    let old = Things.source
    let kept = Things.titles.indices.filter { $0 != 0 }
    finder.reload(
      FinderSource(
        total: kept.count, search: { _ in .found(Array(kept.indices), words: []) }, row: { old.row(kept[$0]) },
        page: { old.page(kept[$0], $1) }, key: { old.key(kept[$0]) }))
    finder.press("\t\r")
    #expect(finder.action == .choose([0, 3]))
  }
}
