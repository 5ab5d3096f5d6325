// From a query made ready to its answer: which rows of each table, in which order. Nothing is kept from one query to the next.
// Decision 0013 says why.

package import VitrineIndex
package import VitrineQuery

/// Answers queries on the state of a catalogue.
///
/// Each test is asked once of each distinct value of a column, then rows are looked at chunk by chunk: a bit for each row, so that *and*, *or* and
/// *not* are operations on words of 64 rows. What costs little or leaves little comes first, and rows that are out already are not looked at.
package struct Evaluator: Sendable {
  /// The state.
  package let index: RecordIndex

  /// An evaluator on a state.
  package init(index: RecordIndex) { self.index = index }

  /// The records that a query finds, in its order; in any order and without headings where `isSorted` is false and all of them are wanted.
  package func answer(_ query: BoundQuery, isSorted: Bool = true) -> Answer {
    var found: [(table: Int, rows: RowBits)] = []
    let conditions = query.conditions.sorted { $0.kind < $1.kind }
    for (kind, condition) in conditions where index.tables.indices.contains(kind) {
      found.append((kind, RowFilter(index, table: kind).rows(where: condition)))
    }
    let total = found.reduce(0) { $0 + $1.rows.population }
    if !isSorted, query.limit == nil {
      var entries: [RowEntry] = []
      for (table, rows) in found { rows.appendEntries(table: table, to: &entries) }
      return Answer(rows: entries.map(\.rowID), total: total, groups: [])
    }
    let order = RowOrder(index, tables: found.map(\.table), query: query)
    var entries = order.entries(of: found, total: total, limit: query.limit)
    order.sort(&entries, limit: query.limit)
    if let limit = query.limit, limit < entries.count { entries.removeLast(entries.count - max(limit, 0)) }
    let groups = order.groups(of: entries)
    return Answer(rows: entries.map { $0.rowID }, total: total, groups: groups)
  }

  /// The rows of a kind's table that a condition holds for.
  package func rows(ofKind kind: Int, where condition: Condition) -> BitSet {
    guard index.tables.indices.contains(kind) else { return BitSet(count: 0) }
    var set = BitSet(count: index.tables[kind].rowCount)
    let found = RowFilter(index, table: kind).rows(where: condition)
    set.words = Array(found.words.prefix(set.words.count))
    return set
  }
}

/// A row as it is sorted: the table in the upper half, the row in the lower.
typealias RowEntry = UInt64

extension RowEntry {
  /// A row of a table.
  @inline(__always) init(table: Int, row: Int) { self = UInt64(table) << 32 | UInt64(row) }
  /// The table.
  @inline(__always) var table: Int { Int(self >> 32) }
  /// The row.
  @inline(__always) var row: Int { Int(self & 0xFFFF_FFFF) }
  /// The place of the record.
  @inline(__always) var rowID: RowID { RowID(table: table, row: row) }
}
