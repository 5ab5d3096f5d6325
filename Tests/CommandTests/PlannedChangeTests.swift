// Changes that a service plans and the command carries out: the same as without a service, in words, status and bytes.

import FoundationEssentials
import Glibc
import Testing
import VitrineApplication
import VitrineChanges
import VitrineClient
import VitrineSource
import VitrineTesting

@Suite("A change that a service plans is the change that a reading of the files comes to")
struct PlannedChangeTests {
  private let folder: TemporaryFolder
  private let other: TemporaryFolder
  private let scratch: TemporaryFolder
  private let served: ServedFolder

  init() throws {
    (folder, other, scratch) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
    for folder in [folder, other] { try folder.copy(TestData.checkout + "/examples/collection") }
    // Records whose files are broken make a service leave all plans to the command.
    for folder in [folder, other] { unlink(folder.path + "/drafts/half-written.yaml") }
    served = try ServedFolder(folder, keepsLastGood: true)
  }

  private static let now = "VITRINE_NOW=2026-06-15T12:00:00Z"

  private func run(_ command: String, in folder: TemporaryFolder, _ variables: [String]) throws -> TranscriptStep {
    try Shell.run(command, in: folder.path, scratch: scratch, variables: [Self.now] + variables)
  }

  /// The texts of a folder by their paths; of the journal nothing, and no times.
  private func texts(of folder: TemporaryFolder) -> [String: [UInt8]] {
    var texts: [String: [UInt8]] = [:]
    for path in FileManager.default.enumerator(in: folder.path) where !path.hasPrefix(".vitrine/") {
      texts[path] = try? folder.read(path)
    }
    return texts
  }

  /// Runs a command with the service and without one; both say the same and leave the same files.
  private func check(_ command: String) throws {
    let through = try run(command, in: folder, served.variables)
    let alone = try run(command, in: other, ["VITRINE_NO_DAEMON=1"])
    #expect(through == alone, "\(command)")
    #expect(texts(of: folder) == texts(of: other), "\(command)")
  }

  @Test("commands of every sort say and do the same")
  func sameChanges() throws {
    try served.serve()
    defer { served.stop() }
    try "title,release,status\nTunic,20220316,library\n".write(
      toFile: folder.path + "/new.csv", atomically: true, encoding: .utf8)
    try "title,release,status\nTunic,20220316,library\n".write(toFile: other.path + "/new.csv", atomically: true, encoding: .utf8)
    let planned = [
      "vitrine set hades status=wishlist", "vitrine set hades -- status=wishlist", "vitrine set hades status=nonsense",
      "vitrine set hades release=20201332", "vitrine set hades -n status=library", "vitrine set hades --diff status=library",
      "vitrine set nothing-of-the-kind status=library", "vitrine set games status:wishlist -- status=library",
      "vitrine set games status:wishlist -y -- status=library", "vitrine set games '(' -- status=library",
      "vitrine -q set celeste status=wishlist", "vitrine new game title='Elden Thing' release=20220225 status=library",
      "vitrine new game title='Elden Thing' release=20220225 status=library", "vitrine new game title=Hades",
      "vitrine new nothing title=x", "vitrine new game title=Forced --force",
      "vitrine progress brother-titus done", "vitrine progress hades done",
      "vitrine mv celeste celestial", "vitrine mv celestial games/retro/", "vitrine mv nothing here",
      "vitrine mv gold-trim golden-trim", "vitrine mv minis/40k/ultramarines minis/40k/blood-angels",
      "vitrine rm portal-2", "vitrine rm -y portal-2", "vitrine rm -y macragge-blue --unlink",
      "vitrine rm -y golden-trim --cascade",
      "vitrine merge hades elden-thing", "vitrine merge -y hades elden-thing --keep-all",
      "vitrine import -k game new.csv", "vitrine import --kind game new.csv -n", "vitrine import nothing.json",
      "vitrine fmt hades", "vitrine fmt --keys hades -n", "vitrine fmt --keys hades", "vitrine fmt --keys",
      "vitrine fmt --trailing-spaces --final-newline games", "vitrine fmt --line-endings crlf vitrine.yaml",
      "vitrine fmt --keys vitrine.yaml", "vitrine fmt --keys nothing-of-the-kind", "vitrine fmt -y --line-endings crlf",
      "vitrine migrate", "vitrine migrate game -n", "vitrine migrate nothing", "vitrine migrate --to 2",
      "vitrine migrate game --to 9",
      "vitrine property rename genre Roguelike Rogue-like", "vitrine property delete -y genre Puzzle",
    ]
    for command in planned { try check(command) }
    #expect(served.counted.planned >= planned.count - 3)
    #expect(served.counted.answered == 0)
  }

  @Test("records and the manifest are brought up to a new version of their schema by a plan of the service")
  func migration() throws {
    let schema = """
      title: Book
      type: object
      x-vitrine: {version: 2, plural: books, display: title, migrations: [{to: 2, steps: [{rename: [writer, author]}]}]}
      properties: {title: {type: string}, author: {type: string}}
      additionalProperties: false

      """
    for folder in [folder, other] {
      try folder.write(
        "vitrine: 1\ncollections:\n  - {kind: book, files: \"books/*.yaml\"}\nversions: {book: 1}\n", to: "vitrine.yaml")
      try folder.write(schema, to: "schemas/book.schema.yaml")
      try folder.write("title: Emma\nwriter: Jane Austen   # once anonymous\n", to: "books/emma.yaml")
    }
    try served.serve()
    defer { served.stop() }
    for command in ["vitrine migrate -n", "vitrine migrate", "vitrine migrate", "vitrine check -f short"] { try check(command) }
    #expect(try folder.read("books/emma.yaml") == Array("title: Emma\nauthor: Jane Austen   # once anonymous\n".utf8))
    #expect(served.counted.planned == 3)
  }

  @Test("records that are imported are found by identity, by title and by path in a service as in a reading")
  func imports() throws {
    let text = """
      {"games": [{"title": "Hades", "release": 20200917, "status": "wishlist"}], "paints": []}
      """
    let lines = [
      #"{"title": "HADES", "release": 20200917, "status": "library"}"#,
      #"{"title": "Hades", "release": 20200918, "status": "library"}"#,
      #"{"title": "Celeste", "status": "library"}"#, #"{"path": "games/okami.yaml", "title": "Okami"}"#,
    ]
    for folder in [folder, other] {
      try folder.write(text, to: "few.json")
      for (number, line) in lines.enumerated() { try folder.write(line + "\n", to: "line\(number).ndjson") }
      try folder.write("id,name,points\nmini,Brother Titus,9\n", to: "titus.csv")
    }
    try served.serve()
    defer { served.stop() }
    var commands = ["vitrine import few.json", "vitrine import few.json", "vitrine import -k miniature titus.csv"]
    for number in lines.indices { commands.append("vitrine import -k game line\(number).ndjson") }
    for command in commands { try check(command) }
    #expect(served.counted.planned == commands.count)
  }

  @Test("what a service cannot plan the command plans itself: other texts, a terminal, records that cannot be read")
  func leftToTheCommand() throws {
    try served.serve()
    defer { served.stop() }
    let others = [
      "vitrine new game", "vitrine edit hades", "echo '{\"games\": []}' | vitrine import -",
      "vitrine fmt --no-daemon --keys hades", "vitrine undo",
      "vitrine set --no-daemon hades status=wishlist", "vitrine migrate --no-daemon",
    ]
    for command in others { try check(command) }
    #expect(served.counted == ServedFolder.Count())
    for folder in [folder, other] { try folder.write("title: [", to: "games/celeste.yaml") }
    try check("vitrine set hades status=library")
    #expect(served.counted.planned == 0)
  }

  @Test("a service that is of another version, hangs, dies or makes no sense is as good as none")
  func badServices() throws {
    let head = "HTTP/1.1 200 OK\r\nVitrine-Version: \(Version.number)\r\nVitrine-Exit-Status: 0\r\nVitrine-Error-Length: 0\r\n"
    let replies: [(text: String, hangs: Bool)] = [
      ("HTTP/1.1 409 Conflict\r\nVitrine-Version: 0.0.9\r\nContent-Length: 2\r\n\r\n{}", false),
      ("HTTP/1.1 200 OK\r\nVitrine-Version: 0.0.9\r\nContent-Length: 0\r\n\r\n", false), ("", true), ("", false),
      (head + "Vitrine-Change-Length: 9\r\nContent-Length: 5\r\n\r\nwrong", false),
      (head + "Vitrine-Change-Length: 5\r\nContent-Length: 5\r\n\r\nwrong", false),
      (head + "Vitrine-Change-Length: 50\r\nContent-Length: 50\r\n\r\nvitrine-plan 1", false),
      ("HTTP/1.1 503 Frozen\r\nVitrine-Version: \(Version.number)\r\nContent-Length: 2\r\n\r\n{}", false),
    ]
    let place = served.place
    try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
    unlink(place.socket)
    let listener = try UnixListener(at: place.socket)
    for (number, reply) in replies.enumerated() {
      listener.answerOnce(Array(reply.text.utf8), keepsOpen: reply.hangs)
      try check("vitrine set hades -- notes='number \(number)'")
    }
  }

  @Test("a plan for other bytes than those of the file is made anew, and nothing is said of it")
  func stalePlans() throws {
    let stale = FileEdit(
      path: "games/hades.yaml", expected: .digest(ContentDigest(Array("other bytes".utf8))), change: .replace(FileText([0x61])))
    let bytes = try #require(PlanCoding.bytes(of: Plan("set notes in hades", [stale])))
    // The options of the line, and nothing that is told.
    let change: [UInt8] = [0, 0, 1, 0, 0] + bytes
    let head =
      "HTTP/1.1 200 OK\r\nVitrine-Version: \(Version.number)\r\nVitrine-Exit-Status: 0\r\nVitrine-Error-Length: 5\r\nVitrine-Change-Length: \(change.count)\r\nContent-Length: \(change.count + 5)\r\n\r\nnote\n"
    let place = served.place
    try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
    unlink(place.socket)
    let listener = try UnixListener(at: place.socket)
    listener.answerOnce(Array(head.utf8) + change, keepsOpen: false)
    try check("vitrine set hades -- notes='made anew'")
  }

  @Test("after any run of changes, a service plans what a reading plans", arguments: 0..<3)
  func randomChanges(_ seed: Int) throws {
    try served.serve()
    defer { served.stop() }
    var random = SeededGenerator(seed: UInt64(seed) &* 0x9E37 &+ 7)
    var names = [
      "hades", "celeste", "hollow-knight", "okami", "portal-2", "silksong", "outer-wilds", "macragge-blue", "gold-trim",
    ]
    for step in 0..<30 {
      let name = names.randomElement(using: &random) ?? "hades"
      let value = ["library", "wishlist", "abandoned", "nonsense"].randomElement(using: &random) ?? "library"
      let command: String
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2: command = "vitrine set \(name) status=\(value)"
      case 3: command = "vitrine set \(name) -- tags+=t\(step % 4)"
      case 4:
        command = "vitrine mv \(name) moved-\(step)"
        names.append("moved-\(step)")
      case 5:
        command = "vitrine new game title='New \(step)' release=2020010\(step % 9 + 1) status=\(value)"
        names.append("new-\(step)")
      case 6: command = "vitrine rm -y \(name) \(["", "--unlink", "--cascade"].randomElement(using: &random) ?? "")"
      case 7: command = "vitrine undo"
      case 8: command = "vitrine merge -y \(name) \(names.randomElement(using: &random) ?? "hades") --keep-all"
      default:
        // Somebody else writes.
        for folder in [folder, other] {
          try folder.write("title: By hand \(step)\nrelease: 20200101\nstatus: library\n", to: "games/hand-\(step % 3).yaml")
        }
        names.append("hand-\(step % 3)")
        continue
      }
      try check(command)
    }
    #expect(served.counted.planned > 5)
    // What was only tried has left no trace in what the service knows.
    try check("vitrine check -f short")
    for name in names { try check("vitrine show \(name)") }
  }
}

/// The same numbers for the same seed. Source: SplitMix64.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension FileManager {
  /// The paths of all files below a folder.
  fileprivate func enumerator(in folder: String) -> [String] {
    var files: [String] = []
    var waiting = [""]
    while let place = waiting.popLast() {
      for name in (try? contentsOfDirectory(atPath: folder + "/" + place)) ?? [] {
        let path = place.isEmpty ? name : place + "/" + name
        var isFolder = false
        if fileExists(atPath: folder + "/" + path, isDirectory: &isFolder), isFolder {
          waiting.append(path)
        } else {
          files.append(path)
        }
      }
    }
    return files
  }
}
