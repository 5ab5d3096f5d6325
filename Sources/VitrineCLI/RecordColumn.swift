// One field of a record as a cell.

import VitrineFormats
import VitrineModel
import VitrineSyntax
import VitrineText

/// A column of a list of records.
struct RecordColumn {
  /// The column's head.
  let column: Table.Column
  private let path: FieldPath
  /// Whether the kind's schema knows the field.
  let isField: Bool
  private let counts: Bool

  /// The column of a field, of a list's `.count`, or of what no schema knows.
  init(_ path: FieldPath, _ kind: Kind) {
    counts = path.names.count > 1 && path.names.last == "count" && !kind.fields.contains { $0.path == path }
    self.path = counts ? FieldPath(Array(path.names.dropLast())) : path
    let wanted = self.path
    let field = kind.fields.first { $0.path == wanted }
    let isNumber = counts || (field.map { $0.types.contains("integer") || $0.types.contains("number") } ?? false)
    isField = field != nil || kind.fields.contains { $0.path.names.starts(with: wanted.names) }
    column = Table.Column(
      path.dotted, title: path.names.count > 1 && !counts ? path.names.last : path.dotted, isNumber ? .right : .left)
  }

  /// The field's value in a record.
  func cell(_ reader: TreeReader, root: NodeID) -> Cell {
    guard let value = value(reader, root, path.names[...]) else { return counts ? .integer(0) : valuesInLists(reader, root) }
    if counts {
      let node = reader.resolved(value)
      return .integer(node.kind == .sequence ? Int(node.content) : node.kind == .null ? 0 : 1)
    }
    return RecordCell.cell(value, reader)
  }

  /// Whether a record has a value at the path.
  func hasValue(_ reader: TreeReader, root: NodeID) -> Bool {
    path.firstValue(reader, from: root) != nil
  }

  /// The value at a path of maps; nil where the path leads through a list.
  private func value(_ reader: TreeReader, _ id: NodeID, _ names: ArraySlice<String>) -> NodeID? {
    guard let name = names.first else { return id }
    return reader.value(id, named: name).flatMap { value(reader, $0, names.dropFirst()) }
  }

  /// The values at a path that leads through lists.
  private func valuesInLists(_ reader: TreeReader, _ root: NodeID) -> Cell {
    var cells: [Cell] = []
    path.forEachValue(reader, from: root) { cells.append(RecordCell.cell($0, reader)) }
    return cells.isEmpty ? .null : .list(cells)
  }
}

/// Values of records as cells.
enum RecordCell {
  /// The most values that one cell shows; aliases can make more of a few lines than a person will ever read.
  private static let mostValues = 100_000

  /// The cell of a value. A list of maps becomes a list of their words. What is beyond the limit is "…".
  static func cell(_ id: NodeID, _ reader: TreeReader) -> Cell {
    var left = mostValues
    return cell(id, reader, &left)
  }

  private static func cell(_ id: NodeID, _ reader: TreeReader, _ left: inout Int) -> Cell {
    let node = reader.resolved(id)
    left -= 1
    guard left > 0 else { return .text("…") }
    switch node.kind {
    case .null: return .null
    case .bool: return .boolean(reader.content(id).first.map { $0 | 0x20 == UInt8(ascii: "t") } ?? false)
    case .int, .float: return .number(reader.text(id))
    case .string: return .text(reader.text(id))
    case .sequence:
      var cells: [Cell] = []
      for item in reader.items(id) {
        cells.append(cell(item, reader, &left))
        if left <= 0 { break }
      }
      return .list(cells)
    case .mapping: return .structure(words: words(of: id, reader, &left), json: json(of: id, reader))
    case .alias: return .null
    }
  }

  /// A map as JSON; null where it would be too large.
  private static func json(of id: NodeID, _ reader: TreeReader) -> [UInt8] {
    do throws(TreeJSON.TooLarge) {
      return try TreeJSON.text(of: id, in: reader)
    } catch {
      return Array("null".utf8)
    }
  }

  /// The scalars of a map, in order.
  private static func words(of id: NodeID, _ reader: TreeReader, _ left: inout Int) -> String {
    var words: [String] = []
    reader.forEachEntry(id) { entry in
      guard left > 0 else { return }
      let cell = cell(entry.value, reader, &left)
      if !cell.words.isEmpty { words.append(cell.words) }
    }
    return words.joined(separator: " ")
  }
}
