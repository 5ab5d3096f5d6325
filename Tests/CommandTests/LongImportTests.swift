// Imports of many records: what a person who waits sees, all errors at once, and files that are old or new, whatever fails.

import FoundationEssentials
import Glibc
import Synchronization
import Testing
import VitrineApplication
import VitrineCLI
import VitrineSystem
import VitrineTesting

@Suite("Imports of many records") struct LongImportTests {
  /// Games as a JSON document, some of them with a status that is none, and all with notes of so many bytes.
  private static func document(_ numbers: Range<Int>, faulty: Set<Int> = [], notes: Int = 4) -> String {
    let padding = String(repeating: "n", count: notes)
    let records = numbers.map { number in
      """
          {"title": "Game \(number)", "release": \(20_000_101 + number % 28), "status": "\(faulty.contains(number) ? "lost" : "library")",
           "properties": {"series": [], "developers": [], "publishers": [], "modes": [], "platforms": []}, "notes": "\(padding)"}
      """
    }
    return "{\"schemaVersion\": 1, \"games\": [\n" + records.joined(separator: ",\n") + "\n]}\n"
  }

  private static func catalogue(_ texts: [(String, String)] = []) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("vitrine: 1\ncollections:\n  - {kind: game, files: \"games/**/*.yaml\"}\n", to: "vitrine.yaml")
    for (path, text) in texts { try folder.write(text, to: path) }
    return folder
  }

  /// Runs `vitrine` in this process; gives the status and what was told.
  static func run(_ words: [String], in folder: TemporaryFolder, _ change: (inout Session) -> Void = { _ in }) -> (
    status: Int32, said: String
  ) {
    let said = Mutex("")
    var session = Session.ofProcess()
    (session.endsWithCommand, session.asksServices, session.errorWidth) = (false, false, nil)
    session.errorOutput = { text in said.withLock { $0 += String(decoding: text, as: UTF8.self) } }
    change(&session)
    let status = VitrineProgram.run(["-C", folder.path] + words, in: session)
    return (status, said.withLock { $0 })
  }

  // MARK: errors

  @Test("500 errors are told in one run, in the order of the text, and nothing is written (G7.8)", arguments: [4, 2_000])
  func allErrors(notes: Int) throws {
    let folder = try Self.catalogue()
    let faulty = Set((0..<1_000).filter { $0 % 2 == 1 })
    let text = Self.document(0..<1_000, faulty: faulty, notes: notes)
    try folder.write(text, to: "in.json")
    let result = Self.run(["import", "in.json", "--yes"], in: folder)
    #expect(result.status == 1)
    let lines = result.said.split(separator: "\n").filter { $0.contains(": error[") }
    let numbers = lines.compactMap { line in line.split(separator: ":").dropFirst().first.flatMap { Int($0) } }
    #expect(numbers == faulty.sorted().map { 2 * $0 + 2 })
    #expect(result.said.contains("500 errors in 'in.json'; nothing was imported"))
    #expect((try? folder.read("games/game-0.yaml")) == nil)
    #expect((try? folder.read(".vitrine/lock")) == nil)
  }

  @Test("of many thousand errors the first of each cause are told, and how many there are; --all tells all")
  func manyErrors() throws {
    let folder = try Self.catalogue()
    let text = #"{"games": ["# + Array(repeating: "{}", count: 4_000).joined(separator: ",\n") + "]}"
    try folder.write(text, to: "in.json")
    let few = Self.run(["import", "in.json", "--yes"], in: folder)
    let all = Self.run(["import", "in.json", "--yes", "--all"], in: folder)
    func told(_ said: String) -> Int { said.split(separator: "\n").count { $0.contains(": error[") } }
    let count = told(all.said)
    // Four fields are missing in each, and one fault is the text's.
    #expect(few.status == 1 && all.status == 1 && count == 16_001)
    #expect(told(few.said) == 4 * 500 + 1)
    #expect(few.said.contains("\nvitrine: \(count) errors in 'in.json'; nothing was imported"))
    #expect(few.said.contains("\n\(count) errors in 1 of 1 file\n") && few.said.contains(" further on; --all shows them\n"))
    #expect(!all.said.contains("--all"))
  }

  // MARK: progress

  /// A clock that is a fifth of a second later each time somebody looks.
  static func impatient(_ session: inout Session) {
    let looks = Count()
    session.clock = { Double(looks.next()) * 0.2 }
  }

  @Test("who waits at a terminal sees how far it is on one line, which is gone in the end")
  func progress() throws {
    let folder = try Self.catalogue([("in.json", Self.document(0..<200))])
    let shown = Self.run(["import", "in.json"], in: folder) { session in
      Self.impatient(&session)
      session.errorWidth = 90
    }
    #expect(shown.status == 0)
    #expect(shown.said.contains("\r\u{1B}[Kimport in.json: checking "))
    #expect(shown.said.contains(": writing 64 of 200") || shown.said.contains(": writing 96 of 200"))
    #expect(shown.said.contains("\r\u{1B}[K200 files changed (undo with 'vitrine undo')\n"))
    let pieces = [("-q", 60), ("--color=auto", nil)] as [(String, Int?)]
    for (option, width) in pieces {
      let quiet = Self.run([option, "undo"], in: folder)
      #expect(quiet.status == 0)
      let again = Self.run([option, "import", "in.json"], in: folder) { session in
        Self.impatient(&session)
        session.errorWidth = width
      }
      #expect(again.status == 0)
      #expect(!again.said.contains("\u{1B}"))
    }
  }

  @Test("on a real terminal the line is drawn and erased; a pipe gets none of it")
  func realTerminal() throws {
    let folder = try Self.catalogue([("in.json", Self.document(0..<600))])
    let terminal = try Pseudoterminal("touch begun; exec vitrine import in.json", in: folder)
    // XOFF holds the program at its first line until it has taken longer than work that is not drawn; XON lets it go on. A machine that is busy
    // starts it late.
    terminal.type("\u{13}")
    #expect(waitUntil { (try? folder.read("begun")) != nil })
    usleep(2_500_000)
    terminal.type("\u{11}")
    try terminal.waitFor("import in.json: ")
    try terminal.waitFor(" of 600")
    try terminal.waitFor("\r\u{1B}[K600 files changed")
    #expect(try terminal.waitForEnd() == .status(0))
    let piped = try Pseudoterminal("vitrine undo 2>&1 | cat && vitrine import in.json 2>&1 | cat", in: folder)
    #expect(try piped.waitForEnd() == .status(0))
    #expect(!piped.output.contains("\u{1B}"))
  }

  // MARK: mishaps

  /// The files of a catalogue but those of `.vitrine`; where all has ended, what is left of temporaries there, too.
  private static func files(_ folder: TemporaryFolder, isEnded: Bool = true) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      guard !path.hasPrefix(".vitrine") || (isEnded && path.hasSuffix(".tmp")), let bytes = try? folder.read(path) else {
        continue
      }
      found[path] = bytes
    }
    return found
  }

  private static let old = (0..<6).map { number in
    (
      "games/game-\(number).yaml",
      "title: Game \(number) # kept\nrelease: \(20_000_101 + number)\nstatus: wishlist\nproperties: {}\n"
    )
  }

  @Test("an import that replaces all is done or not done, whichever call fails, and however (G7.10)", arguments: [false, true])
  func overwriting(isDeath: Bool) throws {
    // Three records change, three go to the trash, nine are new.
    let text = Self.document(3..<15)
    let words = ["import", "--mode", "overwrite", "--yes", "in.json"]
    let before = try Self.files(try Self.catalogue(Self.old + [("in.json", text)]))
    let count = Count()
    let done = try Self.catalogue(Self.old + [("in.json", text)])
    #expect(Self.run(words, in: done) { $0.writeCalls = count.calls(failing: nil, isDeath: false) }.status == 0)
    let after = try Self.files(done)
    let total = count.value
    #expect(total > 60 && before != after)
    var seen = (old: 0, new: 0)
    for step in 0..<total {
      let folder = try Self.catalogue(Self.old + [("in.json", text)])
      let result = Self.run(words, in: folder) { $0.writeCalls = Count().calls(failing: step, isDeath: isDeath) }
      if !isDeath {
        let now = try Self.files(folder, isEnded: false)
        let isRight = now == (result.status == 0 ? after : before)
        #expect(isRight, "call \(step) of \(total) failed: \(result.said)")
      }
      // Whoever writes next ends what was interrupted.
      _ = Self.run(["undo", "999"], in: folder)
      let ended = try Self.files(folder)
      let isWhole = ended == before || ended == after
      #expect(isWhole, "call \(step) of \(total): \(ended.keys.sorted())")
      if ended == before { seen.old += 1 } else { seen.new += 1 }
    }
    #expect(seen.old > 0 && seen.new > 0)
  }
}

/// Counts what happens, on any thread.
private final class Count: Sendable {
  private let number = Atomic<Int>(0)

  var value: Int { number.load(ordering: .relaxed) }

  func next() -> Int { number.add(1, ordering: .relaxed).newValue }

  /// The system's calls, of which the one of a number, counted from 0, fails; in the death of the process all after it, too.
  func calls(failing step: Int?, isDeath: Bool) -> WriteCalls {
    let system = WriteCalls.system
    var calls = system
    /// Minus the number of an error, 0 where the call may go on.
    @Sendable func fault() -> Int32 {
      let now = next() - 1
      guard let step, isDeath ? now >= step : now == step else { return 0 }
      return isDeath ? -EIO : [-ENOSPC, -EIO, -EACCES, -EROFS][step % 4]
    }
    calls.open = { folder, name, flags, mode in
      let error = fault()
      return error < 0 ? error : system.open(folder, name, flags, mode)
    }
    calls.write = { file, bytes in
      let error = fault()
      guard error < 0 else { return system.write(file, bytes) }
      // A write may be cut short.
      _ = system.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)))
      return Int(error)
    }
    calls.sync = { _ in fault() }
    calls.syncAll = { _ in fault() }
    calls.rename = { fromFolder, from, toFolder, to in
      let error = fault()
      return error < 0 ? error : system.rename(fromFolder, from, toFolder, to)
    }
    calls.renameNew = { fromFolder, from, toFolder, to in
      let error = fault()
      return error < 0 ? error : system.renameNew(fromFolder, from, toFolder, to)
    }
    calls.link = { fromFolder, from, toFolder, to in
      let error = fault()
      return error < 0 ? error : system.link(fromFolder, from, toFolder, to)
    }
    calls.remove = { folder, name in
      let error = fault()
      return error < 0 ? error : system.remove(folder, name)
    }
    calls.makeFolder = { folder, name, mode in
      let error = fault()
      return error < 0 ? error : system.makeFolder(folder, name, mode)
    }
    calls.removeFolder = { folder, name in
      let error = fault()
      return error < 0 ? error : system.removeFolder(folder, name)
    }
    return calls
  }
}
