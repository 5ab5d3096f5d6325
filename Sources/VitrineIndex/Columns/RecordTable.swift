// The records of one kind, in columns.

package import VitrineModel

/// The records of one kind.
package struct RecordTable: Sendable {
  /// The kind, and what the columns are.
  package internal(set) var layout: TableLayout
  /// The distinct values of each column.
  package internal(set) var pools: [ValuePool]
  /// The rows, `RowChunk.size` in each but the last.
  package internal(set) var chunks: [RowChunk]
  /// How many rows the chunks hold, those without a record among them.
  package internal(set) var rowCount: Int
  /// How many of them hold a record.
  package internal(set) var liveCount: Int
  /// The rows by what their records are called; nil in an index that nobody changes.
  var names: NameIndex?

  /// The kind.
  package var kind: Kind { layout.kind }
  /// The columns.
  package var columns: [Column] { layout.columns }
}

/// One column of a table.
package struct Column: Sendable {
  /// The field: of the schema, or made for a built-in.
  package let field: Kind.Field
  /// True where no schema speaks of it.
  package let isBuiltIn: Bool
  /// The columns of the lists of maps that its values lie in, outermost first; its own is not among them.
  package let lists: [Int]
  /// The columns of its members, where its values are maps.
  package let members: [Int]
}

extension RecordTable {
  /// The values of a row in a column, nulls left out.
  package func values(_ row: Int, _ column: Int) -> [ValueID] {
    let chunk = chunks[row / RowChunk.size].columns[column]
    return chunk.values[chunk.range(ofRow: row % RowChunk.size)].filter { $0 != .null }
  }

  /// True where a row holds a record.
  package func isLive(_ row: Int) -> Bool {
    row < rowCount && chunks[row / RowChunk.size].live[row % RowChunk.size / 64] & (1 << UInt64(row % 64)) != 0
  }

  /// Calls `body` with each text that records have in a column, once, until it answers false.
  package func visitValues(ofColumn column: Int, _ body: (ValuePool, ValueID) -> Bool) {
    let pool = pools[column]
    var seen = BitSet(count: pool.count)
    for row in 0..<rowCount where isLive(row) {
      let chunk = chunks[row / RowChunk.size].columns[column]
      for place in chunk.range(ofRow: row % RowChunk.size) {
        let value = chunk.values[place]
        guard value != .null, value != .map, !seen.contains(Int(value)) else { continue }
        seen.insert(Int(value))
        if !body(pool, value) { return }
      }
    }
  }
}
