// Folders that may not be listed or not be entered, by whoever is not root: what is known of them is what a fresh listing says.

import Glibc
import Testing
import VitrineFiles
import VitrineSource
import VitrineSystem
import VitrineTesting
import VitrineWatch

/// Permissions that come and go.
@Suite struct PermissionTests {
  /// What is tried, each in a process that is not root's.
  private static func apart(_ body: @escaping @Sendable () throws -> Void) throws {
    setgid(65_534)
    setuid(65_534)
    try body()
  }

  @Test("a folder below one that may not be entered for a moment is not lost")
  func folderBelow() async {
    await #expect(processExitsWith: .success) { try Self.apart(Self.checkFolderBelow) }
  }

  private static func checkFolderBelow() throws {
    let folder = try TemporaryFolder(inMemory: true)
    try folder.write("old", to: "a/b/c/1.yaml")
    let backend = PausingBackend()
    let run = try WatchRun(folder, backend)
    folder.put("a/b/c/2.yaml")
    // Between the events and the look at what they name nobody may enter, and after it everybody may again.
    backend.onceAllIsRead = { chmod(folder.path + "/a", 0) }
    _ = run.drain(at: monotonic())
    chmod(folder.path + "/a", 0o755)
    run.settle()
    #expect(try run.differences() == [])
    #expect(run.paths == ["a/b/c/1.yaml", "a/b/c/2.yaml"])
  }

  @Test("of a folder that may be listed and not entered all that is listed is known, as it is to a fresh listing")
  func listedOnly() async {
    await #expect(processExitsWith: .success) { try Self.apart(Self.checkListedOnly) }
  }

  private static func checkListedOnly() throws {
    let folder = try TemporaryFolder(inMemory: true)
    for name in ["a/1.yaml", "a/deep/2.yaml", "a/other/3.yaml"] { try folder.write("old", to: name) }
    let run = try WatchRun(folder, RawInotify())
    for mode: mode_t in [0o444, 0o755, 0, 0o444, 0o755] {
      chmod(folder.path + "/a", mode)
      run.settle()
      try check(run, mode)
    }
    for mode: mode_t in [0o444, 0o755] {
      chmod(folder.path + "/a", 0o444)
      let later = try WatchRun(folder, RawInotify(), leavingFilesTo: { $0.take([]) })
      later.settle()
      try check(later, 0o444)
      chmod(folder.path + "/a", mode)
      later.settle()
      try check(later, mode)
      chmod(folder.path + "/a", 0o755)
    }
  }

  private static func check(_ run: WatchRun, _ mode: mode_t) throws {
    let listing = try FileTree.list(root: run.folder.path)
    #expect(run.paths == Set(listing.files.map { listing.path(of: $0).string }), "\(String(mode, radix: 8))")
    #expect(Set(run.watcher.problems) == Set(listing.problems), "\(String(mode, radix: 8))")
  }

  @Test("a folder that nobody may list any more and that gets another name at once is a problem under its new name")
  func closedAndRenamed() async {
    await #expect(processExitsWith: .success) { try Self.apart(Self.checkClosedAndRenamed) }
  }

  private static func checkClosedAndRenamed() throws {
    let folder = try TemporaryFolder(inMemory: true)
    for name in ["a/1.yaml", "2.yaml"] { try folder.write("old", to: name) }
    let run = try WatchRun(folder, RawInotify())
    chmod(folder.path + "/a", 0)
    folder.move("a", "b")
    run.settle()
    #expect(run.watcher.problems.map(\.path) == ["b"])
    #expect(run.paths == ["2.yaml"])
    chmod(folder.path + "/b", 0o755)
    run.settle()
    #expect(try run.differences() == [])
  }

  @Test("what is believed wrongly goes when everything is listed again")
  func relisted() throws {
    let folder = try TemporaryFolder(inMemory: true)
    for name in ["1.yaml", "a/2.yaml", "a/deep/3.yaml"] { try folder.write("old", to: name) }
    let backend = PausingBackend()
    let run = try WatchRun(folder, backend)
    // Nobody reports what is done here.
    backend.isMute = true
    folder.remove("1.yaml")
    folder.makeFolders("1.yaml")
    folder.put("1.yaml/4.yaml")
    folder.move("a/deep", "deep")
    _ = run.drain(at: monotonic())
    #expect(try run.differences() != [])
    backend.isMute = false
    run.watcher.relist()
    #expect(run.settle() == ["- 1.yaml", "+ 1.yaml/4.yaml", "- a/deep/3.yaml", "+ deep/3.yaml", "/ a/deep"])
    #expect(try run.differences() == [])
    folder.put("deep/5.yaml")
    #expect(run.settle() == ["+ deep/5.yaml"])
  }
}

/// Events as the system gives them, with something done at the end of what there is to read.
final class PausingBackend: WatchBackend {
  private let system = RawInotify()
  /// Done once, when all events are read and before anything is looked at.
  var onceAllIsRead: (() -> Void)?
  /// True to lose all events.
  var isMute = false

  var descriptor: Int32 { system.descriptor }
  var isWorn: Bool { system.isWorn }
  func add(folder: Int32, events: WatchEvents) -> Int32 { system.add(folder: folder, events: events) }
  func add(file: Int32, events: WatchEvents) -> Int32 { system.add(file: file, events: events) }
  func remove(_ watch: Int32) { system.remove(watch) }
  func reset() -> Int32 { system.reset() }

  func next(_ event: inout WatchEvent) -> Bool {
    while system.next(&event) {
      if !isMute { return true }
    }
    let act = onceAllIsRead
    onceAllIsRead = nil
    act?()
    return false
  }
}
