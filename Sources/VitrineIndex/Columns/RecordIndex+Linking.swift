// How records hang together, seen from the columns: what references lead to, parents, and who uses whom.

import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// A column whose values name records of one kind.
struct ReferenceColumn: Sendable {
  /// The table it stands in.
  let table: Int
  /// The column.
  let column: Int
  /// The table of the kind that is wanted.
  let wanted: Int
}

extension RecordIndex {
  /// The columns of fields that refer to a kind of the catalogue; built-ins are not among them.
  var referenceColumns: [ReferenceColumn] {
    let kinds = Dictionary(tables.enumerated().map { ($0.element.kind.name, $0.offset) }) { first, _ in first }
    var found: [ReferenceColumn] = []
    for (number, table) in tables.enumerated() {
      for (index, column) in table.columns.enumerated() where !column.isBuiltIn {
        if case .reference(let kind?) = column.field.meaning, let wanted = kinds[kind] {
          found.append(ReferenceColumn(table: number, column: index, wanted: wanted))
        }
      }
    }
    return found
  }

  /// Fills the columns that need all records: targets of references, parents, used-by. `rowIDs` are all records in byte order of their paths.
  mutating func link(_ rowIDs: [RowID]) {
    var users: [(target: RowID, user: Int)] = []
    var positions = tables.map { Array(repeating: 0, count: $0.rowCount) }
    for (position, id) in rowIDs.enumerated() { positions[id.table][id.row] = position }
    let references = referenceColumns.filter { tables[$0.table].pools[$0.column].count > 2 }
    let parents = ParentLinks(tables.map(\.kind))
    if !references.isEmpty || parents.isOn {
      let names = RowNames(self)
      linkReferences(references, positions, names, &users)
      linkParents(parents, rowIDs, names, &users)
      linkUsers(rowIDs, positions, names, &users)
    }
    for table in tables.indices {
      for (index, column) in tables[table].columns.enumerated() where tables[table].pools[index].targets.isEmpty {
        if case .reference = column.field.meaning {
          tables[table].pools[index].targets = tables[table].pools[index].targets { _ in nil }
        }
      }
    }
  }

  private mutating func linkReferences(
    _ references: [ReferenceColumn], _ positions: [[Int]], _ names: RowNames, _ users: inout [(target: RowID, user: Int)]
  ) {
    for reference in references {
      let pool = tables[reference.table].pools[reference.column]
      tables[reference.table].pools[reference.column].targets = pool.targets { value in
        guard pool.kind(value) == .string, !pool.bytes(value).isEmpty else { return nil }
        return names.resolve(Path(pool.text(value)), wanted: reference.wanted, in: self)
      }
      forEachValue(reference.table, reference.column) { row, value in
        if let target = tables[reference.table].pools[reference.column].target(value) {
          users.append((target, positions[reference.table][row]))
        }
      }
    }
  }

  private mutating func linkParents(
    _ empty: ParentLinks, _ rowIDs: [RowID], _ names: RowNames, _ users: inout [(target: RowID, user: Int)]
  ) {
    guard empty.isOn else { return }
    var parents = empty
    for id in rowIDs where parents.concerns(id.table) { parents.add(id.number, kind: id.table, path(of: id)) }
    var builders = tables.map { TableBuilder($0.layout) }
    for (position, id) in rowIDs.enumerated() {
      builders[id.table].beginRow(position: position)
      guard parents.hasParent(id.table), let found = parents.parent(of: id.number, kind: id.table, path(of: id)) else { continue }
      let parent = RowID(number: found)
      builders[id.table].add(path(of: parent).string, to: builders[id.table].layout.builtIns.parent)
      users.append((parent, position))
    }
    for (table, builder) in builders.enumerated() {
      if let column = builder.layout.builtIns.parent { take(builder, table, column, names) }
    }
  }

  private mutating func linkUsers(
    _ rowIDs: [RowID], _ positions: [[Int]], _ names: RowNames, _ users: inout [(target: RowID, user: Int)]
  ) {
    guard !users.isEmpty else { return }
    let order = users.map { UInt64(positions[$0.target.table][$0.target.row]) << 32 | UInt64($0.user) }.sorted()
    var next = 0
    var builders = tables.map { TableBuilder($0.layout) }
    for (position, id) in rowIDs.enumerated() {
      builders[id.table].beginRow(position: position)
      while next < order.count, Int(order[next] >> 32) == position {
        if next == 0 || order[next - 1] != order[next] {
          let user = rowIDs[Int(order[next] & 0xFFFF_FFFF)]
          builders[id.table].add(path(of: user).string, to: builders[id.table].layout.builtIns.usedBy)
        }
        next += 1
      }
    }
    for (table, builder) in builders.enumerated() {
      if let column = builder.layout.builtIns.usedBy { take(builder, table, column, names) }
    }
  }

  /// Puts a column of paths in its place.
  private mutating func take(_ builder: TableBuilder, _ table: Int, _ column: Int, _ names: RowNames) {
    guard !builder.columns[column].cells.isEmpty else { return }
    let frozen = builder.frozen(column)
    var pool = frozen.pool
    pool.targets = frozen.pool.targets { names.row(ofPath: Path(frozen.pool.text($0)), in: self) }
    tables[table].pools[column] = pool
    for chunk in tables[table].chunks.indices { tables[table].chunks[chunk].columns[column] = frozen.chunks[chunk] }
  }

  /// Calls `body` with every value of a column that is no null, row by row.
  func forEachValue(_ table: Int, _ column: Int, _ body: (Int, ValueID) -> Void) {
    for (number, chunk) in tables[table].chunks.enumerated() {
      let entries = chunk.columns[column]
      guard !entries.values.isEmpty else { continue }
      for row in 0..<chunk.rowCount {
        for index in entries.range(ofRow: row) where entries.values[index] != .null {
          body(number * RowChunk.size + row, entries.values[index])
        }
      }
    }
  }
}

extension ValuePool {
  /// The record of each value, in the shape of `targets`.
  func targets(_ target: (ValueID) -> RowID?) -> [[RowID?]] {
    stride(from: 0, to: count, by: ValueSegment.size).map { start in
      (start..<min(start + ValueSegment.size, count)).map { $0 < 2 ? nil : target(ValueID($0)) }
    }
  }
}
