// The fields that rows are grouped by: what a row's heading is, and how headings are sorted.

import VitrineIndex
import VitrineModel

/// One field that rows are grouped by.
///
/// The heading of a row is the set of its values in their order, so that each row stands once, under one heading. Headings are sorted value
/// by value; a heading that another one begins with comes before it; rows without a value come last.
struct Grouping {
  /// The key of each row, by table; the greatest number where a row has no value.
  private(set) var keys: [Int: [UInt64]] = [:]
  private let ranks: ValueRanks

  /// The name of each table's kind, where rows are grouped by that.
  private var kinds: [Int: String] = [:]

  /// The headings of all rows of some tables.
  init(_ index: RecordIndex, tables: [Int], path: BoundPath) {
    let ranks = ValueRanks(index, tables: tables, path: path, wanted: .all)
    self.ranks = ranks
    if path.isKind {
      for table in tables {
        kinds[table] = index.tables[table].kind.name
        keys[table] = Array(repeating: UInt64(table), count: index.tables[table].rowCount)
      }
      return
    }
    var numbers: [[UInt64]: Int] = [:]
    var headings: [[UInt64]] = []
    var ofRows: [Int: [Int]] = [:]
    var single: [UInt64: Int] = [:]
    for (table, reader) in ranks.readers {
      var cursor = WayCursor(reader)
      let ranksOfTable = ranks.all(table)
      ofRows[table] = (0..<index.tables[table].rowCount).map { row in
        var first: UInt64?
        var values: [UInt64] = []
        cursor.forEach(row) { value in
          let rank = Int(value) < ranksOfTable.count ? ranksOfTable[Int(value)] : UInt64(value)
          if first == nil {
            first = rank
          } else if first != rank {
            values.append(rank)
          }
        }
        guard let first else { return -1 }
        if values.isEmpty, let known = single[first] { return known }
        let isSingle = values.isEmpty
        values.append(first)
        values.sort()
        values = values.indices.filter { $0 == 0 || values[$0 - 1] != values[$0] }.map { values[$0] }
        if let known = numbers[values] { return known }
        numbers[values] = headings.count
        if isSingle { single[first] = headings.count }
        headings.append(values)
        return headings.count - 1
      }
    }
    var places = Array(repeating: UInt64(0), count: headings.count)
    for (place, number) in headings.indices.sorted(by: { headings[$0].lexicographicallyPrecedes(headings[$1]) }).enumerated() {
      places[number] = UInt64(place)
    }
    keys = ofRows.mapValues { $0.map { $0 < 0 ? .max : places[$0] } }
  }

  /// The key of a row; of rows that have no such field, the greatest.
  func key(of entry: RowEntry) -> UInt64 {
    guard let keys = keys[entry.table], entry.row < keys.count else { return .max }
    return keys[entry.row]
  }

  /// The heading of a row, over some rows.
  func group(of entry: RowEntry, rows: Range<Int>) -> Answer.Group {
    var group = Answer.Group(values: [], source: nil, rows: rows, groups: [])
    if let kind = kinds[entry.table] { group.values = [kind] }
    guard key(of: entry) != .max, let reader = ranks.readers[entry.table] else { return group }
    var values: [UInt64: UInt32] = [:]
    var cursor = WayCursor(reader)
    cursor.forEach(entry.row) { value in
      let rank = ranks.rank(value, entry.table)
      values[rank] = min(values[rank] ?? value, value)
    }
    let sorted = values.sorted { $0.key < $1.key }.map(\.value)
    guard let pool = reader.pool else {
      group.values = sorted.map { String($0) }
      return group
    }
    group.values = sorted.map { pool.text($0) }
    group.source = Answer.Source(table: reader.lastTable, column: reader.way.column, values: sorted)
    return group
  }
}
