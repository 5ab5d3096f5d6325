// Rows on their way out: the answer of `vitrine list`, of a query, of statistics.

import VitrineIndex
package import VitrineSource

/// Columns and rows, for any row format.
package struct Table: Sendable {
  /// The columns, from left to right.
  package var columns: [Column]
  /// The rows, in their order.
  package var rows: Rows
  /// How many of the columns, from the left, the rows are grouped by. Where there are headings, they stand for these columns on a terminal.
  package var groupCount = 0
  /// What people at a terminal read above the rows, in the order of the rows and outer before inner.
  package var headings: [Heading] = []
  /// The column that tells rows apart to people: where the width is short it is cut last, and columns at the end go before it does. Nil for none.
  package var keyColumn: Int?
  /// What is said below of columns that the width has no room for; `{}` being how many.
  package var hiddenColumnsNote: @Sendable (_ count: Int) -> String = { "\($0) more column\($0 == 1 ? "" : "s")" }
  /// True where columns without any value are left out on a terminal: nobody asked for them by name.
  package var hidesEmptyColumns = false
  /// What is said below the rows on a terminal, such as how many there are; or "".
  package var footer = ""
  /// What is said above rows without a value, `{}` being the column.
  package var missingHeading: @Sendable (_ column: String) -> String = { "(no \($0))" }

  /// A table of the given columns and rows.
  package init(columns: [Column], rows: Rows = []) {
    self.columns = columns
    self.rows = rows
  }

  /// A table of the given columns and rows.
  package init(columns: [Column], rows: [Row]) {
    self.init(columns: columns, rows: Rows(rows))
  }

  /// One column.
  package struct Column: Sendable, Hashable {
    /// The name for machines: a JSON key, a CSV heading, such as `developer`.
    package var name: String
    /// The heading for people.
    package var title: String
    /// The side its cells keep to.
    package var alignment: Alignment
    /// True for short values that say nothing when they are cut, such as days.
    package var isUncut = false
    /// True for values of which the end says more than the start, such as paths: where the width is short, their start goes.
    package var keepsEnd = false

    /// A column; the title is the name unless given.
    package init(_ name: String, title: String? = nil, _ alignment: Alignment = .left, keepsEnd: Bool = false) {
      self.name = name
      self.title = title ?? name
      self.alignment = alignment
      self.keepsEnd = keepsEnd
    }
  }

  /// The side the cells of a column keep to.
  package enum Alignment: Sendable, Hashable {
    /// Text: on the left, and cut where the width is short.
    case left
    /// Numbers: on the right, and never cut.
    case right
  }

  /// One row.
  package struct Row: Sendable, Hashable {
    /// The file the row is about, relative to the root, for `paths`; "" where there is none.
    package var path: Path
    /// The cells; those missing at the end count as null, those too many are left out.
    package var cells: [Cell]

    /// A row of the given cells.
    package init(path: Path = "", _ cells: [Cell]) {
      self.path = path
      self.cells = cells
    }

    /// The cell of a column.
    subscript(column: Int) -> Cell {
      column < cells.count ? cells[column] : .null
    }
  }

  /// A heading above a group of rows.
  package struct Heading: Sendable, Hashable {
    /// The row it stands above.
    package var row: Int
    /// How far in it stands: that of the outermost is 0, and below `groupCount`.
    package var level: Int
    /// What it says; nothing for rows without a value.
    package var cell: Cell

    /// A heading above a row.
    package init(row: Int, level: Int, _ cell: Cell) {
      self.row = row
      self.level = level
      self.cell = cell
    }
  }

  /// The rows of a table, each made when it is asked for, so that a long answer never stands in memory as text.
  package struct Rows: RandomAccessCollection, Sendable, ExpressibleByArrayLiteral {
    private enum Source: Sendable {
      case made(@Sendable (Int) -> Row)
      case read(AnswerRows)
    }

    /// 0.
    package let startIndex = 0
    /// How many there are.
    package let endIndex: Int
    private let source: Source

    /// So many rows, made by a function of their place, counted from 0.
    package init(count: Int, _ make: @escaping @Sendable (Int) -> Row) {
      endIndex = count
      source = .made(make)
    }

    /// Rows that are there already.
    package init(_ rows: [Row]) {
      self.init(count: rows.count) { rows[$0] }
    }

    /// Rows that are there already.
    package init(arrayLiteral rows: Row...) {
      self.init(rows)
    }

    /// The rows of an answer.
    init(_ rows: AnswerRows) {
      endIndex = rows.count
      source = .read(rows)
    }

    /// The row at a place.
    package subscript(place: Int) -> Row {
      switch source {
      case .made(let make): make(place)
      case .read(let rows): rows.row(at: place)
      }
    }

    /// The file of the row at a place, as in `Row`.
    func path(at place: Int) -> Path {
      switch source {
      case .made(let make): make(place).path
      case .read(let rows): rows.path(at: place)
      }
    }

    /// The cells of the row at a place, of which only those are made that are asked for.
    func cells(at place: Int) -> RowCells {
      switch source {
      case .made(let make): .made(make(place))
      case .read(let rows): .read(rows, place, rows.entries(ofRowAt: place))
      }
    }
  }

  /// The cells of one row, made when they are asked for.
  enum RowCells {
    /// They are there already.
    case made(Row)
    /// They are read from an index, for the row at a place, where these entries were found.
    case read(AnswerRows, Int, [ColumnReader.Entries?])

    /// The cell of a column.
    subscript(column: Int) -> Cell {
      if case .made(let row) = self { return row[column] }
      var builder = CellBuilder()
      write(column, to: &builder)
      return builder.cell
    }

    /// Writes the cell of a column.
    func write(_ column: Int, to writer: inout some CellWriter) {
      switch self {
      case .made(let row): row[column].write(to: &writer)
      case .read(let rows, let place, let entries): rows.write(column, ofRowAt: place, entries, to: &writer)
      }
    }
  }
}
