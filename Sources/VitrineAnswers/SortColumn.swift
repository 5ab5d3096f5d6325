// What rows are sorted by, as numbers that compare as the values do.

import VitrineIndex
import VitrineModel
import VitrineQuery

/// One key of an order, for the rows of some tables.
struct SortColumn {
  /// Where the key comes from.
  enum Source {
    /// A field: its first value, in the order of its column.
    case field(JoinPathReader)
    /// A field whose values have numbers that hold for several tables; by value, or by count.
    case ranked(JoinPathReader, ranks: [UInt64])
    /// One number for all rows.
    case same(UInt64)
    /// A number for each row.
    case rows([UInt64])
  }

  /// The key of each table; rows of other tables have none, and come last.
  var sources: [Int: Source]
  /// True for greatest first. What is missing comes last all the same.
  var isDescending = false

  /// The keys of the entries in the given ranges of `entries`, at the same places of `keys`.
  ///
  /// `table` is the table of all entries, where they are of one.
  func gather(_ entries: [RowEntry], _ ranges: [Range<Int>], of table: Int?, into keys: inout [UInt64]) {
    entries.withUnsafeBufferPointer { entries in
      keys.withUnsafeMutableBufferPointer { keys in
        if let table { return gather(table, entries, ranges, keys) }
        // A range mostly has rows of one table; it is cut where the table changes.
        var pieces: [Int: [Range<Int>]] = [:]
        for range in ranges {
          var start = range.lowerBound
          while start < range.upperBound {
            let table = entries[start].table
            var end = start + 1
            while end < range.upperBound, entries[end].table == table { end += 1 }
            pieces[table, default: []].append(start..<end)
            start = end
          }
        }
        for (table, ranges) in pieces { gather(table, entries, ranges, keys) }
      }
    }
  }

  private func gather(
    _ table: Int, _ entries: UnsafeBufferPointer<RowEntry>, _ ranges: [Range<Int>], _ keys: UnsafeMutableBufferPointer<UInt64>
  ) {
    guard let source = sources[table] else {
      for range in ranges {
        for place in range { keys[place] = .max }
      }
      return
    }
    if case .same(let key) = source {
      for range in ranges {
        for place in range { keys[place] = key }
      }
    } else {
      var reader = KeyReader(source, count: ranges.reduce(0) { $0 + $1.count })
      for range in ranges { reader.read(entries, range, into: keys) }
    }
    guard isDescending else { return }
    for range in ranges {
      for place in range where keys[place] != .max { keys[place] = .max - 1 - keys[place] }
    }
  }
}

/// Reads keys of rows of one table, of all at once where many are wanted.
private struct KeyReader {
  /// The key of each row, or nothing.
  private var ofRows: [UInt64] = []
  private var cursor: JoinPathCursor?
  private var pool: ValuePool?
  private var ranks: [UInt64]?

  init(_ source: SortColumn.Source, count: Int) {
    switch source {
    case .same: break
    case .rows(let keys): ofRows = keys
    case .field(let reader):
      pool = reader.pool
      guard reader.isWorthReadingWhole(for: count) else {
        cursor = JoinPathCursor(reader)
        return
      }
      guard let pool else {
        ofRows = reader.firstOfAll().map { $0 == JoinPathReader.missing ? .max : UInt64($0) }
        return
      }
      var labels: [UInt64] = []
      labels.reserveCapacity(pool.count)
      for segment in pool.segments { labels += segment.labels }
      ofRows = KeyReader.keys(reader.firstOfAll(), labels)
    case .ranked(let reader, let ranks):
      self.ranks = ranks
      if reader.isWorthReadingWhole(for: count) {
        ofRows = KeyReader.keys(reader.firstOfAll(), ranks)
      } else {
        cursor = JoinPathCursor(reader)
      }
    }
  }

  private static func keys(_ values: [UInt32], _ keys: [UInt64]) -> [UInt64] {
    values.withUnsafeBufferPointer { values in
      keys.withUnsafeBufferPointer { keys in
        values.map { Int($0) < keys.count ? keys[Int($0)] : .max }
      }
    }
  }

  /// Reads the keys of a range of entries, all of the table.
  mutating func read(
    _ entries: UnsafeBufferPointer<RowEntry>, _ range: Range<Int>, into keys: UnsafeMutableBufferPointer<UInt64>
  ) {
    if cursor == nil {
      ofRows.withUnsafeBufferPointer { ofRows in
        for place in range {
          let row = entries[place].row
          keys[place] = row < ofRows.count ? ofRows[row] : .max
        }
      }
      return
    }
    for place in range {
      let value = cursor?.first(entries[place].row) ?? JoinPathReader.missing
      if value == JoinPathReader.missing {
        keys[place] = .max
      } else if let ranks {
        keys[place] = Int(value) < ranks.count ? ranks[Int(value)] : .max
      } else {
        keys[place] = pool?.label(value) ?? UInt64(value)
      }
    }
  }
}

extension JoinPathReader {
  /// True where so many rows are wanted that it is cheaper to read the whole table, whose rows and values lie side by side.
  fileprivate func isWorthReadingWhole(for count: Int) -> Bool {
    count * 12 > index.tables[table].rowCount + (pool?.count ?? 0)
  }
}
