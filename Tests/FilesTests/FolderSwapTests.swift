// A folder that is moved away, exchanged or moved out while its files are changed: all files are old or all are new, wherever they are now, and
// nothing that was staged stays.

import Glibc
import Synchronization
import Testing
import VitrineChanges
import VitrineJournal
import VitrineSource
import VitrineSystem

@Suite struct FolderSwapTests {
  /// What is done when the folder goes.
  enum Deed: CaseIterable, Sendable {
    case set, remove, move, create, undo, redo, undoRemove, undoMove, undoCreate, redoCreate

    /// Whether the change was made before, and whether it was undone, too.
    var before: (isMade: Bool, isUndone: Bool) {
      switch self {
      case .set, .remove, .move, .create: (false, false)
      case .undo, .undoRemove, .undoMove, .undoCreate: (true, false)
      case .redo, .redoCreate: (true, true)
      }
    }
  }

  /// Where the folder goes.
  enum Swap: CaseIterable, Sendable {
    /// To another name.
    case moved
    /// To another name, and an empty folder stands in its place.
    case replaced
    /// It and another folder exchange their names.
    case exchanged
    /// Out of the catalogue, and back in before the next change.
    case outside
  }

  /// How many files each folder has. The folder goes before, between and after them; with more there are only more of those between.
  private static let count = 6
  private static let files: [(String, String)] =
    (0..<count).map { ("games/sub/\($0).yaml", "v: \($0)\n") } + (0..<count).map { ("games/other/\($0).yml", "o: \($0)\n") }
    + [("a.yaml", "a: 1\n"), ("z.yaml", "z: 1\n")]

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func plan(_ deed: Deed) -> Plan {
    let ends = ["a", "z"].map { name in
      FileEdit(path: "\(name).yaml", expected: .bytes(bytes("\(name): 1\n")), change: .replace(FileText(bytes("\(name): 2\n"))))
    }
    switch deed {
    case .set, .undo, .redo:
      return Plan(
        "set",
        (0..<count).map {
          FileEdit(
            path: "games/sub/\($0).yaml", expected: .bytes(bytes("v: \($0)\n")), change: .replace(FileText(bytes("w: \($0)\n"))))
        } + ends)
    case .remove, .undoRemove:
      return Plan("rm", (0..<count).map { .remove("games/sub/\($0).yaml", expecting: .bytes(bytes("v: \($0)\n"))) } + ends)
    case .move, .undoMove:
      return Plan(
        "mv", ends,
        moves: (0..<count).map {
          FileMove(from: "games/sub/\($0).yaml", to: "games/goal/deep/\($0).yaml", expected: .bytes(bytes("v: \($0)\n")))
        })
    case .create, .undoCreate, .redoCreate:
      return Plan(
        "import",
        (0..<count).map { .create("games/sub/n\($0).yaml", bytes("n: \($0)\n")) }
          + (0..<count).map { .create("games/sub/deep/d\($0).yaml", bytes("d: \($0)\n")) } + ends)
    }
  }

  private static func swap(_ swap: Swap, in folder: String, outside: String) {
    let games = folder + "/games"
    switch swap {
    case .moved: rename(games + "/sub", games + "/renamed")
    case .replaced:
      rename(games + "/sub", games + "/renamed")
      mkdir(games + "/sub", 0o755)
    case .exchanged:
      rename(games + "/sub", games + "/renamed")
      rename(games + "/other", games + "/sub")
      rename(games + "/renamed", games + "/other")
    case .outside: rename(games + "/sub", outside)
    }
  }

  /// The files, those of the folder by the name that it had.
  private static func contents(_ folder: TemporaryFolder, _ swap: Swap, isSwapped: Bool) -> [String: String] {
    var all: [String: String] = [:]
    for (path, text) in JournalSample.files(folder) where !text.isEmpty {
      var path = path
      if isSwapped {
        switch swap {
        case .moved, .replaced:
          if path.hasPrefix("games/renamed/") { path = "games/sub/" + path.dropFirst("games/renamed/".count) }
        case .exchanged:
          if path.hasPrefix("games/sub/") {
            path = "games/other/" + path.dropFirst("games/sub/".count)
          } else if path.hasPrefix("games/other/") {
            path = "games/sub/" + path.dropFirst("games/other/".count)
          }
        case .outside: break
        }
      }
      all[path] = text
    }
    return all
  }

  /// A folder in which the deed is next, and what its files are before and after.
  private static func folder(_ deed: Deed) throws -> TemporaryFolder {
    let folder = try TemporaryFolder(files, inMemory: true)
    if deed.before.isMade { _ = try JournalSample.carryOut(plan(deed), in: folder) }
    if deed.before.isUndone { try JournalSample.turn(1, undo: true, in: folder) }
    return folder
  }

  private static func run(_ deed: Deed, in folder: TemporaryFolder, _ calls: WriteCalls) throws {
    let (isMade, isUndone) = deed.before
    if isMade {
      try JournalSample.turn(1, undo: !isUndone, in: folder, calls)
    } else {
      _ = try JournalSample.carryOut(plan(deed), in: folder, calls)
    }
  }

  /// The system's calls, before one of which something is done, and from that on none works where the program dies there.
  private static func calls(
    _ count: Counter, _ staged: Counter, at step: Int, dies: Bool, _ deed: @escaping @Sendable () -> Void
  ) -> WriteCalls {
    var calls = WriteCalls.system
    let system = calls
    @Sendable func pass() -> Int32 {
      let now = count.next()
      if now == step { deed() }
      return dies && now >= step ? -EIO : 0
    }
    calls.open = { folder, name, flags, mode in
      let fault = pass()
      if name.hasPrefix(".vitrine-") { _ = staged.next() }
      return fault < 0 ? fault : system.open(folder, name, flags, mode)
    }
    calls.rename = { fromFolder, from, toFolder, to in
      let fault = pass()
      return fault < 0 ? fault : system.rename(fromFolder, from, toFolder, to)
    }
    calls.renameNew = { fromFolder, from, toFolder, to in
      let fault = pass()
      return fault < 0 ? fault : system.renameNew(fromFolder, from, toFolder, to)
    }
    calls.link = { fromFolder, from, toFolder, to in
      let fault = pass()
      return fault < 0 ? fault : system.link(fromFolder, from, toFolder, to)
    }
    calls.remove = { folder, name in
      let fault = pass()
      return fault < 0 ? fault : system.remove(folder, name)
    }
    calls.sync = { _ in 0 }
    calls.syncAll = { _ in 0 }
    return calls
  }

  private static func temporaries(_ folder: TemporaryFolder, _ path: String = "") -> [String] {
    folder.names(path).flatMap { name -> [String] in
      let below = path.isEmpty ? name : path + "/" + name
      return name.hasSuffix(".tmp") ? [below] : temporaries(folder, below)
    }
  }

  /// What a deed may end with.
  private struct Ends {
    /// The files as they were.
    var old: [String: String]
    /// The files as they shall be.
    var new: [String: String]
    /// The files where the folder went first; nil where nothing can be done then.
    var afterSwap: [String: String]?

    init(_ deed: Deed, _ swap: Swap) throws {
      let folder = try FolderSwapTests.folder(deed)
      old = contents(folder, swap, isSwapped: false)
      try run(deed, in: folder, .system)
      new = contents(folder, swap, isSwapped: false)
      afterSwap = try after(swap, deed)
    }
  }

  /// What there is where the folder went first and the deed was done then; nil where it cannot be done.
  private static func after(_ swap: Swap, _ deed: Deed) throws -> [String: String]? {
    let folder = try Self.folder(deed)
    Self.swap(swap, in: folder.path, outside: "")
    do { try run(deed, in: folder, .system) } catch { return nil }
    return JournalSample.files(folder)
  }

  /// What is wrong after a folder went at a call; nothing where all is as it must be.
  private static func faults(
    _ deed: Deed, _ swap: Swap, _ ends: Ends, at step: Int, dies: Bool, _ count: Counter
  ) throws -> [String] {
    let folder = try Self.folder(deed)
    let (old, new) = (ends.old, ends.new)
    let outside = try TemporaryFolder([], inMemory: true)
    let swapped = Counter()
    let away = outside.path + "/away"
    let path = folder.path
    let staged = Counter()
    let calls = calls(count, staged, at: step, dies: dies) {
      _ = swapped.next()
      Self.swap(swap, in: path, outside: away)
    }
    var failure: (any Error)?
    do { try run(deed, in: folder, calls) } catch { failure = error }
    let isSwapped = swapped.value > 0
    let journal = try Journal(root: folder.path)
    var faults: [String] = []
    if !dies, let failure, "\(failure)".contains("no such file") {
      faults.append("a folder that went is said never to have been: \(failure)")
    }
    if swap == .outside, isSwapped {
      do { _ = try JournalWriter(journal, who: "").recover() } catch { faults.append("first: \(error)") }
      // What was left behind may have made the folder anew.
      rename(folder.path + "/games/sub", folder.path + "/games/made")
      rename(away, folder.path + "/games/sub")
    }
    do { _ = try JournalWriter(journal, who: "").recover() } catch { faults.append("it cannot be recovered: \(error)") }
    let after = contents(folder, swap, isSwapped: isSwapped)
    let left = temporaries(folder)
    if !left.isEmpty { faults.append("left: \(left)") }
    // Of a program that died, or a folder that went outside, no more is asked than that nothing is lost.
    if !dies, swap != .outside, after != old, after != new, JournalSample.files(folder) != ends.afterSwap {
      let difference = after.filter { old[$0.key] != $0.value && new[$0.key] != $0.value }.keys.sorted()
      let mixed = after.filter { old[$0.key] != new[$0.key] }.sorted { $0.key < $1.key }
      faults.append(
        "neither old nor new: \(difference), new are \(mixed.filter { new[$0.key] == $0.value }.count) of \(mixed.count)")
    }
    if failure == nil, isSwapped, !dies, swap != .outside, after == old { faults.append("it says done and is not") }
    // The next change has a number of its own, and its names are free.
    let next = FileEdit(path: "games/sub/next.yaml", expected: .absent, change: .replace(FileText(bytes("x: 1\n"))))
    do {
      let made = try JournalSample.carryOut(Plan("next", [next]), in: folder)
      if let made, made.number < 2, staged.value > 0 { faults.append("the number \(made.number) is used again") }
    } catch { faults.append("the next change: \(error)") }
    return faults
  }

  @Test(
    "a folder that goes at any call leaves all files old or all new, no temporary, and no number that is used twice",
    arguments: Deed.allCases, Swap.allCases)
  func swaps(deed: Deed, swap: Swap) throws {
    let count = Counter()
    let ends = try Ends(deed, swap)
    _ = try Self.faults(deed, swap, ends, at: -1, dies: false, count)
    try #require(count.value > 0)
    for step in 0..<count.value {
      for dies in step % 3 == 0 ? [false, true] : [false] {
        let faults = try Self.faults(deed, swap, ends, at: step, dies: dies, Counter())
        #expect(faults.isEmpty, "\(deed) \(swap) at \(step), \(dies ? "dies" : "goes on"): \(faults)")
      }
    }
  }

  @Test("a name that an earlier change left behind is used again without a word")
  func ownName() throws {
    let folder = try TemporaryFolder([("a.yaml", "a: 1\n"), (".vitrine-000001-0.tmp", "half")])
    let edit = FileEdit(path: "a.yaml", expected: .bytes(Self.bytes("a: 1\n")), change: .replace(FileText(Self.bytes("a: 2\n"))))
    _ = try JournalSample.carryOut(Plan("set", [edit]), in: folder)
    #expect(JournalSample.files(folder) == ["a.yaml": "a: 2\n"])
  }

  @Test("a change that was taken back has had its number")
  func numbers() throws {
    let folder = try TemporaryFolder([("a.yaml", "a: 1\n")])
    func edit(_ from: Int, _ to: Int) -> Plan {
      Plan(
        "set",
        [
          FileEdit(
            path: "a.yaml", expected: .bytes(Self.bytes("a: \(from)\n")), change: .replace(FileText(Self.bytes("a: \(to)\n"))))
        ])
    }
    #expect(try JournalSample.carryOut(edit(1, 2), in: folder)?.number == 1)
    var calls = WriteCalls.system
    calls.write = { _, bytes in bytes.count < 8 ? -Int(ENOSPC) : bytes.count }
    let failing = calls
    #expect(throws: JournalFailure.self) { try JournalSample.carryOut(edit(2, 3), in: folder, failing) }
    #expect(try JournalSample.carryOut(edit(2, 3), in: folder)?.number == 3)
  }
}
