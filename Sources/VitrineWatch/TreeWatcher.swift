// The watcher of one catalogue: events only say where to look; what is true is read again from the disk.

import Glibc
import VitrineAlgorithms
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
  /// How well it saw when the last batch was given.
  package private(set) var state = WatchState()

  let backend: any WatchBackend
  let mounts = MountWatch()
  var phase: WatchPhase
  var rootFolder: RootFolder
  // What is known of the tree.
  var tree = WatchedTree()
  var folderProblems = FolderProblems()
  var hardLinks = HardLinks()
  var ignoreFiles = IgnoreFiles()
  var leftOutTargets = LeftOutTargets()
  var refusedFiles = RefusedFiles()
  var fileWatches: FileWatches
  /// The error for want of files or memory that the last drain met.
  var shortage: Int32?
  // Where to look, and when.
  var queue = LookQueue()
  var pending = PendingFiles()
  var polling: PollSchedule
  var cookies = CookieShelf()
  /// The file that cookies are held for, and since when; nil where none are.
  private var heldFor: (path: Path, since: Int64)?
  var unseenWrites = UnseenWrites()
  // What this drain found, and what it leaves for the next.
  var log = ChangeLog()
  var events = NameEvents()
  var carry = DrainCarry()
  /// The files of which a reader saw something else than is known, and how often in a row.
  var again: [PendingFiles.Place: Int] = [:]
  /// Which files may be written again without looking different.
  var freshness = Freshness()
  var now: Int64

  /// The most events of one drain; more are left for the next, so that one that never ends holds up nothing.
  static let mostEvents = 32_768
  /// So many names of a folder are looked at by their paths; for more of them it is opened.
  static let fewNames = 4

  /// Begins to watch a folder and reads it whole. With `leavesFiles`, files are listed and not yet looked at: `take` is to be called.
  ///
  /// Errors: the root is missing, no folder or not readable.
  package init(root: String, backend: any WatchBackend, now: Int64, leavesFiles: Bool = false) throws(FileError) {
    self.root = root
    self.backend = backend
    self.now = now
    phase = .starting(leavesFiles: leavesFiles)
    fileWatches = FileWatches(limit: FileWatches.systemLimit)
    polling = PollSchedule(now: now)
    rootFolder = try RootFolder(root)
    _ = tree.insert(WatchedFolder(name: [], parent: -1, identity: try rootFolder.identity()))
    testEvents()
    queue.mark(0)
    work()
    if let failure = folderProblems.failure(of: 0) { throw FileError(.list, Path(root), errno: failure) }
    rootFolder.hasManifest = tree.entry(at: Array(FileTree.manifestName.utf8)) != nil
    phase.start()
    watchHardLinks()
    log = ChangeLog()
    _ = renewState()
  }

  /// A watcher that knows what another one knows, and goes its own way from here: a test tries what may happen next, one thing after the other.
  package init(copying other: TreeWatcher, backend: any WatchBackend) {
    (root, self.backend, now) = (other.root, backend, other.now)
    (state, phase, rootFolder) = (other.state, other.phase, other.rootFolder)
    (tree, folderProblems, hardLinks, fileWatches) = (other.tree, other.folderProblems, other.hardLinks, other.fileWatches)
    (queue, pending, polling, cookies) = (other.queue, other.pending, other.polling, other.cookies)
    (heldFor, unseenWrites, log, events) = (other.heldFor, other.unseenWrites, other.log, other.events)
    (carry, again, freshness, shortage) = (other.carry, other.again, other.freshness, other.shortage)
    (ignoreFiles, leftOutTargets, refusedFiles) = (other.ignoreFiles, other.leftOutTargets, other.refusedFiles)
  }

  /// The folder that is watched. Whoever reads its files reads them here: the root's path may lead to another one, until a drain follows it there.
  package var openRoot: OpenRoot { rootFolder.folder }

  /// What to poll(2) for reading, or -1 where there is nothing. Ask again before every poll: it may change with a drain.
  package var descriptor: Int32 { backend.descriptor }

  /// When `drain` should be called even if there is nothing to read; nil while there is no reason to.
  package var nextDeadline: Int64? {
    // Nothing else can be looked at before the root is back, and then everything is.
    if phase.isRootGone { return carry.hasMore || cookies.hasPlain ? now : rootFolder.deadline }
    if carry.hasMore || cookies.hasPlain || !queue.isEmpty { return now }
    return [
      pending.deadline, polling.deadline(tree), hardLinks.deadline, fileWatches.deadline,
      ignoreFiles.deadline, leftOutTargets.deadline(folderProblems),
      phase.isRootDoubtful ? rootFolder.deadline : nil,
      queue.deadline(now: now),
      unseenWrites.deadline(interval: PollSchedule.interval(files: tree.entryCount)),
    ].compactMap(\.self).min()
  }

  /// True where nothing is waited for and nothing left to look at: as long as there is nothing to read, all is known.
  package var isAtRest: Bool {
    // Whatever is polled, being written, in doubt or gone has a deadline.
    guard case .watching = phase else { return false }
    return nextDeadline == nil && queue.isEmpty && !polling.isSilent && !carry.hasLostEvents && backend.descriptor >= 0
      && !cookies.isUnderWay
  }

  /// Reads what happened, looks at it, and gives how the tree is different from what it was. It never waits.
  package func drain(now: Int64) -> WatchBatch {
    precondition(!phase.hasLeftFiles, "files that were left are taken over before anything is drained")
    self.now = now
    var overflowed = readEvents()
    readMounts()
    if backend.isWorn, !overflowed { loseEvents() }
    if phase.isRootDoubtful { overflowed = checkRoot() || overflowed }
    if phase.isRootGone { return batchWithoutRoot() }
    if isSweepDue { sweep() }
    takeDueFiles()
    lookAtPolledHardLinks()
    lookAtPolledIgnoreFiles()
    lookAtLeftOutTargets()
    if carry.isBarrier { watchFiles() }
    _ = queue.markDoubts()
    work()
    lookForUnseenWrites()
    lookAtHardLinks()
    watchHardLinks(mayDiffer: true)
    if !carry.isBarrier { watchFiles() }
    if phase.isRootDoubtful, checkRoot() {
      overflowed = true
      work()
    }
    queue.endDrain()
    mounts.followMoves()
    var batch = log.batch(tree)
    log = ChangeLog()
    batch.foldersBack = carry.paths(tree)
    batch.overflowed = overflowed
    let unfinished = pending.firstWritten
    batch.cookies = cookies.takeBack(isSure: queue.isSure, unfinished: unfinished?.first)
    batch.delay = delay(by: unfinished?.place)
    batch.stateChanged = renewState()
    batch.problemsChanged = carry.haveProblemsChanged
    carry.end(isHolding: cookies.isHolding)
    checkInvariants()
    return batch
  }

  /// Notes that cookies are held for a file that is being written; answers how long they were once they are not.
  private func delay(by place: PendingFiles.Place?) -> WatchBatch.Delay? {
    guard cookies.isHolding else {
      defer { heldFor = nil }
      return heldFor.map { WatchBatch.Delay(path: $0.path, nanoseconds: now - $0.since) }
    }
    if heldFor == nil, let place, let folder = tree.path(of: place.folder) {
      heldFor = (Path(bytes: folder).appending(Path(bytes: place.name)), now)
    }
    return nil
  }

  /// What a drain gives while the root is gone: everything is as it was.
  private func batchWithoutRoot() -> WatchBatch {
    var batch = WatchBatch()
    // Nothing can be newer than what is known: nobody waits for what may never come.
    cookies.loseEvents()
    _ = cookies.takePlain(now: now)
    batch.cookies = cookies.takeBack(isSure: true)
    batch.stateChanged = renewState()
    batch.problemsChanged = carry.haveProblemsChanged
    carry.haveProblemsChanged = false
    return batch
  }

  /// Makes the state anew; answers true where it is another one.
  private func renewState() -> Bool {
    if polling.isEmpty, hardLinks.isNonePolled, ignoreFiles.polled.isEmpty, state.polled.isEmpty,
      state.isRootGone == phase.isRootGone, state.shortage == shortage, state.links == 0, folderProblems.hasNoLinks
    {
      return false
    }
    var state = WatchState()
    state.isRootGone = phase.isRootGone
    state.shortage = shortage
    state.links = leftOutTargets.count(tree, folderProblems)
    state.polled = (polling.polled(tree) + polledHardLinks()).sorted { $0.path < $1.path }
    defer { self.state = state }
    return state != self.state
  }

  /// The folders in which there are files with several names that cannot be watched.
  private func polledHardLinks() -> [WatchState.Polled] {
    if hardLinks.isNonePolled, ignoreFiles.polled.isEmpty { return [] }
    let folders = ignoreFiles.polled.union(hardLinks.polledPlaces(in: tree).map(\.folder)).filter {
      polling.reason($0) == nil && tree.folders[Int($0)].isUsed
    }
    return folders.compactMap { tree.path(of: $0) }.map { .init(path: Path(bytes: $0), folders: 1, reason: .hardLinks) }
  }

  /// Stops a program that checks invariants where the parts do not fit each other after a drain. Of very large trees that would take longer than the drain.
  private func checkInvariants() {
    guard Invariants.areChecked, tree.folders.count <= 5000 else { return }
    tree.checkInvariants()
    queue.checkInvariants(tree)
    polling.checkInvariants(tree)
    for place in pending.files.keys {
      Invariants.check(tree.folders[Int(place.folder)].isUsed, "a file of a forgotten folder is waited for")
    }
    for folder in tree.folders.indices where tree.folders[folder].isUsed && tree.folders[folder].watch < 0 {
      let number = Int32(folder)
      Invariants.check(
        polling.reason(number) != nil || folderProblems.failure(of: number) != nil || queue.asks(number) || carry.hasMore,
        "a folder is neither watched nor polled nor in doubt")
    }
  }
}

extension TreeWatcher {
  /// True where there may be more events already than the last drain has read, or places that it could not look at.
  package var isBehind: Bool { carry.hasMore || queue.hasDoubts }

  /// How many folders are known.
  package var folderCount: Int { tree.byIdentity.count }

  /// How often all files were compared with what is known of them, as something was written that nobody could find out about otherwise.
  package var comparisons: Int { unseenWrites.comparisons }

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
    return folderProblems.target(of: name, in: folder)
  }

  /// What is wrong with the tree itself, as in a listing: sorted by path.
  package var problems: [ListingProblem] { folderProblems.sorted }

  /// The folders that are catalogues of their own, sorted by path.
  package var nestedCatalogues: [Path] {
    var found: [[UInt8]] = []
    for (number, folder) in tree.folders.enumerated() where folder.isUsed && folder.isCatalogue {
      if let path = tree.path(of: Int32(number)) { found.append(path) }
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }.map { Path(bytes: $0) }
  }
}
