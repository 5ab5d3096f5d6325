// From the rows of an index to a table for any row format.

package import VitrineIndex
import VitrineModel
import VitrineQuery

/// Answers as tables.
package enum AnswerTable {
  /// A table of records. What they are grouped by stands in the first columns; a column that is grouped by is not said again.
  ///
  /// Each row is made from the index when it is asked for.
  package static func table(
    of rows: [RowID], in index: RecordIndex, columns: [AnswerColumn], groups: [AnswerColumn] = []
  ) -> Table {
    let names = Set(groups.map(\.name))
    let all = groups + columns.filter { !names.contains($0.name) }
    let reader = CellReader(index, tables: Set(rows.lazy.map(\.table)))
    let contents = all.map(\.content)
    var table = Table(
      columns: AnswerColumn.heads(all, index),
      rows: Table.Rows(count: rows.count) { place in
        let row = rows[place]
        return Table.Row(path: reader.path(of: row), contents.map { reader.cell(of: row, $0) })
      })
    table.groupCount = groups.count
    return table
  }
}

extension CellReader {
  /// What stands in a column for a record.
  func cell(of row: RowID, _ content: AnswerColumn.Content) -> Cell {
    switch content {
    case .field(let ways): ways[row.table].map { cell(of: row, $0) } ?? .null
    case .kind: .text(index.tables[row.table].kind.name)
    case .title: .text(title(of: row))
    case .id: .text(RecordID.id(ofPath: path(of: row)))
    }
  }

  /// The values at the end of a way. Over references that are no lists there is at most one record to look at; over others the values
  /// of all are a list.
  private func cell(of row: RowID, _ way: BoundPath.Way) -> Cell {
    if way.references.isEmpty { return way.counts ? .integer(count(row, way.column)) : cell(of: row, column: way.column) }
    var rows = [row]
    var isList = false
    for step in way.references {
      var seen: Set<RowID> = []
      isList = isList || index.tables[rows.first?.table ?? step.kind].columns[step.column].field.isList
      rows = rows.flatMap { targets(of: $0, column: step.column) }.filter { $0.table == step.kind && seen.insert($0).inserted }
      if rows.isEmpty { return .null }
    }
    let cells = rows.map { way.counts ? Cell.integer(count($0, way.column)) : cell(of: $0, column: way.column) }
    guard isList else { return cells.first ?? .null }
    let all = cells.flatMap { cell -> [Cell] in
      if case .list(let inner) = cell { return inner }
      return cell == .null ? [] : [cell]
    }
    return all.isEmpty ? .null : .list(all)
  }
}
