// What a word of a document stands for beyond its own value: a kind, a rule, a schema, a view, a field.

import VitrineApplication
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax

/// What is named by a word, apart from records and photos.
enum DocumentSubject {
  /// A kind, by its name.
  case kind(String)
  /// A rule, by its name or code.
  case rule(String)
  /// A view, by its name.
  case view(String)
  /// A place in a schema document.
  case schema(Path, pointer: String)
  /// A field of a kind.
  case field(String, FieldPath)
}

extension ServedDocument {
  /// What a byte of the document stands for; nil where it stands for nothing but its value.
  func subject(at offset: Int) -> (subject: DocumentSubject, range: ByteRange)? {
    let tree = tree
    guard let root = tree.roots.first else { return nil }
    return tree.withReader { reader in
      guard let place = TreePlace(reader, root, at: offset), let node = place.node, reader.resolved(node).isScalar else {
        return nil
      }
      let text = reader.text(node)
      let found: DocumentSubject?
      switch open.catalogue.role(of: path) {
      case .record: found = place.isKey ? kind.map { .field($0.name, FieldPath(place.names)) } : nil
      case .manifest: found = Self.subject(inManifest: place, text)
      case .view:
        if place.names == ["query"], !place.isKey {
          return viewName(reader, node, offset).map { (.view($0.name), $0.range) }
        }
        found = place.isKey ? nil : subject(inView: place.names, text)
      case .schema: found = subject(inSchema: place, text, reader, root)
      case .unclaimed, .conflictedCopy, .photo, .other: found = nil
      }
      return found.map { ($0, reader.node(node).range) }
    }
  }

  private static func subject(inManifest place: TreePlace, _ text: String) -> DocumentSubject? {
    switch (place.names.first, place.names.count, place.isKey) {
    case ("collections", 2, false): place.names[1] == "kind" ? .kind(text) : nil
    case ("rules", 2, _): .rule(place.names[1])
    case ("versions", 2, _): .kind(place.names[1])
    case ("home", 1, false): .kind(text)
    default: nil
    }
  }

  private func subject(inView names: [String], _ text: String) -> DocumentSubject? {
    switch names {
    case ["kind"]: return .kind(text)
    case ["sort"], ["group"], ["columns"]:
      let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
      let kinds = tree.topText("kind").map { [$0] } ?? open.kinds.map(\.name)
      return kinds.lazy.compactMap { field(name, ofKind: $0) }.first
    default: return nil
    }
  }

  private func subject(inSchema place: TreePlace, _ text: String, _ reader: TreeReader, _ root: NodeID) -> DocumentSubject? {
    guard !place.isKey, let location = form?.location(of: place.names) else { return nil }
    if location.form === StockForms.keywords {
      guard location.names == ["$ref"] else { return nil }
      return SchemaStore.target(of: text, in: path).map { .schema($0.path, pointer: $0.pointer) }
    }
    switch location.names {
    case ["parent"], ["reference"]: return .kind(text)
    case ["display"], ["identity"], ["identity", "field"], ["search"], ["sort"], ["group"], ["columns"]:
      let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
      return SchemaStore.kindName(ofPath: path).flatMap { field(name, ofKind: $0) }
    default: return nil
    }
  }

  /// The field of a kind that a name leads to, as queries spell it.
  private func field(_ name: String, ofKind kind: String) -> DocumentSubject? {
    guard let number = open.kinds.firstIndex(where: { $0.name == kind }), let way = open.binder.names.way(to: name, kind: number)
    else { return nil }
    let table = way.references.last?.kind ?? number
    return .field(open.kinds[table].name, open.binder.names.layouts[table].columns[way.column].field.path)
  }

  /// The name of the view in a query that has a byte, without its `@`.
  private func viewName(_ reader: TreeReader, _ node: NodeID, _ offset: Int) -> (name: String, range: ByteRange)? {
    let range = reader.node(node).range
    func isName(_ byte: UInt8) -> Bool {
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x5F || byte == 0x2F
    }
    var (start, end) = (offset, offset)
    while start > Int(range.start), isName(text.bytes[start - 1]) { start -= 1 }
    while end < Int(range.end), isName(text.bytes[end]) { end += 1 }
    if start == end, start < Int(range.end), text.bytes[start] == 0x40 { return viewName(reader, node, offset + 1) }
    guard start > Int(range.start), text.bytes[start - 1] == 0x40, end > start else { return nil }
    return (String(decoding: text.bytes[start..<end], as: UTF8.self), ByteRange(start, end))
  }
}
