// Where the system refuses: too few watches, no instance, no events, no root.

import Glibc
import Synchronization
import Testing
import VitrineFiles
import VitrineSource
import VitrineSystem
import VitrineTesting
import VitrineWatch

/// A source that refuses as the system would.
final class FailingBackend: WatchBackend {
  /// How many watches there may be.
  var mostWatches = Int.max
  /// Whether an instance can be had.
  var hasInstance = true
  /// Whether events come.
  var isSilent = false
  private let real = RawInotify()
  private let watches = WatchSet()

  /// The watches that there are.
  private final class WatchSet: Sendable {
    let all = Mutex<Set<Int32>>([])

    func add(most: Int, _ add: () -> Int32) -> Int32 {
      all.withLock { watches in
        if watches.count >= most { return -ENOSPC }
        let watch = add()
        if watch >= 0 { watches.insert(watch) }
        return watch
      }
    }
  }

  var descriptor: Int32 { hasInstance ? real.descriptor : -1 }
  let isWorn = false

  func add(folder: Int32, events: WatchEvents) -> Int32 {
    watches.add(most: mostWatches) { real.add(folder: folder, events: events) }
  }

  func add(file: Int32, events: WatchEvents) -> Int32 { watches.add(most: mostWatches) { real.add(file: file, events: events) } }

  func remove(_ watch: Int32) {
    real.remove(watch)
    _ = watches.all.withLock { $0.remove(watch) }
  }

  func next(_ event: inout WatchEvent) -> Bool {
    while hasInstance, real.next(&event) {
      if event.events.contains(.ignored) { _ = watches.all.withLock { $0.remove(event.watch) } }
      if !isSilent { return true }
    }
    return false
  }

  func reset() -> Int32 {
    watches.all.withLock { $0 = [] }
    return hasInstance ? real.reset() : EMFILE
  }
}

/// Refusals.
@Suite struct LimitTests {
  private let second: Int64 = 1_000_000_000

  private func tree() throws -> TemporaryFolder {
    let folder = try TemporaryFolder(inMemory: true)
    for number in 0..<10 { try folder.write("old", to: "d\(number)/deep/\(number).yaml") }
    return folder
  }

  @Test("folders beyond the limit of watches are polled where the whole tree is read for the first time, too")
  func watchesAtStart() throws {
    let folder = try TemporaryFolder(inMemory: true)
    for number in 0..<100 { try folder.write("old", to: "d\(number)/\(number % 3)/\(number).yaml") }
    let backend = FailingBackend()
    backend.mostWatches = 30
    let run = try WatchRun(folder, backend, leavingFilesTo: { $0.take([]) })
    #expect(try run.differences() == [])
    let polled = run.watcher.state.polled
    // The folder of cookies has a watch, too.
    #expect(polled.reduce(0) { $0 + $1.folders } == 201 + 1 - 30)
    #expect(Set(polled.map(\.reason)) == [.watchLimit])
    for number in 0..<100 { folder.put("d\(number)/\(number % 3)/\(number).yaml", "new") }
    backend.mostWatches = .max
    run.ahead = 60 * second
    run.settle(pollingOnce: true)
    #expect(try run.differences() == [])
    #expect(run.watcher.state.polled == [] && run.watcher.watchCount == run.watcher.folderCount)
  }

  @Test("folders beyond the limit of watches are polled, it is said what helps, and events come back when they can")
  func watches() throws {
    let folder = try tree()
    let backend = FailingBackend()
    backend.mostWatches = 8
    let run = try WatchRun(folder, backend)
    #expect(try run.differences() == [])
    let polled = run.watcher.state.polled
    #expect(polled.reduce(0) { $0 + $1.folders } == 21 + 1 - 8)
    #expect(Set(polled.map(\.reason)) == [.watchLimit])
    #expect(polled.first?.reason.words.contains("sysctl fs.inotify.max_user_watches=") == true)

    // By then it is known that files get no watches, either.
    let start = monotonic() + second / 50
    for number in 0..<10 { folder.put("d\(number)/deep/\(number).yaml", "new") }
    folder.makeFolders("d9/more/x")
    folder.put("d9/more/x/1.yaml")
    let early = run.drain(at: start)
    #expect(!early.isEmpty && early.count < 11)
    let deadline = try #require(run.watcher.nextDeadline)
    #expect(deadline <= start + 2 * second)
    let late = run.drain(at: deadline) + run.drain(at: deadline + second / 2)
    #expect(Set(early + late).count == 11)
    #expect(try run.differences() == [])

    backend.mostWatches = 1000
    let next = try #require(run.watcher.nextDeadline)
    let batch = run.watcher.drain(now: next)
    #expect(batch.stateChanged)
    #expect(run.watcher.state.polled == [])
    folder.put("d9/more/x/1.yaml", "newer")
    #expect(run.watcher.drain(now: next + second).changes.map(\.path) == ["d9/more/x/1.yaml"])
    #expect(run.watcher.nextDeadline == nil)
  }

  @Test("without an instance, or without events, everything is polled until there are some", arguments: [true, false])
  func instance(_ isSilent: Bool) throws {
    let folder = try tree()
    let backend = FailingBackend()
    if isSilent { backend.isSilent = true } else { backend.hasInstance = false }
    let run = try WatchRun(folder, backend)
    #expect(run.watcher.state.polled.map(\.path) == [""])
    #expect(run.watcher.state.polled.map(\.reason) == [isSilent ? .silent : .instanceLimit])
    var now = monotonic()
    for number in 0..<3 {
      folder.put("d1/deep/1.yaml", "new \(number)")
      now = try #require(run.watcher.nextDeadline)
      let lines = run.drain(at: now) + run.drain(at: now + second / 10)
      #expect(lines.contains("~ d1/deep/1.yaml"))
      #expect(try run.differences() == [])
    }
    // A barrier reads at once.
    folder.put("d2/deep/2.yaml", "barrier")
    let cookie = run.watcher.placeCookie()
    let batch = run.watcher.drain(now: now + second / 5)
    #expect(batch.cookies == [cookie])
    #expect(batch.changes.contains { $0.path == "d2/deep/2.yaml" })
    backend.isSilent = false
    backend.hasInstance = true
    _ = run.drain(at: try #require(run.watcher.nextDeadline))
    #expect(run.watcher.state.polled == [])
    folder.put("d1/deep/1.yaml", "last")
    #expect(run.settle() == ["~ d1/deep/1.yaml"])
  }

  @Test("a polled folder that does not change is told of at most once more")
  func polledAtRest() throws {
    let folder = try tree()
    let backend = FailingBackend()
    backend.mostWatches = 0
    let run = try WatchRun(folder, backend)
    for _ in 0..<2 { _ = run.drain(at: try #require(run.watcher.nextDeadline)) }
    for _ in 0..<5 { #expect(run.drain(at: try #require(run.watcher.nextDeadline)) == []) }
  }

  @Test(
    "a root that goes is no reason to forget anything; when it is back, only what differs is told", arguments: Source.allCases)
  func root(_ source: Source) throws {
    try source.with { backend in
      let outer = try TemporaryFolder(inMemory: true)
      try outer.write("vitrine: 1", to: "c/vitrine.yaml")
      try outer.write("old", to: "c/a/1.yaml")
      try outer.write("old", to: "c/a/2.yaml")
      let watcher = try TreeWatcher(root: outer.path + "/c", backend: backend, now: monotonic())
      outer.move("c", "away")
      var batch = watcher.drain(now: monotonic())
      #expect(batch.stateChanged && batch.changes == [])
      #expect(watcher.state.isRootGone)
      outer.put("away/a/1.yaml", "new")
      // A folder that is no catalogue is not taken for it: a mount point without its disk.
      outer.makeFolders("c")
      batch = watcher.drain(now: try #require(watcher.nextDeadline))
      #expect(watcher.state.isRootGone && batch.changes == [])
      rmdir(outer.path + "/c")
      outer.move("away", "c")
      batch = watcher.drain(now: try #require(watcher.nextDeadline))
      #expect(!watcher.state.isRootGone && batch.stateChanged)
      // What changed a moment before events were lost is told of once more, to be sure.
      var changes = batch.changes
      while let deadline = watcher.nextDeadline { changes += watcher.drain(now: deadline).changes }
      #expect(changes.contains { $0.path == "a/1.yaml" })
      #expect(changes.allSatisfy { if case .changed = $0.kind { true } else { false } })

      outer.removeTree("c")
      let gone = monotonic()
      _ = watcher.drain(now: gone)
      #expect(watcher.state.isRootGone)
      // Whatever else was to be looked at waits for the root, which is tried once a second.
      #expect(watcher.nextDeadline == gone + second)
      outer.makeFolders("c/a")
      outer.put("c/vitrine.yaml", "vitrine: 1")
      outer.put("c/a/2.yaml", "new")
      let again = try #require(watcher.nextDeadline)
      _ = watcher.drain(now: again)
      _ = watcher.drain(now: again + second)
      #expect(!watcher.state.isRootGone)
      var paths: [String] = []
      watcher.forEachFile { path, _ in paths.append(path.string) }
      #expect(paths == ["a/2.yaml", "vitrine.yaml"])
      outer.put("c/a/3.yaml")
      #expect(watcher.drain(now: again + 2 * second).changes.map(\.path) == ["a/3.yaml"])
    }
  }

  @Test("a root that is missing cannot be watched")
  func missing() {
    #expect(throws: FileError.self) { _ = try TreeWatcher(root: "/nonexistent", backend: RawInotify(), now: 0) }
  }

  @Test("the library can be had once in a process, and again when it is let go; its descriptor is closed on exec")
  func once() throws {
    try Source.tools.with { backend in
      #expect(InotifyTools() == nil)
      #expect(fcntl(backend.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
    try Source.tools.with { backend in #expect(backend.descriptor >= 0) }
  }

  @Test("who asks for the library in vain does not take it from who has it")
  func inVain() throws {
    try Source.tools.with { backend in
      let folder = try tree()
      let run = try WatchRun(folder, backend)
      #expect(InotifyTools() == nil)
      #expect(InotifyTools() == nil)
      folder.makeFolders("d1/new")
      folder.put("d1/new/1.yaml")
      #expect(run.settle() == ["+ d1/new/1.yaml"])
      folder.put("d1/new/1.yaml", "other")
      #expect(run.settle() == ["~ d1/new/1.yaml"])
    }
  }

  @Test("a folder that was away and is back is told of", arguments: Source.allCases)
  func back(_ source: Source) throws {
    try source.with { backend in
      let folder = try TemporaryFolder(inMemory: true)
      folder.makeFolders("a/in")
      folder.put("a/in/1.yaml")
      let run = try WatchRun(folder, backend)
      func told() -> Set<Path> { run.watcher.drain(now: monotonic()).foldersBack }
      func move(_ old: String, _ new: String) { #expect(rename(folder.path + "/" + old, folder.path + "/" + new) == 0) }
      _ = told()
      folder.put("a/in/1.yaml", "other")
      #expect(told() == [])
      move("a/in", "b")
      move("b", "a/in")
      #expect(told() == ["a/in"])
      move("a", "b")
      #expect(told() == [], "what is in another place is told as new there")
      move("b", "a")
      #expect(told() == [])
      #expect(chmod(folder.path + "/a", 0o700) == 0)
      #expect(told() == ["a"])
      #expect(told() == [])
    }
  }

  @Test("folders that come and go leave nothing behind", arguments: Source.allCases)
  func bounded(_ source: Source) throws {
    try source.with { backend in
      let folder = try TemporaryFolder(inMemory: true)
      let run = try WatchRun(folder, backend)
      // The library keeps what is dead, until there is too much of it.
      for round in 0..<(source == .tools ? 210 : 20) {
        for number in 0..<50 { folder.makeFolders("d\(round)-\(number)") }
        run.settle()
        for number in 0..<50 { rmdir(folder.path + "/d\(round)-\(number)") }
        run.settle()
      }
      #expect(run.watcher.folderCount == 1)
      #expect(run.watcher.watchCount == 1)
      #expect(try run.differences() == [])
      folder.put("a.yaml")
      #expect(run.settle() == ["+ a.yaml"])
    }
  }

  @Test("a folder that may not be read is a problem until it may")
  func permissions() async {
    await #expect(processExitsWith: .success) {
      // Root may read everything: then the process becomes nobody's.
      if getuid() == 0 {
        setgid(65_534)
        setuid(65_534)
      }
      try LimitTests.checkPermissions()
    }
  }

  @Test("folders that cannot be opened because too much is open are not gone and no problem: they are looked at again, and again")
  func scarcity() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder(inMemory: true)
      try folder.write("old", to: "a/1.yaml")
      try folder.write("old", to: "a/in/2.yaml")
      let run = try WatchRun(folder, RawInotify())
      folder.put("a/in/3.yaml")
      folder.makeFolders("a/new")
      folder.put("a/new/4.yaml")
      folder.put("5.yaml")
      var open: [Int32] = []
      LimitTests.limitOpenFiles(200)
      while let last = Optional(dup(0)), last >= 0 { open.append(last) }
      let start = monotonic()
      #expect(run.drain(at: start) == [])
      #expect(run.watcher.problems == [] && !run.watcher.state.isRootGone)
      let next = try #require(run.watcher.nextDeadline)
      #expect(next > start && next <= start + 1_000_000_000)
      #expect(run.drain(at: next) == [])
      #expect(run.watcher.state.shortage == EMFILE)
      for file in open { close(file) }
      let told = run.settle()
      #expect(told == ["+ 5.yaml", "+ a/in/3.yaml", "+ a/new/4.yaml"])
      #expect(try run.differences() == [])
      #expect(run.watcher.nextDeadline == nil && run.watcher.state.shortage == nil)
    }
  }

  /// Lets this process have so many files open.
  static func limitOpenFiles(_ most: UInt) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = rlim_t(most)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  static func checkPermissions() throws {
    let folder = try TemporaryFolder(inMemory: true)
    try folder.write("old", to: "a/1.yaml")
    try folder.write("old", to: "b/2.yaml")
    chmod(folder.path + "/b", 0)
    let run = try WatchRun(folder, RawInotify())
    #expect(run.watcher.problems.map(\.path) == ["b"])
    #expect(try run.differences() == [])
    chmod(folder.path + "/b", 0o755)
    #expect(run.settle() == ["+ b/2.yaml"])
    #expect(run.watcher.problems == [])
    chmod(folder.path + "/a", 0)
    #expect(run.settle() == ["- a/1.yaml"])
    #expect(try run.differences() == [])
    chmod(folder.path + "/a", 0o755)
    run.settle()
    folder.put("a/1.yaml", "new")
    run.settle()
    #expect(try run.differences() == [])
    if run.watcher.watchCount != 3 { Issue.record("\(run.watcher.watchCount) watches") }
  }
}
