// The keys of an order for the rows of one chunk after the other: read where they lie, so that nothing is made that is as long as the table.

import VitrineIndex
import VitrineQuery

extension SortColumn {
  /// Offers rows of a table, each with its key, to those that come first.
  func offer(_ rows: RowBits, of table: Int, to first: inout FirstRows) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RowChunk.size) { keys in
      keys.initialize(repeating: .max)
      var reader = sources[table].map { ChunkKeys($0) }
      for chunk in 0..<rows.words.count / RowBits.chunkWords where !rows.isEmpty(chunk: chunk) {
        let words = rows.words[chunk * RowBits.chunkWords..<(chunk + 1) * RowBits.chunkWords]
        reader?.read(chunk, words, into: keys)
        if isDescending, reader != nil {
          for place in keys.indices where keys[place] != .max { keys[place] = .max - 1 - keys[place] }
        }
        first.take(words, keys, of: table, from: chunk * RowChunk.size)
      }
    }
  }
}

/// Reads the keys of one source, chunk by chunk.
private struct ChunkKeys {
  private enum Form {
    /// The same for all rows.
    case same(UInt64)
    /// One for each row.
    case rows([UInt64])
    /// One for each value of a column, side by side.
    case values([UInt64])
    /// The labels of a pool, where they are.
    case labels(ValuePool)

    /// The key of a row that has a value.
    @inline(__always) func key(_ value: UInt32) -> UInt64 {
      if value == JoinPathReader.missing { return .max }
      switch self {
      case .values(let keys): return Int(value) < keys.count ? keys[Int(value)] : .max
      case .labels(let pool): return pool.label(value)
      case .same, .rows: return UInt64(value)
      }
    }
  }

  private let form: Form
  /// Where the values come from; nil where the rows have keys of their own.
  private let reader: JoinPathReader?
  private var cursor: JoinPathCursor?

  init(_ source: SortColumn.Source) {
    switch source {
    case .same(let key): (form, reader) = (.same(key), nil)
    case .rows(let keys): (form, reader) = (.rows(keys), nil)
    case .ranked(let reader, let ranks): (form, self.reader) = (.values(ranks), reader)
    case .field(let reader):
      self.reader = reader
      guard let pool = reader.pool else {
        form = .same(0)
        break
      }
      // Few labels are soon laid side by side; many stand in the order of the rows, more or less.
      form = pool.count * 4 <= reader.rowCount ? .values(pool.segments.flatMap(\.labels)) : .labels(pool)
    }
    cursor = reader.map { JoinPathCursor($0) }
  }

  /// Reads the keys of those rows of a chunk whose bit is set; those of others may be anything.
  mutating func read(_ chunk: Int, _ words: ArraySlice<UInt64>, into keys: UnsafeMutableBufferPointer<UInt64>) {
    let start = chunk * RowChunk.size
    switch form {
    case .same(let key) where reader == nil: keys.update(repeating: key)
    case .rows(let ofRows):
      for place in 0..<max(min(keys.count, ofRows.count - start), 0) { keys[place] = ofRows[start + place] }
    case .same, .values, .labels:
      let population = words.reduce(0) { $0 + $1.nonzeroBitCount }
      if let reader, population * 16 > RowChunk.size, let data = reader.ownData(ofChunk: chunk) {
        data.values.withUnsafeBufferPointer { readAll(data, $0, into: keys) }
      } else {
        readEach(words, from: start, into: keys)
      }
    }
  }

  private mutating func readEach(_ words: ArraySlice<UInt64>, from start: Int, into keys: UnsafeMutableBufferPointer<UInt64>) {
    // Both are taken out: asked through what holds them, they would be copied for each row.
    let form = form
    guard var cursor = cursor.take() else { return keys.update(repeating: .max) }
    var first = 0
    for var word in words {
      while word != 0 {
        let place = first + word.trailingZeroBitCount
        word &= word - 1
        keys[place] = form.key(cursor.first(start + place))
      }
      first += 64
    }
    self.cursor = cursor
  }

  /// Reads the keys of all rows of a chunk.
  private func readAll(
    _ data: ColumnChunk, _ values: UnsafeBufferPointer<ValueID>, into keys: UnsafeMutableBufferPointer<UInt64>
  ) {
    if values.isEmpty { return keys.update(repeating: .max) }
    let count = min(keys.count, data.starts.isEmpty ? values.count : data.starts.count - 1)
    withUnsafeTemporaryAllocation(of: ValueID.self, capacity: count) { firsts in
      let null = ValueID.null
      if data.starts.isEmpty {
        _ = firsts.initialize(from: values.prefix(count))
      } else {
        for row in 0..<count {
          firsts.initializeElement(at: row, to: values[data.range(ofRow: row)].first { $0 != null } ?? null)
        }
      }
      switch form {
      case .values(let ofValues):
        ofValues.withUnsafeBufferPointer { ofValues in
          for row in 0..<count {
            let value = Int(firsts[row])
            keys[row] = value != Int(null) && value < ofValues.count ? ofValues[value] : .max
          }
        }
      case .labels(let pool): ChunkKeys.read(pool, UnsafeMutableBufferPointer(rebasing: firsts[..<count]), into: keys)
      case .same, .rows: for row in 0..<count { keys[row] = firsts[row] == null ? .max : UInt64(firsts[row]) }
      }
    }
  }

  /// Reads labels in runs of values that lie together.
  private static func read(
    _ pool: ValuePool, _ values: UnsafeMutableBufferPointer<ValueID>, into keys: UnsafeMutableBufferPointer<UInt64>
  ) {
    // What is constant in another room costs a call: once is enough.
    let (null, size) = (ValueID.null, ValueSegment.size)
    let (shift, mask) = (size.trailingZeroBitCount, size - 1)
    var row = 0
    while row < values.count {
      let number = Int(values[row]) >> shift
      pool.segments[number].labels.withUnsafeBufferPointer { labels in
        while row < values.count {
          let value = values[row]
          if Int(value) >> shift != number { break }
          keys[row] = value == null ? .max : labels[Int(value) & mask]
          row += 1
        }
      }
    }
  }
}

extension JoinPathReader {
  /// How many rows the table has.
  fileprivate var rowCount: Int { index.tables[table].rowCount }

  /// What a chunk has in the field; nil where that lies in other records, or is counted.
  fileprivate func ownData(ofChunk chunk: Int) -> ColumnChunk? {
    path.references.isEmpty && !path.counts ? index.tables[table].chunks[chunk].columns[path.column] : nil
  }
}
