// `vitrine watch` for real: on a terminal, in a pipe, with and without a daemon; files change under it.

import Glibc
import Testing
import VitrineTesting

@Suite("vitrine watch")
struct WatchTests {
  private static let catalogue: [(path: String, text: String)] = [
    ("vitrine.yaml", "vitrine: 1\ncollections: [{kind: thing, files: \"things/*.yaml\"}]\n"),
    (
      "schemas/thing.schema.yaml",
      "type: object\nproperties: {name: {type: string}, note: {type: string}}\nx-vitrine: {display: name, columns: [name, note], plural: things, sort: [name]}\n"
    ),
    ("things/anchor.yaml", "name: Anchor\nnote: of iron\n"), ("things/clock.yaml", "name: Clock\n"),
  ]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in Self.catalogue { try folder.write(text, to: path) }
    return folder
  }

  private func text(_ name: String, _ folder: TemporaryFolder) -> String {
    ((try? folder.read(name)).map { String(decoding: $0, as: UTF8.self) }) ?? "(no \(name))"
  }

  private func breakClock(_ folder: TemporaryFolder) throws { try folder.write("name: 5\n", to: "things/clock.yaml") }
  private func mendClock(_ folder: TemporaryFolder) throws { try folder.write("name: Clock\n", to: "things/clock.yaml") }

  @Test("a finding is told as it comes and as it goes, with the foot below; Ctrl-C ends it and the terminal is as it was")
  func following() throws {
    let folder = try folder()
    let terminal = try Pseudoterminal("exec vitrine watch", in: folder)
    try terminal.waitFor("✓ all well\u{1B}[0m: 2 records, 0 photos\r\n")
    try terminal.waitFor("q quits")
    #expect(!terminal.hasItsModes)
    try breakClock(folder)
    try terminal.waitFor("\r\u{1B}[J")
    try terminal.waitFor("+ \u{1B}[0m\u{1B}[1mthings/clock.yaml:1:7:\u{1B}[0m \u{1B}[1;31merror[type]:\u{1B}[0m ")
    try terminal.waitFor("1 error\u{1B}[0m")
    try terminal.waitFor("q quits")
    try mendClock(folder)
    try terminal.waitFor("✓ \u{1B}[0m\u{1B}[2mthings/clock.yaml:1:7:")
    try terminal.waitFor("✓ all well\u{1B}[0m: 2 records, 0 photos\r\n")
    try terminal.waitFor("q quits")
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .status(130))
    #expect(terminal.hasItsModes)
    #expect(terminal.output.hasSuffix("\r\u{1B}[J\u{1B}[?25h"))
  }

  private static let waysOut: [(keys: String, signal: Int32, end: Pseudoterminal.End)] = [
    ("xyzq", 0, .status(0)), ("Q", 0, .status(0)), ("\u{3}", 0, .status(130)), ("", SIGINT, .status(130)),
    ("", SIGTERM, .signal(15)), ("", SIGHUP, .signal(1)), ("", SIGQUIT, .signal(3)), ("", SIGSEGV, .signal(11)),
  ]

  @Test("the terminal is given back on every way out", arguments: waysOut.indices)
  func givenBack(_ index: Int) throws {
    let (keys, signal, end) = Self.waysOut[index]
    let terminal = try Pseudoterminal("exec vitrine watch", in: try folder())
    try terminal.waitFor("q quits")
    terminal.type(keys)
    if signal != 0 { terminal.send(signal) }
    #expect(try terminal.waitForEnd() == end)
    #expect(terminal.hasItsModes)
    #expect(terminal.output.contains("\r\u{1B}[J\u{1B}[?25h"))
  }

  @Test("Ctrl-Z gives the terminal back, and 'fg' goes on with what happened meanwhile")
  func stopping() throws {
    let folder = try folder()
    let terminal = try Pseudoterminal("set -m; vitrine watch; echo 'it stopped'; read line; fg; echo ended $?", in: folder)
    try terminal.waitFor("q quits")
    terminal.type("\u{1A}")
    try terminal.waitFor("it stopped")
    #expect(terminal.hasItsModes)
    try breakClock(folder)
    terminal.type("go on\n")
    try terminal.waitFor("+ \u{1B}[0m\u{1B}[1mthings/clock.yaml")
    try terminal.waitFor("q quits")
    terminal.type("q")
    try terminal.waitFor("ended 0")
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(terminal.hasItsModes)
  }

  @Test("a new width is a new foot")
  func resizing() throws {
    let terminal = try Pseudoterminal("exec vitrine watch", in: try folder())
    try terminal.waitFor("q quits")
    terminal.resize(rows: 10, columns: 20)
    // The old foot stands on several lines now, and all of them go.
    try terminal.waitFor("\r\u{1B}[2A\u{1B}[J")
    try terminal.waitFor("✓ all well\u{1B}[0m")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(!terminal.output.contains("records"))
  }

  @Test("a simple terminal gets lines of ASCII, and nothing else")
  func simpleTerminal() throws {
    let folder = try folder()
    let terminal = try Pseudoterminal("TERM=dumb exec vitrine watch", in: folder)
    try terminal.waitFor("- all well: 2 records, 0 photos\r\n")
    try breakClock(folder)
    try terminal.waitFor("+ things/clock.yaml:1:7: error[type]: ")
    terminal.send(SIGINT)
    #expect(try terminal.waitForEnd() == .status(130))
    #expect(!terminal.output.contains("\u{1B}"))
  }

  @Test("it ends as soon as nobody reads its output, though nothing happens")
  func closedPipe() throws {
    let terminal = try Pseudoterminal("(vitrine watch; echo $? >status) | head -n 1", in: try folder())
    try terminal.waitFor("all well: 2 records, 0 photos")
    #expect(try terminal.waitForEnd() == .status(0))
  }

  @Test("as JSON: the state first, then one line a generation, of a part where one was named")
  func json() throws {
    let folder = try folder()
    let terminal = try Pseudoterminal("exec vitrine watch --format ndjson things/clock.yaml", in: folder, columns: 4_000)
    try terminal.waitFor("\"generation\":1,")
    try terminal.waitFor("\"watching\":{\"folders\":")
    try terminal.waitFor("}\r\n")
    try folder.write("name: 5\n", to: "things/anchor.yaml")
    try breakClock(folder)
    try terminal.waitFor("\"appeared\":[{\"code\":\"")
    try terminal.waitFor("\"path\":\"things/clock.yaml\"")
    try terminal.waitFor("\"findings\":{\"error\":1,\"warning\":0,\"info\":0}")
    terminal.send(SIGINT)
    #expect(try terminal.waitForEnd() == .status(130))
    #expect(!terminal.output.contains("anchor"))
    #expect(!terminal.output.contains("\u{1B}"))
  }

  @Test("a command runs after changes, told of them; what it left half written is kept; it ends with the watch")
  func command() throws {
    let folder = try folder()
    let terminal = try Pseudoterminal(
      "exec vitrine watch --exec 'printf \"%s of %s in %s, half\" $VITRINE_ERRORS $VITRINE_GENERATION $VITRINE_CHANGED; exit 3'",
      in: folder)
    try terminal.waitFor("q quits")
    try breakClock(folder)
    try terminal.waitFor("1 of 2 in things/clock.yaml, half")
    try terminal.waitFor(String(repeating: " ", count: 80) + "\r\u{1B}[K")
    try terminal.waitFor("the command ended with status 3")
    try terminal.waitFor("q quits")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .status(0))

    let second = try Pseudoterminal(
      "exec vitrine watch --exec 'echo $$ >pid; mv pid ../pid-of-'${PWD##*/}'; sleep 1000'", in: folder)
    try second.waitFor("q quits")
    try mendClock(folder)
    let file = "../pid-of-" + (folder.path.split(separator: "/").last.map(String.init) ?? "")
    defer { unlink(folder.path + "/" + file) }
    try wait { access(folder.path + "/" + file, F_OK) == 0 }
    let process = try #require(Int32(text(file, folder).dropLast()))
    #expect(kill(process, 0) == 0)
    second.type("\u{3}")
    #expect(try second.waitForEnd() == .status(130))
    #expect(kill(process, 0) != 0)
  }

  @Test("new errors are told by notify-send, where it is there; where not, that is said once")
  func notices() throws {
    let folder = try folder()
    try folder.write(program: "#!/bin/sh\nprintf '%s|' \"$@\" >notice.new\nmv notice.new notice\n", to: "bin/notify-send")
    let terminal = try Pseudoterminal("PATH=$PWD/bin:$PATH exec vitrine watch --notify", in: folder)
    try terminal.waitFor("q quits")
    try breakClock(folder)
    try wait { access(folder.path + "/notice", F_OK) == 0 }
    #expect(text("notice", folder).hasPrefix("--app-name=vitrine|--icon=dialog-error|--|1 new error|things/clock.yaml:1: "))
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .status(0))

    try mendClock(folder)
    let second = try Pseudoterminal("VITRINE_DAEMON= PATH=/nowhere exec \"$(command -v vitrine)\" watch --notify", in: folder)
    try second.waitFor("q quits")
    try breakClock(folder)
    try second.waitFor("no notices on the desktop: 'notify-send' is not there")
    second.type("q")
    #expect(try second.waitForEnd() == .status(0))
  }

  @Test(
    "a daemon's events are shown; one that comes back is taken up with what happened meanwhile; without one the watch goes on")
  func daemon() throws {
    let folder = try folder()
    let control = try TemporaryFolder()
    let daemon = { (words: String) in
      try Shell.run("XDG_RUNTIME_DIR=\(control.path) vitrine daemon \(words)", in: folder.path, scratch: control)
    }
    #expect(try daemon("start").status == 0)
    defer { _ = try? daemon("stop") }
    let terminal = try Pseudoterminal("exec env VITRINE_NO_DAEMON= XDG_RUNTIME_DIR=\(control.path) vitrine watch", in: folder)
    try terminal.waitFor("q quits")
    #expect(try daemon("status").output.contains("clients    1"))
    try breakClock(folder)
    try terminal.waitFor("+ \u{1B}[0m\u{1B}[1mthings/clock.yaml")
    #expect(try daemon("stop").status == 0)
    try terminal.waitFor("the daemon has ended; waiting for it to come back")
    try mendClock(folder)
    #expect(try daemon("start").status == 0)
    try terminal.waitFor("the daemon is back")
    try terminal.waitFor("✓ \u{1B}[0m\u{1B}[2mthings/clock.yaml:1:7:")
    #expect(try daemon("stop").status == 0)
    try terminal.waitFor("watching without the daemon from now on")
    try terminal.waitFor("q quits")
    try breakClock(folder)
    try terminal.waitFor("+ \u{1B}[0m\u{1B}[1mthings/clock.yaml")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(terminal.hasItsModes)
  }

  @Test("without a daemon, a removal of vitrine's own does not freeze it, however large; the same by other hands does (M1.4)")
  func ownLoss() throws {
    let folder = try folder()
    for number in 0..<60 { try folder.write("name: N\(number)\nnote: new\n", to: "things/n\(number).yaml") }
    let terminal = try Pseudoterminal("exec vitrine watch --format ndjson", in: folder, columns: 4_000)
    try terminal.waitFor("\"records\":62")
    let scratch = try TemporaryFolder()
    let removed = try Shell.run("vitrine rm thing note:new --yes --quiet", in: folder.path, scratch: scratch)
    #expect(removed.status == 0, "\(removed)")
    try terminal.waitFor("\"records\":2,")
    #expect(try Shell.run("vitrine undo --quiet", in: folder.path, scratch: scratch).status == 0)
    try terminal.waitFor("\"records\":62")
    #expect(!terminal.output.contains("mass-loss"))
    // So that it sees all of it at once.
    terminal.send(SIGSTOP)
    for number in 0..<60 { unlink(folder.path + "/things/n\(number).yaml") }
    terminal.send(SIGCONT)
    try terminal.waitFor("mass-loss")
    terminal.send(SIGINT)
    #expect(try terminal.waitForEnd() == .status(130))
  }

  /// Waits until something is so, with an end to it.
  private func wait(_ isSo: () -> Bool) throws {
    for _ in 0..<6_000 {
      if isSo() { return }
      _ = poll(nil, 0, 10)
    }
    throw Pseudoterminal.Failure(what: "it did not happen")
  }
}
