// Conditions on the rows of one chunk, or on the elements of a list of maps in them: from bits to fewer bits.

import VitrineIndex
import VitrineQuery

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
    guard selection.isComplete else { return keepSingly(column, selection, scope, &bits) }
    if let table = selection.table {
      table.withUnsafeBufferPointer { table in
        if let base = table.baseAddress { keep(column, scope, &bits, ByteMask(bytes: base)) }
      }
    } else {
      selection.passing.withUnsafeBufferPointer { passing in
        if let base = passing.baseAddress { keep(column, scope, &bits, BitMask(words: base)) }
      }
    }
  }

  /// Keeps what has a value that is no null.
  private func keepThoseWithValues(_ column: Int, _ scope: ElementScope?, _ bits: inout [UInt64]) {
    keep(column, scope, &bits, PresentMask())
  }

  /// Keeps what has a value that passes, testing only those that are met.
  private func keepSingly(_ column: Int, _ selection: ValueSelection, _ scope: ElementScope?, _ bits: inout [UInt64]) {
    if let scope {
      selection.complete()
      return keepValues(column, selection, scope, &bits)
    }
    let data = chunk.columns[column]
    guard !data.values.isEmpty else { return bits.clear() }
    keepRowByRow(data, &bits) { selection.contains($0) }
  }

  @inline(__always)
  private func keep(_ column: Int, _ scope: ElementScope?, _ bits: inout [UInt64], _ mask: some ValueMask) {
    let data = chunk.columns[column]
    guard !data.values.isEmpty else { return bits.clear() }
    if let scope {
      if isAligned(data, column, scope) { keepPlaces(data, &bits, mask) } else { keepElements(data, column, scope, &bits, mask) }
    } else if bits.population * 8 < chunk.rowCount {
      keepRowByRow(data, &bits) { mask.bit($0) != 0 }
    } else if data.starts.isEmpty {
      keepPlaces(data, &bits, mask)
    } else {
      keepManyRows(data, &bits, mask)
    }
  }

  /// One value a bit.
  @inline(__always)
  private func keepPlaces(_ data: ColumnChunk, _ bits: inout [UInt64], _ mask: some ValueMask) {
    data.values.withUnsafeBufferPointer { values in
      for index in bits.indices where bits[index] != 0 { bits[index] &= mask.word(of: values, from: index * 64) }
    }
  }

  /// Any number of values a row, of a few rows: row by row.
  @inline(__always)
  private func keepRowByRow(_ data: ColumnChunk, _ bits: inout [UInt64], _ passes: (ValueID) -> Bool) {
    RowRanges.with(data) { ranges, values in
      for index in bits.indices {
        var rest = bits[index]
        var found: UInt64 = 0
        while rest != 0 {
          let bit = rest.trailingZeroBitCount
          rest &= rest - 1
          for place in ranges[index * 64 + bit] where passes(values[place]) {
            found |= 1 << UInt64(bit)
            break
          }
        }
        bits[index] = found
      }
    }
  }

  /// Any number of values a row, of many rows: all values of the chunk, without looking where rows begin; then the rows of those that pass.
  @inline(__always)
  private func keepManyRows(_ data: ColumnChunk, _ bits: inout [UInt64], _ mask: some ValueMask) {
    var found: [UInt64] = Array(repeating: 0, count: bits.count)
    RowRanges.with(data) { ranges, values in
      found.withUnsafeMutableBufferPointer { found in
        var row = 0
        var first = 0
        while first < values.count {
          var hits = mask.word(of: values, from: first)
          while hits != 0 {
            row = ranges.row(of: first + hits.trailingZeroBitCount, from: row)
            hits &= hits - 1
            if row >> 6 < found.count { found[row >> 6] |= 1 << UInt64(row & 63) }
          }
          first += 64
        }
      }
    }
    bits.intersect(found)
  }

  /// True where each element of the scope has one value in the column, so that both have the same places: as the members of most lists of
  /// maps do.
  private func isAligned(_ data: ColumnChunk, _ column: Int, _ scope: ElementScope) -> Bool {
    guard let depth = table.columns[column].lists.firstIndex(of: scope.column), depth < data.countsUp.count else { return false }
    return data.countsUp[depth] && data.values.count == scope.data.values.count && data.starts == scope.data.starts
  }

  @inline(__always)
  private func keepElements(
    _ data: ColumnChunk, _ column: Int, _ scope: ElementScope, _ bits: inout [UInt64], _ mask: some ValueMask
  ) {
    guard let elements = elements(of: data, column, in: scope) else { return bits.clear() }
    var found: [UInt64] = Array(repeating: 0, count: bits.count)
    RowRanges.with(data) { ranges, values in
      RowRanges.with(scope.data) { owners, _ in
        elements.withUnsafeBufferPointer { elements in
          found.withUnsafeMutableBufferPointer { found in
            scope.rows.forEachBit { row in
              let own = owners[row]
              for place in ranges[row] where mask.bit(values[place]) != 0 {
                let bit = own.lowerBound + Int(elements[place])
                if bit < own.upperBound { found[bit >> 6] |= 1 << UInt64(bit & 63) }
              }
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

/// The places of each row's values, as `ColumnChunk.range(ofRow:)` gives them, for tight loops.
struct RowRanges {
  private let starts: UnsafeBufferPointer<UInt32>
  private let count: Int

  /// Calls `body` with the places of the rows' values in a column that has some, and the values.
  @inline(__always)
  static func with(_ data: ColumnChunk, _ body: (RowRanges, UnsafeBufferPointer<ValueID>) -> Void) {
    data.values.withUnsafeBufferPointer { values in
      data.starts.withUnsafeBufferPointer { starts in body(RowRanges(starts: starts, count: values.count), values) }
    }
  }

  /// The row that a place belongs to, which is not before another row.
  @inline(__always) func row(of place: Int, from row: Int) -> Int {
    if starts.isEmpty { return place }
    var row = row
    while row + 1 < starts.count, Int(starts[row + 1]) <= place { row += 1 }
    return row
  }

  /// The places of a row's values; none for what is no row.
  @inline(__always) subscript(row: Int) -> Range<Int> {
    if starts.isEmpty { return row < count ? row..<row + 1 : 0..<0 }
    guard row + 1 < starts.count else { return 0..<0 }
    let start = Int(starts[row])
    return start..<max(min(Int(starts[row + 1]), count), start)
  }
}

extension [UInt64] {
  /// Clears all bits.
  mutating func clear() {
    for index in indices { self[index] = 0 }
  }

  /// True where a bit is set.
  var hasAny: Bool { contains { $0 != 0 } }

  /// How many bits are set.
  var population: Int { reduce(0) { $0 + $1.nonzeroBitCount } }

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
    for index in indices {
      var rest = self[index]
      while rest != 0 {
        body(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}
