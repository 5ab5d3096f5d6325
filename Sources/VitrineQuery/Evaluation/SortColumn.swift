// What rows are sorted by, as numbers that compare as the values do.

import VitrineIndex
import VitrineModel

/// One key of an order, for the rows of some tables.
struct SortColumn {
  /// Where the key comes from.
  enum Source {
    /// A field: its first value, in the order of its column.
    case field(WayReader)
    /// A field whose values have numbers that hold for several tables; by value, or by count.
    case ranked(WayReader, ranks: [UInt64])
    /// A number for each row.
    case rows([UInt64])
  }

  /// The key of each table; rows of other tables have none, and come last.
  var sources: [Int: Source]
  /// True for greatest first. What is missing comes last all the same.
  var isDescending = false

  /// The keys of the entries in the given ranges of `entries`, at the same places of `keys`.
  func gather(_ entries: [RowEntry], _ ranges: [Range<Int>], into keys: inout [UInt64], _ index: RecordIndex) {
    var counts: [Int: Int] = [:]
    if sources.count == 1, let only = sources.keys.first {
      counts[only] = ranges.reduce(0) { $0 + $1.count }
    } else {
      for range in ranges {
        for entry in entries[range] { counts[entry.table, default: 0] += 1 }
      }
    }
    for (table, source) in sources {
      guard let count = counts[table] else { continue }
      let reader = KeyReader(source, count: count, rowCount: index.tables[table].rowCount)
      for range in ranges {
        for place in range where entries[place].table == table { keys[place] = reader.key(entries[place].row) }
      }
    }
    for range in ranges {
      for place in range {
        if sources[entries[place].table] == nil { keys[place] = .max }
        if isDescending, keys[place] != .max { keys[place] = .max - 1 - keys[place] }
      }
    }
  }
}

/// Reads keys of rows of one table, of all at once where many are wanted.
private struct KeyReader {
  private let source: SortColumn.Source
  /// The key of each row, or nothing.
  private var ofRows: [UInt64] = []

  init(_ source: SortColumn.Source, count: Int, rowCount: Int) {
    self.source = source
    switch source {
    case .rows(let keys): ofRows = keys
    case .field(let reader):
      guard count * 8 > rowCount else { return }
      let firsts = reader.firstOfAll()
      guard let pool = reader.pool else {
        ofRows = firsts.map { $0 == WayReader.missing ? .max : UInt64($0) }
        return
      }
      var labels: [UInt64] = []
      labels.reserveCapacity(pool.count)
      for segment in pool.segments { labels += segment.labels }
      ofRows = KeyReader.keys(firsts, labels)
    case .ranked(let reader, let ranks):
      guard count * 8 > rowCount else { return }
      ofRows = KeyReader.keys(reader.firstOfAll(), ranks)
    }
  }

  private static func keys(_ values: [UInt32], _ keys: [UInt64]) -> [UInt64] {
    values.withUnsafeBufferPointer { values in
      keys.withUnsafeBufferPointer { keys in
        values.map { Int($0) < keys.count ? keys[Int($0)] : .max }
      }
    }
  }

  @inline(__always) func key(_ row: Int) -> UInt64 {
    if !ofRows.isEmpty { return ofRows[row] }
    switch source {
    case .rows: return .max
    case .field(let reader):
      let value = reader.first(row)
      if value == WayReader.missing { return .max }
      return reader.pool?.label(value) ?? UInt64(value)
    case .ranked(let reader, let ranks):
      let value = Int(reader.first(row))
      return value < ranks.count ? ranks[value] : .max
    }
  }
}
