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
