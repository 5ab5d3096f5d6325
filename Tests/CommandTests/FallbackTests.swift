// What a person sees where the service is none, or a bad one: what they would see without.

import FoundationEssentials
import Glibc
import Testing
import VitrineApplication
import VitrineCLI
import VitrineClient
import VitrineTesting

@Suite("A service that cannot be used is as good as none")
struct FallbackTests {
  private let folder: TemporaryFolder
  private let scratch: TemporaryFolder
  private let served: ServedFolder

  init() throws {
    folder = try TemporaryFolder()
    scratch = try TemporaryFolder()
    try folder.copy(TestData.checkout + "/examples/collection")
    served = try ServedFolder(folder, keepsLastGood: true)
  }

  private func run(_ command: String, _ more: [String]) throws -> TranscriptStep {
    try Shell.run(command, in: folder.path, scratch: scratch, variables: more)
  }

  private var commands: [String] {
    [
      "vitrine games -f json", "vitrine list game nothing-of-the-kind", "vitrine show hollow-knight",
      "vitrine stats game --by nonsense",
    ]
  }

  /// Every command says the same as without a service, where that answers every connection so.
  private func check(_ reply: String, hangs: Bool = false, within limit: Double = 60) throws {
    let place = served.place
    try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
    unlink(place.socket)
    let listener = try UnixListener(at: place.socket)
    for command in commands {
      listener.answerOnce(Array(reply.utf8), keepsOpen: hangs)
      let start = Date()
      let real = try run(command, served.variables)
      #expect(Date().timeIntervalSince(start) < limit)
      #expect(real == (try run(command, [])), "\(reply)")
    }
  }

  private func head(_ more: String, version: String = Version.number) -> String {
    "HTTP/1.1 200 OK\r\nVitrine-Version: \(version)\r\n\(more)\r\n"
  }

  private let good = "Vitrine-Exit-Status: 0\r\nVitrine-Error-Length: 0\r\n"

  @Test("none")
  func none() throws {
    for command in commands { #expect(try run(command, served.variables) == (try run(command, []))) }
  }

  @Test("one of another version")
  func otherVersion() throws {
    try check(head(good + "Content-Length: 5\r\n", version: "0.0.9") + "wrong")
    try check("HTTP/1.1 409 Conflict\r\nVitrine-Version: 0.0.9\r\nContent-Length: 2\r\n\r\n{}")
  }

  @Test("one that hangs")
  func hanging() throws { try check("", hangs: true) }

  @Test("one that dies in the middle of its answer: nothing is said twice")
  func dying() throws {
    try check("")
    try check(head(good + "Content-Length: 100\r\n") + "[{")
    try check(head(good + "Transfer-Encoding: chunked\r\n") + "5\r\n[{\"id\r\n")
  }

  @Test("one that says what is no answer")
  func garbage() throws {
    try check("SSH-2.0-OpenSSH_9.2\r\n")
    try check(head("Content-Length: 5\r\n") + "wrong")
    try check(head("Vitrine-Exit-Status: 0\r\nVitrine-Error-Length: 9\r\nContent-Length: 5\r\n") + "wrong")
    try check("HTTP/1.1 503 Starting\r\nVitrine-Version: \(Version.number)\r\nContent-Length: 2\r\n\r\n{}")
    try check(head(good + "Content-Length: 99999999999\r\n") + "wrong")
  }

  @Test("who wants none gets none")
  func unwanted() throws {
    try served.serve()
    defer { served.stop() }
    _ = try run("vitrine games", served.variables)
    #expect(served.counted == ServedFolder.Count(answered: 1, refused: 0))
    _ = try run("vitrine games --no-daemon; vitrine --no-daemon games; vitrine list --no-daemon", served.variables)
    _ = try run("VITRINE_NO_DAEMON=1 vitrine games", served.variables)
    #expect(served.counted == ServedFolder.Count(answered: 1, refused: 0))
  }

  @Test("all that only reads is answered, and nothing else is asked for")
  func whatIsServed() throws {
    try served.serve()
    defer { served.stop() }
    let reading = [
      "list", "ls game", "games", "show hollow-knight", "stats", "property list", "property show genre rpg", "due", "colors",
      "view list", "view show backlog", "query snes", "complete plural", "check", "check games", "schema check", "nonsense",
      "games --help",
    ]
    for (position, words) in reading.enumerated() {
      _ = try run("vitrine \(words)", served.variables)
      #expect(served.counted == ServedFolder.Count(answered: position + 1, refused: 0), "\(words)")
    }
    let others = [
      "check --fix", "check --diff", "explain", "explain enum", "doctor", "schema list", "inspect games/hollow-knight.yaml",
      "help", "--version",
      "man", "list --help", "",
    ]
    for words in others { _ = try run("vitrine \(words)", served.variables) }
    #expect(served.counted == ServedFolder.Count(answered: reading.count, refused: 0))
  }

  @Test("one in another time zone, or of another catalogue, leaves the work to who asks")
  func elsewhere() throws {
    try served.serve()
    defer { served.stop() }
    let command = "vitrine list shot --columns title,modified"
    #expect(try run("TZ=Asia/Tokyo " + command, served.variables) == (try run("TZ=Asia/Tokyo " + command, [])))
    let stopped = "VITRINE_NOW=2026-01-01T00:00:00+03:00 vitrine due"
    #expect(try run(stopped, served.variables) == (try run(stopped, [])))
    #expect(served.counted == ServedFolder.Count(answered: 0, refused: 2))
    let other = try TemporaryFolder()
    try other.copy(TestData.checkout + "/examples/collection")
    let check = "vitrine check \(other.path)/games -f short"
    #expect(try run(check, served.variables) == (try run(check, [])))
    #expect(served.counted == ServedFolder.Count(answered: 0, refused: 3))
  }

  @Test("records that cannot be read are shown as they last were, and that is told in one line")
  func lastGood() throws {
    try served.serve()
    defer { served.stop() }
    let before = try run("vitrine games hollow -f json --columns title", served.variables)
    try folder.write("title: [", to: "games/hollow-knight.yaml")
    var after = try run("vitrine games hollow -f json --columns title", served.variables)
    #expect(
      after.errors
        == "vitrine: 'games/hollow-knight.yaml' cannot be read now and is shown as it last was; 'vitrine check' says why\n")
    after.errors = ""
    #expect(after == before)
    try folder.write("title: [", to: "games/celeste.yaml")
    let all = try run("vitrine games --count", served.variables)
    #expect(all.errors.hasPrefix("vitrine: 2 files, 'games/celeste.yaml' among them, cannot be read now"))
    #expect(try run("vitrine games -q --count", served.variables).errors == "")
    #expect(try run("vitrine stats memory", served.variables).errors == "")
  }
}
