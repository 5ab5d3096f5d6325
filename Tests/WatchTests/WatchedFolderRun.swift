// A folder and a watcher on it, driven as an event loop would drive it.

import Glibc
import Synchronization
import Testing
import VitrineFiles
import VitrineSource
import VitrineSystem
import VitrineTesting
import VitrineWatch

/// The two sources of events.
enum Source: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case raw, tools

  var testDescription: String { rawValue }

  private static let gate = Mutex(())

  /// Gives a source. There is only one of the library in a process, so that tests with it wait for each other, and for those live catalogues of
  /// other tests that have it.
  func with(_ body: (any WatchBackend) throws -> Void) throws {
    switch self {
    case .raw: try body(RawInotify())
    case .tools:
      try Self.gate.withLock { _ in
        var library = InotifyTools()
        for _ in 0..<100_000 where library == nil {
          usleep(3000)
          library = InotifyTools()
        }
        try body(try #require(library))
      }
    }
  }
}

/// Nanoseconds of the monotonic clock.
func monotonic() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// A watched folder.
final class WatchRun {
  let folder: TemporaryFolder
  let watcher: TreeWatcher
  /// How far the watcher's clock is ahead of the machine's. Units: nanoseconds.
  var ahead: Int64 = 0
  /// All batches so far that had something to tell.
  private(set) var batches: [WatchBatch] = []

  /// Watches a folder.
  init(_ folder: TemporaryFolder, _ backend: any WatchBackend) throws {
    self.folder = folder
    watcher = try TreeWatcher(root: folder.path, backend: backend, now: monotonic())
  }

  /// Watches a folder whose files are left to `reading` at first.
  init(
    _ folder: TemporaryFolder, _ backend: any WatchBackend = RawInotify(), leavingFilesTo reading: (TreeWatcher) throws -> Void
  ) throws {
    self.folder = folder
    watcher = try TreeWatcher(root: folder.path, backend: backend, now: monotonic(), leavesFiles: true)
    try reading(watcher)
  }

  /// Reads and waits until nothing is under way, and gives what changed: "+ new", "~ other", "- gone", "/ folder gone".
  ///
  /// Shape: what is polled is not waited for.
  @discardableResult func settle(within seconds: Int64 = 20, pollingOnce: Bool = false) -> [String] {
    let first = batches.count
    let end = time + seconds * 1_000_000_000
    var polls = pollingOnce ? 1 : 0
    while true {
      let now = time
      if now > end {
        Issue.record("the watcher does not come to rest")
        return net(batches[first...])
      }
      var event = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
      var wait: Int64 = 0
      if let deadline = watcher.nextDeadline {
        wait = max(0, (deadline - now) / 1_000_000 + 1)
        if wait > 400 {
          if polls == 0 { wait = 0 } else { polls -= 1 }
        }
        if deadline <= now { wait = -1 }
      }
      let ready = wait < 0 ? 1 : poll(&event, 1, Int32(wait))
      if ready <= 0, wait == 0 { return net(batches[first...]) }
      _ = take(watcher.drain(now: time))
    }
  }

  private var time: Int64 { monotonic() + ahead }

  /// A drain at a time of the test's own.
  func drain(at now: Int64) -> [String] { take(watcher.drain(now: now)) }

  private func take(_ batch: WatchBatch) -> [String] {
    if !batch.isEmpty { batches.append(batch) }
    return lines(batch)
  }

  /// What several batches come to.
  private func net(_ batches: ArraySlice<WatchBatch>) -> [String] {
    var ends: [String: (was: Bool, now: Bool)] = [:]
    for change in batches.flatMap(\.changes) {
      switch change.kind {
      case .added: ends[change.path.string] = (ends[change.path.string]?.was ?? false, true)
      case .changed: ends[change.path.string] = (ends[change.path.string]?.was ?? true, true)
      case .removed: ends[change.path.string] = (ends[change.path.string]?.was ?? true, false)
      }
    }
    let files = ends.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.compactMap { path, end in
      end.was ? (end.now ? "~ " : "- ") + path : end.now ? "+ " + path : nil
    }
    return files + Set(batches.flatMap(\.foldersGone)).sorted().map { "/ " + $0.string }
  }

  /// A batch in words.
  func lines(_ batch: WatchBatch) -> [String] {
    batch.changes.map { change in
      switch change.kind {
      case .added: "+ " + change.path.string
      case .changed: "~ " + change.path.string
      case .removed: "- " + change.path.string
      }
    } + batch.foldersGone.map { "/ " + $0.string }
  }

  /// What the watcher knows beside what a fresh listing and fresh statuses say; empty where they are the same.
  func differences() throws -> [String] {
    var known: [String: String] = [:]
    watcher.forEachFile { path, status in
      known[path.string] = describe(status, watcher.target(ofLinkAt: path)?.string)
    }
    let listing = try FileTree.list(root: folder.path)
    var reader = try FolderReader(root: folder.path)
    var faults: [String] = []
    for (index, file) in listing.files.enumerated() {
      let path = listing.path(of: file)
      let target = listing.target(ofFileAt: index)
      var status = try reader.status(path: target ?? path)
      status.kind = file.kind
      let fresh = describe(status, target?.string)
      let old = known.removeValue(forKey: path.string)
      if old != fresh { faults.append("\(path.string): known \(old ?? "not"), is \(fresh)") }
    }
    for path in known.keys.sorted() { faults.append("\(path): known, is not there") }
    if Set(watcher.problems) != Set(listing.problems) {
      faults.append("problems: known \(watcher.problems), are \(listing.problems)")
    }
    if watcher.nestedCatalogues != listing.nestedCatalogues { faults.append("nested: known \(watcher.nestedCatalogues)") }
    return faults
  }

  private func describe(_ status: FileStatus, _ target: String?) -> String {
    "\(status.kind) \(status.inode) \(status.size) \(status.modified) \(status.mode)" + (target.map { " -> " + $0 } ?? "")
  }

  /// The paths that all batches together, applied to `start`, lead to.
  func replay(from start: Set<String>) -> Set<String> {
    var paths = start
    for change in batches.flatMap(\.changes) {
      switch change.kind {
      case .added:
        if !paths.insert(change.path.string).inserted { Issue.record("\(change.path.string) was added twice") }
      case .changed:
        if !paths.contains(change.path.string) { Issue.record("\(change.path.string) changed and was not there") }
      case .removed:
        if paths.remove(change.path.string) == nil { Issue.record("\(change.path.string) was removed and was not there") }
      }
    }
    return paths
  }

  /// The paths of all known files.
  var paths: Set<String> {
    var paths: Set<String> = []
    watcher.forEachFile { path, _ in paths.insert(path.string) }
    return paths
  }
}
