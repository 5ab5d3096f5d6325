// A change taken back or done again: what `undo` and `redo` share.

import VitrineApplication
import VitrineChanges
import VitrineCommandLine
import VitrineJournal
import VitrineSystem

/// Brings a change of the journal to one of its sides.
struct ChangeTurn {
  private static let dryRun = ChangeOptions.dryRun
  /// The most files that are named where a change cannot be turned.
  private static let mostNamed = 10

  /// The options of both commands.
  static var options: [any DeclaredOption] { [dryRun] }
  /// What both commands end with.
  static let statuses: [(ExitStatus, String)] = [
    (.well, "done"), (.usage, "there is nothing to undo or redo, or no change of that number"),
    (.inputOutput, ExitStatus.inputOutput.summary), (.conflict, "a file was changed since; nothing was written"),
  ]

  private let session: Session
  private let shown: JournalShown
  private let goal: StepSide

  /// A turn to `goal`: `.before` undoes, `.after` does again.
  ///
  /// Errors: there is no catalogue.
  init(_ session: Session, goal: StepSide) throws {
    self.session = session
    self.goal = goal
    shown = try JournalShown(session)
  }

  private var isUndo: Bool { goal == .before }

  /// Runs it for the words of a line.
  func run(_ arguments: Arguments) throws -> ExitStatus {
    if arguments[Self.dryRun] {
      let record = try record(arguments)
      session.note("would \(isUndo ? "undo" : "redo") \(name(of: record))")
      session.printFile(shown.difference(of: record, isTurned: isUndo))
      return .well
    }
    // What was interrupted is ended first: only then does the journal say what there is to turn.
    try session.changing(shown.root) { writer in
      let record = try record(arguments)
      do throws(JournalFailure) {
        if isUndo { try writer.undo(record.number) } else { try writer.redo(record.number) }
      } catch {
        guard case .refused(let errors) = error else { throw error }
        throw refusal(of: record, errors)
      }
      let way = isUndo ? "undid" : "did again"
      let back = isUndo ? "redo" : "undo"
      session.note(
        "\(way) \(name(of: record)): \(counted(record.entry.fileCount, "file")) (\(back) with 'vitrine \(back)')")
    }
    return .well
  }

  private func name(of record: Journal.Record) -> String { "change \(record.number) (\(record.entry.head.title))" }

  /// The change that is meant: that of the number, or the last one that can be.
  private func record(_ arguments: Arguments) throws -> Journal.Record {
    if let word = arguments[JournalShown.number] {
      let record = try shown.record(word)
      guard record.state == (isUndo ? .done : .undone) else {
        throw CommandError("\(name(of: record)) is \(record.state.rawValue) already")
      }
      return record
    }
    let records = try shown.journal.records()
    let last = records.last { $0.state == .done }
    if isUndo {
      guard let last else { throw CommandError("there is nothing to undo") }
      return last
    }
    if let next = records.first(where: { $0.state == .undone && $0.number > last?.number ?? 0 }) { return next }
    guard let earlier = records.last(where: { $0.state == .undone }) else { throw CommandError("there is nothing to redo") }
    throw CommandError(
      "nothing was undone after \(last.map(name) ?? ""); 'vitrine redo \(earlier.number)' does \(name(of: earlier)) again")
  }

  /// The message where files are not as the change left them.
  private func refusal(of record: Journal.Record, _ errors: [FileError]) -> CommandError {
    var reasons = errors.prefix(Self.mostNamed).map(\.sinceWords).joined(separator: ", ")
    if errors.count > Self.mostNamed { reasons += ", and \(errors.count - Self.mostNamed) more files" }
    return CommandError(
      "cannot \(isUndo ? "undo" : "redo") \(name(of: record)): \(reasons); 'vitrine log \(record.number)' shows what it did",
      .conflict)
  }
}
