// Values of an index as cells.

import VitrineIndex
import VitrineModel
import VitrineSyntax

/// Reads the records of an index. What there is to know of a column is looked up once.
struct CellReader: Sendable {
  /// The index that is read.
  let index: RecordIndex
  /// What each column of each table looks like.
  private let dresses: [[CellDress]]

  /// A reader of an index.
  init(_ index: RecordIndex) {
    self.index = index
    dresses = index.tables.map { table in table.columns.map { CellDress($0) } }
  }

  /// How many values a column has for a record, nulls in lists among them.
  func count(_ row: RowID, _ column: Int) -> Int {
    withEntries(row, column) { chunk, range in
      chunk.starts.isEmpty ? range.count { chunk.values[$0] != .null } : range.count
    }
  }

  /// The records that the values of a reference column name.
  func targets(of row: RowID, column: Int) -> [RowID] {
    let table = index.tables[row.table]
    return table.values(row.row, column).compactMap { table.pools[column].target($0) }
  }

  /// The value, or the list of values, of a column.
  func cell(of row: RowID, column: Int) -> Cell {
    withEntries(row, column) { chunk, range in
      let dress = dresses[row.table][column]
      return cell(row, column, chunk, range, dress, isList: dress.isList)
    }
  }

  /// The cell of a value of a column's pool.
  func cell(ofValue value: ValueID, _ table: Int, _ column: Int) -> Cell {
    if value == .null { return .null }
    if value == .map { return .map([]) }
    return index.tables[table].pools[column].cell(value, dresses[table][column])
  }

  private func withEntries<Result>(_ row: RowID, _ column: Int, _ body: (borrowing ColumnChunk, Range<Int>) -> Result) -> Result {
    let chunk = index.tables[row.table].chunks[row.row / RowChunk.size].columns[column]
    return body(chunk, chunk.range(ofRow: row.row % RowChunk.size))
  }
}

// MARK: values

extension CellReader {
  /// The cell of the entries of one row, or of those of one element of the list around them.
  private func cell(
    _ row: RowID, _ column: Int, _ chunk: borrowing ColumnChunk, _ range: Range<Int>, _ dress: CellDress, isList: Bool
  ) -> Cell {
    guard isList else { return range.first.map { entry(row, column, chunk, $0, dress, among: range) } ?? .null }
    if range.isEmpty || chunk.starts.isEmpty && chunk.values[range.lowerBound] == .null { return .null }
    var cells: [Cell] = []
    cells.reserveCapacity(range.count)
    for place in range { cells.append(entry(row, column, chunk, place, dress, among: range)) }
    return .list(cells)
  }

  private func entry(
    _ row: RowID, _ column: Int, _ chunk: borrowing ColumnChunk, _ place: Int, _ dress: CellDress, among range: Range<Int>
  ) -> Cell {
    let value = chunk.values[place]
    if value == .null { return .null }
    if value > .map {
      return index.tables[row.table].pools[column].cell(value, dress)
    }
    return dress.map(members(of: row, column, chunk, place))
  }

  /// The members of a map that a record has. Of a list of maps the number of the entry in its row is that of the element; a map that lies in
  /// an element shares its number.
  private func members(of row: RowID, _ column: Int, _ chunk: borrowing ColumnChunk, _ place: Int) -> [Cell.Member] {
    let own = index.tables[row.table].columns[column]
    let start = chunk.range(ofRow: row.row % RowChunk.size).lowerBound
    let element: UInt32? =
      own.field.isOwnList && own.field.isMap ? UInt32(place - start) : chunk.elements.last.map { $0[place] }
    var members: [Cell.Member] = []
    for member in own.members {
      let dress = dresses[row.table][member]
      let cell = withEntries(row, member) { chunk, range in
        let range = element.map { chunk.entries(of: $0, among: range) } ?? range
        return self.cell(row, member, chunk, range, dress, isList: dress.isOwnList)
      }
      if cell != .null { members.append(Cell.Member(dress.name, cell, isNamed: !own.field.isList)) }
    }
    return members
  }
}

extension ValuePool {
  fileprivate func cell(_ value: ValueID, _ dress: CellDress) -> Cell { dress.cell(text(value), kind(value)) }
}

extension ColumnChunk {
  /// The entries that lie in one element of the innermost list of maps around them. They stand in the order of the elements.
  fileprivate func entries(of element: UInt32, among range: Range<Int>) -> Range<Int> {
    guard let numbers = elements.last else { return range }
    func first(_ isPast: (UInt32) -> Bool) -> Int {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = (low + high) / 2
        if isPast(numbers[middle]) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    return first { $0 >= element }..<first { $0 > element }
  }
}
