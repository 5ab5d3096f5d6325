// The queryable face of a catalogue at one moment: a table a kind, a column a field. Plain data in chunks, so that the next moment shares all
// that did not change.

package import VitrineModel

/// All records of a catalogue in columns. A value: who holds one keeps it, whatever happens next.
package struct RecordIndex: Sendable {
  /// One table for each kind of the catalogue, in the order of its kinds.
  package internal(set) var tables: [RecordTable]

  /// How many records there are.
  package var count: Int { tables.reduce(0) { $0 + $1.liveCount } }
}

/// The place of a record in an index. It stays the record's as long as its file stays; rows of deleted records are used again.
package struct RowID: Sendable, Hashable {
  /// The index of the table, which is that of the kind.
  package var table: Int
  /// The row.
  package var row: Int

  /// The place in a table and a row.
  package init(table: Int, row: Int) {
    self.table = table
    self.row = row
  }
}

/// The records of one kind.
package struct RecordTable: Sendable {
  /// The kind, and what the columns are.
  package let layout: TableLayout
  /// The distinct values of each column.
  package internal(set) var pools: [ValuePool]
  /// The rows, `RowChunk.size` in each but the last.
  package internal(set) var chunks: [RowChunk]
  /// How many rows the chunks hold, those without a record among them.
  package internal(set) var rowCount: Int
  /// How many of them hold a record.
  package internal(set) var liveCount: Int

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

/// The number of a value in its column's pool.
package typealias ValueID = UInt32

extension ValueID {
  /// No value, or a null.
  package static let null: ValueID = 0
  /// A map: its members have columns of their own.
  package static let map: ValueID = 1
}

/// Rows that lie together.
package struct RowChunk: Sendable {
  /// How many rows a full chunk has.
  package static let size = 1024

  /// One entry for each column of the table.
  package internal(set) var columns: [ColumnChunk]
  /// One bit for each row, set where it holds a record. Shape: `RowChunk.size / 64` words, the first row in the lowest bit of the first.
  package internal(set) var live: [UInt64]
  /// How many rows there are, with a record or without.
  package internal(set) var rowCount: Int
}

/// What the rows of a chunk have in one column.
///
/// Shape: three forms. `values` empty: no row has a value. `starts` empty: `values` has one value a row. Else row `r` has the values from
/// `starts[r]` up to, not including, `starts[r + 1]`.
package struct ColumnChunk: Sendable {
  /// The values, row after row; of a list its items, nulls among them.
  package internal(set) var values: [ValueID] = []
  /// Where each row's values start, one more than there are rows; or empty.
  package internal(set) var starts: [UInt32] = []
  /// For each list of maps that the column lies in, outermost first, and for each value: the number, in its row, of the element it lies in,
  /// counted from 0 over all elements of that list in the row. Empty for columns in no list of maps, and where there are no values.
  package internal(set) var elements: [[UInt32]] = []
}

extension ColumnChunk {
  /// The places in `values` of a row, by its number in the chunk.
  @inlinable package func range(ofRow row: Int) -> Range<Int> {
    if values.isEmpty { return 0..<0 }
    if starts.isEmpty { return row..<row + 1 }
    return Int(starts[row])..<Int(starts[row + 1])
  }
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
}
