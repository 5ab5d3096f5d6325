// A record of a foreign text as a mapping sees it: values by the names of columns or members.

import VitrineEditing
import VitrineFormats
import VitrineSource
import VitrineSyntax

/// A value of a foreign record.
struct SourceValue {
  /// The value: no list, for those are taken apart.
  var value: DataValue
  /// Where it stands.
  var range: ByteRange
}

/// A record of a foreign text.
protocol SourceRecord {
  /// All of it.
  var range: ByteRange { get }
  /// The values under a name, lists taken apart.
  func values(_ name: String) -> [SourceValue]
  /// What stands under a name of the record itself, as a whole.
  func whole(_ name: String) -> SourceValue?
  /// Calls `body` with each scalar and the dotted name it stands under.
  func forEachValue(_ body: (String, SourceValue) -> Void)
}

/// A row of a table. Cells are without the escape of formulas (`FormulaCell`).
struct SourceRow: SourceRecord {
  /// The cells.
  let cells: [CSVReader.Cell]
  /// The names of the columns, and where each stands.
  let header: [String]
  /// Where the row stands.
  let range: ByteRange

  /// The cells under a heading, which may stand above several columns.
  func values(_ name: String) -> [SourceValue] {
    header.indices.filter { header[$0] == name }.map { value(of: cells[$0]) }
  }

  /// The cell under a heading.
  func whole(_ name: String) -> SourceValue? { values(name).first }

  /// Calls `body` with each cell.
  func forEachValue(_ body: (String, SourceValue) -> Void) {
    for (name, cell) in zip(header, cells) { body(name, value(of: cell)) }
  }

  private func value(of cell: CSVReader.Cell) -> SourceValue {
    SourceValue(value: .string(FormulaCell.unescaped(cell.text)), range: cell.range)
  }
}

/// An object of a document.
struct SourceObject: SourceRecord {
  /// The most values that one record is looked through for: more come only of aliases that stand for each other again and again.
  private static let mostValues = 200_000

  /// The document.
  let reader: TreeReader
  /// The object.
  let root: NodeID
  /// How far the document stands behind the start of the text.
  let offset: Int
  /// The name and the value of the key that the object stands under, where that counts as a member.
  var key: (name: String, id: NodeID)?

  /// Where it stands.
  var range: ByteRange { place(root) }

  private func place(_ id: NodeID) -> ByteRange { reader.node(id).range.moved(by: offset) }

  private func value(_ id: NodeID) -> SourceValue { SourceValue(value: reader.dataValue(id), range: place(id)) }

  /// The values under a dotted name, through the objects of lists; `.` for the record itself.
  func values(_ name: String) -> [SourceValue] {
    if let key, key.name == name { return [SourceValue(value: .string(reader.text(key.id)), range: place(key.id))] }
    var found: [SourceValue] = []
    visit(root, name == "." ? [] : name.split(separator: ".", omittingEmptySubsequences: false)[...]) {
      if found.count < Self.mostValues { found.append(value($0)) }
      return found.count < Self.mostValues
    }
    return found
  }

  /// Calls `body` with each node that is no list; false from it ends the visit.
  private func visit(_ id: NodeID, _ names: ArraySlice<Substring>, _ body: (NodeID) -> Bool) {
    var goesOn = true
    func visit(_ id: NodeID, _ names: ArraySlice<Substring>) {
      guard goesOn else { return }
      let node = reader.resolved(id)
      if node.kind == .sequence {
        for item in reader.items(reader.resolve(id)) { visit(item, names) }
      } else if names.isEmpty {
        goesOn = body(id)
      } else if node.kind == .mapping {
        // A name with dots in it comes before members of members.
        for count in stride(from: names.count, to: 0, by: -1) {
          let name = names.prefix(count).joined(separator: ".")
          guard let value = reader.value(id, named: name) else { continue }
          return visit(value, names.dropFirst(count))
        }
      }
    }
    visit(id, names)
  }

  /// What stands under a name of the record itself.
  func whole(_ name: String) -> SourceValue? { reader.value(root, named: name).map { value($0) } }

  /// Calls `body` with each scalar below the record.
  func forEachValue(_ body: (String, SourceValue) -> Void) {
    var count = 0
    func visit(_ id: NodeID, _ name: String) {
      guard count < Self.mostValues else { return }
      let node = reader.resolved(id)
      switch node.kind {
      case .sequence: for item in reader.items(reader.resolve(id)) { visit(item, name) }
      case .mapping:
        reader.forEachEntry(id) { entry in
          visit(entry.value, name.isEmpty ? reader.text(entry.key) : name + "." + reader.text(entry.key))
        }
      case .null, .bool, .int, .float, .string, .alias:
        count += 1
        body(name.isEmpty ? "." : name, value(id))
      }
    }
    if let key { body(key.name, SourceValue(value: .string(reader.text(key.id)), range: place(key.id))) }
    visit(root, "")
  }
}
