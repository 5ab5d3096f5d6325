// A live catalogue without a thread: its owner says when to look, and gets what became of it.
// Decisions 0016 and 0035 say why.

import VitrineAlgorithms
import VitrineCatalog
import VitrineFiles
import VitrineJournal
import VitrineRules
import VitrineSource
import VitrineSystem
import VitrineWatch

/// Keeps a catalogue true, step by step.
///
/// Shape: the owner polls `descriptor`, and calls `step` and then `finish` when there is something to read, when `nextDeadline` is reached, and after it asked for
/// anything. One thread uses it at a time.
final class LiveEngine {
  /// What a step came to.
  struct Step {
    /// What became of the catalogue, where something did. Then `finish` is to be called.
    var delta: ReportDelta?
    /// The cookies that came back: everything that was finished before they were placed is in the state now.
    var cookies: [WatchCookie] = []
    /// The file that cookies waited for until now.
    var delay: WatchBatch.Delay?
  }

  /// Where there is too little of what reading needs, the first pause before it is tried again; each is twice the one before. Units: nanoseconds.
  private static let firstPause: Int64 = 10_000_000
  /// After so many tries nobody is kept waiting for what cannot be read.
  private static let mostTries = 8

  /// The state as of the last step that was finished.
  private(set) var state: LiveState

  private let root: String
  private let options: LiveCatalog.Options
  private let watcher: TreeWatcher
  private var kept: KeptCatalogue
  /// The files with a text over them that are the catalogue's, be they there or not.
  private var covered: Set<Path> = []
  /// What is different from the state and not applied yet.
  private var held = CatalogueChanges()
  private var isAccepted = false
  /// What was read since the last batch.
  private var lastRead = FilesRead.everything
  /// Where there was too little of what reading needs: how often it was tried, when to try again, and who waits for it.
  private var scarcity: (tries: Int64, deadline: Int64)?
  private var waiting: [WatchCookie] = []
  /// What was told of the next state.
  private var upcoming: LiveOutline?

  /// Reads the catalogue in `root` and begins to watch it. Units: `now` is nanoseconds of a monotonic clock.
  ///
  /// Errors: as for `CatalogueLoader.load`.
  init(root: String, options: LiveCatalog.Options, now: @Sendable () -> Int64) throws(FileError) {
    self.root = root
    self.options = options
    let watcher = try TreeWatcher(root: root, backend: options.events.backend, now: now(), leavesFiles: true)
    self.watcher = watcher
    var keeping = KeptCatalogue.Options()
    keeping.offset = options.offset
    keeping.keepsLastGood = options.keepsLastGood
    keeping.source = options.source
    kept = try KeptCatalogue(watcher.listing(), options: keeping) { watcher.take($0) }
    state = LiveState(generation: 1, catalogue: kept.catalogue, status: LiveStatus())
    // What changed while everything was read is found now: nothing was listed but what is watched.
    let batch = watcher.drain(now: now())
    kept.follow(watcher.openRoot)
    watcher.compare([kept.takeConsulted()])
    _ = take(batch)
    if !held.isEmpty, !watcher.state.isRootGone {
      let read = try kept.apply(held, see: { watcher.compare($0) }, listing: { listing }).read
      if !watcher.isBehind { lastRead = read }
      held = CatalogueChanges()
      state.catalogue = kept.catalogue
    }
    state.status = status(batch)
  }

  /// What to poll(2) for reading; -1 for nothing. It may be another one after a step.
  var descriptor: Int32 { watcher.descriptor }

  /// What to poll(2) for POLLPRI: it says that file systems were mounted or unmounted; -1 for nothing.
  var mountDescriptor: Int32 { watcher.mountDescriptor }

  /// When the next step is due at the latest; nil while there is no reason for one.
  var nextDeadline: Int64? { [watcher.nextDeadline, scarcity?.deadline].compactMap(\.self).min() }

  /// True where all that is known is in the state, and events will tell of whatever comes next.
  var isAtRest: Bool {
    upcoming == nil && held.isEmpty && !isAccepted && state.status.freeze == nil && watcher.isAtRest
  }

  /// What the watcher believes of every folder.
  var folders: [LiveFolder] { watcher.folderBeliefs().map { LiveFolder($0) } }

  /// Does ahead of time what the first change needs, and what single records are found by. Returns false where all of it was done, and the state is
  /// what it was.
  func prepare() -> Bool {
    guard upcoming == nil, kept.prepare() else { return false }
    state.catalogue = kept.catalogue
    return true
  }

  /// Places a cookie, which a later step gives back.
  func placeCookie() -> WatchCookie { watcher.placeCookie() }

  /// Has the next step list and read everything again, as if the catalogue were new.
  func reload() {
    watcher.relist()
    held.isEverything = true
  }

  /// Has the next step read some files again: a text was laid over them or taken off.
  func reread(_ paths: [Path]) {
    for path in paths {
      let isCovered = options.source.overlay?.covers(path) == true && ListingRules.admit(path, in: watcher.openRoot)
      if isCovered { covered.insert(path) } else { covered.remove(path) }
      let isThere = watcher.hasFile(at: path)
      held.files[path] = isThere ? .there(linkTo: watcher.target(ofLinkAt: path)) : isCovered ? .there(linkTo: nil) : .gone
    }
  }

  /// The state with texts over some records, and the files whose findings are others with them; nil where one of them is no record that is known, or
  /// nothing is followed.
  func laid(_ texts: LaidTexts) -> (state: LiveState, paths: Set<Path>)? {
    finish()
    guard state.status.freeze == nil, let laid = kept.laid(texts) else { return nil }
    var state = state
    state.catalogue = laid.catalogue
    state.lastGood = laid.lastGood.sorted()
    return (state, laid.paths)
  }

  /// All files, those among them that are nothing but a text.
  private var listing: Listing {
    let added = covered.filter { !watcher.hasFile(at: $0) }.sorted()
    return added.isEmpty ? watcher.listing() : watcher.listing().adding(added)
  }

  /// Has the next step take what is on the disk for true, however much is gone.
  func accept() { isAccepted = true }

  /// Reads what happened, and finds what follows from it. What is reported of the next state is in the delta; the state itself is there after `finish`.
  func step(now: Int64) -> Step {
    finish()
    let batch = watcher.drain(now: now)
    // Another folder may be the catalogue now: a copy in its place, a backup, a file system that was mounted again.
    kept.follow(watcher.openRoot)
    let isWork = take(batch) || isAccepted || held.isEverything
    defer { isAccepted = false }
    var status = status(batch)
    let changes = held
    if isWork || status.freeze != nil && !held.isEmpty { status.freeze = freeze() }
    let tries = scarcity.take()?.tries ?? 0
    let applied = status.freeze == nil && !held.isEmpty ? applyHeld(&status, now, tries: tries) : .none
    var cookies = waiting + batch.cookies
    waiting = []
    // Who asks waits for what could not be read, but not for ever.
    if let scarcity, scarcity.tries <= Self.mostTries { swap(&cookies, &waiting) }
    // What was read before counts as long as there may be events of that time.
    lastRead = watcher.isBehind ? lastRead.union(applied.read) : applied.read
    guard applied.isChanged || status != state.status else { return Step(delta: nil, cookies: cookies, delay: batch.delay) }
    let lastGood = kept.lastGood.sorted()
    let difference = ReportDifference(state.catalogue.findings, kept.summary.findings, paths: applied.paths)
    let paths = applied.isChanged ? changes.files.keys.sorted() : []
    let outline = LiveOutline(generation: state.generation + 1, summary: kept.summary, status: status, lastGood: lastGood)
    upcoming = outline
    let delta = ReportDelta(
      outline: outline, appeared: difference.appeared, fixed: difference.fixed, reportedPaths: applied.paths, changedPaths: paths,
      time: options.now())
    return Step(delta: delta, cookies: cookies, delay: batch.delay)
  }

  /// Applies what is held; where that cannot be, it is held on, and `status` may say why. There were so many tries before.
  private func applyHeld(_ status: inout LiveStatus, _ now: Int64, tries: Int64) -> AppliedChanges {
    do throws(FileError) {
      let applied = try kept.settle(held, isTooMuch: isTooMuch, see: { watcher.compare($0) }) { listing }
      if applied.vanished.isEmpty {
        held = CatalogueChanges()
      } else {
        // What went is held with what is to be read again; the state stays as it was.
        for path in applied.vanished { held.files[path] = .gone }
        held.isEverything = true
        status.freeze = freeze()
      }
      return applied
    } catch {
      if error.isScarcity {
        if case .system(let number) = error.cause { status.shortage = Self.words(ofShortage: number) }
        scarcity = (tries + 1, now + Self.firstPause << min(tries, 8))
      } else {
        // Without its manifest a folder is no catalogue.
        let isManifest = error.isOfManifest
        status.freeze = isManifest ? .manifest(error.isMissing ? nil : error.reason) : .rootGone
      }
      return .none
    }
  }

  private static func words(ofShortage number: Int32) -> String {
    let (reason, advice) = ErrorNumber.words(number)
    return "\(reason); \(advice)"
  }

  /// Brings the rows up to date, and with them the state.
  func finish() {
    guard let outline = upcoming.take() else { return }
    kept.finish()
    state.generation = outline.generation
    state.catalogue = kept.catalogue
    state.status = outline.status
    state.lastGood = outline.lastGood
  }

  /// Puts a batch to what is held. Answers true where it brings anything.
  private func take(_ batch: WatchBatch) -> Bool {
    for change in batch.changes {
      switch change.kind {
      case .added(let status), .changed(let status):
        held.files[change.path] = .there(linkTo: status.kind == .link ? watcher.target(ofLinkAt: change.path) : nil)
      case .removed: held.files[change.path] = covered.contains(change.path) ? .there(linkTo: nil) : .gone
      }
    }
    readAgain(below: batch.foldersBack)
    if batch.problemsChanged || batch.overflowed { held.problems = watcher.problems }
    return !batch.changes.isEmpty || batch.problemsChanged || batch.overflowed || batch.stateChanged
  }

  /// Holds what was read below some folders since the last batch as changed: they may have been somewhere else at that moment.
  private func readAgain(below folders: Set<Path>) {
    if folders.isEmpty { return }
    func hold(_ path: Path) {
      if held.files[path] == nil { held.files[path] = .there(linkTo: watcher.target(ofLinkAt: path)) }
    }
    switch lastRead {
    case .everything where folders.contains(""): held.isEverything = true
    case .everything:
      for folder in folders { watcher.forEachFile(below: folder) { path, _ in hold(path) } }
    case .files(let files):
      for case (let path, .there(let target)) in files where watcher.hasFile(at: path) {
        if path.isBelow(folders) || target?.isBelow(folders) == true { hold(path) }
      }
    }
  }

  /// Whether so many records may not go while everything is read.
  private func isTooMuch(_ vanished: [Path]) -> Bool {
    !isAccepted && KeptCatalogue.isMass(vanished.count, of: state.catalogue.recordCount, options.lossLimit, options.lossFloor)
  }

  /// Why what is held must not be applied.
  private func freeze() -> LiveStatus.Freeze? {
    if watcher.state.isRootGone { return .rootGone }
    if isAccepted { return nil }
    let root = root
    let loss = kept.massLoss(by: held, limit: options.lossLimit, floor: options.lossFloor) { missing in
      (try? Journal(root: root))?.tookAway(missing) ?? []
    }
    return loss.map { .massLoss(gone: $0.gone, of: $0.of) }
  }

  private func status(_ batch: WatchBatch) -> LiveStatus {
    var status = state.status
    status.watchedFolders = watcher.watchCount
    if batch.overflowed { status.overflows += 1 }
    status.shortage = watcher.state.shortage.map { Self.words(ofShortage: $0) }
    status.links = watcher.state.links
    status.polled = watcher.state.polled.map { LiveStatus.Polled(path: $0.path, folders: $0.folders, reason: $0.reason.words) }
    return status
  }
}

extension Path {
  /// True for a path below one of some folders. Shape: the root's path is empty.
  fileprivate func isBelow(_ folders: Set<Path>) -> Bool {
    if folders.contains("") { return true }
    var folder = folder
    while !folder.isEmpty {
      if folders.contains(Path(folder)) { return true }
      folder = folder.folder
    }
    return false
  }
}

extension LiveCatalog.EventSource {
  /// A source of events of this sort.
  fileprivate var backend: any WatchBackend {
    switch self {
    case .library: InotifyTools() ?? RawInotify()
    case .system: RawInotify()
    }
  }
}
