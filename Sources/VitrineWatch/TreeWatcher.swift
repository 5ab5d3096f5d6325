// The watcher of one catalogue: events only say where to look; what is true is read again from the disk.

import Glibc
package import VitrineFiles
package import VitrineSource
package import VitrineSystem

/// Keeps in mind which files a catalogue's folder holds, and tells how that changes.
///
/// It has no thread and no clock. Its owner polls `descriptor`, and calls `drain` when there is something to read or `nextDeadline` is
/// reached. A drain reads the events that are there, looks at every place they name, and gives what is different from before. So
/// batches form by themselves under load, and no order of events can lead astray: what is known after a drain was read from the disk
/// after the event that led there. What a listing leaves out (`FileTree.list`) costs no watch and brings no change.
///
/// Units: all times are nanoseconds of one monotonic clock, whose zero does not matter.
package final class TreeWatcher {
  /// The root's path as it was given.
  package let root: String
  /// How well it sees.
  package internal(set) var state = WatchState()

  let backend: any WatchBackend
  var rules: FolderRules
  var rootFolder: OpenRoot
  var tree = WatchedTree()
  var log = ChangeLog()
  var marks: [Int32: FolderMarks] = [:]
  var unsure: [Int32: FolderMarks] = [:]
  var orphans: Set<Int32> = []
  var twins = TwinTable()
  var pending = PendingFiles()
  /// The names of which the last event that was read says that they were removed.
  var gone: Set<PendingFiles.Place> = []
  var cookies = CookieShelf()
  var polled: [Int32: WatchState.Reason] = [:]
  var problemsOf: [Int32: [ListingProblem]] = [:]
  var linksOf: [Int32: [(name: [UInt8], target: Path)]] = [:]
  /// The latest change of a file ever seen: what changed just before it may be changing still.
  var newestChange = Int64.min
  var now: Int64 = 0
  var lastSweep: Int64 = 0
  var lastRootCheck: Int64 = 0
  var publishedState = WatchState()
  var isStarting = true
  /// True until `take` was told of the files that were only listed so far.
  var leavesFiles: Bool
  var isBarrier = false
  var isLimitReached = false
  var isSilent = false
  var hasManifest = false
  var hasMoreEvents = false
  var isRootSuspect = false
  var hasLostEvents = false
  var haveProblemsChanged = false
  /// Known folders that events told of, and that were met where they were.
  var foldersBack: Set<Int32> = []
  /// Drains in a row after which some folder was not where it should be.
  var unsureDrains = 0

  /// The most events of one drain; more are left for the next, so that one that never ends holds up nothing.
  static let mostEvents = 32_768
  /// So many names of a folder are looked at by their paths; for more of them it is opened.
  static let fewNames = 4

  /// Begins to watch a folder and reads it whole. With `leavesFiles`, files are listed and not yet looked at: `take` is to be called.
  ///
  /// Errors: the root is missing, no folder or not readable.
  package init(root: String, backend: any WatchBackend, now: Int64, leavesFiles: Bool = false) throws(FileError) {
    self.leavesFiles = leavesFiles
    self.root = root
    self.backend = backend
    self.now = now
    lastSweep = now
    rules = try FolderRules(root: root)
    rootFolder = try OpenRoot(Path(root))
    var status = stat()
    guard fstat(rootFolder.number, &status) == 0 else { throw FileError(.list, Path(root), errno: errno) }
    _ = tree.insert(WatchedFolder(name: [], parent: -1, identity: FolderIdentity(FileStatus(status))))
    testEvents()
    mark(0)
    work()
    if let failure = rootFailure { throw FileError(.list, Path(root), errno: failure) }
    hasManifest = tree.entry(at: Array(FileTree.manifestName.utf8)) != nil
    isStarting = false
    log = ChangeLog()
    _ = renewState()
  }

  /// What to poll(2) for reading, or -1 where there is nothing. Ask again before every poll: it may change with a drain.
  package var descriptor: Int32 { backend.descriptor }

  /// When `drain` should be called even if there is nothing to read; nil while there is no reason to.
  package var nextDeadline: Int64? {
    if hasMoreEvents || cookies.hasPlain || !marks.isEmpty { return now }
    var deadlines: [Int64] = []
    if let deadline = pending.deadline { deadlines.append(deadline) }
    if !polled.isEmpty { deadlines.append(lastSweep &+ sweepInterval) }
    if state.isRootGone || isRootSuspect { deadlines.append(lastRootCheck &+ Self.rootInterval) }
    if !unsure.isEmpty { deadlines.append(now &+ 1_000_000 << min(Int64(unsureDrains), 10)) }
    return deadlines.min()
  }

  /// True where nothing is waited for and nothing left to look at: as long as there is nothing to read, all is known.
  package var isAtRest: Bool {
    // Whatever is polled, being written, in doubt or gone has a deadline.
    !leavesFiles && nextDeadline == nil && marks.isEmpty && !isSilent && !hasLostEvents && !isRootSuspect
      && backend.descriptor >= 0 && !cookies.isUnderWay
  }

  /// Reads what happened, looks at it, and gives how the tree is different from what it was. It never waits.
  package func drain(now: Int64) -> WatchBatch {
    precondition(!leavesFiles, "files that were left are taken over before anything is drained")
    self.now = now
    let problemsWere = haveProblemsChanged
    haveProblemsChanged = false
    var overflowed = readEvents()
    if backend.isWorn, !overflowed { loseEvents() }
    if isRootSuspect || state.isRootGone { overflowed = checkRoot() || overflowed }
    guard !state.isRootGone else {
      var batch = WatchBatch()
      // Nothing can be newer than what is known: nobody waits for what may never come.
      cookies.loseEvents()
      _ = cookies.takePlain(now: now)
      batch.cookies = cookies.takeBack(isSure: true)
      batch.stateChanged = renewState()
      batch.problemsChanged = problemsWere
      return batch
    }
    if isSweepDue { sweep() }
    takeDueFiles()
    if !unsure.isEmpty {
      for (number, mark) in unsure { marks[number, default: FolderMarks()].formUnion(mark) }
      unsure = [:]
    }
    work()
    lookAtTwins()
    if isRootSuspect, checkRoot() {
      overflowed = true
      work()
    }
    hasLostEvents = false
    unsureDrains = unsure.isEmpty ? 0 : unsureDrains + 1
    var batch = log.batch(tree)
    log = ChangeLog()
    batch.foldersBack = takeFoldersBack()
    batch.overflowed = overflowed
    batch.cookies = cookies.takeBack(isSure: unsure.isEmpty || unsureDrains > 16, unfinished: pending.firstWritten)
    isBarrier = cookies.isHolding
    batch.stateChanged = renewState()
    batch.problemsChanged = haveProblemsChanged || problemsWere
    haveProblemsChanged = false
    return batch
  }
}

/// Where to look in a folder.
struct FolderMarks {
  /// True to read it whole.
  var isWhole = false
  /// The names to look at; true for those whose bytes may be others even if their status is the same.
  var names: [[UInt8]: Bool] = [:]

  /// Looks at a name.
  mutating func add(_ name: [UInt8], mayDiffer: Bool) {
    if mayDiffer || names[name] == nil { names[name] = mayDiffer }
  }

  /// Looks at what either names.
  mutating func formUnion(_ other: FolderMarks) {
    isWhole = isWhole || other.isWhole
    names.merge(other.names) { $0 || $1 }
  }
}

extension TreeWatcher {
  /// True where there may be more events already than the last drain has read, or places that it could not look at.
  package var isBehind: Bool { hasMoreEvents || !unsure.isEmpty }

  /// How many folders are known.
  package var folderCount: Int { tree.byIdentity.count }

  /// How many watches there are.
  package var watchCount: Int { tree.byWatch.count }

  /// Goes through all files in byte order of their paths. Shape: a symbolic link has the status of the file it leads to, but for the kind.
  package func forEachFile(_ body: (Path, FileStatus) -> Void) { forEachFile(below: "", body) }

  /// Goes through all files below a folder, in the same order and shape. Nothing where there is no such folder.
  package func forEachFile(below folder: Path, _ body: (Path, FileStatus) -> Void) {
    let path = Array(folder.utf8)
    guard let number = tree.folder(at: path) else { return }
    tree.forEachFile(below: number, path: path) { path, entry in body(Path(bytes: path), entry.status) }
  }

  /// All files and problems, as a listing of the folder would give them.
  package func listing() -> Listing {
    var maker = ListingMaker(root: root)
    list(0, [], &maker)
    return maker.finished(problems: problems, nestedCatalogues: nestedCatalogues)
  }

  /// Shape: `path` is the folder's own, with a slash at its end; empty for the root.
  private func list(_ number: Int32, _ path: [UInt8], _ maker: inout ListingMaker) {
    let folder = tree.folders[Int(number)]
    folder.names.withUnsafeBufferPointer { names in
      for entry in folder.entries {
        let name = UnsafeBufferPointer(rebasing: names[entry.nameRange])
        if entry.isFolder {
          list(entry.child, path + name + [UInt8(ascii: "/")], &maker)
        } else {
          let isLink = entry.status.kind == .link
          maker.add(name, in: path, target: isLink ? target(ofLinkAt: Path(bytes: path + name)) : nil)
        }
      }
    }
  }

  /// Whether there is a file at a path, as far as is known.
  package func hasFile(at path: Path) -> Bool { tree.entry(at: Array(path.utf8)) != nil }

  /// The path, relative to the root, of the file that a symbolic link leads to; nil for a path that is no link.
  package func target(ofLinkAt path: Path) -> Path? {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    guard let folder = tree.folder(at: Array(path.utf8[..<(slash ?? path.utf8.startIndex)])) else { return nil }
    let name = Array(path.utf8[(slash.map { path.utf8.index(after: $0) } ?? path.utf8.startIndex)...])
    return linksOf[folder]?.first { $0.name == name }?.target
  }

  /// What is wrong with the tree itself, as in a listing: sorted by path.
  package var problems: [ListingProblem] {
    problemsOf.values.joined().sorted {
      $0.path != $1.path ? $0.path < $1.path : $0.errno < $1.errno
    }
  }

  /// The folders that are catalogues of their own, sorted by path.
  package var nestedCatalogues: [Path] {
    var found: [[UInt8]] = []
    for (number, folder) in tree.folders.enumerated() where folder.isUsed && folder.isCatalogue {
      if let path = tree.path(of: Int32(number)) { found.append(path) }
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }.map { Path(bytes: $0) }
  }
}
