// Which values of a column's pool pass a test: asked of all of them at once, or of those that are met when few rows are left.

import VitrineIndex
import VitrineQuery

/// The values of a pool that pass a test. A class, since what was found out is kept for the rows to come; it lives as long as one query.
final class ValueSelection {
  /// What a value has to be.
  enum Asked {
    /// A test of the value itself.
    case test(any ValueTest)
    /// It names one of these rows, by table.
    case targets([Int: RowBits])
  }

  private let pool: ValuePool
  private let asked: Asked
  /// One bit a value: it passes.
  private(set) var passing: [UInt64]
  /// One bit a value: it was tested. Empty where all were.
  private var tested: [UInt64] = []
  /// True where every value was tested.
  private(set) var isComplete = false
  /// The same as `passing`, a byte a value, which is quicker to ask; only of a complete selection, and nil where it would be large.
  private(set) var table: [UInt8]?

  /// Up to so many values have a byte each.
  private static let mostBytes = 1 << 15

  /// A selection of nothing so far.
  init(_ pool: ValuePool, _ asked: Asked) {
    self.pool = pool
    self.asked = asked
    passing = Array(repeating: 0, count: (pool.count + 63) / 64)
  }

  /// Tests every value.
  func complete() {
    if isComplete { return }
    switch asked {
    case .test(let test): passing = test.passing(pool)
    case .targets(let rows):
      for id in 0..<pool.count where names(ValueID(id), rows) { passing[id / 64] |= 1 << UInt64(id % 64) }
    }
    isComplete = true
    tested = []
    if pool.count <= ValueSelection.mostBytes {
      table = (0..<pool.count).map { UInt8(truncatingIfNeeded: passing[$0 / 64] >> UInt64($0 % 64) & 1) }
    }
  }

  /// Makes ready for values to be asked for one by one.
  func beginSingly() {
    if !isComplete, tested.isEmpty { tested = Array(repeating: 0, count: passing.count) }
  }

  /// True where no value passes; only known of a complete selection.
  var isEmpty: Bool { isComplete && passing.allSatisfy { $0 == 0 } }

  /// The part of the values that pass; of a complete selection.
  var fraction: Double {
    let count = passing.reduce(0) { $0 + $1.nonzeroBitCount }
    return Double(count) / Double(max(pool.count - 2, 1))
  }

  /// True where a value passes; it is tested if it was not. After `beginSingly()` or `complete()`.
  func contains(_ id: ValueID) -> Bool {
    let word = Int(id) / 64
    let bit: UInt64 = 1 << UInt64(id % 64)
    guard word < passing.count else { return false }
    if isComplete || tested[word] & bit != 0 { return passing[word] & bit != 0 }
    tested[word] |= bit
    let passes =
      switch asked {
      case .test(let test): test.passes(id, of: pool)
      case .targets(let rows): names(id, rows)
      }
    if passes { passing[word] |= bit }
    return passes
  }

  private func names(_ id: ValueID, _ rows: [Int: RowBits]) -> Bool {
    guard let target = pool.target(id), let found = rows[target.table] else { return false }
    return found.contains(target.row)
  }
}
