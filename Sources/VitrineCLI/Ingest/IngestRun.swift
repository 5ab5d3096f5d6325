// Files of inboxes taken: planned, checked, carried out, reported.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineSource
import VitrineSystem

/// What a line of `vitrine ingest` wants.
struct IngestRun {
  var session: Session
  let arguments: Arguments
  var options: IngestOptions
  /// The kind that was named.
  var kind: String?
  /// The pattern of the records' paths.
  var pattern: String?
  /// Fields that all records get.
  var fields: [FieldAssignment] = []
  /// The folder of second copies, absolute.
  var also: String?

  init(_ session: Session, _ arguments: Arguments, _ options: IngestOptions) {
    (self.session, self.arguments, self.options) = (session, arguments, options)
  }

  /// How long files that changed just now are watched before they count as finished. Units: milliseconds.
  private static let settling = 250
  /// What changed so lately may change again. Units: nanoseconds.
  private static let recent: Int64 = 2_000_000_000

  /// Takes what is in the inboxes now.
  func takeAll(_ inboxes: [String]) throws -> ExitStatus {
    // The catalogue first: without one nothing is looked for.
    let open = try session.openCatalogue()
    let clock = try session.stoppableClock()
    var (files, _, unread) = try InboxFile.filesAndFolders(in: inboxes, standingIn: session.folder)
    for (name, reason) in unread { session.tell("vitrine: \(name) is left out: \(reason)") }
    let now = WallClock.system.now()
    if files.contains(where: {
      abs(now - $0.status.modified) < Self.recent || $0.isBeingWritten(quietFor: max(0, now - $0.status.modified)) ?? true
    }) {
      MonotonicClock.sleep(milliseconds: Self.settling)
      let before = Dictionary(files.map { ($0.path, $0.status) }) { first, _ in first }
      files = try InboxFile.files(in: inboxes, standingIn: session.folder).filter { file in
        let isWritten = file.isBeingWritten(quietFor: max(0, now - file.status.modified)) ?? file.seemsUnfinished(at: now)
        guard isWritten || before[file.path] != file.status else { return true }
        session.tell("vitrine: \(file.name) is still being written, and left for the next time")
        return false
      }
    }
    let planned = try request(in: open).plan(files, at: session.changeMoment(), clock: clock)
    let report = IngestReport(planned, session)
    report.sayLeftOut()
    guard !planned.batch.taken.isEmpty else {
      session.note(planned.batch.present.isEmpty ? "there is no photo to take" : "there is no new photo")
      if !ChangeExecution(arguments).isDryRun { IngestFiles.remove(planned.batch.released) }
      return planned.batch.hasUnread || !unread.isEmpty ? .inputOutput : .well
    }
    let status = try session.carryOut(
      planned.plan, checkedOn: open.catalogue, arguments, told: report.told, showsDifference: false)
    guard status == .well, !ChangeExecution(arguments).isDryRun else { return status }
    let finished = try finish(planned, root: open.catalogue.root)
    return planned.batch.hasUnread || !unread.isEmpty ? .inputOutput : finished
  }

  /// The request of the line, in a catalogue as it is now.
  func request(in open: OpenCatalogue) throws -> IngestRequest {
    try IngestRequest(into: kind, naming: pattern, options, fields: fields, in: open) { RandomID.make() }
  }

  /// Does what follows a change that was made.
  func finish(_ planned: IngestRequest.Planned, root: String) throws -> ExitStatus {
    IngestFiles.remove(planned.batch.released)
    if let failure = planned.batch.failure {
      throw CommandError(
        "'\(failure.string)' changed while it was taken; 'vitrine undo' takes all of it back", .inputOutput)
    }
    guard let also else { return .well }
    let copies = zip(planned.batch.taken, planned.goals).map { (Path(root).appending($1), $0.path.name.string) }
    let failures = IngestFiles.copy(copies, into: Path(also))
    for (name, reason) in failures { session.tell("vitrine: '\(name)' has no copy in '\(also)': \(reason)") }
    return failures.isEmpty ? .well : .inputOutput
  }
}

/// What a person reads of an ingest.
struct IngestReport {
  private let planned: IngestRequest.Planned
  private let session: Session

  init(_ planned: IngestRequest.Planned, _ session: Session) { (self.planned, self.session) = (planned, session) }

  /// The most files that are named one by one.
  private static let mostNamed = 20

  /// Says which files are left out, and why.
  func sayLeftOut() {
    let batch = planned.batch
    for (file, reason) in batch.leftOut.prefix(Self.mostNamed) { session.tell("vitrine: \(file.name) is left out: \(reason)") }
    if batch.leftOut.count > Self.mostNamed {
      session.tell("vitrine: \(batch.leftOut.count - Self.mostNamed) more are left out")
    }
    if !batch.present.isEmpty {
      session.note("\(counted(batch.present.count, "file")) left out: the catalogue has the same bytes")
    }
    if !batch.released.isEmpty {
      session.note("\(counted(batch.released.count, "file")) of an ingest that was cut short: the catalogue has them")
    }
  }

  /// What is said when it is done.
  var told: String {
    let (batch, count) = (planned.batch, planned.batch.taken.count)
    let photos = counted(batch.taken.count { !$0.isCompanion }, "photo")
    var text = count == 1 ? "took 1 file" : "took \(count) files (\(photos))"
    if !batch.groups.isEmpty { text += ": \(counted(batch.groups.count, "new record"))" }
    if !batch.additions.isEmpty {
      text += "\(batch.groups.isEmpty ? ":" : ",") \(counted(batch.additions.count, "record")) with more"
    }
    if let first = planned.records.first?.path {
      text += ", \(session.pathFromHere(first))\(planned.records.count > 1 ? " …" : "")"
    }
    return text
  }
}
