// A column of the index and the way its values are shown: what a cell of an answer is read from.

import VitrineIndex
import VitrineModel

/// A column that is shown, with those of its members. It is made for the columns of an answer, not for all there are.
final class FormattedColumn: Sendable {
  /// The values.
  let reader: ColumnReader
  private let dress: CellDress
  private let members: [FormattedColumn]
  /// True where each entry is an element of a list of maps, whose number in the row is that of the element.
  private let holdsElements: Bool

  /// A column of a table, by its number.
  init(_ table: RecordTable, _ column: Int) {
    reader = ColumnReader(table, column: column)
    dress = CellDress(table.columns[column])
    members = table.columns[column].members.map { FormattedColumn(table, $0) }
    holdsElements = reader.field.isOwnList && reader.field.isMap
  }

  /// Writes the value, or the list of values, of a row.
  func write(_ row: Int, to writer: inout some CellWriter) { write(row, reader.entries(ofRow: row), to: &writer) }

  /// The same for a row whose entries are at hand.
  func write(_ row: Int, _ entries: ColumnReader.Entries, to writer: inout some CellWriter) {
    write(row, entries, isList: dress.isList, to: &writer)
  }

  /// The value, or the list of values, of a row.
  func cell(_ row: Int) -> Cell {
    var builder = CellBuilder()
    write(row, to: &builder)
    return builder.cell
  }

  /// The cell of a value of the column's pool.
  func cell(of value: ValueID) -> Cell {
    if value == .map { return .map([]) }
    var builder = CellBuilder()
    if value != .null { reader.withText(of: value) { dress.write($0, $1, to: &builder) } }
    return builder.cell
  }
}

// MARK: values

extension FormattedColumn {
  /// Writes what a row has, or one element of the list around.
  private func write(_ row: Int, _ entries: ColumnReader.Entries, isList: Bool, to writer: inout some CellWriter) {
    if Self.isNone(entries, isList: isList) { return writer.null() }
    let places = entries.places
    guard isList else { return write(entries.first, row, place: places.lowerBound, to: &writer) }
    writer.beginList()
    write(entries.first, row, place: places.lowerBound, to: &writer)
    for place in places.dropFirst() { write(reader.value(at: place, ofRow: row), row, place: place, to: &writer) }
    writer.endList()
  }

  /// True where there is no value; a list of nulls is one.
  private static func isNone(_ entries: ColumnReader.Entries, isList: Bool) -> Bool {
    entries.places.isEmpty || entries.first == .null && (!isList || entries.isSingle)
  }

  private func write(_ value: ValueID, _ row: Int, place: Int, to writer: inout some CellWriter) {
    if value > .map {
      reader.withText(of: value) { dress.write($0, $1, to: &writer) }
    } else if value == .null {
      writer.null()
    } else if dress.isPlace || dress.isPhoto {
      var builder = CellBuilder()
      writeMap(row, place: place, to: &builder)
      guard case .map(let members) = builder.cell else { return writer.null() }
      guard dress.isPhoto else { return dress.place(members).write(to: &writer) }
      let file = members.first { $0.name == "file" }?.cell.written
      Cell.shown(file ?? "", written: .map(members)).write(to: &writer)
    } else {
      writeMap(row, place: place, to: &writer)
    }
  }

  /// Writes the members of a map that a row has. A map that lies in an element of a list shares the element's number.
  private func writeMap(_ row: Int, place: Int, to writer: inout some CellWriter) {
    let element =
      holdsElements ? UInt32(place - reader.entries(ofRow: row).places.lowerBound) : reader.element(at: place, ofRow: row)
    writer.beginMap()
    for member in members {
      let entries = element.map { member.reader.entries(ofRow: row, element: $0) } ?? member.reader.entries(ofRow: row)
      let isList = member.dress.isOwnList
      if Self.isNone(entries, isList: isList) { continue }
      writer.beginMember(member.dress.name, isNamed: !dress.isInList)
      member.write(row, entries, isList: isList, to: &writer)
      writer.endMember()
    }
    writer.endMap()
  }
}
