// From an answer to a table for any row format.

package import VitrineAnswers
package import VitrineIndex
import VitrineModel
import VitrineQuery

/// Answers as tables.
package enum AnswerTable {
  /// The table of an answer. What it is grouped by stands in the first columns; a column that is grouped by is not said again.
  ///
  /// Each row is made from the index when it is asked for, so that a long answer takes no memory but its row numbers.
  package static func table(
    of answer: Answer, in index: RecordIndex, columns: [AnswerColumn], groups: [AnswerColumn] = []
  ) -> Table {
    let names = Set(groups.flatMap { [$0.name] + $0.paths(index) })
    let all = groups + columns.filter { !names.contains($0.name) }
    let reader = CellReader(index)
    let contents = all.map(\.content)
    let rows = answer.rows
    var table = Table(
      columns: AnswerColumn.heads(all, index),
      rows: Table.Rows(count: rows.count) { place in
        let row = rows[place]
        return Table.Row(path: index.path(of: row), contents.map { reader.cell(of: row, $0) })
      })
    table.groupCount = groups.count
    if !groups.isEmpty { reader.addHeadings(answer.groups, level: 0, to: &table.headings) }
    return table
  }
}

extension CellReader {
  /// The headings of groups and of the groups below them.
  fileprivate func addHeadings(_ groups: [Answer.Group], level: Int, to headings: inout [Table.Heading]) {
    for group in groups {
      headings.append(Table.Heading(row: group.rows.lowerBound, level: level, cell(of: group)))
      addHeadings(group.groups, level: level + 1, to: &headings)
    }
  }

  private func cell(of group: Answer.Group) -> Cell {
    guard let source = group.source else { return .list(group.values.map { .number($0) }) }
    if case .reference = index.tables[source.table].columns[source.column].field.meaning {
      return .list(group.values.map { .text($0) })
    }
    return .list(source.values.map { cell(ofValue: $0, source.table, source.column) })
  }

  /// What stands in a column for a record.
  fileprivate func cell(of row: RowID, _ content: AnswerColumn.Content) -> Cell {
    switch content {
    case .field(let ways): ways[row.table].map { cell(of: row, $0) } ?? .null
    case .kind: .text(index.tables[row.table].kind.name)
    case .title: .text(index.title(of: row))
    case .id: .text(RecordID.id(ofPath: index.path(of: row)))
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
      isList = isList || index.tables[rows[0].table].columns[step.column].field.isList
      rows = rows.flatMap { targets(of: $0, column: step.column) }.filter { $0.table == step.kind && seen.insert($0).inserted }
      if rows.isEmpty { return .null }
    }
    let cells = rows.map { way.counts ? Cell.integer(count($0, way.column)) : cell(of: $0, column: way.column) }
    guard isList else { return cells[0] }
    let all = cells.flatMap { cell -> [Cell] in
      if case .list(let inner) = cell { return inner }
      return cell == .null ? [] : [cell]
    }
    return all.isEmpty ? .null : .list(all)
  }
}
