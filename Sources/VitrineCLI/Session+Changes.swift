// Plans carried out for a command: shown, asked for, executed, told.

import VitrineChanges
import VitrineCommandLine
import VitrineFiles

extension Session {
  /// Carries out a plan below `root` as the options of the line wish, which have `ChangeOptions.all` among them: the one way that every
  /// changing command goes.
  ///
  /// The plan's summary is told on standard error, its unified diff printed on standard output; a destructive plan is asked for.
  ///
  /// Errors: exit 2 where nobody can be asked; 130 where the answer was not `yes`; 4 where a file is not what the plan expects, 3 where
  /// the disk is in the way: then nothing is changed.
  @discardableResult
  func carryOut(_ plan: Plan, root: String, arguments: Arguments) throws -> CarriedOut {
    try carryOut(plan, root: root, wishes: ChangeWishes(arguments))
  }

  /// The same for a command with wishes of its own.
  @discardableResult
  func carryOut(_ plan: Plan, root: String, wishes: ChangeWishes) throws -> CarriedOut {
    guard !plan.isEmpty else {
      note("nothing to change")
      return .nothingToDo
    }
    if !wishes.isDryRun { for line in plan.summary { note(line) } }
    guard !wishes.isDryRun else { return .shown }
    try execute(plan, root: root)
    return .done(number: 0, files: plan.edits.count)
  }

  /// Carries out a plan below `root`, whole or not at all.
  ///
  /// Errors: the first failure; files that could not be put back are named in it.
  func execute(_ plan: Plan, root: String) throws {
    guard !plan.edits.isEmpty else { return }
    let writer = try FileWriter(root: root)
    do throws(PlanFailure) {
      _ = try writer.execute(plan)
    } catch {
      for path in error.remaining { tell("vitrine: '\(path)' was written and could not be put back") }
      throw error.cause
    }
  }
}
