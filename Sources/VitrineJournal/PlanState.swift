// Whether the files are still what a plan was made for, asked before it is shown.

package import VitrineChanges
import VitrineSource
import VitrineSystem

/// The state of a plan that was made by another process.
package enum PlanState {
  /// Whether every file below `root` is what the plan expects. Nothing is written. A plan that passes can still be refused later: only the one who
  /// holds the journal's lock looks at the files for the last time.
  package static func isCurrent(_ plan: Plan, root: String) -> Bool {
    do throws(FileError) {
      var reader = PlanReader(try FileWriter(root: root))
      for edit in plan.edits { _ = try reader.look(at: edit) }
      let edited = Set(plan.edits.map { Array($0.path.utf8) })
      for move in plan.moves {
        if !edited.contains(Array(move.from.utf8)) { _ = try reader.look(at: move.from, move.expected, .write) }
        // A place that another move leaves is free by then.
        if !plan.moves.contains(where: { $0.from.utf8.elementsEqual(move.to.utf8) }) { _ = try reader.vacancy(at: move.to) }
      }
      return true
    } catch {
      return false
    }
  }
}
