// A value of a record's file as a cell.

package import VitrineFormats
package import VitrineSyntax

/// Values of records as cells.
package enum RecordCell {
  /// The most values that one cell shows; aliases can make more of a few lines than a person will ever read.
  private static let mostValues = 100_000

  /// The cell of a value. A list of maps becomes a list of their words. What is beyond the limit is "…".
  package static func cell(_ id: NodeID, _ reader: TreeReader) -> Cell {
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
    case .mapping: return .map(members(of: id, reader, &left))
    case .alias: return .null
    }
  }

  private static func members(of id: NodeID, _ reader: TreeReader, _ left: inout Int) -> [Cell.Member] {
    var members: [Cell.Member] = []
    reader.forEachEntry(id) { entry in
      if left > 0 { members.append(Cell.Member(reader.text(entry.key), cell(entry.value, reader, &left))) }
    }
    return members
  }
}
