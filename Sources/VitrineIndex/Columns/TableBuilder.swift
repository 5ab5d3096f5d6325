// The rows of one table while they are gathered, column by column, with values of its own: what one worker brings in.

import VitrineModel
import VitrineSource
import VitrineSyntax

/// The values of some rows in one column.
struct ColumnBuilder: Sendable {
  /// The distinct values.
  var table = ValueTable()
  /// The values, row after row.
  var cells: [Cell] = []
  /// The element numbers, as `ColumnChunk.elements`.
  var elements: [[UInt32]]
  /// True where no value is ever given twice, in this builder or another.
  var isUnique = false

  /// A value in its row.
  struct Cell: Sendable {
    /// The row; ascending.
    var row: UInt32
    /// The value, by its number in `table`.
    var value: ValueID
  }

  /// Nothing, of a column in so many lists of maps.
  init(listCount: Int) { elements = Array(repeating: [], count: listCount) }

  /// Takes all values out, and keeps the memory where that is little.
  mutating func clear() {
    guard cells.count < 64, table.bytes.count < 4096 else {
      self = ColumnBuilder(listCount: elements.count)
      return
    }
    table.clear()
    cells.removeAll(keepingCapacity: true)
    for list in elements.indices { elements[list].removeAll(keepingCapacity: true) }
  }
}

/// Some rows of one table.
struct TableBuilder: Sendable {
  /// What there is to be gathered.
  let layout: TableLayout
  /// One for each column of the layout.
  var columns: [ColumnBuilder]
  /// The place of each row in the order of all records.
  var positions: [Int] = []

  /// No rows.
  init(_ layout: TableLayout) {
    self.layout = layout
    columns = layout.columns.map { ColumnBuilder(listCount: $0.lists.count) }
  }

  /// How many rows there are.
  var rowCount: Int { positions.count }

  /// Takes all rows out, and keeps the memory for others.
  mutating func clear() {
    positions.removeAll(keepingCapacity: true)
    for column in columns.indices where !columns[column].cells.isEmpty { columns[column].clear() }
  }

  /// Begins a row, which all values added from now on belong to.
  mutating func beginRow(position: Int) { positions.append(position) }

  /// Adds the path of the last row: no other row has it.
  mutating func addPath(_ path: Path) {
    let column = layout.builtIns.path
    columns[column].isUnique = true
    add(columns[column].table.append(path.string), to: column)
  }

  /// Adds a text to the last row, in the elements of the given numbers.
  mutating func add(_ text: String, to column: Int?, elements: [UInt32] = []) {
    guard let column else { return }
    add(columns[column].table.intern(text), to: column, elements: elements)
  }

  /// Adds a value of some bytes to the last row, in the elements of the given numbers.
  mutating func add(_ text: String, _ kind: Node.Kind, to column: Int?, elements: [UInt32] = []) {
    guard let column else { return }
    var text = text
    add(text.withUTF8 { columns[column].table.intern($0, kind) }, to: column, elements: elements)
  }

  /// Adds a value to the last row, in the elements of the given numbers.
  mutating func add(_ value: ValueID, to column: Int?, elements: [UInt32] = []) {
    guard let column else { return }
    columns[column].cells.append(ColumnBuilder.Cell(row: UInt32(truncatingIfNeeded: rowCount - 1), value: value))
    for (index, element) in elements.enumerated() { columns[column].elements[index].append(element) }
  }
}
