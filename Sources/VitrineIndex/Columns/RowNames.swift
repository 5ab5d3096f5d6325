// The rows of an index by the names that references may use.

import VitrineRules
import VitrineSource

/// The names of rows, kept up to date. Paths stand in the pools of the index, which is handed in with every call.
struct RowNames: Sendable {
  /// Where each slot's record is, and where the paths of all are.
  private struct Rows: NamedSlots {
    let rows: [RowID]
    let index: RecordIndex

    func path(ofSlot slot: Int) -> Path { index.path(of: rows[slot]) }
    func kind(ofSlot slot: Int) -> Int { rows[slot].table }
  }

  private static let none = UInt32.max

  private var names: RecordNames
  /// The row of each slot.
  private var rows: [RowID] = []
  /// The slot of each row of each table; `none` for a row without a record.
  private var slots: [[UInt32]]
  /// Slots without a record.
  private var freeSlots: [Int] = []

  /// The names of an index's records.
  init(_ index: RecordIndex) {
    let count = index.tables.reduce(0) { $0 + $1.liveCount }
    names = RecordNames(slots: count)
    rows.reserveCapacity(count)
    slots = index.tables.map { Array(repeating: Self.none, count: $0.rowCount) }
    for (number, table) in index.tables.enumerated() {
      for row in 0..<table.rowCount where table.isLive(row) { add(RowID(table: number, row: row), table.path(ofRow: row)) }
    }
  }

  /// The record at a path.
  func row(ofPath path: Path, in index: RecordIndex) -> RowID? {
    names.record(at: path, Rows(rows: rows, index: index)).map { rows[$0] }
  }

  /// The record of table `wanted` that a reference of these words names; nil where it names none, several, or one of another table.
  func resolve(_ text: Path, wanted: Int, in index: RecordIndex) -> RowID? {
    names.resolve(text, kind: wanted, Rows(rows: rows, index: index)).record.map { rows[$0] }
  }

  /// Notes that a record has come.
  mutating func add(_ id: RowID, _ path: Path) {
    let slot = freeSlots.popLast() ?? rows.count
    if slot == rows.count { rows.append(id) } else { rows[slot] = id }
    while slots[id.table].count <= id.row { slots[id.table].append(Self.none) }
    slots[id.table][id.row] = UInt32(truncatingIfNeeded: slot)
    names.add(slot, kind: id.table, path)
  }

  /// Notes that a record has gone. Shape: its row has a record.
  mutating func remove(_ id: RowID) {
    let slot = Int(slots[id.table][id.row])
    slots[id.table][id.row] = Self.none
    names.remove(slot, kind: id.table)
    freeSlots.append(slot)
  }
}
