// Values and rows by a text that they contain: how a name that a person types is found among all, without a look at each of them.

package import VitrineIndex
import VitrineQuery

extension ValuePool {
  /// The values that contain a text, both folded, ascending; all where the text is empty. Nulls and maps are no values.
  package func values(containing folded: [UInt8]) -> [ValueID] {
    guard !folded.isEmpty else { return count > 2 ? Array(2..<ValueID(count)) : [] }
    let search = SubstringSearch(needle: folded)
    var bits = [UInt64](repeating: 0, count: (segments.count * ValueSegment.size + 63) / 64)
    bits.withUnsafeMutableBufferPointer { bits in
      for (number, segment) in segments.enumerated() { search.mark(in: segment, base: number * ValueSegment.size, bits) }
    }
    var found: [ValueID] = []
    for (index, var word) in bits.enumerated() {
      while word != 0 {
        let value = ValueID(index * 64 + word.trailingZeroBitCount)
        if value > .map { found.append(value) }
        word &= word - 1
      }
    }
    return found
  }
}

extension ValuePool {
  /// The values without text, but for null and map.
  package var emptyValues: [ValueID] {
    var found: [ValueID] = []
    for (number, segment) in segments.enumerated() {
      segment.starts.withUnsafeBufferPointer { starts in
        for index in 0..<segment.count where starts[index] == starts[index + 1] {
          let value = ValueID(number * ValueSegment.size + index)
          if value > .map { found.append(value) }
        }
      }
    }
    return found
  }
}

extension RecordTable {
  /// The records whose first value in a column is one of some, ascending.
  package func rows(_ column: Int, among values: some Sequence<ValueID>) -> [Int] {
    var wanted = [UInt64](repeating: 0, count: pools[column].count / 64 + 1)
    var isEmpty = true
    for value in values {
      wanted[Int(value) / 64] |= 1 << UInt64(value % 64)
      isEmpty = false
    }
    guard !isEmpty else { return [] }
    return rows(column) { wanted[Int($0) / 64] & (1 << UInt64($0 % 64)) != 0 }
  }

  /// The records whose first value in a column meets a condition, ascending; one that has none counts as a null.
  package func rows(_ column: Int, where isWanted: (ValueID) -> Bool) -> [Int] {
    var found: [Int] = []
    for (number, chunk) in chunks.enumerated() {
      let data = chunk.columns[column]
      data.values.withUnsafeBufferPointer { values in
        for row in 0..<chunk.rowCount {
          var first = ValueID.null
          for place in data.range(ofRow: row) where first == .null { first = values[place] }
          if isWanted(first), isLive(number * RowChunk.size + row) { found.append(number * RowChunk.size + row) }
        }
      }
    }
    return found
  }
}
