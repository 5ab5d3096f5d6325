// A record as rows of the tables of its kind.

import VitrineEditing
import VitrineModel
import VitrineSource

/// A row: the table it belongs to, 0 for the record's own, 1 and on for those of the kind's lists; and its values.
struct SQLiteRow: Sendable, Hashable {
  /// The number of the table.
  var table: Int
  /// The values in the order of the columns.
  var cells: [SQLiteCell]
}

extension SQLiteTables {
  /// The rows of a record.
  func rows(of record: ExportedRecord) -> [SQLiteRow] {
    let id = SQLiteCell.text(record.path.stem.string)
    var rest = Rest(record.entries)
    var rows = [SQLiteRow(table: 0, cells: [id])]
    if parent != nil { rows[0].cells.append(record.links.parent.map { .text($0) } ?? .null) }
    for column in columns { rows[0].cells += Self.cells(column, rest.take(column.path), record.links) }
    for (number, list) in lists.enumerated() {
      guard let value = rest.take(list.path) else { continue }
      let items: [DataValue] = if case .list(let items) = value { items } else { [value] }
      for (place, item) in items.enumerated() {
        var row = SQLiteRow(table: number + 1, cells: [id, .integer(Int64(place + 1))])
        if list.isOfMaps {
          guard case .map(let entries) = item else {
            for column in list.columns { row.cells += Self.cells(column, nil, record.links) }
            row.cells.append(Self.json(item))
            rows.append(row)
            continue
          }
          var rest = Rest(entries)
          for column in list.columns { row.cells += Self.cells(column, rest.take(column.path), record.links) }
          row.cells.append(rest.left.map(Self.json) ?? .null)
        } else {
          for column in list.columns { row.cells += Self.cells(column, item, record.links) }
        }
        rows.append(row)
      }
    }
    rows[0].cells.append(rest.left.map(Self.json) ?? .null)
    return rows
  }

  /// What stands in a column, and in the one behind it for the record that the value leads to.
  private static func cells(_ column: Column, _ value: DataValue?, _ links: ExportedLinks) -> [SQLiteCell] {
    let cell = value.map(cell) ?? .null
    guard let reference = column.reference else { return [cell] }
    guard case .text(let name) = cell, let target = links.targets[reference.kind]?[Path(name)] else { return [cell, .null] }
    return [cell, .text(target)]
  }

  /// A value as it stands in a column.
  static func cell(_ value: DataValue) -> SQLiteCell {
    switch value {
    case .null: .null
    case .bool(let value): .integer(value ? 1 : 0)
    case .number(let digits):
      if let whole = Int64(digits) {
        .integer(whole)
      } else if let number = Double(digits) {
        .real(number)
      } else {
        .text(digits)
      }
    case .string(let text): .text(text)
    case .list, .map: json(value)
    }
  }

  private static func json(_ value: DataValue) -> SQLiteCell {
    var bytes: [UInt8] = []
    bytes.append(json: value, indent: nil)
    return .text(String(decoding: bytes, as: UTF8.self))
  }
}

/// The members of a map that are not in a column yet.
private struct Rest {
  private var entries: [DataValue.Entry]

  init(_ entries: [DataValue.Entry]) { self.entries = entries }

  /// Takes the value at a path out; nil where there is none.
  mutating func take(_ path: [String]) -> DataValue? { Self.take(path[...], from: &entries) }

  /// What nobody took; nil where that is nothing. Maps that were emptied are not told.
  var left: DataValue? { entries.isEmpty ? nil : .map(entries) }

  private static func take(_ path: ArraySlice<String>, from entries: inout [DataValue.Entry]) -> DataValue? {
    guard let name = path.first, let place = entries.firstIndex(where: { $0.key == name }) else { return nil }
    if path.count == 1 { return entries.remove(at: place).value }
    guard case .map(var inner) = entries[place].value else { return nil }
    let taken = take(path.dropFirst(), from: &inner)
    if inner.isEmpty {
      entries.remove(at: place)
    } else if taken != nil {
      entries[place] = DataValue.Entry(name, .map(inner))
    }
    return taken
  }
}
