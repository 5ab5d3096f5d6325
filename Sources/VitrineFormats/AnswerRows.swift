// The rows of an answer: read from the index when they are asked for, cell by cell.

import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

/// Rows of records. What there is to know of each column is looked up once.
final class AnswerRows: Sendable {
  /// Where the cells of a column come from, for the records of one kind.
  private enum Source {
    case nothing
    case field(FormattedColumn)
    /// What the record is called: people read the name of its file where it says nothing.
    case display(FormattedColumn)
    /// The record above it, which people know by its title.
    case parent(ColumnReader)
    case count(ColumnReader)
    case way(FormattedJoinPath)
    case kind(Kind)
    case title
    case id
    case computed(@Sendable (RowID) -> String?)
  }

  /// How many there are.
  var count: Int { rows.count }

  private let index: RecordIndex
  private let rows: [RowID]
  private let columnCount: Int
  /// For each column and each table.
  private let sources: [Source]

  /// Rows of an index with the given columns.
  init(_ rows: [RowID], in index: RecordIndex, _ columns: [AnswerColumn.Content]) {
    self.index = index
    self.rows = rows
    columnCount = columns.count
    sources = columns.flatMap { column in index.tables.indices.map { AnswerRows.source(column, index, $0) } }
  }

  private static func source(_ content: AnswerColumn.Content, _ index: RecordIndex, _ table: Int) -> Source {
    switch content {
    case .kind: .kind(index.tables[table].kind)
    case .title: .title
    case .id: .id
    case .computed(let text): .computed(text)
    case .field(let ways):
      if let way = ways[table] {
        if !way.references.isEmpty {
          .way(FormattedJoinPath(index, table, way))
        } else if way.counts {
          .count(ColumnReader(index.tables[table], column: way.column))
        } else {
          source(FormattedColumn(index.tables[table], way.column), of: index.tables[table], way.column)
        }
      } else {
        .nothing
      }
    }
  }

  private static func source(_ column: FormattedColumn, of table: RecordTable, _ number: Int) -> Source {
    let known = table.columns[number]
    if known.isBuiltIn, known.field.path == BuiltIn.parent { return .parent(column.reader) }
    return table.kind.display.map { $0 == known.field.path } == true ? .display(column) : .field(column)
  }

  /// The path of the record at a place.
  func path(at place: Int) -> Path { index.path(of: rows[place]) }

  /// The row at a place.
  func row(at place: Int) -> Table.Row {
    Table.Row(
      path: path(at: place),
      (0..<columnCount).map { column in
        var builder = CellBuilder()
        write(column, ofRowAt: place, to: &builder)
        return builder.cell
      })
  }

  /// What the row at a place has in each column, where that is a field of its own. The rows of an answer lie far apart in memory, and here the
  /// processor waits for all columns at once.
  func entries(ofRowAt place: Int) -> [ColumnReader.Entries?] {
    let row = rows[place]
    return [ColumnReader.Entries?](unsafeUninitializedCapacity: columnCount) { entries, count in
      for column in 0..<columnCount {
        switch sources[column * index.tables.count + row.table] {
        case .field(let field), .display(let field):
          entries.initializeElement(at: column, to: field.reader.entries(ofRow: row.row))
        case .nothing, .parent, .count, .way, .kind, .title, .id, .computed: entries.initializeElement(at: column, to: nil)
        }
      }
      count = columnCount
    }
  }

  /// Writes the cell of a column in the row at a place. Shape: `entries` is what `entries(ofRowAt:)` gave for the place; nil to look now.
  func write(
    _ column: Int, ofRowAt place: Int, _ entries: [ColumnReader.Entries?]? = nil, to writer: inout some CellWriter
  ) {
    let row = rows[place]
    guard column < columnCount else { return writer.null() }
    switch sources[column * index.tables.count + row.table] {
    case .nothing: writer.null()
    case .field(let field):
      if let known = entries?[column] { field.write(row.row, known, to: &writer) } else { field.write(row.row, to: &writer) }
    case .display(let field):
      let known = entries?[column] ?? field.reader.entries(ofRow: row.row)
      guard known.first == .null else { return field.write(row.row, known, to: &writer) }
      writer.shown({ index.title(of: row) }, written: { $0.null() })
    case .parent(let reader):
      guard let parent = reader.targets(ofRow: row.row).first else { return writer.null() }
      writer.shown({ index.title(of: parent) }, written: { $0.text(index.path(of: parent).string) })
    case .count(let reader): writer.number(String(reader.count(ofRow: row.row)))
    case .way(let way): way.cell(row.row).write(to: &writer)
    case .kind(let kind) where kind.language.isEnglish: writer.text(kind.name)
    case .kind(let kind): writer.shown({ kind.noun }, written: { $0.text(kind.name) })
    case .title: writer.text(index.title(of: row))
    case .id: writer.text(index.path(of: row).stem.string)
    case .computed(let text): if let text = text(row) { writer.text(text) } else { writer.null() }
    }
  }
}

/// A way over references to a field of other records. Over references that are no lists there is at most one record to look at; over others the
/// values of all are a list.
private final class FormattedJoinPath: Sendable {
  private let steps: [(reader: ColumnReader, kind: Int)]
  private let last: FormattedColumn
  private let counts: Bool
  private let isList: Bool

  /// The way from the records of a table.
  init(_ index: RecordIndex, _ table: Int, _ way: BoundPath.Way) {
    var table = table
    var steps: [(reader: ColumnReader, kind: Int)] = []
    for step in way.references {
      steps.append((ColumnReader(index.tables[table], column: step.column), step.kind))
      table = step.kind
    }
    self.steps = steps
    last = FormattedColumn(index.tables[table], way.column)
    counts = way.counts
    isList = steps.contains { $0.reader.field.isList }
  }

  /// The values at the end of the way from a row.
  func cell(_ row: Int) -> Cell {
    var rows = [row]
    for step in steps {
      var seen: Set<Int> = []
      rows = rows.flatMap { step.reader.targets(ofRow: $0) }.filter { $0.table == step.kind && seen.insert($0.row).inserted }
        .map(\.row)
      if rows.isEmpty { return .null }
    }
    let cells = rows.map { counts ? Cell.integer(last.reader.count(ofRow: $0)) : last.cell($0) }
    guard isList else { return cells[0] }
    let all = cells.flatMap { cell -> [Cell] in
      if case .list(let inner) = cell { return inner }
      return cell == .null ? [] : [cell]
    }
    return all.isEmpty ? .null : .list(all)
  }
}
