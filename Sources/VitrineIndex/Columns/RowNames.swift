// The rows of an index by the names that references may use; the same rules as `RecordNames` of the links has, kept up to date.

import VitrineModel
import VitrineSource
import VitrineSyntax

/// The names of rows. Paths stand in the pools of the index, which is handed in with every call.
struct RowNames: Sendable {
  private static let none = UInt32.max

  private struct Names: Sendable {
    var paths: PoolSlots
    /// The row of each value of the path column.
    var rows: [UInt32]
    /// The last parts of ids, with the number of records that have each and their rows, all combined by exclusive or: of one, it is the row.
    var lastParts = ValueTable()
    var counts: [UInt32] = [0, 0]
    var combined: [UInt32] = [0, 0]
    /// The rows by those last parts that Unicode may spell in another way.
    var lastPartSpellings: [String: [RowID]] = [:]
  }

  private var tables: [Names]
  private let isWanted: [Bool]
  /// The records by those ids that Unicode may spell in another way.
  private var idSpellings: [String: [RowID]] = [:]

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

  /// The record of table `wanted` that a reference of these words names; nil where it names none, several, or one of another table.
  func resolve(_ text: [UInt8], wanted: Int, in index: RecordIndex) -> RowID? {
    if let exact = row(ofPath: text, in: index) { return exact.table == wanted ? exact : nil }
    let id = Array(NameBytes.id(text))
    var named = NameBytes.suffixes.compactMap { row(ofPath: id + $0, in: index) }
    if id.count != text.count, NameBytes.id(id).count == id.count, let bare = row(ofPath: id, in: index) { named.append(bare) }
    let spelling = NameBytes.hasSpellings(id) ? String(decoding: id, as: UTF8.self) : nil
    if named.isEmpty, let spelling { named = idSpellings[spelling] ?? [] }
    if !named.isEmpty {
      let own = named.filter { $0.table == wanted }
      return own.count == 1 ? own[0] : nil
    }
    if let part = id.withUnsafeBufferPointer({ tables[wanted].lastParts.find($0, .string) }), tables[wanted].counts[Int(part)] > 0
    {
      return tables[wanted].counts[Int(part)] == 1 ? RowID(table: wanted, row: Int(tables[wanted].combined[Int(part)])) : nil
    }
    let alike = spelling.flatMap { tables[wanted].lastPartSpellings[$0] } ?? []
    return alike.count == 1 ? alike[0] : nil
  }

  /// Notes that a record has come. `value` is its path's in the pool.
  mutating func add(_ id: RowID, _ value: ValueID, path: [UInt8]) {
    while tables[id.table].rows.count <= Int(value) { tables[id.table].rows.append(Self.none) }
    tables[id.table].rows[Int(value)] = UInt32(truncatingIfNeeded: id.row)
    combine(id, path, by: 1)
    spell(id, path) { $0[$1, default: []].append(id) }
  }

  /// Notes that the pool has a new path.
  mutating func addPath(_ value: ValueID, _ path: [UInt8], table: Int) {
    path.withUnsafeBufferPointer { tables[table].paths.insert(value, $0, .string) }
  }

  /// Notes that a record has gone.
  mutating func remove(_ id: RowID, _ value: ValueID, path: [UInt8]) {
    tables[id.table].rows[Int(value)] = Self.none
    combine(id, path, by: UInt32.max)
    spell(id, path) { spellings, name in
      spellings[name]?.removeAll { $0 == id }
      if spellings[name]?.isEmpty == true { spellings[name] = nil }
    }
  }

  /// Calls `body` for the id and the last part of a path, where Unicode may spell them in another way.
  private mutating func spell(_ id: RowID, _ path: [UInt8], _ body: (inout [String: [RowID]], String) -> Void) {
    let name = NameBytes.id(path)
    guard NameBytes.hasSpellings(name) else { return }
    body(&idSpellings, String(decoding: name, as: UTF8.self))
    let last = NameBytes.lastPart(path)
    if isWanted[id.table], NameBytes.hasSpellings(last) {
      body(&tables[id.table].lastPartSpellings, String(decoding: last, as: UTF8.self))
    }
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

/// Names as bytes.
enum NameBytes {
  /// The suffixes of records' files, in byte order.
  static let suffixes = Path.recordSuffixes.map { Array($0.utf8) }

  /// Whether there may be other bytes that Unicode calls the same text: those beyond ASCII, and `K`, `;` and a grave accent, for which it has a
  /// second character each (U+212A, U+037E, U+1FEF).
  static func hasSpellings(_ name: some Sequence<UInt8>) -> Bool {
    name.contains { $0 >= 0x80 || $0 == UInt8(ascii: "K") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "`") }
  }

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
