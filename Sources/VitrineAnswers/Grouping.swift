// The fields that rows are grouped by: what a row's heading is, and how headings are sorted.

import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineText

/// One field that rows are grouped by.
///
/// The heading of a row is the set of its values in their order, so that each row stands once, under one heading. Headings are sorted value
/// by value; a heading that another one begins with comes before it; rows without a value come last.
struct Grouping {
  /// The key of each row, by table; the greatest number where a row has no value.
  private(set) var keys: [Int: [UInt64]] = [:]
  /// The same, each table's at its place.
  private var byTable: [[UInt64]] = []
  private let ranks: ValueRanks
  /// What the values name, where all of them are references.
  private let records: RecordValues?

  /// The name of each table's kind, where rows are grouped by that.
  private var kinds: [Int: String] = [:]

  /// The headings of all rows of some tables.
  init(_ index: RecordIndex, tables: [Int], path: BoundPath, by collation: Collation? = nil) {
    let ranks = ValueRanks(index, tables: tables, path: path, wanted: .all, by: collation)
    self.ranks = ranks
    records = RecordValues(ranks.readers.sorted { $0.key < $1.key }.map(\.value))
    if path.isKind {
      for table in tables {
        kinds[table] = index.tables[table].kind.name
        keys[table] = Array(repeating: UInt64(table), count: index.tables[table].rowCount)
      }
      byTable = index.tables.indices.map { keys[$0] ?? [] }
      return
    }
    var numbers: [[UInt64]: Int] = [:]
    var headings: [[UInt64]] = []
    var ofRows: [Int: [Int]] = [:]
    // Most rows have one value or two: these are found without making a list of them.
    var known: [Pair: Int] = [:]
    for (table, reader) in ranks.readers {
      var cursor = JoinPathCursor(reader)
      let ranksOfTable = records?.names(reader).map(\.rank) ?? ranks.all(table)
      ofRows[table] = (0..<index.tables[table].rowCount).map { row in
        var pair = Pair()
        var more: [UInt64] = []
        cursor.forEach(row) { value in
          let rank = Int(value) < ranksOfTable.count ? ranksOfTable[Int(value)] : UInt64(value)
          if !pair.take(rank) { more.append(rank) }
        }
        if pair.isEmpty { return -1 }
        if more.isEmpty, let number = known[pair] { return number }
        var values = (pair.values + more).sorted()
        values = values.indices.filter { $0 == 0 || values[$0 - 1] != values[$0] }.map { values[$0] }
        let number = numbers[values] ?? headings.count
        if number == headings.count {
          numbers[values] = number
          headings.append(values)
        }
        if more.isEmpty { known[pair] = number }
        return number
      }
    }
    var places = Array(repeating: UInt64(0), count: headings.count)
    for (place, number) in headings.indices.sorted(by: { headings[$0].lexicographicallyPrecedes(headings[$1]) }).enumerated() {
      places[number] = UInt64(place)
    }
    keys = ofRows.mapValues { $0.map { $0 < 0 ? .max : places[$0] } }
    byTable = index.tables.indices.map { keys[$0] ?? [] }
  }

  /// The key of a row; of rows that have no such field, the greatest.
  func key(of entry: RowEntry) -> UInt64 {
    guard entry.table < byTable.count, entry.row < byTable[entry.table].count else { return .max }
    return byTable[entry.table][entry.row]
  }

  /// The heading of a row, over some rows.
  func group(of entry: RowEntry, rows: Range<Int>) -> Answer.Group {
    var group = Answer.Group(values: [], source: nil, rows: rows, groups: [])
    if let kind = kinds[entry.table] { group.values = [kind] }
    guard key(of: entry) != .max, let reader = ranks.readers[entry.table] else { return group }
    let names = records?.names(reader)
    var values: [UInt64: UInt32] = [:]
    var cursor = JoinPathCursor(reader)
    cursor.forEach(entry.row) { value in
      let rank = names?[Int(value)].rank ?? ranks.rank(value, entry.table)
      values[rank] = min(values[rank] ?? value, value)
    }
    let sorted = values.sorted { $0.key < $1.key }.map(\.value)
    guard let pool = reader.pool else {
      group.values = sorted.map { String($0) }
      return group
    }
    group.values = sorted.map { names?[Int($0)].text ?? pool.text($0) }
    group.source = Answer.Source(table: reader.lastTable, column: reader.path.column, values: sorted)
    return group
  }
}

/// Up to two different values, in the order they were met.
private struct Pair: Hashable {
  private var first: UInt64?
  private var second: UInt64?

  /// True where there is no value.
  var isEmpty: Bool { first == nil }
  /// The values.
  var values: [UInt64] { [first, second].compactMap { $0 } }

  /// Takes a value; false where it is a third one.
  @inline(__always) mutating func take(_ value: UInt64) -> Bool {
    if first == nil {
      first = value
    } else if first != value {
      if second == nil { second = value } else if second != value { return false }
    }
    return true
  }
}
