// The records of an index by the names that references may use; the same rules as `VitrineModel.ReferenceTable` has, kept up to date.

import VitrineModel
import VitrineSyntax

/// The names of records. Paths stand in the pools of the index, which is handed in with every call.
struct RecordNames: Sendable {
  private static let none = UInt32.max

  private struct Names: Sendable {
    var paths: PoolSlots
    /// The row of each value of the path column.
    var rows: [UInt32]
    /// The last parts of ids, with the number of records that have each and their rows, all combined by exclusive or: of one, it is the row.
    var lastParts = ValueTable()
    var counts: [UInt32] = [0, 0]
    var combined: [UInt32] = [0, 0]
  }

  private var tables: [Names]
  private let isWanted: [Bool]

  /// The names of an index's records.
  init(_ index: RecordIndex) {
    let wanted = Set(
      index.tables.flatMap { table in
        table.columns.compactMap { column in if case .reference(let kind?) = column.field.meaning { kind } else { nil } }
      })
    isWanted = index.tables.map { wanted.contains($0.kind.name) }
    tables = index.tables.map { table in
      let pool = table.pools[table.layout.builtIns.path]
      return Names(paths: PoolSlots(pool), rows: Array(repeating: Self.none, count: pool.count))
    }
    for (number, table) in index.tables.enumerated() {
      for row in 0..<table.rowCount where table.isLive(row) {
        guard let value = table.firstValue(row, table.layout.builtIns.path) else { continue }
        add(RowID(table: number, row: row), value, path: Array(table.pools[table.layout.builtIns.path].bytes(value)))
      }
    }
  }

  /// The record at a path.
  func row(ofPath path: [UInt8], in index: RecordIndex) -> RowID? {
    for (number, table) in index.tables.enumerated() {
      if let value = tables[number].paths.find(path, in: table.pools[table.layout.builtIns.path]),
        tables[number].rows[Int(value)] != Self.none
      {
        return RowID(table: number, row: Int(tables[number].rows[Int(value)]))
      }
    }
    return nil
  }

  /// The record of table `wanted` that a reference of these words names.
  func resolve(_ text: [UInt8], wanted: Int, in index: RecordIndex) -> RowID? {
    let id = Array(NameBytes.id(text))
    // Of files whose names differ only in the suffix, the last one in byte order has the id.
    for suffix in NameBytes.suffixes.reversed() {
      if let found = row(ofPath: id + suffix, in: index) { return found.table == wanted ? found : nil }
    }
    if NameBytes.id(id).count == id.count, let found = row(ofPath: id, in: index) { return found.table == wanted ? found : nil }
    guard let part = id.withUnsafeBufferPointer({ tables[wanted].lastParts.find($0, .string) }),
      tables[wanted].counts[Int(part)] == 1
    else { return nil }
    return RowID(table: wanted, row: Int(tables[wanted].combined[Int(part)]))
  }

  /// Notes that a record has come. `value` is its path's in the pool.
  mutating func add(_ id: RowID, _ value: ValueID, path: [UInt8]) {
    while tables[id.table].rows.count <= Int(value) { tables[id.table].rows.append(Self.none) }
    tables[id.table].rows[Int(value)] = UInt32(truncatingIfNeeded: id.row)
    combine(id, path, by: 1)
  }

  /// Notes that the pool has a new path.
  mutating func addPath(_ value: ValueID, _ path: [UInt8], table: Int) {
    path.withUnsafeBufferPointer { tables[table].paths.insert(value, $0, .string) }
  }

  /// Notes that a record has gone.
  mutating func remove(_ id: RowID, _ value: ValueID, path: [UInt8]) {
    tables[id.table].rows[Int(value)] = Self.none
    combine(id, path, by: UInt32.max)
  }

  private mutating func combine(_ id: RowID, _ path: [UInt8], by change: UInt32) {
    guard isWanted[id.table] else { return }
    let part = Array(NameBytes.lastPart(path)).withUnsafeBufferPointer { tables[id.table].lastParts.intern($0, .string) }
    if Int(part) == tables[id.table].counts.count {
      tables[id.table].counts.append(0)
      tables[id.table].combined.append(0)
    }
    tables[id.table].counts[Int(part)] &+= change
    tables[id.table].combined[Int(part)] ^= UInt32(truncatingIfNeeded: id.row)
  }
}

/// `RecordID` on bytes.
enum NameBytes {
  /// The suffixes of records' files, in byte order.
  static let suffixes = RecordID.suffixes.map { Array($0.utf8) }

  /// The id of the record in a file.
  static func id(_ path: [UInt8]) -> ArraySlice<UInt8> {
    for suffix in suffixes where path.count >= suffix.count && path.suffix(suffix.count) == suffix[...] {
      return path.dropLast(suffix.count)
    }
    return path[...]
  }

  /// The last part of that id.
  static func lastPart(_ path: [UInt8]) -> ArraySlice<UInt8> {
    let id = id(path)
    return id.lastIndex(of: UInt8(ascii: "/")).map { id[($0 + 1)...] } ?? id
  }

  /// The folder of a path, empty for the root.
  static func folder(_ path: [UInt8]) -> ArraySlice<UInt8> { path.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? [] }
}
