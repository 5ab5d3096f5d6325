// `vitrine ingest --watch`: files are taken as they are finished.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineJournal
import VitrineSource
import VitrineSystem

/// Follows inboxes. What a folder holds says what is to be taken, at every look; events of the system only say when to look, and what is finished.
struct IngestWatch {
  private var run: IngestRun

  /// A watch for a line.
  init(_ run: IngestRun) {
    self.run = run
    // It reads the catalogue again and again: what was read is let go.
    self.run.session.endsWithCommand = false
  }

  /// The most files of one change.
  private static let largestBatch = 500
  /// A file that did not change for so long is finished, whoever may hold it open. Units: nanoseconds.
  private static let settling: Int64 = 400_000_000
  /// What is wrong with a file is said once it did not change for so long. Units: nanoseconds.
  private static let readingTimeout: Int64 = 2_000_000_000
  /// How long a look waits for the next one, where nothing and where something is unfinished. Units: milliseconds.
  private static let (idle, busy) = (500, 100)
  /// How long files of one name are one shot, one after another. Units: nanoseconds.
  private static let joining: Int64 = 600_000_000_000

  /// What is known of a file that stays in an inbox.
  private struct Seen {
    var status: FileStatus
    var since: Int64
    var isClosed = false
    var isDone = false
  }

  /// What a watch knows.
  private struct Memory {
    var seen: [Path: Seen] = [:]
    var records: [String: (path: Path, time: Int64)] = [:]
    var trouble = ""
  }

  /// Takes files until the program is ended.
  func run(_ inboxes: [String]) throws -> ExitStatus {
    if ChangeExecution(run.arguments).isDryRun {
      throw CommandError("--watch takes files as they come; leave it out to see what would be taken now")
    }
    let root = try run.session.root()
    _ = try run.request(in: run.session.openCatalogue())
    _ = try InboxFile.files(in: inboxes, standingIn: run.session.folder)
    let events = FolderEvents()
    var memory = Memory()
    var finished: Set<Path> = []
    run.session.note("watching \(inboxes.joined(separator: ", ")); Ctrl-C ends it")
    while true {
      var delay = Self.idle
      do {
        let (files, folders) = try InboxFile.filesAndFolders(in: inboxes, standingIn: run.session.folder)
        events.watch(folders)
        let ready = Self.ready(files, finished, &memory)
        if !ready.isEmpty { try take(Array(ready.prefix(Self.largestBatch)), root, &memory) }
        if ready.count > Self.largestBatch {
          delay = 0
        } else if memory.seen.values.contains(where: { !$0.isDone }) {
          delay = Self.busy
        }
        memory.trouble = ""
      } catch {
        delay = Self.trouble(error, run.session, &memory)
      }
      let news = events.wait(atMost: delay)
      finished = news.finished
    }
  }

  /// The files that are finished and not yet done with.
  private static func ready(_ files: [InboxFile], _ finished: Set<Path>, _ memory: inout Memory) -> [InboxFile] {
    let now = MonotonicClock.now
    var seen: [Path: Seen] = [:]
    seen.reserveCapacity(files.count)
    var ready: [InboxFile] = []
    for file in files {
      var known = Seen(status: file.status, since: now)
      if let before = memory.seen[file.path], before.status == file.status { known = before }
      if finished.contains(file.path) { known.isClosed = true }
      seen[file.path] = known
      if !known.isDone, known.isClosed || now - known.since >= settling { ready.append(file) }
    }
    memory.seen = seen
    return ready
  }

  private func take(_ files: [InboxFile], _ root: String, _ memory: inout Memory) throws {
    let (session, now) = (run.session, MonotonicClock.now)
    memory.records = memory.records.filter { now - $0.value.time < Self.joining }
    let open = try session.openCatalogue()
    let records = memory.records
    let planned = try run.request(in: open).plan(files, at: session.changeMoment(), clock: session.stoppableClock()) { key in
      records[key].flatMap { open.catalogue.record(at: $0.path) == nil ? nil : $0.path }
    }
    let report = IngestReport(planned, session)
    if !planned.batch.taken.isEmpty {
      let status = try session.carryOut(
        planned.plan, checkedOn: open.catalogue, run.arguments, told: report.told, showsDifference: false)
      if status == .well { _ = try run.finish(planned, root: root) }
    } else {
      IngestFiles.remove(planned.batch.released)
    }
    for (key, path) in planned.records { memory.records[key] = (path, now) }
    // What may still be on its way is looked at again before anything is said of it.
    var said = false
    for (file, reason) in planned.batch.leftOut {
      guard let known = memory.seen[file.path] else { continue }
      if now - known.since < Self.readingTimeout {
        memory.seen[file.path]?.isClosed = false
        continue
      }
      memory.seen[file.path]?.isDone = true
      session.tell("vitrine: \(file.name) is left out: \(reason)")
      said = true
    }
    for file in planned.batch.taken + planned.batch.present { memory.seen[file.path]?.isDone = true }
    if !planned.batch.present.isEmpty, !said {
      session.note("\(counted(planned.batch.present.count, "file")) left out: the catalogue has the same bytes")
    }
  }

  /// Tells what went wrong, once, and how long to wait before the next try. Units: milliseconds.
  private static func trouble(_ error: any Error, _ session: Session, _ memory: inout Memory) -> Int {
    let text =
      switch error {
      case let error as CommandError: error.message
      case let error as RequestError: error.message
      default: "\(error)"
      }
    // A file that changed while it was taken comes again.
    if let failure = error as? JournalFailure, failure.isConflict { return busy }
    if text != memory.trouble { session.tell("vitrine: \(text); trying again") }
    memory.trouble = text
    return 2_000
  }
}
