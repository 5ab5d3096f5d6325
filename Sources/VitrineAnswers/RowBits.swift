// A bit for each row of a table, chunk by chunk: what conditions pass from one to the next.

import VitrineIndex
import VitrineQuery

/// A set of rows of one table. Shape: `RowBits.chunkWords` words for each chunk, the chunk's first row in the lowest bit of the first.
struct RowBits {
  /// The words of one chunk.
  static let chunkWords = RowChunk.size / 64

  /// The bits.
  var words: [UInt64]

  /// The rows of a table that hold a record.
  init(liveIn table: RecordTable) {
    words = []
    words.reserveCapacity(table.chunks.count * RowBits.chunkWords)
    for chunk in table.chunks {
      for word in 0..<RowBits.chunkWords {
        // Never more than the rows there are, whatever the words say.
        let rows = min(max(chunk.rowCount - word * 64, 0), 64)
        let mask: UInt64 = rows == 64 ? .max : (1 << UInt64(rows)) - 1
        words.append(word < chunk.live.count ? chunk.live[word] & mask : 0)
      }
    }
  }

  /// No rows of a table with so many chunks.
  init(noneOf chunkCount: Int) {
    words = Array(repeating: 0, count: chunkCount * RowBits.chunkWords)
  }

  /// How many rows there are.
  var population: Int {
    var sum = 0
    for word in words { sum += word.nonzeroBitCount }
    return sum
  }

  /// True where there is none.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// True for a row of the set; false for any number that is no row.
  func contains(_ row: Int) -> Bool {
    row >= 0 && row / 64 < words.count && words[row / 64] & (1 << UInt64(row % 64)) != 0
  }

  /// Adds a row.
  mutating func insert(_ row: Int) { words[row / 64] |= 1 << UInt64(row % 64) }

  /// Keeps the rows that are in another set of the same table, too.
  mutating func formIntersection(_ other: RowBits) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Adds the rows of another set of the same table.
  mutating func formUnion(_ other: RowBits) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Takes the rows of another set of the same table away.
  mutating func subtract(_ other: RowBits) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// True where a chunk has no row in the set.
  func isEmpty(chunk: Int) -> Bool {
    var all: UInt64 = 0
    for word in words[chunk * RowBits.chunkWords..<(chunk + 1) * RowBits.chunkWords] { all |= word }
    return all == 0
  }

  /// Appends the rows, ascending.
  func appendEntries(table: Int, to entries: inout [RowEntry]) {
    let count = population
    let added = [RowEntry](unsafeUninitializedCapacity: count) { buffer, initialized in
      for (index, var word) in words.enumerated() {
        while word != 0 {
          buffer[initialized] = RowEntry(table: table, row: index * 64 + word.trailingZeroBitCount)
          initialized += 1
          word &= word - 1
        }
      }
    }
    if entries.isEmpty { entries = added } else { entries += added }
  }
}
