// From an answer to a table for any row format.

package import VitrineAnswers
package import VitrineIndex
import VitrineModel
import VitrineQuery

/// Answers as tables.
package enum AnswerTable {
  /// The table of an answer. What it is grouped by stands in the first columns; a column that is grouped by is not said again.
  ///
  /// Each row is read from the index when it is asked for, so that a long answer takes no memory but its row numbers.
  package static func table(
    of answer: Answer, in index: RecordIndex, columns: [AnswerColumn], groups: [AnswerColumn] = []
  ) -> Table {
    let names = Set(groups.flatMap { [$0.name] + $0.paths(index) })
    let all = groups + columns.filter { !names.contains($0.name) }
    var table = Table(
      columns: AnswerColumn.heads(all, index), rows: Table.Rows(AnswerRows(answer.rows, in: index, all.map(\.content))))
    table.groupCount = groups.count
    table.keyColumn = all.firstIndex { $0.isTitle(index) }
    if let language = index.tables.first?.kind.language, !language.isEnglish {
      table.missingHeading = { language("(no {})", $0) }
      table.hiddenColumnsNote = { language("{} more columns", "\($0)") }
    }
    if !groups.isEmpty {
      var headings = AnswerHeadings(index: index)
      headings.add(answer.groups, level: 0)
      table.headings = headings.all
    }
    return table
  }
}

/// The headings of an answer.
private struct AnswerHeadings {
  /// A column of the index.
  private struct Place: Hashable {
    var table: Int
    var column: Int
  }

  /// Where the values are.
  let index: RecordIndex
  /// Those that were added, outer before inner.
  private(set) var all: [Table.Heading] = []
  private var columns: [Place: FormattedColumn] = [:]

  init(index: RecordIndex) { self.index = index }

  /// Adds the headings of groups and of the groups below them.
  mutating func add(_ groups: [Answer.Group], level: Int) {
    for group in groups {
      all.append(Table.Heading(row: group.rows.lowerBound, level: level, cell(of: group)))
      add(group.groups, level: level + 1)
    }
  }

  private mutating func cell(of group: Answer.Group) -> Cell {
    guard let source = group.source else { return .list(group.values.map { .number($0) }) }
    if case .reference = index.tables[source.table].columns[source.column].field.meaning {
      let pool = index.tables[source.table].pools[source.column]
      let targets = source.values.map { pool.target($0) }
      return .list(
        group.values.enumerated().map { place, name in
          let target = targets.indices.contains(place) ? targets[place] : nil
          return target.map { .shown(index.title(of: $0), written: .text(name)) } ?? .text(name)
        })
    }
    let place = Place(table: source.table, column: source.column)
    let column = columns[place] ?? FormattedColumn(index.tables[source.table], source.column)
    columns[place] = column
    return .list(source.values.map { column.cell(of: $0) })
  }
}
