// The values that a record has in a field, over references where the field is another record's: what orders, groups and facets go by.

import VitrineIndex

/// Reads the values of a field for the rows of one table.
struct WayReader {
  /// What stands for no value. Values are numbers of the last table's pool, or where they are counted, how many there are.
  static let missing = UInt32.max

  /// The state.
  let index: RecordIndex
  /// The table the rows are of.
  let table: Int
  /// The way to the values.
  let way: BoundPath.Way
  /// The table that the values are in.
  let lastTable: Int

  /// A reader; nil where the way leads to no column.
  init?(_ index: RecordIndex, table: Int, way: BoundPath.Way) {
    self.index = index
    self.table = table
    self.way = way
    var last = table
    for step in way.references {
      guard index.tables.indices.contains(last), index.tables[last].columns.indices.contains(step.column) else { return nil }
      last = step.kind
    }
    guard index.tables.indices.contains(last), index.tables[last].columns.indices.contains(way.column) else { return nil }
    lastTable = last
  }

  /// The values' pool; nil where they are counted.
  var pool: ValuePool? { way.counts ? nil : index.tables[lastTable].pools[way.column] }

  /// The first value of a row, or `missing`. Nulls are no values.
  func first(_ row: Int) -> UInt32 {
    var found = WayReader.missing
    visit(row, table, way.references[...]) { value in
      found = value
      return false
    }
    return found
  }

  /// Calls `body` with each value of a row.
  func forEach(_ row: Int, _ body: (UInt32) -> Void) {
    visit(row, table, way.references[...]) { value in
      body(value)
      return true
    }
  }

  /// Walks the values until `body` says no; false where it did.
  @discardableResult
  private func visit(
    _ row: Int, _ table: Int, _ steps: ArraySlice<(column: Int, kind: Int)>, _ body: (UInt32) -> Bool
  ) -> Bool {
    let rows = index.tables[table]
    guard row / RowChunk.size < rows.chunks.count else { return true }
    if let step = steps.first {
      let data = rows.chunks[row / RowChunk.size].columns[step.column]
      for place in data.range(ofRow: row % RowChunk.size) {
        guard let target = rows.pools[step.column].target(data.values[place]), target.table == step.kind,
          index.tables[target.table].isLive(target.row)
        else { continue }
        if !visit(target.row, target.table, steps.dropFirst(), body) { return false }
      }
      return true
    }
    let data = rows.chunks[row / RowChunk.size].columns[way.column]
    let range = data.range(ofRow: row % RowChunk.size)
    if way.counts { return body(UInt32(data.starts.isEmpty ? range.count { data.values[$0] != .null } : range.count)) }
    for place in range where data.values[place] != .null {
      if !body(data.values[place]) { return false }
    }
    return true
  }

  /// The first value of every row of the table, or `missing`.
  func firstOfAll() -> [UInt32] {
    let rows = index.tables[table]
    guard way.references.isEmpty, !way.counts else { return (0..<rows.rowCount).map { first($0) } }
    return [UInt32](unsafeUninitializedCapacity: rows.rowCount) { output, initialized in
      for chunk in rows.chunks {
        let data = chunk.columns[way.column]
        let count = min(chunk.rowCount, output.count - initialized)
        for row in 0..<max(count, 0) {
          var found = ValueID.null
          if data.starts.isEmpty {
            if !data.values.isEmpty { found = data.values[row] }
          } else {
            for place in data.range(ofRow: row) where found == .null { found = data.values[place] }
          }
          output[initialized] = found == .null ? WayReader.missing : found
          initialized += 1
        }
      }
    }
  }
}
