// A record's own values, in the order of its kind's fields, as entries of a page.

package import VitrineFormats
package import VitrineModel
package import VitrineSyntax
import VitrineText

/// The reading of a record's values for its page. What the schema does not know stands last, as it is written.
package struct RecordFields {
  /// A reference as a record makes it.
  package struct ReferenceName: Hashable {
    /// The kind it has to lead to.
    package var kind: String
    /// The text of the value.
    package var text: String
  }

  /// A list of maps that speaks of photos.
  package struct PhotoList {
    /// The member that names the file.
    package var file: Kind.Field
    /// The other members.
    package var others: [Kind.Field]
    /// The list in the tree.
    package var node: NodeID
  }

  /// What is said.
  package private(set) var entries: [FactSheet.Entry] = []
  /// The lists that the page's own section on photos takes up.
  package private(set) var photoLists: [PhotoList] = []
  /// The kind of the record.
  package let kind: Kind
  /// The record's tree.
  package let reader: TreeReader
  /// What references lead to.
  package let references: [ReferenceName: FactSheet.Line]
  /// What positions are called; nil where nobody wants to know.
  package let places: PlacesFile?

  /// A reading of records of a kind.
  package init(
    _ kind: Kind, _ reader: TreeReader, references: [ReferenceName: FactSheet.Line], places: PlacesFile? = nil
  ) {
    self.kind = kind
    self.reader = reader
    self.references = references
    self.places = places
  }

  /// Reads a record; without a root only the fields that are always shown have something to say.
  package mutating func read(_ root: NodeID?) {
    guard let root else { return }
    if reader.resolved(root).kind == .mapping {
      readMembers(of: FieldPath([]), root)
    } else if reader.resolved(root).kind != .null {
      entries.append(FactSheet.Entry(kind.language("Content"), RecordFields.textLines(RecordCell.cell(root, reader).words)))
    }
  }

  /// The fields directly below one.
  package func members(of path: FieldPath) -> [Kind.Field] {
    kind.fields.filter { $0.path.names.count == path.names.count + 1 && $0.path.names.starts(with: path.names) }
  }

  private mutating func readMembers(of path: FieldPath, _ map: NodeID?) {
    var known: Set<String> = []
    for field in members(of: path) {
      guard let name = field.path.names.last else { continue }
      known.insert(name)
      let value = map.flatMap { reader.value($0, named: name) }
      if let value, reader.resolved(value).kind != .null {
        // The heading says it already.
        if field.path == kind.display, reader.resolved(value).isScalar { continue }
        read(field, value)
      } else if map != nil, value == nil, let entry = defaultEntry(of: field) {
        entries.append(entry)
      } else if field.isAlwaysShown {
        entries.append(FactSheet.Entry(field.title, [FactSheet.Line([ShownValue.unknown(field)])], of: field.path))
      } else if field.isMap, !field.isOwnList, kind.fields.contains(where: { $0.isAlwaysShown && isBelow($0, field) }) {
        readMembers(of: field.path, nil)
      }
    }
    guard let map else { return }
    reader.forEachEntry(map) { entry in
      let name = reader.text(entry.key)
      guard !known.contains(name) else { return }
      let (words, here) = (RecordCell.cell(entry.value, reader).words, path.appending(name))
      entries.append(
        FactSheet.Entry(
          (path.names + [name]).joined(separator: "."), RecordFields.textLines(words), of: kind.mayTake(here) ? here : nil))
    }
  }

  /// What the schema says of a record that lacks a field; nil where it says nothing that fits on lines.
  func defaultEntry(of field: Kind.Field) -> FactSheet.Entry? {
    guard let value = field.defaultValue else { return nil }
    return value.tree.withReader { reader in
      guard reader.resolved(value.node).kind != .null else { return nil }
      var reading = RecordFields(kind, reader, references: references, places: places)
      reading.read(field, reader.resolve(value.node))
      guard reading.entries.count == 1, var entry = reading.entries.first, !entry.lines.isEmpty else { return nil }
      entry.lines[entry.lines.count - 1].pieces.append(FactSheet.Piece(kind.language(" (default)"), .faint))
      return entry
    }
  }

  private func isBelow(_ inner: Kind.Field, _ outer: Kind.Field) -> Bool {
    inner.path.names.count > outer.path.names.count && inner.path.names.starts(with: outer.path.names)
  }

  private mutating func read(_ field: Kind.Field, _ value: NodeID) {
    switch reader.resolved(value).kind {
    case .sequence:
      let inner = field.isMap ? members(of: field.path) : []
      if let file = inner.first, file.isPhoto, inner.allSatisfy({ !$0.isMap }) {
        photoLists.append(PhotoList(file: file, others: inner.filter { $0.path != file.path }, node: value))
      } else {
        add(field, lines(ofList: value, field))
      }
    case .mapping:
      let inner = members(of: field.path)
      if field.meaning == .location {
        add(field, locationLines(value, inner))
      } else if field.path.names.count > 1 || (inner.count <= 2 && inner.allSatisfy { !$0.isMap && !$0.isOwnList }) {
        // A small map reads as one line, and so does one within another.
        add(field, [mapLine(value, inner, separator: " ")])
      } else {
        readMembers(of: field.path, value)
      }
    default: add(field, scalarLines(value, field))
    }
  }

  private mutating func add(_ field: Kind.Field, _ lines: [FactSheet.Line]) {
    if !lines.isEmpty { entries.append(FactSheet.Entry(field.title, lines, of: field.path)) }
  }

  /// A text, a line each.
  package static func textLines(_ text: String) -> [FactSheet.Line] {
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { FactSheet.Line(String($0)) }
    while lines.count > 1, lines.last?.pieces.first?.text.isEmpty == true { lines.removeLast() }
    return lines
  }
}
