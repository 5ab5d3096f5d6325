// The making of an index: workers gather records in parts, columns are frozen one by one on as many cores as there are, then all is joined.

package import VitrineModel
import VitrineSource
import VitrineSyntax

/// Makes an index of records. Shape: `part()` for each worker; `gathered(_:)` once all are done; `frozen(_:)` for each unit of the result,
/// in any order and on any thread; `finished(...)`.
package struct IndexBuilder: Sendable {
  /// One for each kind.
  package let layouts: [TableLayout]
  private let offset: ClockOffset

  /// A builder for records of the given kinds.
  package init(kinds: [Kind], offset: @escaping ClockOffset) {
    layouts = kinds.map { TableLayout(kind: $0) }
    self.offset = offset
  }

  /// A worker's part, empty.
  package func part() -> IndexPart { IndexPart(layouts, offset: offset) }

  /// All parts together.
  package func gathered(_ parts: [IndexPart]) -> GatheredIndex { GatheredIndex(layouts, parts) }
}

/// All records of an index, gathered but not yet frozen.
package struct GatheredIndex: Sendable {
  let layouts: [TableLayout]
  private let parts: [IndexPart]
  /// For each table its rows in order.
  private let orders: [RowOrder]
  /// Each column that is to be frozen.
  private let units: [(table: Int, column: Int)]
  /// Each record in the order of positions.
  let rowIDs: [RowID]

  init(_ layouts: [TableLayout], _ parts: [IndexPart]) {
    self.layouts = layouts
    self.parts = parts
    var all: [(position: Int, table: Int, part: Int, row: Int)] = []
    for (number, part) in parts.enumerated() {
      for (table, builder) in part.tables.enumerated() {
        for (row, position) in builder.positions.enumerated() { all.append((position, table, number, row)) }
      }
    }
    all.sort { $0.position < $1.position }
    var orders = layouts.map { _ in RowOrder() }
    var rowIDs: [RowID] = []
    rowIDs.reserveCapacity(all.count)
    for record in all {
      rowIDs.append(RowID(table: record.table, row: orders[record.table].count))
      orders[record.table].parts.append(UInt32(truncatingIfNeeded: record.part))
      orders[record.table].rows.append(UInt32(truncatingIfNeeded: record.row))
    }
    self.orders = orders
    self.rowIDs = rowIDs
    // The columns with most values first, so that no core is left with a long one at the end.
    var units: [(table: Int, column: Int, size: Int)] = []
    for (table, layout) in layouts.enumerated() {
      for column in layout.columns.indices {
        units.append((table, column, parts.reduce(0) { $0 + $1.tables[table].columns[column].table.bytes.count }))
      }
    }
    units.sort { ($1.size, $0.table, $0.column) < ($0.size, $1.table, $1.column) }
    self.units = units.map { ($0.table, $0.column) }
  }

  /// How many columns there are to freeze.
  package var unitCount: Int { units.count }

  /// Freezes one column.
  package func frozen(_ unit: Int) -> FrozenColumn {
    let (table, column) = units[unit]
    return FrozenColumn(
      parts.map { $0.tables[table].columns[column] }, field: layouts[table].columns[column].field,
      rowCounts: parts.map { $0.tables[table].rowCount }, order: orders[table])
  }

  /// Joins the frozen columns, given in the order of units, and adds what needs them all: findings, photos, parents and references.
  /// `context` is asked for each record, by its place in the order of positions; its time is known already.
  package func finished(_ columns: [FrozenColumn], context: (Int) -> RecordContext?) -> RecordIndex {
    var frozen = layouts.map { layout in [FrozenColumn?](repeating: nil, count: layout.columns.count) }
    for (unit, column) in zip(units, columns) { frozen[unit.table][unit.column] = column }
    addContexts(&frozen, context)
    var index = RecordIndex(
      tables: zip(layouts, orders).enumerated().map { table, part in
        RecordTable(part.0, frozen[table].map { $0 ?? FrozenColumn.none }, rowCount: part.1.count)
      })
    index.link(rowIDs)
    return index
  }

  private func addContexts(_ frozen: inout [[FrozenColumn?]], _ context: (Int) -> RecordContext?) {
    var builders = layouts.map { TableBuilder($0) }
    for (position, id) in rowIDs.enumerated() {
      builders[id.table].beginRow(position: position)
      if let context = context(position) {
        builders[id.table].add(context.findings)
        builders[id.table].add(context.photos)
      }
    }
    for (table, builder) in builders.enumerated() {
      for column in builder.columns.indices where !builder.columns[column].cells.isEmpty {
        frozen[table][column] = builder.frozen(column)
      }
    }
  }
}

extension TableBuilder {
  /// One column, its rows in the order they were gathered.
  func frozen(_ column: Int) -> FrozenColumn {
    let rows = (0..<UInt32(truncatingIfNeeded: rowCount)).map { $0 }
    return FrozenColumn(
      [columns[column]], field: layout.columns[column].field, rowCounts: [rowCount],
      order: RowOrder(parts: Array(repeating: 0, count: rowCount), rows: rows))
  }
}

extension FrozenColumn {
  /// A column of no rows.
  static let none = FrozenColumn(
    pool: ValuePool(ValueTable(), field: Kind.Field(path: FieldPath([]), meaning: .text)), chunks: [])
}

extension RecordTable {
  /// A table of frozen columns, all rows of which hold a record.
  fileprivate init(_ layout: TableLayout, _ columns: [FrozenColumn], rowCount: Int) {
    let chunks = stride(from: 0, to: rowCount, by: RowChunk.size).map { first in
      let count = min(rowCount - first, RowChunk.size)
      var live = Array(repeating: 0 as UInt64, count: RowChunk.size / 64)
      for row in 0..<count { live[row / 64] |= 1 << UInt64(row % 64) }
      return RowChunk(columns: columns.map { $0.chunks[first / RowChunk.size] }, live: live, rowCount: count)
    }
    self.init(layout: layout, pools: columns.map(\.pool), chunks: chunks, rowCount: rowCount, liveCount: rowCount)
  }
}

extension RecordIndex {
  /// An index of the given records, made on this thread. Of records of one path the last counts.
  package init(kinds: [Kind], records: [IndexedRecord], offset: @escaping ClockOffset = { _ in 0 }) {
    let builder = IndexBuilder(kinds: kinds, offset: offset)
    let sorted = records.enumerated().sorted { left, right in
      left.element.path.utf8.elementsEqual(right.element.path.utf8)
        ? left.offset < right.offset : left.element.path < right.element.path
    }.map(\.element)
    let unique = sorted.indices.filter { $0 + 1 == sorted.count || !sorted[$0].path.utf8.elementsEqual(sorted[$0 + 1].path.utf8) }
      .map { sorted[$0] }
    var part = builder.part()
    for (position, record) in unique.enumerated() {
      part.add(record.tree, path: record.path, kind: record.kind, modified: record.context.modified, position: position)
    }
    let gathered = builder.gathered([part])
    self = gathered.finished((0..<gathered.unitCount).map { gathered.frozen($0) }) { unique[$0].context }
  }
}
