// The queryable face of a catalogue at one moment: a table a kind, a column a field. Plain data in chunks, so that the next moment shares all
// that did not change. Decision 0011 says why.

/// All records of a catalogue in columns. A value: who holds one keeps it, whatever happens next.
package struct RecordIndex: Sendable {
  /// One table for each kind of the catalogue, in the order of its kinds.
  package internal(set) var tables: [RecordTable]

  /// How many records there are.
  package var count: Int { tables.reduce(0) { $0 + $1.liveCount } }

  /// The same records under layouts of the same kinds in other words.
  package func spoken(_ layouts: [TableLayout]) -> RecordIndex {
    precondition(layouts.count == tables.count, "a layout for each table")
    var index = self
    for place in layouts.indices { index.tables[place].layout = layouts[place] }
    return index
  }
}

/// The place of a record in an index. It stays the record's as long as its file stays; rows of deleted records are used again.
package struct RowID: Sendable, Hashable {
  /// The index of the table, which is that of the kind.
  package var table: Int
  /// The row.
  package var row: Int

  /// The place as one number: the table above the row.
  var number: Int { table << 32 | row }

  /// The place of a number.
  init(number: Int) { self.init(table: number >> 32, row: number & 0xFFFF_FFFF) }

  /// The place in a table and a row.
  @inlinable package init(table: Int, row: Int) {
    self.table = table
    self.row = row
  }
}
