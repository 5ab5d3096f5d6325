// What a change will do to the files, decided once and then only shown or executed.

package import VitrineSource

/// The edits, removals and moves of files that make one change, computed from one snapshot.
///
/// It is shown as a unified diff, and exactly what was shown is executed: every part says what it was computed from.
/// Shape: an edit names a file by where it stands before the plan; a file that is edited and moved is named so in both.
package struct Plan: Sendable, Hashable {
  /// What it does, as an order: "set status to library in 12 games". The journal shows it.
  package var title: String
  /// The edits and removals, one a path, in the order of their paths.
  package let edits: [FileEdit]
  /// The moves, one a file, in the order of the paths they lead from.
  package let moves: [FileMove]
  /// What a person should know before it is done, each a line: "removes 3 photos; 'a.jpg' stays, since 'b.yaml' shows it, too".
  package var summary: [String]
  /// True where a person has to type `yes` first.
  package var isDestructive: Bool

  /// A plan of the given edits and moves, in any order. It is destructive where it removes a file, unless something else is said.
  package init(
    _ title: String, _ edits: [FileEdit], moves: [FileMove] = [], summary: [String] = [], isDestructive: Bool? = nil
  ) {
    self.title = title
    self.edits = edits.sorted(byPath: \.path)
    self.moves = moves.sorted(byPath: \.from)
    self.summary = summary
    self.isDestructive = isDestructive ?? edits.contains { $0.change.isRemoval }
  }

  /// True where there is nothing to do.
  package var isEmpty: Bool { edits.isEmpty && moves.isEmpty }

  /// A path that two parts of the plan want for themselves, which no executor takes; nil in a sound plan.
  ///
  /// Shape: two edits of one file, two moves of one file or to one place, a removal of a file that is moved.
  package var repeatedPath: Path? {
    if let twice = zip(edits, edits.dropFirst()).first(where: { $0.path == $1.path }) {
      return twice.0.path
    }
    var removed: Set<Path> = []
    for edit in edits where edit.change.isRemoval { removed.insert(edit.path) }
    var origins: Set<Path> = []
    var goals: Set<Path> = []
    for move in moves {
      if !origins.insert(move.from).inserted || removed.contains(move.from) { return move.from }
      if !goals.insert(move.to).inserted || move.from == move.to { return move.to }
    }
    return nil
  }
}
