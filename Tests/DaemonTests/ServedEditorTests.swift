// Editors where a daemon follows the catalogue: it serves them all, each with its own texts, and who it served goes on without it.

import Glibc
import Testing
import VitrineClient
import VitrineEditing
import VitrineLanguageServer
import VitrineTesting

@Suite("Editors that a daemon serves") final class ServedEditorTests {
  private let house: Household
  private let daemon: Running
  private var uri: String { "file://\(house.root)/games/game-1.yaml" }
  private static let faulty = "title: Game 1\nrelease: 20200101\nstatus: library\nproperties: {}\nfoo: 1\n"

  init() throws {
    house = try Household()
    daemon = try house.readyDaemon()
  }

  deinit {
    // A child that nobody waits for is in the way of tests that end a process.
    daemon.signal(SIGKILL)
    _ = daemon.end()
  }

  private func editor(_ words: String..., adding more: [String: String] = [:]) throws -> EditorProcess {
    try EditorProcess(words, in: house.root, environment: house.environment.merging(more) { $1 })
  }

  /// How many editors the daemon says that it serves.
  private func editors() throws -> Int {
    let status = try house.vitrine("daemon", "status", "--format", "json").output
    return JSONValue(json: Array(status.utf8))?["editors"]?.integer ?? -1
  }

  @Test("each editor sees its own texts over the daemon's catalogue, and nobody else sees them")
  func texts() throws {
    let (one, other) = (try editor(), try editor())
    one.open(uri, Self.faulty)
    #expect(one.waits(for: ["unknown-field"], at: uri))
    #expect(try editors() == 2)
    #expect(try house.vitrine("daemon", "status").output.contains("clients    0 and 2 editors, memory "))
    other.open(uri, "title: Game 0\nrelease: 20200101\nstatus: library\nproperties: {}\n")
    #expect(other.waits(for: ["duplicate-key"], at: uri))
    #expect(try house.vitrine("check").status == 0)
    #expect(one.shown[uri] == ["unknown-field"])
    // What is saved is everybody's.
    try house.catalogue.write(Self.faulty, to: "games/game-1.yaml")
    one.tell("textDocument/didSave", ["textDocument": ["uri": .string(uri)]])
    other.tell("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
    #expect(other.waits(for: ["unknown-field"], at: uri))
    #expect(try house.vitrine("check").status == 1)
    #expect(one.end() == 0 && other.end() == 0)
    #expect(Waiting.until { (try? self.editors()) == 0 })
  }

  @Test("a text that all records may depend on is read by the daemon for that editor alone")
  func manifest() throws {
    let editor = try editor()
    let manifest = "file://\(house.root)/vitrine.yaml"
    editor.open(
      manifest, "vitrine: 1\ncollections:\n  - {kind: game, files: \"games/*.yaml\"}\n  - {kind: gaem, files: \"a/*.yaml\"}\n")
    #expect(editor.waits(for: ["unknown-kind"], at: manifest))
    #expect(try house.vitrine("check").status == 0)
    #expect(try editors() == 1)
    #expect(editor.end() == 0)
  }

  @Test(
    "where the daemon is killed, ends, or stops answering, the editor goes on: texts, findings and open questions are not lost",
    arguments: [SIGKILL, SIGTERM, SIGSTOP])
  func gone(_ signal: Int32) throws {
    let editor = try editor()
    editor.open(uri, Self.faulty)
    #expect(editor.waits(for: ["unknown-field"], at: uri))
    let position: JSONValue = ["textDocument": ["uri": .string(uri)], "position": ["line": 0, "character": 1]]
    var question = 0
    if signal == SIGSTOP {
      daemon.signal(SIGSTOP)
      question = editor.request("textDocument/hover", position)
      // It would be waited for.
      daemon.signal(SIGKILL)
    } else {
      daemon.signal(signal)
      #expect(Waiting.until { self.daemon.hasEnded })
      question = editor.request("textDocument/hover", position)
    }
    #expect(editor.answer(to: question).member("contents", "value")?.text?.contains("title") == true)
    editor.change(uri, Self.faulty + "bar: 1\n")
    #expect(editor.waits(for: ["unknown-field", "unknown-field"], at: uri))
    // What is on the disk is followed as before.
    try house.catalogue.write("titel: Game 2\n", to: "games/game-2.yaml")
    let second = "file://\(house.root)/games/game-2.yaml"
    #expect(editor.waits(for: ["required", "required", "required", "unknown-field"], at: second))
    try house.write(2)
    #expect(editor.waits(for: [], at: second))
    // The next one finds the next daemon.
    let next = try house.readyDaemon()
    let another = try self.editor()
    another.open(uri, Self.faulty)
    #expect(another.waits(for: ["unknown-field"], at: uri))
    #expect(try editors() == 1)
    #expect(editor.end() == 0 && another.end() == 0)
    next.signal(SIGTERM)
    #expect(next.end().status == 0)
  }

  @Test("a daemon that is stopped and takes nothing any more is not waited for", arguments: [0, 1_000_000])
  func stopped(_ size: Int) throws {
    let editor = try editor()
    editor.open(uri, Self.faulty)
    #expect(editor.waits(for: ["unknown-field"], at: uri))
    daemon.signal(SIGSTOP)
    // More than a socket takes.
    if size > 0 { editor.change(uri, Self.faulty + "bar: \(String(repeating: "x", count: size))\n") }
    let position: JSONValue = ["textDocument": ["uri": .string(uri)], "position": ["line": 0, "character": 1]]
    let answer = editor.ask("textDocument/hover", position)
    #expect(answer.member("contents", "value")?.text?.contains("title") == true)
    #expect(editor.waits(for: size > 0 ? ["unknown-field", "unknown-field"] : ["unknown-field"], at: uri))
    #expect(editor.end() == 0)
  }

  @Test("folders that came since the beginning are followed where the daemon is gone, and those that went are not")
  func folders() throws {
    let editor = try editor()
    let (came, went) = (try Household(), try Household())
    func change(_ event: JSONValue) { editor.tell("workspace/didChangeWorkspaceFolders", ["event": event]) }
    func named(_ house: Household) -> JSONValue { ["uri": .string("file://" + house.root), "name": "more"] }
    change(["added": [named(came), named(went)], "removed": []])
    change(["added": [], "removed": [named(went)]])
    daemon.signal(SIGKILL)
    for other in [came, went] { try other.catalogue.write(Self.faulty, to: "games/game-1.yaml") }
    #expect(editor.waits(for: ["unknown-field"], at: "file://\(came.root)/games/game-1.yaml"))
    #expect(editor.shown["file://\(went.root)/games/game-1.yaml"] == nil)
    #expect(editor.end() == 0)
  }

  @Test("findings that went while the daemon was gone are taken off")
  func takenOff() throws {
    try house.catalogue.write("title: Game 3\nfoo: 1\n", to: "games/game-3.yaml")
    let third = "file://\(house.root)/games/game-3.yaml"
    let editor = try editor()
    #expect(editor.waits(for: ["required", "required", "required", "unknown-field"], at: third))
    let second = uri.replacing("game-1", with: "game-2")
    let faulty = Self.faulty.replacing("Game 1", with: "Game 2")
    try house.catalogue.write(faulty, to: "games/game-2.yaml")
    #expect(editor.waits(for: ["unknown-field"], at: second))
    daemon.signal(SIGSTOP)
    try house.write(3)
    // A document may be opened under another spelling of its name, and has its findings there.
    let spelling = uri.replacing("game-1", with: "game%2D2")
    editor.open(spelling, faulty)
    daemon.signal(SIGKILL)
    #expect(editor.waits(for: [], at: third))
    #expect(editor.waits(for: ["unknown-field"], at: spelling))
    #expect(editor.waits(for: [], at: second))
    #expect(editor.end() == 0)
  }

  @Test("who asks for no daemon, or lives in another time zone, is not served by one", arguments: ["--no-daemon", "NO", "TZ"])
  func alone(_ why: String) throws {
    let editor =
      switch why {
      case "--no-daemon": try editor("--no-daemon")
      case "NO": try editor(adding: ["VITRINE_NO_DAEMON": "1"])
      default: try editor(adding: ["TZ": "Europe/Istanbul"])
      }
    editor.open(uri, Self.faulty)
    #expect(editor.waits(for: ["unknown-field"], at: uri))
    #expect(try editors() == 0)
    #expect(editor.end() == 0)
  }

  @Test("the socket for editors is for this user alone, and goes with the daemon; who says nothing right is sent away")
  func socket() throws {
    let path = house.place.editorSocket
    #expect(Household.mode(path) == 0o600)
    for nonsense in ["", "GET / HTTP/1.1\r\n\r\n", "Content-Length: 2\r\n\r\n{}", "Content-Length: 9999999999999\r\n\r\n"] {
      let connection = try #require(EditorSocket.connect(to: house.place))
      _ = nonsense.withCString { write(connection, $0, strlen($0)) }
      shutdown(connection, Int32(SHUT_WR))
      var piece = [UInt8](repeating: 0, count: 4096)
      while read(connection, &piece, piece.count) > 0 {}
      close(connection)
    }
    #expect(Waiting.until { (try? self.editors()) == 0 })
    // Who says nothing is not waited for.
    let silent = try #require(EditorSocket.connect(to: house.place))
    defer { close(silent) }
    #expect(try editors() == 1)
    var polled = pollfd(fd: silent, events: Int16(POLLIN), revents: 0)
    #expect(poll(&polled, 1, 60_000) == 1)
    #expect(Waiting.until { (try? self.editors()) == 0 })
    daemon.signal(SIGTERM)
    #expect(Waiting.until { self.daemon.hasEnded && !Household.exists(path) })
  }
}
