// The rows of a table in pieces, so that a change copies one piece.

/// The number of a value in its column's pool.
package typealias ValueID = UInt32

extension ValueID {
  /// No value, or a null.
  @inlinable package static var null: UInt32 { 0 }
  /// A map: its members have columns of their own.
  @inlinable package static var map: UInt32 { 1 }
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
/// Shape: three forms. `values` empty: no row has a value. `starts` empty: `values` has one value a row, and a null there means that the row
/// has none. Else row `r` has the values from `starts[r]` up to, not including, `starts[r + 1]`, and a null is an item of a list.
package struct ColumnChunk: Sendable {
  /// The values, row after row; of a list its items, nulls among them.
  package internal(set) var values: [ValueID] = []
  /// Where each row's values start, one more than there are rows; or empty.
  package internal(set) var starts: [UInt32] = []
  /// For each list of maps that the column lies in, outermost first, and for each value: the number, in its row, of the element it lies in,
  /// counted from 0 over all elements of that list in the row. Empty for columns in no list of maps, and where there are no values.
  package internal(set) var elements: [[UInt32]] = []
  /// For each of these lists: true where the numbers of every row are 0, 1, 2 and so on, as they are where each element has one value. It may be
  /// false where that is so.
  package internal(set) var countsUp: [Bool] = []
}

extension ColumnChunk {
  /// The places in `values` of a row, by its number in the chunk.
  @inlinable @inline(__always) package func range(ofRow row: Int) -> Range<Int> {
    if values.isEmpty { return 0..<0 }
    if starts.isEmpty { return row..<row + 1 }
    return Int(starts[row])..<Int(starts[row + 1])
  }
}

extension ColumnChunk {
  /// The smallest form of what is given in the third form: `starts` with one more than there are rows.
  init(smallestOf values: [ValueID], starts: [UInt32], elements: [[UInt32]]) {
    self.init()
    if values.isEmpty { return }
    self.values = values
    self.starts = starts
    self.elements = elements
    countsUp = elements.map { Self.countsUp($0, starts) }
    let rowCount = starts.count - 1
    guard values.count <= rowCount, (0..<rowCount).allSatisfy({ starts[$0 + 1] - starts[$0] <= 1 }), !values.contains(.null)
    else {
      return
    }
    self.starts = []
    if values.count == rowCount { return }
    self.values = Self.spread(values, starts)
    self.elements = elements.map { Self.spread($0, starts) }
  }

  /// True where the numbers of every row are 0, 1, 2 and so on.
  private static func countsUp(_ elements: [UInt32], _ starts: [UInt32]) -> Bool {
    for row in 1..<starts.count {
      let first = starts[row - 1]
      for entry in first..<starts[row] where elements[Int(entry)] != entry - first { return false }
    }
    return true
  }

  /// One entry a row, 0 where a row has none.
  private static func spread(_ entries: [UInt32], _ starts: [UInt32]) -> [UInt32] {
    var rows = [UInt32](repeating: 0, count: starts.count - 1)
    for row in rows.indices where starts[row + 1] > starts[row] { rows[row] = entries[Int(starts[row])] }
    return rows
  }
}
