// Where values stood before they were moved, so that what is said of them leads to what somebody wrote.

import VitrineAlgorithms
package import VitrineEditing

/// The moves of values within a record, one after the other. Lists keep their items' numbers.
package struct MovedPlaces: Sendable {
  private struct Move {
    var number: Int
    var from: [PathStep]
  }

  /// What was moved to a place, by that place, in order.
  private var byGoal: [[PathStep]: [Move]] = [:]
  private var count = 0

  /// No moves.
  package init() {}

  /// Adds a move, the last of all.
  package mutating func add(from: [PathStep], to: [PathStep]) {
    byGoal[to, default: []].append(Move(number: count, from: from))
    count += 1
  }

  /// Where a value that stands at `path` now stood before all moves.
  package func source(of path: [PathStep]) -> [PathStep] {
    guard count > 0 else { return path }
    var path = path
    var end = count
    while let (move, length) = last(to: path, before: end) {
      path = move.from + path[length...]
      end = move.number
    }
    return path
  }

  /// The last move before another one that brought what is at `path`, or what that is in.
  private func last(to path: [PathStep], before end: Int) -> (Move, length: Int)? {
    var found: (Move, length: Int)?
    for length in stride(from: path.count, to: 0, by: -1) {
      guard let moves = byGoal[[PathStep](path.prefix(length))] else { continue }
      guard let move = Self.last(of: moves, before: end), move.number >= found?.0.number ?? 0 else { continue }
      found = (move, length)
    }
    return found
  }

  private static func last(of moves: [Move], before end: Int) -> Move? {
    let next = moves.partitioningIndex { $0.number >= end }
    return next > 0 ? moves[next - 1] : nil
  }
}
