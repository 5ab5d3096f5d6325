// `vitrine find` on a real terminal: what comes out, and that the terminal is given back whatever happens.

import Glibc
import Testing
import VitrineTesting

@Suite("vitrine find on a terminal")
struct FinderTests {
  private static let enter = "\u{1B}[?1049h"
  /// All that is taken back at the end: the screen, the cursor, wrapping, marks around pastes.
  private static let leave = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private static let catalogue: [(path: String, text: String)] = [
    ("vitrine.yaml", "vitrine: 1\ncollections: [{kind: thing, files: \"things/*.yaml\"}]\n"),
    (
      "schemas/thing.schema.yaml",
      "type: object\nproperties: {name: {type: string}, note: {type: string}}\nx-vitrine: {display: name, columns: [name, note], plural: things, sort: [name]}\n"
    ),
    ("things/anchor.yaml", "name: Anchor\nnote: of iron\n"), ("things/clock.yaml", "name: Clock\n"),
    ("things/eclair.yaml", "name: Éclair\nnote: sweet\n"), ("things/lock.yaml", "name: Lock\n"),
  ]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in Self.catalogue { try folder.write(text, to: path) }
    return folder
  }

  private func text(_ name: String, _ folder: TemporaryFolder) -> String {
    ((try? folder.read(name)).map { String(decoding: $0, as: UTF8.self) }) ?? "(no \(name))"
  }

  @Test("what is chosen is printed, though standard output is no terminal; the screen is gone afterwards")
  func choosing() throws {
    let folder = try folder()
    let terminal = try Pseudoterminal("vitrine find things >out", in: folder)
    try terminal.waitFor("4 of 4")
    #expect(!terminal.hasItsModes)
    terminal.type("ecl")
    try terminal.waitFor("1 of 4")
    terminal.type("\r")
    try terminal.waitFor(Self.leave)
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(text("out", folder) == "things/eclair.yaml\n")
    #expect(terminal.hasItsModes)
    #expect(!terminal.output.contains("\u{1B}"))
  }

  private static let waysOut: [(keys: String, signal: Int32, end: Pseudoterminal.End)] = [
    ("\r", 0, .status(0)), ("xyz\r", 0, .status(1)), ("\u{1B}", 0, .status(130)), ("\u{3}", 0, .status(130)),
    ("\u{4}", 0, .status(130)),
    ("", SIGTERM, .signal(15)), ("", SIGHUP, .signal(1)), ("", SIGINT, .signal(2)), ("", SIGQUIT, .signal(3)),
    ("", SIGSEGV, .signal(11)),
  ]

  @Test("the terminal is given back on every way out", arguments: waysOut.indices)
  func givenBack(_ index: Int) throws {
    let (keys, signal, end) = Self.waysOut[index]
    let folder = try folder()
    let terminal = try Pseudoterminal("exec vitrine find >out", in: folder)
    try terminal.waitFor(Self.enter)
    try terminal.waitFor("4 of 4")
    terminal.type(keys)
    if signal != 0 { terminal.send(signal) }
    try terminal.waitFor(Self.leave)
    #expect(try terminal.waitForEnd() == end)
    #expect(terminal.hasItsModes)
    #expect(text("out", folder) == (end == .status(0) ? "things/anchor.yaml\n" : ""))
  }

  @Test("Ctrl-Z gives the terminal back, and 'fg' takes it again, with all that was typed")
  func stopping() throws {
    let folder = try folder()
    let terminal = try Pseudoterminal(
      "set -m; vitrine find >out; echo 'it stopped'; read line; fg; echo ended $?", in: folder)
    try terminal.waitFor("4 of 4")
    terminal.type("lock")
    try terminal.waitFor("2 of 4")
    terminal.type("\u{1A}")
    try terminal.waitFor(Self.leave)
    try terminal.waitFor("it stopped")
    #expect(terminal.hasItsModes)
    terminal.type("go on\n")
    try terminal.waitFor(Self.enter)
    try terminal.waitFor("lock")
    try terminal.waitFor("2 of 4")
    #expect(!terminal.hasItsModes)
    terminal.type("\r")
    try terminal.waitFor("ended 0")
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(text("out", folder) == "things/lock.yaml\n")
    #expect(terminal.hasItsModes)
  }

  @Test("keys that are typed at once, or before anything is shown, choose what they mean")
  func typingAhead() throws {
    let folder = try folder()
    let terminal = try Pseudoterminal("vitrine find --id >out", in: folder)
    terminal.type("clock\r")
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(text("out", folder) == "things/clock\n")
  }

  @Test("while a term is half typed the list stays, what it may become stands at the foot, and Right takes it")
  func completing() throws {
    let folder = try folder()
    let terminal = try Pseudoterminal("vitrine find >out", in: folder)
    try terminal.waitFor("4 of 4")
    terminal.type("things notq")
    try terminal.waitFor("nothing found")
    terminal.type("\u{7F}e:")
    try terminal.waitFor("4 of 4\u{1B}[0m  of iron  sweet")
    terminal.type("S")
    try terminal.waitFor("  sweet\u{1B}[2m  Right completes")
    terminal.type("\u{1B}[C\r")
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(text("out", folder) == "things/eclair.yaml\n")
  }

  @Test("several are marked, and printed for other programs")
  func marking() throws {
    let folder = try folder()
    let terminal = try Pseudoterminal("cd things && vitrine find -0 things lock >../out", in: folder)
    try terminal.waitFor("2 of 4")
    terminal.type("\t\t\r")
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(text("out", folder) == "lock.yaml\u{0}clock.yaml\u{0}")
  }

  @Test("a new size is a new screen")
  func resizing() throws {
    let folder = try folder()
    let terminal = try Pseudoterminal("vitrine find >out", in: folder)
    try terminal.waitFor("4 of 4")
    terminal.resize(rows: 5, columns: 20)
    try terminal.waitFor("\u{1B}[2J")
    try terminal.waitFor("\u{1B}[5;1H")
    try terminal.waitFor("4 of 4")
    #expect(!terminal.output.contains("\u{1B}[6;1H"))
    terminal.type("\u{1B}")
    #expect(try terminal.waitForEnd() == .status(130))
  }

  @Test("the editor has the terminal to itself, and what it changed is seen afterwards")
  func editing() throws {
    let folder = try folder()
    try folder.write(
      program: "#!/bin/sh\nstty -a <&1 | grep -c -- ' -icanon' >modes\necho \"$*\" >opened\necho 'name: Anchovy' >\"$2\"\n",
      to: "editor")
    let terminal = try Pseudoterminal(
      "vitrine find >out", in: folder, variables: ["EDITOR=sh ./editor --fast", "VISUAL="])
    try terminal.waitFor("4 of 4")
    terminal.type("\u{F}")
    try terminal.waitFor(Self.leave)
    try terminal.waitFor(Self.enter)
    try terminal.waitFor("Anchovy")
    #expect(text("opened", folder) == "--fast things/anchor.yaml\n")
    #expect(text("modes", folder) == "0\n")
    #expect(!terminal.hasItsModes)
    terminal.type("\r")
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(text("out", folder) == "things/anchor.yaml\n")
  }

  @Test("--open ends as the editor does", arguments: [("true", Pseudoterminal.End.status(0)), ("false", .status(3))])
  func opening(_ editor: String, _ end: Pseudoterminal.End) throws {
    let folder = try folder()
    let terminal = try Pseudoterminal("vitrine find --open >out", in: folder, variables: ["VISUAL=\(editor)"])
    try terminal.waitFor("4 of 4")
    terminal.type("\r")
    #expect(try terminal.waitForEnd() == end)
    #expect(text("out", folder) == "")
    #expect(terminal.hasItsModes)
    #expect(end == .status(0) || terminal.output.contains("'false' ended with status 1"))
  }

  @Test("a terminal that cannot move its cursor is told so, and not written to")
  func simpleTerminal() throws {
    let terminal = try Pseudoterminal("TERM=dumb vitrine find", in: try folder())
    #expect(try terminal.waitForEnd() == .status(3))
    #expect(terminal.output == "vitrine: the terminal (TERM is 'dumb') cannot move its cursor; 'vitrine list' prints records\r\n")
  }

  @Test("colours are left out where they are not wanted")
  func withoutColors() throws {
    let terminal = try Pseudoterminal("NO_COLOR=1 vitrine find >out", in: try folder())
    try terminal.waitFor("4 of 4")
    terminal.type("lock")
    try terminal.waitFor("\u{1B}[1;4m")
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .status(130))
    #expect(!terminal.output.contains("36m"))
  }
}
