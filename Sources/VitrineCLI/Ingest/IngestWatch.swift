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
  private let run: IngestRun
  private let root: String
  private let catalogue: IngestCatalogue
  /// How many files were taken.
  private(set) var taken = 0
  /// True where files whose bytes the catalogue has already leave the inbox, since they are copies that were only made for it.
  var removesPresent = false
  /// How long nothing new has to come before files are taken, so that those that belong together are one change; four times as long where more always
  /// comes. Units: nanoseconds.
  var pause: Int64 = 0

  /// A watch for a line.
  ///
  /// Errors: there is no catalogue.
  init(_ run: IngestRun) throws {
    self.run = run
    root = try run.session.root()
    catalogue = IngestCatalogue(root: root, clock: try run.session.stoppableClock())
  }

  /// The most files of one change.
  private static let largestBatch = 500
  /// What is wrong with a file is said once it did not change for so long. Units: nanoseconds.
  private static let readingTimeout: Int64 = 2_000_000_000
  /// How long a look waits for the next one, where nothing and where something is unfinished. Units: milliseconds.
  private static let (idle, busy) = (500, 100)
  /// How long files of one name are one shot, one after another. Units: nanoseconds.
  private static let joining: Int64 = 600_000_000_000

  /// What a watch knows.
  private struct Memory {
    var seen: [Path: WatchedFile] = [:]
    var records: [String: (path: Path, time: Int64)] = [:]
    var trouble = ""
    /// What was said to be left out since it cannot be read, or not by its name.
    var unread: Set<String> = []
  }

  /// Sees to it that files can be taken at all.
  ///
  /// Errors: what `IngestRequest` says; a trial, which nothing that goes on can be.
  func checkRequest() throws {
    if ChangeExecution(run.arguments).isDryRun {
      throw CommandError("--watch takes files as they come; leave it out to see what would be taken now")
    }
    _ = try run.request(in: open())
  }

  /// The catalogue, read where somebody else changed it.
  private func open() throws -> OpenCatalogue {
    let session = run.session
    let clock = try session.stoppableClock()
    if !catalogue.isCurrent {
      session.endInterruptedChange(in: root)
      session.warnOfBrokenFrame(try catalogue.catalogue())
    }
    return OpenCatalogue(try catalogue.catalogue(), now: clock.moment)
  }

  /// Takes files until `isOver` says that no more come: then what is there is taken, and that is the end. `words` are said once it watches.
  ///
  /// Errors: an inbox is not there; at the end, what keeps the last files from being taken.
  mutating func run(_ inboxes: [String], saying words: String? = nil, isOver: () -> Bool) throws {
    _ = try InboxFile.files(in: inboxes, standingIn: run.session.folder)
    let events = FolderEvents()
    var memory = Memory()
    var finished: Set<Path> = []
    var tries = 0
    if let words { run.session.note(words) }
    while true {
      let isLast = isOver()
      var delay = Self.idle
      do {
        let (files, folders, unread) = try InboxFile.filesAndFolders(in: inboxes, standingIn: run.session.folder)
        events.watch(folders)
        for (name, reason) in unread where memory.unread.insert(name).inserted {
          run.session.tell("vitrine: \(name) is left out: \(reason)")
        }
        var ready = isLast ? Self.all(files, &memory) : Self.ready(files, finished, &memory)
        if !isLast, isEarly(ready, memory) { ready = [] }
        if !ready.isEmpty { try take(Array(ready.prefix(Self.largestBatch)), isLast: isLast, &memory) }
        if ready.count > Self.largestBatch {
          delay = 0
        } else if isLast {
          return
        } else if memory.seen.values.contains(where: { !$0.isDone }) {
          delay = Self.busy
        }
        memory.trouble = ""
      } catch {
        catalogue.forget()
        tries += 1
        // At the end somebody waits for it.
        if isLast, tries > Self.mostTries { throw error }
        delay = Self.trouble(error, run.session, &memory)
      }
      finished = events.wait(atMost: delay).finished
    }
  }

  /// Whether more may come that belongs to files.
  private func isEarly(_ files: [InboxFile], _ memory: Memory) -> Bool {
    let ages = files.compactMap { memory.seen[$0.path].map { MonotonicClock.now - $0.since } }
    return pause > 0 && ages.contains { $0 < pause } && !ages.contains { $0 > 4 * pause }
  }

  /// How often the last files are tried where something is in the way.
  private static let mostTries = 5

  /// All files that are not yet done with.
  private static func all(_ files: [InboxFile], _ memory: inout Memory) -> [InboxFile] {
    for file in files where memory.seen[file.path]?.status != file.status {
      memory.seen[file.path] = WatchedFile(file.status, at: 0)
    }
    return files.filter { memory.seen[$0.path]?.isDone != true }
  }

  /// The files that are finished and not yet done with.
  private static func ready(_ files: [InboxFile], _ finished: Set<Path>, _ memory: inout Memory) -> [InboxFile] {
    let now = MonotonicClock.now
    var seen: [Path: WatchedFile] = [:]
    seen.reserveCapacity(files.count)
    var ready: [InboxFile] = []
    for file in files {
      var known = WatchedFile(file.status, at: now, after: memory.seen[file.path])
      if finished.contains(file.path) { known.isClosed = true }
      if !known.isDone, isFinished(file, &known, now) { ready.append(file) }
      seen[file.path] = known
    }
    memory.seen = seen
    return ready
  }

  /// Whether a file is finished; where only its bytes can tell, they are looked at once.
  private static func isFinished(_ file: InboxFile, _ known: inout WatchedFile, _ now: Int64) -> Bool {
    guard known.isToBeAsked(at: now) else { return false }
    let isBeingWritten = file.isBeingWritten(quietFor: now - known.since)
    known.isBlind = isBeingWritten == nil
    if known.isToBeSearched(at: now) { known.hasGap = file.seemsUnfinished(at: WallClock.system.now()) }
    return known.isFinished(at: now, isBeingWritten: isBeingWritten)
  }

  private mutating func take(_ files: [InboxFile], isLast: Bool, _ memory: inout Memory) throws {
    let (session, now) = (run.session, MonotonicClock.now)
    memory.records = memory.records.filter { now - $0.value.time < Self.joining }
    let open = try open()
    let records = memory.records
    let request = try run.request(in: open)
    let planned = try request.plan(
      files, at: session.changeMoment(), clock: session.stoppableClock(), known: catalogue.known
    ) { key in
      records[key].flatMap { open.catalogue.record(at: $0.path) == nil ? nil : $0.path }
    }
    let report = IngestReport(planned, session)
    if !planned.batch.taken.isEmpty {
      let status = try session.carryOut(
        planned.plan, checkedOn: open.catalogue, run.arguments, told: report.told, showsDifference: false)
      if status == .well {
        catalogue.take(planned)
        taken += planned.batch.taken.count
        _ = try run.finish(planned, root: root)
        if removesPresent { IngestFiles.remove(planned.batch.present) }
      }
    } else {
      IngestFiles.remove(planned.batch.released + (removesPresent ? planned.batch.present : []))
    }
    for (key, path) in planned.records { memory.records[key] = (path, now) }
    // What may still be on its way is looked at again before anything is said of it.
    var said = false
    for (file, reason) in planned.batch.leftOut {
      guard let known = memory.seen[file.path] else { continue }
      if !isLast, now - known.since < Self.readingTimeout {
        memory.seen[file.path]?.isClosed = false
        continue
      }
      memory.seen[file.path]?.isDone = true
      session.tell("vitrine: \(file.name) is left out: \(reason)")
      said = true
    }
    for file in planned.batch.present { memory.seen[file.path]?.isDone = true }
    for file in planned.batch.taken {
      memory.seen[file.path]?.take()
      if memory.seen[file.path]?.wasTaken == true {
        session.tell("vitrine: \(file.name) changed after it was taken; its record has it as it was, and as it is now")
      }
    }
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
