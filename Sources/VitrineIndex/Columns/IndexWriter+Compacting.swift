// Pools made anew, without the values that no record has any more.

import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

extension IndexWriter {
  /// So many values may be out of use in a column of any size; in a large one, a quarter of what there is besides.
  private static let mostUnused = 8192

  /// True once so many values are out of use, or may be, that `compact` is worth its time.
  package var isWasteful: Bool {
    index.tables.indices.contains { table in columns[table].indices.contains { isWasteful(table, $0) } }
  }

  /// Makes those pools anew that have grown most since they were made. Rows stay what they are, values get other numbers.
  ///
  /// Costs: a look at every value of the columns concerned.
  package mutating func compact() {
    for table in index.tables.indices {
      for column in columns[table].indices where isWasteful(table, column) { compact(table, column) }
    }
  }

  private func isWasteful(_ table: Int, _ column: Int) -> Bool {
    let first = columns[table][column].firstCount
    return index.tables[table].pools[column].count > first + first / 4 + Self.mostUnused
  }

  private mutating func compact(_ table: Int, _ column: Int) {
    let old = index.tables[table].pools[column]
    var numbers = Array(repeating: ValueID.null, count: old.count)
    numbers[Int(ValueID.map)] = .map
    var values = ValueTable()
    var targets: [RowID?] = [nil, nil]
    for chunk in index.tables[table].chunks.indices {
      let entries = index.tables[table].chunks[chunk].columns[column].values
      for (place, value) in entries.enumerated() where value > .map {
        if numbers[Int(value)] == .null {
          numbers[Int(value)] = old.withBytes(value) { values.intern($0, old.kind(value)) }
          targets.append(old.target(value))
        }
        index.tables[table].chunks[chunk].columns[column].values[place] = numbers[Int(value)]
      }
    }
    var pool = ValuePool(values, field: index.tables[table].columns[column].field)
    if !old.targets.isEmpty { pool.targets = pool.targets { targets[Int($0)] } }
    index.tables[table].pools[column] = pool
    columns[table][column] = ColumnWriter(pool, field: index.tables[table].columns[column].field)
    if references.contains(where: { $0.table == table && $0.column == column }) {
      keepUsers(table, column)
      keepReferenceNames(table, column)
    }
  }

  /// Notes what the values of a reference column may be the names of.
  mutating func keepReferenceNames(_ table: Int, _ column: Int) {
    for (number, reference) in references.enumerated() where reference.table == table && reference.column == column {
      let pool = index.tables[table].pools[column]
      var names = SlotGroups(slots: pool.count, groups: pool.count)
      for value in 2..<ValueID(max(pool.count, 2)) where pool.kind(value) == .string && !pool.bytes(value).isEmpty {
        names.add(Int(value), hash: RecordNames.hash(ofName: Path(pool.text(value))))
      }
      referenceNames[number] = names
    }
  }

  /// Notes which rows have each value of a reference column.
  mutating func keepUsers(_ table: Int, _ column: Int) {
    columns[table][column].keepUsers(of: index.tables[table].pools[column])
    index.forEachValue(table, column) { row, value in columns[table][column].addUser(row, of: value) }
  }
}
