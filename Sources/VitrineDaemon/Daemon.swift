// One run of the daemon: everything that can wake it is one of the events below, and one loop heeds them.

import Glibc
import Synchronization
import VitrineApplication
import VitrineCatalog
import VitrineClient
import VitrineCommandLine
import VitrineIndex
import VitrineJournal
import VitrineLive
import VitrineService
import VitrineSource
import VitrineSystem

/// What wakes the daemon's own thread.
enum DaemonEvent: Sendable {
  /// The catalogue was read and is followed.
  case loaded(LiveCatalog)
  /// The catalogue cannot be read; why.
  case failed(String)
  /// A signal came.
  case signal(Int32)
  /// What was asked to be read again was.
  case reloaded
  /// Files are different; told once until the journal was looked at.
  case changed
  /// A request asks it to end.
  case stopRequested
}

/// Whether the daemon's own thread was told of a change: any thread sets it, that one clears it.
private final class ChangeMark: Sendable {
  private let isSet = Atomic(false)

  /// Sets it; true where it was not set.
  func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }

  /// Clears it.
  func clear() { isSet.store(false, ordering: .releasing) }
}

/// A daemon from the lock to the end.
final class Daemon {
  private let root: String
  private let place: ServicePlace
  private let readiness: Readiness
  private let journal: Journal
  private let lock: ServiceLock
  private let socket: ListeningSocket
  private let editors: EditorListener
  private let mailbox: Mailbox<DaemonEvent>
  private let idleMinutes: Int?
  private let isOnTerminal: Bool
  private let commands: DaemonProcess.Commands
  private let start: Int64
  private var catalog: LiveCatalog?
  private var service: Service?
  private var page: DaemonPage?
  private let context: RequestContext
  /// When the journal is looked at, since files changed. Units: nanoseconds of the monotonic clock.
  private var journalIsDue: Int64?
  private let isChangeTold = ChangeMark()

  /// So long after files have changed, a change of many files that is not done was interrupted, unless somebody holds the lock. Units: nanoseconds.
  private static let journalDelay: Int64 = 1_000_000_000
  /// How long a daemon that is about to end is waited for. Units: milliseconds.
  private static let startTimeout = 10_000
  /// How long the end may take before it is forced. Units: seconds.
  private static let endTimeout: UInt32 = 5

  /// Becomes the one daemon of the catalogue in `root`, an absolute path without links. No other thread may run yet.
  ///
  /// Errors: `RunningAlready`; the folder or the socket cannot be had.
  init(root: String, process: DaemonProcess, readiness: Readiness, isInBackground: Bool, idleMinutes: Int?) throws {
    self.root = root
    self.readiness = readiness
    self.idleMinutes = idleMinutes
    start = MonotonicClock.now
    isOnTerminal = isatty(STDIN_FILENO) == 1
    commands = process.commands
    context = process.context
    place = ServicePlace(root: root, environment: process.context.environment)
    OpenFiles.makeRoom()
    // The catalogue's folder, and the one the daemon was started in, may be renamed, removed and unmounted.
    _ = chdir("/")
    try ServiceFolder.prepare(place.folder)
    lock = try Self.lock(place, root)
    if isInBackground {
      let failure = Journal.redirect(to: place.log)
      guard failure == 0 else { throw FileError(.write, Path(place.log), errno: failure) }
    }
    journal = Journal(stream: process.context.environment("JOURNAL_STREAM"), isFile: isInBackground)
    socket =
      try ListeningSocket.activated(at: place, environment: process.context.environment)
      ?? ListeningSocket.bound(at: place.socket)
    editors = EditorListener(try ListeningSocket.bound(at: place.editorSocket))
    mailbox = try Mailbox()
  }

  private static func lock(_ place: ServicePlace, _ root: String) throws -> ServiceLock {
    for _ in 0...startTimeout / 10 {
      if let lock = try ServiceLock.take(place) { return lock }
      let owner = ServiceLock.owner(of: place)
      // Whoever has just ended, or is about to, is waited for.
      if let owner, !owner.isStopping { throw RunningAlready(root: root, process: owner.process) }
      usleep(10_000)
    }
    throw RunningAlready(root: root, process: ServiceLock.owner(of: place)?.process ?? 0)
  }

  /// Reads the catalogue, answers for it, and follows it to the end.
  func run() -> ExitStatus {
    let mailbox = self.mailbox
    Signals.listen { mailbox.post(.signal($0)) }
    endInterruptedChanges()
    let delays = DelayLog(root: root, journal: journal)
    Thread.start { [root] in
      var options = LiveCatalog.Options()
      options.offset = WallClock.system.offset
      options.now = WallClock.system.now
      options.onDelay = delays.note
      do throws(FileError) {
        mailbox.post(.loaded(try LiveCatalog(root: root, options: options)))
      } catch {
        mailbox.post(.failed("\(error)"))
      }
    }
    journal.write(.info, "vitrine \(Version.number) reads '\(root)'")
    while true {
      guard let event = mailbox.take(timeout: timeout()) else {
        if let journalIsDue, journalIsDue <= MonotonicClock.now {
          lookAtJournal()
          continue
        }
        // Somebody may have asked since the wait began.
        guard idleTimeLeft() == 0, let idleMinutes else { continue }
        return end(.well, "nobody asked for \(idleMinutes == 1 ? "1 minute" : "\(idleMinutes) minutes")")
      }
      switch event {
      case .loaded(let catalog):
        do { try answer(for: catalog) } catch { return fail("\(error)") }
      case .failed(let sentence): return fail(sentence)
      case .signal(SIGHUP) where isOnTerminal && isatty(STDIN_FILENO) != 1: return end(.well, "its terminal was closed")
      case .signal(SIGHUP): reload()
      case .signal(let number): return end(.well, number == SIGINT ? "SIGINT" : "SIGTERM")
      case .stopRequested: return end(.well, "asked to end")
      case .reloaded: tellReady("read again")
      case .changed: journalIsDue = journalIsDue ?? MonotonicClock.now &+ Self.journalDelay
      }
    }
  }

  /// How long to wait for the next event; below 0 for ever. Units: milliseconds.
  private func timeout() -> Int32 {
    let idlers = idleTimeLeft()
    guard let journalIsDue else { return idlers }
    let journal = Int32(clamping: max(0, journalIsDue - MonotonicClock.now) / 1_000_000 + 1)
    return idlers < 0 ? journal : min(idlers, journal)
  }

  /// Looks whether what changed is a change that was interrupted, and ends it.
  private func lookAtJournal() {
    journalIsDue = nil
    isChangeTold.clear()
    // Of another program that is at it the outcome has to be seen.
    if !endInterruptedChanges() { journalIsDue = MonotonicClock.now &+ Self.journalDelay }
  }

  /// Ends changes that were interrupted. Where somebody writes just now, that is theirs to do: false.
  @discardableResult
  private func endInterruptedChanges() -> Bool {
    do throws(JournalFailure) {
      let changes: VitrineJournal.Journal
      do throws(FileError) { changes = try VitrineJournal.Journal(root: root) } catch { throw .file(error) }
      for change in try changes.recoverAtOnce(who: "vitrined") {
        let end = change.isCompleted ? "completed" : "taken back"
        journal.write(.warning, "change \(change.number) (\(change.title)) was interrupted; it is \(end) now")
      }
    } catch {
      if case .busy = error { return false }
      journal.write(.warning, "a change was interrupted and cannot be ended now: \(error)")
    }
    return true
  }

  private func answer(for catalog: LiveCatalog) throws {
    self.catalog = catalog
    let watch = StatusWatch(journal: journal, readiness: readiness)
    let mailbox = self.mailbox
    let isChangeTold = self.isChangeTold
    _ = catalog.subscribe {
      watch.look(at: $0.outline.status)
      if isChangeTold.set() { mailbox.post(.changed) }
    }
    try socket.listen()
    var options = Service.Options(version: Version.number, now: WallClock.system.now, stop: { mailbox.post(.stopRequested) })
    options.connections = OpenFiles.connections
    options.editors = { [editors] in editors.editorCount }
    let page = DaemonPage(catalog, context)
    self.page = page
    options.page = { opening throws(RequestError) in try page.open(opening) }
    service = try Service(
      listening: socket.descriptor, catalogue: catalog, options: options, run: commands.run, plan: commands.plan)
    try editors.listen { [serve = commands.editor] in serve($0, catalog) }
    lock.markReady()
    tellReady("ready after \((MonotonicClock.now - start) / 1_000_000) ms")
    watch.look(at: catalog.state.status)
    Thread.start { LargePages.take() }
  }

  private func tellReady(_ what: String) {
    guard let catalogue = catalog?.state.catalogue else { return }
    let errors = catalogue.findings.count(of: .error)
    let status = "\(catalogue.recordCount) records, \(catalogue.findings.count) findings, \(errors) of them errors"
    readiness.ready(status)
    journal.write(.info, "\(what): \(status)")
  }

  private func reload() {
    guard let catalog else { return }
    journal.write(.info, "reads everything again")
    readiness.reloading()
    catalog.reload()
    let mailbox = self.mailbox
    catalog.barrier { _ in mailbox.post(.reloaded) }
  }

  /// The end before the beginning.
  private func fail(_ sentence: String) -> ExitStatus {
    lock.markStopping()
    socket.remove()
    editors.remove()
    readiness.failed(sentence)
    journal.write(.error, sentence)
    return .inputOutput
  }

  private func end(_ status: ExitStatus, _ why: String) -> ExitStatus {
    lock.markStopping()
    readiness.stopping(why)
    journal.write(.info, "ends: \(why)")
    socket.remove()
    editors.remove()
    // Whatever still hangs, the end comes; and a second signal does not wait for it.
    let mailbox = self.mailbox
    Thread.start {
      while true {
        let event = mailbox.take(timeout: Int32(Self.endTimeout * 1_000))
        if event == nil { _exit(status.rawValue) }
        if case .signal = event { _exit(status.rawValue) }
      }
    }
    service?.stop()
    page?.stop()
    catalog?.stop()
    journal.write(.info, "ended")
    return status
  }

  /// How long to wait for the next event; below 0 for ever. Units: milliseconds.
  private func idleTimeLeft() -> Int32 {
    guard let idleMinutes, let service else { return -1 }
    let timeout = Int64(idleMinutes) * 60_000
    if editors.editorCount > 0 { return Int32(clamping: timeout) }
    guard let asked = service.idleSince, let seen = page.map({ $0.idleSince }) ?? .min else { return Int32(clamping: timeout) }
    let last = max(asked, seen)
    return Int32(clamping: max(0, timeout - (MonotonicClock.now - last) / 1_000_000))
  }

}
