// The columns of when records were created, which are filled only where a question names them.

import VitrineModel
package import VitrineSource
import VitrineSyntax

/// The filled columns of an index, one for each table that has one. They fit every index with the same rows.
package struct CreatedColumns: Sendable {
  fileprivate let columns: [FrozenColumn?]

  /// The columns for the rows of an index.
  ///
  /// - Parameter moment: when the record at a path was created; nil where nobody knows. Units: seconds since 1970.
  package init(_ index: RecordIndex, offset: ClockOffset, moment: (Path) -> Int64?) {
    columns = index.tables.indices.map { number in
      let table = index.tables[number]
      guard let column = table.layout.builtIns.created else { return nil }
      var builder = TableBuilder(table.layout)
      var known: [Int64: ValueID] = [:]
      for row in 0..<table.rowCount {
        builder.beginRow(position: row)
        guard table.isLive(row), let second = moment(index.path(of: RowID(table: number, row: row))) else { continue }
        let value = known[second] ?? builder.intern(second, in: column, offset)
        known[second] = value
        builder.add(value, to: column)
      }
      return builder.frozen(column)
    }
  }
}

extension RecordIndex {
  /// The same records with these columns.
  package func with(_ created: CreatedColumns) -> RecordIndex {
    var index = self
    for (table, column) in created.columns.enumerated() {
      guard let column, let place = tables[table].layout.builtIns.created else { continue }
      index.tables[table].pools[place] = column.pool
      for chunk in column.chunks.indices { index.tables[table].chunks[chunk].columns[place] = column.chunks[chunk] }
    }
    return index
  }
}

extension TableBuilder {
  /// The value of a moment in a column, by the clock on the wall. Units: seconds since 1970.
  fileprivate mutating func intern(_ second: Int64, in column: Int, _ offset: ClockOffset) -> ValueID {
    // What git was given as a date may be none of this world.
    let (nanoseconds, overflow) = second.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return .null }
    var text: [UInt8] = []
    CivilMoment(nanoseconds: nanoseconds, offset: offset(nanoseconds)).write(to: &text)
    return text.withUnsafeBufferPointer { columns[column].table.intern($0, .string) }
  }
}
