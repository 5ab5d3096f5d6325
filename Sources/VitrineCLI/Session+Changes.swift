// Plans carried out for a command.

import VitrineChanges
import VitrineFiles

extension Session {
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
