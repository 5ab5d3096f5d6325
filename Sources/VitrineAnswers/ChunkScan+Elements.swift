// Counts, places and elements: what is asked of several values of a row together.

import VitrineIndex
import VitrineModel
import VitrineQuery

extension ChunkScan {
  /// Keeps what has so many values, nulls among them.
  func keepCounts(_ column: Int, _ range: NumberRange, _ scope: ElementScope?, _ bits: inout [UInt64]) {
    let data = chunk.columns[column]
    var found: [UInt64] = Array(repeating: 0, count: bits.count)
    guard let scope else {
      bits.forEachBit { row in
        if range.contains(Double(count(data, row))) { found.insert(bit: row) }
      }
      return bits.intersect(found)
    }
    var counts: [Int] = Array(repeating: 0, count: scope.data.values.count)
    if !data.values.isEmpty, let elements = elements(of: data, column, in: scope) {
      scope.rows.forEachBit { row in
        for place in data.range(ofRow: row) {
          if let element = scope.place(elements[place], ofRow: row) { counts[element] += 1 }
        }
      }
    }
    bits.forEachBit { element in
      if range.contains(Double(counts[element])) { found.insert(bit: element) }
    }
    bits.intersect(found)
  }

  /// How many values a row has. Where each row has one, null stands for none.
  private func count(_ data: ColumnChunk, _ row: Int) -> Int {
    if data.values.isEmpty { return 0 }
    if data.starts.isEmpty { return data.values[row] == .null ? 0 : 1 }
    return data.range(ofRow: row).count
  }

  /// Keeps what has an element with its point in the area. A point is the first latitude and the first longitude of one element of the
  /// innermost list they lie in.
  func keepPlaces(_ latitude: Int, _ longitude: Int, _ area: any Area, _ scope: ElementScope?, _ bits: inout [UInt64]) {
    let north = chunk.columns[latitude]
    let east = chunk.columns[longitude]
    guard !north.values.isEmpty, !east.values.isEmpty else { return bits.clear() }
    var found: [UInt64] = Array(repeating: 0, count: bits.count)
    let scopeElements = scope.flatMap { elements(of: north, latitude, in: $0) }
    if scope != nil, scopeElements == nil { return bits.clear() }
    (scope?.rows ?? bits).forEachBit { row in
      var other = east.range(ofRow: row)
      var last: UInt32?
      for place in north.range(ofRow: row) where north.values[place] != .null {
        let element = north.elements.last.map { $0[place] } ?? 0
        if element == last { continue }
        last = element
        while let next = other.first, (east.elements.last.map { $0[next] } ?? 0) < element || east.values[next] == .null {
          other.removeFirst()
        }
        guard let next = other.first, (east.elements.last.map { $0[next] } ?? 0) == element else { continue }
        let point = (table.pools[latitude].number(north.values[place]), table.pools[longitude].number(east.values[next]))
        guard area.contains(latitude: point.0, longitude: point.1) else { continue }
        if let scope, let scopeElements {
          if let element = scope.place(scopeElements[place], ofRow: row) { found.insert(bit: element) }
        } else {
          found.insert(bit: row)
        }
      }
    }
    bits.intersect(found)
  }

  /// Keeps what has an element, which is a map, that a condition holds for. Where the schema says one map and not a list, all that is there
  /// counts as that one.
  func keepElements(_ column: Int, _ part: ConditionPlan, _ scope: ElementScope?, _ bits: inout [UInt64]) {
    let data = chunk.columns[column]
    guard !data.values.isEmpty else { return bits.clear() }
    guard let scope else { return keepRowsWithElement(column, data, part, &bits) }
    guard let outer = elements(of: data, column, in: scope) else { return bits.clear() }
    var elements: [UInt64] = Array(repeating: 0, count: (data.values.count + 63) / 64)
    var rows: [UInt64] = Array(repeating: 0, count: RowBits.chunkWords)
    scope.rows.forEachBit { row in
      for place in data.range(ofRow: row) where data.values[place] == .map {
        guard let owner = scope.place(outer[place], ofRow: row), bits.has(bit: owner) else { continue }
        elements.insert(bit: place)
        rows.insert(bit: row)
      }
    }
    if table.columns[column].field.isOwnList {
      keep(part, ElementScope(column: column, data: data, rows: rows), &elements)
    }
    var found: [UInt64] = Array(repeating: 0, count: bits.count)
    rows.forEachBit { row in
      for place in data.range(ofRow: row) where elements.has(bit: place) {
        if let owner = scope.place(outer[place], ofRow: row) { found.insert(bit: owner) }
      }
    }
    bits.intersect(found)
    if !table.columns[column].field.isOwnList { keep(part, scope, &bits) }
  }

  /// The same for rows: each element of the column is a bit, then each row that has one set stays.
  private func keepRowsWithElement(_ column: Int, _ data: ColumnChunk, _ part: ConditionPlan, _ bits: inout [UInt64]) {
    var elements: [UInt64] = Array(repeating: 0, count: (data.values.count + 63) / 64)
    RowRanges.with(data) { ranges, values in
      elements.withUnsafeMutableBufferPointer { elements in
        if bits.population * 8 < chunk.rowCount {
          bits.forEachBit { row in
            for place in ranges[row] where values[place] == .map { elements[place >> 6] |= 1 << UInt64(place & 63) }
          }
        } else {
          // Elements of rows that are out already do no harm: the rows are put together with those that are in.
          for index in elements.indices { elements[index] = MapMask().word(of: values, from: index * 64) }
        }
      }
    }
    if table.columns[column].field.isOwnList {
      keep(part, ElementScope(column: column, data: data, rows: bits), &elements)
    }
    var found: [UInt64] = Array(repeating: 0, count: bits.count)
    RowRanges.with(data) { ranges, _ in
      var row = 0
      elements.forEachBit { place in
        row = ranges.row(of: place, from: row)
        if row >> 6 < found.count { found[row >> 6] |= 1 << UInt64(row & 63) }
      }
    }
    bits.intersect(found)
    if !table.columns[column].field.isOwnList { keep(part, nil, &bits) }
  }
}
