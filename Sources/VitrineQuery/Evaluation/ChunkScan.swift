// Conditions on the rows of one chunk, or on the elements of a list of maps in them: from bits to fewer bits.

import VitrineIndex

/// The elements of a list of maps in the rows of one chunk, as if each were a row: what a condition on one and the same element is asked of.
///
/// Shape: a bit for each of the column's values in the chunk; an element's number in its row, counted from where the row's values start, is
/// its place.
struct ElementScope {
  /// The column of the list.
  let column: Int
  /// What the chunk has in it.
  let data: ColumnChunk
  /// The rows that have an element to be asked, a bit for each.
  let rows: [UInt64]

  /// The place of an element of a row; nil where the row has no such element.
  @inline(__always) func place(_ element: UInt32, ofRow row: Int) -> Int? {
    let range = data.range(ofRow: row)
    return Int(element) < range.count ? range.lowerBound + Int(element) : nil
  }
}

/// Looks at the rows of one chunk.
struct ChunkScan {
  let table: RecordTable
  let chunk: RowChunk

  /// A look at one of a table's chunks.
  init(_ table: RecordTable, chunk: Int) {
    self.table = table
    self.chunk = table.chunks[chunk]
  }

  /// Clears the bits that a condition does not hold for. Shape: a bit a row, or where there is a scope, an element.
  func keep(_ plan: ConditionPlan, _ scope: ElementScope?, _ bits: inout [UInt64]) {
    switch plan.form {
    case .constant(let value): if !value { bits.clear() }
    case .all(let parts):
      for part in parts where bits.hasAny { keep(part, scope, &bits) }
    case .any(let parts):
      var rest = bits
      for part in parts where rest.hasAny {
        var found = rest
        keep(part, scope, &found)
        rest.subtract(found)
      }
      bits.subtract(rest)
    case .not(let part):
      var found = bits
      keep(part, scope, &found)
      bits.subtract(found)
    case .value(let column, let selection): keepValues(column, selection, scope, &bits)
    case .follow(let column, _):
      if let selection = plan.targets { keepValues(column, selection, scope, &bits) } else { bits.clear() }
    case .present(let column): keepThoseWithValues(column, scope, &bits)
    case .count(let column, let range): keepCounts(column, range, scope, &bits)
    case .place(let latitude, let longitude, let area): keepPlaces(latitude, longitude, area, scope, &bits)
    case .element(let column, let part): keepElements(column, part, scope, &bits)
    }
  }
}

extension ChunkScan {
  /// Keeps what has a value that passes.
  private func keepValues(_ column: Int, _ selection: ValueSelection, _ scope: ElementScope?, _ bits: inout [UInt64]) {
    if selection.isComplete {
      selection.passing.withUnsafeBufferPointer { passing in
        keepThose(column, scope, &bits) { id in
          let word = Int(id >> 6)
          return word < passing.count && passing[word] >> UInt64(id & 63) & 1 != 0
        }
      }
    } else {
      keepThose(column, scope, &bits) { selection.contains($0) }
    }
  }

  /// Keeps what has a value that is no null.
  private func keepThoseWithValues(_ column: Int, _ scope: ElementScope?, _ bits: inout [UInt64]) {
    keepThose(column, scope, &bits) { $0 != .null }
  }

  @inline(__always)
  private func keepThose(_ column: Int, _ scope: ElementScope?, _ bits: inout [UInt64], _ passes: (ValueID) -> Bool) {
    let data = chunk.columns[column]
    guard !data.values.isEmpty else { return bits.clear() }
    if let scope {
      keepElementsWith(data, column, scope, &bits, passes)
    } else if data.starts.isEmpty {
      keepRowsOfOne(data, &bits, passes)
    } else {
      keepRowsOfSeveral(data, &bits, passes)
    }
  }

  /// One value a row: 64 rows make a word.
  @inline(__always)
  private func keepRowsOfOne(_ data: ColumnChunk, _ bits: inout [UInt64], _ passes: (ValueID) -> Bool) {
    data.values.withUnsafeBufferPointer { values in
      for index in bits.indices {
        let asked = bits[index]
        let first = index * 64
        let count = min(values.count - first, 64)
        if asked == 0 { continue }
        var found: UInt64 = 0
        if asked.nonzeroBitCount < 16 {
          var rest = asked
          while rest != 0 {
            let bit = rest.trailingZeroBitCount
            if bit < count, passes(values[first + bit]) { found |= 1 << UInt64(bit) }
            rest &= rest - 1
          }
        } else {
          for bit in 0..<max(count, 0) { found |= (passes(values[first + bit]) ? 1 : 0) << UInt64(bit) }
        }
        bits[index] = asked & found
      }
    }
  }

  /// Any number of values a row.
  @inline(__always)
  private func keepRowsOfSeveral(_ data: ColumnChunk, _ bits: inout [UInt64], _ passes: (ValueID) -> Bool) {
    data.values.withUnsafeBufferPointer { values in
      data.starts.withUnsafeBufferPointer { starts in
        for index in bits.indices {
          var rest = bits[index]
          var found: UInt64 = 0
          while rest != 0 {
            let bit = rest.trailingZeroBitCount
            let row = index * 64 + bit
            rest &= rest - 1
            guard row + 1 < starts.count else { break }
            var place = Int(starts[row])
            let end = min(Int(starts[row + 1]), values.count)
            while place < end {
              if passes(values[place]) {
                found |= 1 << UInt64(bit)
                break
              }
              place += 1
            }
          }
          bits[index] = found
        }
      }
    }
  }

  @inline(__always)
  private func keepElementsWith(
    _ data: ColumnChunk, _ column: Int, _ scope: ElementScope, _ bits: inout [UInt64], _ passes: (ValueID) -> Bool
  ) {
    guard let elements = elements(of: data, column, in: scope) else { return bits.clear() }
    var found: [UInt64] = Array(repeating: 0, count: bits.count)
    data.values.withUnsafeBufferPointer { values in
      elements.withUnsafeBufferPointer { elements in
        found.withUnsafeMutableBufferPointer { found in
          scope.rows.forEachBit { row in
            let own = scope.data.range(ofRow: row)
            for place in data.range(ofRow: row) where passes(values[place]) {
              let bit = own.lowerBound + Int(elements[place])
              if bit < own.upperBound { found[bit >> 6] |= 1 << UInt64(bit & 63) }
            }
          }
        }
      }
    }
    bits.intersect(found)
  }

  /// For each value of a column, the number of the scope's element it lies in; nil where the column does not lie in that list.
  func elements(of data: ColumnChunk, _ column: Int, in scope: ElementScope) -> [UInt32]? {
    guard let depth = table.columns[column].lists.firstIndex(of: scope.column), depth < data.elements.count,
      data.elements[depth].count == data.values.count
    else { return nil }
    return data.elements[depth]
  }
}

extension [UInt64] {
  /// Clears all bits.
  mutating func clear() {
    for index in indices { self[index] = 0 }
  }

  /// True where a bit is set.
  var hasAny: Bool { contains { $0 != 0 } }

  /// Keeps the bits that others have, too.
  mutating func intersect(_ other: [UInt64]) {
    for index in indices { self[index] &= other[index] }
  }

  /// Clears the bits that others have.
  mutating func subtract(_ other: [UInt64]) {
    for index in indices { self[index] &= ~other[index] }
  }

  /// Sets a bit.
  @inline(__always) mutating func insert(bit: Int) { self[bit / 64] |= 1 << UInt64(bit % 64) }

  /// True where a bit is set.
  @inline(__always) func has(bit: Int) -> Bool { self[bit / 64] & (1 << UInt64(bit % 64)) != 0 }

  /// Calls `body` with the place of each bit that is set, ascending.
  @inline(__always) func forEachBit(_ body: (Int) -> Void) {
    for (index, word) in enumerated() {
      var rest = word
      while rest != 0 {
        body(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}
