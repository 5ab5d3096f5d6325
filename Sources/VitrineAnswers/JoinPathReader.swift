// The values that a record has in a field, over references where the field is another record's: what orders, groups and facets go by.

import VitrineIndex
import VitrineQuery

/// Reads the values of a field for the rows of one table.
struct JoinPathReader {
  /// What stands for no value. Values are numbers of the last table's pool, or where they are counted, how many there are.
  static let missing = UInt32.max

  /// The state.
  let index: RecordIndex
  /// The table the rows are of.
  let table: Int
  /// The join path to the values.
  let path: BoundPath.Way
  /// The table that the values are in.
  let lastTable: Int

  /// A reader; nil where the join path leads to no column.
  init?(_ index: RecordIndex, table: Int, path: BoundPath.Way) {
    self.index = index
    self.table = table
    self.path = path
    var last = table
    for step in path.references {
      guard index.tables.indices.contains(last), index.tables[last].columns.indices.contains(step.column) else { return nil }
      last = step.kind
    }
    guard index.tables.indices.contains(last), index.tables[last].columns.indices.contains(path.column) else { return nil }
    lastTable = last
  }

  /// The values' pool; nil where they are counted.
  var pool: ValuePool? { path.counts ? nil : index.tables[lastTable].pools[path.column] }

  /// What the rows of a chunk have, where values are read and not counted, and lie in the rows themselves; else nil.
  func directChunk(_ number: Int) -> ColumnChunk? {
    let chunks = index.tables[table].chunks
    guard path.references.isEmpty, !path.counts, chunks.indices.contains(number) else { return nil }
    return chunks[number].columns[path.column]
  }

  /// Calls `body` with each value of a row until it answers false; false where it did.
  @discardableResult
  fileprivate func visit(
    _ row: Int, _ table: Int, _ steps: ArraySlice<(column: Int, kind: Int)>, _ body: (UInt32) -> Bool
  ) -> Bool {
    guard row / RowChunk.size < index.tables[table].chunks.count else { return true }
    if let step = steps.first {
      let data = index.tables[table].chunks[row / RowChunk.size].columns[step.column]
      for place in data.range(ofRow: row % RowChunk.size) {
        guard let target = index.tables[table].pools[step.column].target(data.values[place]), target.table == step.kind,
          index.tables[target.table].isLive(target.row)
        else { continue }
        if !visit(target.row, target.table, steps.dropFirst(), body) { return false }
      }
      return true
    }
    return visit(index.tables[table].chunks[row / RowChunk.size].columns[path.column], row % RowChunk.size, body)
  }

  /// The same for a row of a chunk in the last column.
  @inline(__always)
  fileprivate func visit(_ data: ColumnChunk, _ row: Int, _ body: (UInt32) -> Bool) -> Bool {
    let range = data.range(ofRow: row)
    if path.counts {
      return body(UInt32(truncatingIfNeeded: data.starts.isEmpty ? range.count { data.values[$0] != .null } : range.count))
    }
    for place in range where data.values[place] != .null {
      if !body(data.values[place]) { return false }
    }
    return true
  }

  /// The first value of every row of the table, or `missing`.
  func firstOfAll() -> [UInt32] {
    let rows = index.tables[table]
    guard path.references.isEmpty, !path.counts else {
      var cursor = JoinPathCursor(self)
      return (0..<rows.rowCount).map { cursor.first($0) }
    }
    let null = ValueID.null
    return [UInt32](unsafeUninitializedCapacity: rows.rowCount) { output, initialized in
      for chunk in rows.chunks {
        let data = chunk.columns[path.column]
        let count = min(chunk.rowCount, output.count - initialized)
        for row in 0..<max(count, 0) {
          var found = null
          if data.starts.isEmpty {
            if !data.values.isEmpty { found = data.values[row] }
          } else {
            for place in data.range(ofRow: row) where found == null { found = data.values[place] }
          }
          output[initialized] = found == null ? JoinPathReader.missing : found
          initialized += 1
        }
      }
    }
  }
}

/// Reads rows one after the other: those that lie in one chunk cost little.
struct JoinPathCursor {
  private let reader: JoinPathReader
  private let isDirect: Bool
  private var chunk = -1
  private var values: [ValueID] = []
  private var starts: [UInt32] = []

  /// A cursor of a reader.
  init(_ reader: JoinPathReader) {
    self.reader = reader
    isDirect = reader.path.references.isEmpty
  }

  /// The first value of a row, or `JoinPathReader.missing`. Nulls are no values.
  mutating func first(_ row: Int) -> UInt32 {
    var found = JoinPathReader.missing
    visit(row) { value in
      found = value
      return false
    }
    return found
  }

  /// Calls `body` with each value of a row.
  @inline(__always) mutating func forEach(_ row: Int, _ body: (UInt32) -> Void) {
    visit(row) { value in
      body(value)
      return true
    }
  }

  @inline(__always) private mutating func visit(_ row: Int, _ body: (UInt32) -> Bool) {
    guard isDirect else {
      reader.visit(row, reader.table, reader.path.references[...], body)
      return
    }
    if row / RowChunk.size != chunk { enter(row / RowChunk.size) }
    let row = row % RowChunk.size
    if reader.path.counts {
      _ = body(values.isEmpty ? 0 : starts.isEmpty ? values[row] == .null ? 0 : 1 : starts[row + 1] - starts[row])
    } else if values.isEmpty {
      return
    } else if starts.isEmpty {
      if values[row] != .null { _ = body(values[row]) }
    } else {
      for place in Int(starts[row])..<Int(starts[row + 1]) where values[place] != .null {
        if !body(values[place]) { return }
      }
    }
  }

  private mutating func enter(_ number: Int) {
    chunk = number
    let chunks = reader.index.tables[reader.table].chunks
    values = number < chunks.count ? chunks[number].columns[reader.path.column].values : []
    starts = number < chunks.count ? chunks[number].columns[reader.path.column].starts : []
  }
}
