// A change taken back or done again: what `undo` and `redo` share.

import VitrineApplication
import VitrineChanges
import VitrineCommandLine
import VitrineJournal

/// Brings a change of the journal to one of its sides.
struct ChangeTurn {
  private static let dryRun = ChangeOptions.dryRun
  /// The options of both commands.
  static var options: [any DeclaredOption] { [dryRun] }
  /// What both commands end with.
  static let statuses: [(ExitStatus, String)] = [
    (.well, "done"), (.usage, "there is nothing to undo or redo, or no change of that number"),
    (.inputOutput, ExitStatus.inputOutput.summary), (.conflict, "a file was changed since; nothing was written"),
  ]

  private let session: Session
  private let shown: JournalShown
  private let turn: JournalTurn

  /// A turn to `goal`: `.before` undoes, `.after` does again.
  ///
  /// Errors: there is no catalogue.
  init(_ session: Session, goal: StepSide) throws {
    self.session = session
    turn = JournalTurn(to: goal)
    shown = try JournalShown(session)
  }

  /// Runs it for the words of a line.
  func run(_ arguments: Arguments) throws -> ExitStatus {
    let number = arguments[JournalShown.number]
    if arguments[Self.dryRun] {
      let record = try turn.record(number, in: shown.journal)
      session.note("would \(turn.isUndo ? "undo" : "redo") \(turn.name(of: record))")
      session.printFile(JournalDifference.text(of: record, in: shown.journal, isTurned: turn.isUndo))
      return .well
    }
    // What was interrupted is ended first: only then does the journal say what there is to turn.
    try session.changing(shown.root) { writer in
      let record = try turn.record(number, in: shown.journal)
      try turn.turn(record, by: writer)
      let way = turn.isUndo ? "undid" : "did again"
      let back = turn.isUndo ? "redo" : "undo"
      session.note(
        "\(way) \(turn.name(of: record)): \(counted(record.entry.fileCount, "file")) (\(back) with 'vitrine \(back)')")
    }
    return .well
  }
}
