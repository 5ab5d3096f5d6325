// A plan is executed whole or not at all, and undone and done again the same way.

import Glibc
import Testing
import VitrineChanges
import VitrineFiles
import VitrineJournal
import VitrineSource
import VitrineSystem

/// Shorthands of the tests of the journal.
enum JournalSample {
  /// UTF-8.
  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Changes two files, leaves one alone, makes one in a new folder, removes two, moves one, moves and edits one, swaps two.
  static func plan(_ folder: TemporaryFolder) -> Plan {
    Plan(
      "test",
      [
        .create("new/deep/d.yaml", bytes("d: 1\n")),
        FileEdit(path: "a.yaml", expected: .bytes(bytes("a: 1\n")), change: .edits([TextEdit(ByteRange(3, 4), "22")])),
        FileEdit(
          path: "s/b.yaml", expected: .digest(ContentDigest(bytes("b: 1\n"))), change: .replace(FileText(bytes("b: 2\n")))),
        FileEdit(path: "c.yaml", expected: .bytes(bytes("c: 1\n")), change: .edits([])),
        .remove("gone/e.yaml", expecting: .bytes(bytes("e: 1\n"))),
        .remove("gone/e.jpg", expecting: .file(trace(folder, "gone/e.jpg"))),
        FileEdit(path: "m/f.yaml", expected: .bytes(bytes("f: 1\n")), change: .edits([TextEdit(ByteRange(3, 4), "2")])),
      ],
      moves: [
        FileMove(from: "m/f.yaml", to: "n/g.yaml", expected: .bytes(bytes("f: 1\n"))),
        FileMove(from: "m/f.jpg", to: "n/g.jpg", expected: .file(trace(folder, "m/f.jpg"))),
        FileMove(from: "x", to: "y", expected: .bytes(bytes("x\n"))),
        FileMove(from: "y", to: "x", expected: .bytes(bytes("y\n"))),
        FileMove(from: "1", to: "2", expected: .bytes(bytes("1\n"))),
        FileMove(from: "2", to: "3", expected: .bytes(bytes("2\n"))),
      ])
  }

  /// What the plan starts from.
  static let files = [
    ("a.yaml", "a: 1\n"), ("s/b.yaml", "b: 1\n"), ("c.yaml", "c: 1\n"), ("gone/e.yaml", "e: 1\n"), ("gone/e.jpg", "JPEG e"),
    ("m/f.yaml", "f: 1\n"), ("m/f.jpg", "JPEG f"), ("x", "x\n"), ("y", "y\n"), ("1", "1\n"), ("2", "2\n"),
  ]

  /// What all files are before.
  static let old = Dictionary(uniqueKeysWithValues: files)
  /// What all files are after.
  static let new = [
    "a.yaml": "a: 22\n", "s/b.yaml": "b: 2\n", "c.yaml": "c: 1\n", "new/deep/d.yaml": "d: 1\n", "n/g.yaml": "f: 2\n",
    "n/g.jpg": "JPEG f", "x": "y\n", "y": "x\n", "2": "1\n", "3": "2\n",
  ]

  /// What the system says of a file.
  static func trace(_ folder: TemporaryFolder, _ path: String) -> FileTrace {
    var status = stat()
    lstat(folder.path + "/" + path, &status)
    let found = FileStatus(status)
    return FileTrace(size: found.size, modified: found.modified, inode: found.inode)
  }

  /// All files below a folder but those of vitrine, and folders that are empty as "".
  static func files(_ folder: TemporaryFolder, _ below: String = "") -> [String: String] {
    var all: [String: String] = [:]
    let names = folder.names(below)
    for name in names where below != "" || name != ".vitrine" {
      let path = below.isEmpty ? name : below + "/" + name
      var status = stat()
      lstat(folder.path + "/" + path, &status)
      if status.st_mode & S_IFMT == S_IFDIR {
        all.merge(files(folder, path)) { first, _ in first }
      } else {
        all[path] = folder.text(path)
      }
    }
    if names.isEmpty, below != "" { all[below] = "" }
    return all
  }

  /// A head.
  static func head(_ title: String = "test") -> JournalEntry.Head {
    JournalEntry.Head(title: title, words: ["test"], time: 0, version: "0")
  }

  /// Carries a plan out.
  static func carryOut(_ plan: Plan, in folder: TemporaryFolder, _ calls: WriteCalls = .system) throws -> JournalWriter.Made? {
    let writer = try JournalWriter(Journal(root: folder.path, calls: calls), who: "test")
    return try writer.carryOut(plan, as: head(plan.title))
  }

  /// Undoes, or does again.
  static func turn(_ number: Int, undo: Bool, in folder: TemporaryFolder, _ calls: WriteCalls = .system) throws {
    let writer = try JournalWriter(Journal(root: folder.path, calls: calls), who: "test")
    if undo { try writer.undo(number) } else { try writer.redo(number) }
  }
}

@Suite struct JournalTests {
  private func folder() throws -> TemporaryFolder { try TemporaryFolder(JournalSample.files) }
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("a plan changes, makes, removes and moves what it says; undo and redo go back and forth")
  func works() throws {
    let folder = try folder()
    let inode = JournalSample.trace(folder, "x").inode
    let made = try JournalSample.carryOut(JournalSample.plan(folder), in: folder)
    #expect(made?.number == 1)
    #expect(made?.files == 11)
    #expect(JournalSample.files(folder) == JournalSample.new)
    #expect(JournalSample.trace(folder, "y").inode == inode)
    #expect(folder.text(".vitrine/trash/000001/gone/e.jpg") == "JPEG e")
    #expect(folder.text(".vitrine/.gitignore") == "*\n")
    for _ in 0..<2 {
      try JournalSample.turn(1, undo: true, in: folder)
      #expect(JournalSample.files(folder) == JournalSample.old)
      #expect(folder.names(".vitrine/trash") == [])
      #expect(try Journal(root: folder.path).records().map(\.state) == [.undone])
      try JournalSample.turn(1, undo: false, in: folder)
      #expect(JournalSample.files(folder) == JournalSample.new)
      #expect(try Journal(root: folder.path).records().map(\.state) == [.done])
    }
    #expect(throws: JournalFailure.notThere) { try JournalSample.turn(1, undo: false, in: folder) }
    #expect(throws: JournalFailure.notThere) { try JournalSample.turn(2, undo: true, in: folder) }
  }

  @Test("files that a change took away are known as such, until others have a hand in it") func losses() throws {
    let folder = try folder()
    let journal = try Journal(root: folder.path)
    #expect(journal.tookAway(["gone/e.yaml"]) == [])
    _ = try JournalSample.carryOut(JournalSample.plan(folder), in: folder)
    // Removed, and its folder with it; moved; swapped, so that something stands there; nobody's.
    #expect(journal.tookAway(["gone/e.yaml", "m/f.yaml", "x", "z"]) == ["gone/e.yaml", "m/f.yaml"])
    try JournalSample.turn(1, undo: true, in: folder)
    #expect(journal.tookAway(["gone/e.yaml", "new/deep/d.yaml", "n/g.yaml"]) == ["new/deep/d.yaml", "n/g.yaml"])
    // By hand: what undo brought back goes.
    unlink(folder.path + "/gone/e.yaml")
    #expect(journal.tookAway(["gone/e.yaml"]) == [])
    try folder.add("gone/e.yaml", "e: 1\n")
    try JournalSample.turn(1, undo: false, in: folder)
    #expect(journal.tookAway(["m/f.yaml"]) == ["m/f.yaml"])
    // It came back by other hands, and went again.
    try folder.add("m/f.yaml", "f: 1\n")
    unlink(folder.path + "/m/f.yaml")
    // The system's clock goes in steps of milliseconds.
    let later = timespec(tv_sec: time(nil) + 1, tv_nsec: 0)
    utimensat(AT_FDCWD, folder.path + "/m", [later, later], 0)
    #expect(journal.tookAway(["m/f.yaml"]) == [])
  }

  @Test("modes, times and identities come back with undo")
  func modes() throws {
    let folder = try folder()
    chmod(folder.path + "/a.yaml", 0o640)
    chmod(folder.path + "/gone", 0o750)
    let before = JournalSample.trace(folder, "a.yaml")
    _ = try JournalSample.carryOut(JournalSample.plan(folder), in: folder)
    var reader = try FolderReader(root: folder.path)
    #expect(try reader.status(path: "a.yaml").mode == 0o640)
    try JournalSample.turn(1, undo: true, in: folder)
    #expect(JournalSample.trace(folder, "a.yaml") == before)
    var status = stat()
    #expect(stat(folder.path + "/gone", &status) == 0 && status.st_mode & 0o777 == 0o750)
  }

  @Test(
    "a mismatch anywhere stops before anything is written",
    arguments: JournalSample.files.map(\.0).filter { !$0.hasSuffix("jpg") })
  func mismatch(path: String) throws {
    let folder = try folder()
    let plan = JournalSample.plan(folder)
    try folder.add(path, "theirs")
    let before = JournalSample.files(folder)
    #expect {
      try JournalSample.carryOut(plan, in: folder)
    } throws: { ($0 as? JournalFailure)?.isConflict == true }
    #expect(JournalSample.files(folder) == before)
    #expect(folder.names(".vitrine/journal") == [])
  }

  @Test(
    "an image that changed, and a place that is taken, stop it, too",
    arguments: ["gone/e.jpg", "m/f.jpg", "n/g.jpg", "3", "new/deep/d.yaml"])
  func taken(path: String) throws {
    let folder = try folder()
    let plan = JournalSample.plan(folder)
    try folder.add(path, "other size")
    let before = JournalSample.files(folder)
    #expect {
      try JournalSample.carryOut(plan, in: folder)
    } throws: { ($0 as? JournalFailure)?.isConflict == true }
    #expect(JournalSample.files(folder) == before)
    #expect(folder.names(".vitrine") == [".gitignore", "journal", "lock"])
  }

  @Test("edits that do not fit, two edits of one file, a file reached twice and two files for one place are refused")
  func unsound() throws {
    let folder = try TemporaryFolder([("a.yaml", "a: 1\n"), ("b.yaml", "b"), ("link.yaml -> a.yaml", "")])
    let text = ExpectedContent.bytes(bytes("a: 1\n"))
    let unsound: [Plan] = [
      Plan("", [FileEdit(path: "a.yaml", expected: text, change: .edits([TextEdit(ByteRange(3, 9), "")]))]),
      Plan(
        "",
        [
          FileEdit(
            path: "a.yaml", expected: text, change: .edits([TextEdit(ByteRange(0, 3), ""), TextEdit(ByteRange(2, 4), "")]))
        ]
      ),
      Plan("", [FileEdit](repeating: FileEdit(path: "a.yaml", expected: text, change: .replace(FileText([]))), count: 2)),
      Plan("", ["a.yaml", "link.yaml"].map { FileEdit(path: $0, expected: text, change: .replace(FileText([]))) }),
      Plan("", [], moves: ["a.yaml", "b.yaml"].map { FileMove(from: $0, to: "c.yaml", expected: text) }),
      Plan("", [.remove("a.yaml", expecting: text)], moves: [FileMove(from: "a.yaml", to: "c.yaml", expected: text)]),
      Plan("", [.create("c.yaml", [])], moves: [FileMove(from: "a.yaml", to: "c.yaml", expected: text)]),
    ]
    for plan in unsound {
      #expect {
        try JournalSample.carryOut(plan, in: folder)
      } throws: { error in
        if case .file(let error) = error as? JournalFailure { error.cause == .unusableEdits } else { false }
      }
    }
    #expect(JournalSample.files(folder) == ["a.yaml": "a: 1\n", "b.yaml": "b", "link.yaml": "a: 1\n"])
  }

  @Test("a link inside is written through, one is removed as a link, and none is moved")
  func links() throws {
    let folder = try TemporaryFolder([
      ("real/a.yaml", "1"), ("real/b.yaml", "2"), ("in.yaml -> real/a.yaml", ""), ("gone.yaml -> real/b.yaml", ""),
      ("dir -> real", ""),
    ])
    let one = Plan(
      "",
      [
        FileEdit(path: "in.yaml", expected: .bytes(bytes("1")), change: .replace(FileText(bytes("one")))),
        .remove("gone.yaml", expecting: .bytes(bytes("2"))), .create("dir/new/c.yaml", bytes("3")),
      ])
    _ = try JournalSample.carryOut(one, in: folder)
    #expect(
      JournalSample.files(folder) == [
        "real/a.yaml": "one", "real/b.yaml": "2", "in.yaml": "one", "real/new/c.yaml": "3", "dir": folder.text("dir") ?? "?",
      ])
    try JournalSample.turn(1, undo: true, in: folder)
    #expect(folder.text("gone.yaml") == "2")
    #expect(folder.text("in.yaml") == "1")
    #expect(folder.names("real") == ["a.yaml", "b.yaml"])
    #expect(throws: JournalFailure.file(FileError(.write, "in.yaml", .notRegular(.link)))) {
      try JournalSample.carryOut(
        Plan("", [], moves: [FileMove(from: "in.yaml", to: "x/in.yaml", expected: .bytes(bytes("1")))]), in: folder)
    }
  }

  @Test("undo refuses where a file changed since, names all of them, and touches nothing")
  func refusal() throws {
    let folder = try folder()
    _ = try JournalSample.carryOut(JournalSample.plan(folder), in: folder)
    try folder.add("a.yaml", "theirs")
    try folder.add("gone/e.yaml", "theirs")
    unlink(folder.path + "/n/g.jpg")
    unlink(folder.path + "/.vitrine/trash/000001/gone/e.jpg")
    let before = JournalSample.files(folder)
    #expect(
      throws: JournalFailure.refused([
        FileError(.write, "n/g.jpg", .vanished), FileError(.write, "a.yaml", .changed), FileError(.create, "gone/e.jpg", .lost),
        FileError(.create, "gone/e.yaml", .appeared),
      ])
    ) { try JournalSample.turn(1, undo: true, in: folder) }
    #expect(JournalSample.files(folder) == before)
    #expect(try Journal(root: folder.path).records().map(\.state) == [.done])
  }

  @Test("two writers are kept apart, and the second is told who the first is")
  func lock() throws {
    let folder = try TemporaryFolder()
    let first = try JournalWriter(Journal(root: folder.path), who: "vitrine import", timeout: 0)
    #expect(throws: JournalFailure.busy("pid \(getpid()), vitrine import")) {
      _ = try JournalWriter(Journal(root: folder.path), who: "second", timeout: 20)
    }
    _ = try first.carryOut(Plan("", [.create("a", [])]), as: JournalSample.head())
  }

  @Test("old entries go, the newest stays, and what they removed stays in the trash")
  func pruning() throws {
    let folder = try TemporaryFolder([("a", "0"), ("b", "b")])
    for number in 0..<7 {
      let edit = FileEdit(path: "a", expected: .bytes(bytes("\(number)")), change: .replace(FileText(bytes("\(number + 1)"))))
      let more = number == 0 ? [FileEdit.remove("b", expecting: .bytes(bytes("b")))] : []
      _ = try JournalSample.carryOut(Plan("\(number)", [edit] + more), in: folder)
    }
    let journal = try Journal(root: folder.path)
    let writer = try JournalWriter(journal, who: "")
    try writer.prune(mostEntries: 4)
    #expect(try journal.records().map(\.number) == [4, 5, 6, 7])
    try writer.prune(mostBytes: 1)
    #expect(try journal.records().map(\.number) == [7])
    #expect(folder.names(".vitrine/journal") == ["000007"])
    #expect(try journal.trash().map(\.number) == [1])
    #expect(try journal.trash().first?.head?.title == "0")
    try writer.emptyTrash(of: journal.trash())
    #expect(folder.names(".vitrine/trash") == [])
  }

  @Test("a plan of many files goes the same way, on all cores", arguments: [9, 700])
  func many(count: Int) throws {
    let folder = try TemporaryFolder()
    let plan = Plan("", (0..<count).map { .create("d\($0 % 7)/\($0).yaml", bytes("\($0)\n")) })
    let made = try JournalSample.carryOut(plan, in: folder)
    #expect(made?.files == count)
    let files = JournalSample.files(folder)
    #expect(files.count == count)
    #expect((0..<count).allSatisfy { files["d\($0 % 7)/\($0).yaml"] == "\($0)\n" })
    try JournalSample.turn(1, undo: true, in: folder)
    #expect(folder.names() == [".vitrine"])
    try JournalSample.turn(1, undo: false, in: folder)
    #expect(JournalSample.files(folder) == files)
  }
}
