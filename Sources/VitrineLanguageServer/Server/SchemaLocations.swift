// Where in schema documents a field is declared, or a reference leads.

import VitrineCatalog
import VitrineModel
import VitrineSource
import VitrineSyntax

/// The schema documents of a catalogue, to look up places in.
struct SchemaLocations {
  /// A node of a document.
  struct Location {
    /// The document.
    let path: Path
    /// The node.
    let node: NodeID
  }

  private var store: SchemaStore
  /// So many schemas are looked into for one answer; references may lead in circles.
  private var left = 200

  /// The documents of a catalogue.
  init(_ store: SchemaStore) { self.store = store }

  /// The tree of a document.
  mutating func tree(at path: Path) -> Tree? { store.tree(at: path) }

  /// Whether a document is the catalogue's own.
  func isOwn(_ path: Path) -> Bool { store.isOwn(path) }

  /// The key of a field in the schema of a kind, or where that refers to; nil where it is not found.
  mutating func key(of field: FieldPath, ofKind kind: String) -> Location? {
    guard var current = location(SchemaStore.path(ofKind: kind), pointer: "") else { return nil }
    var key: Location?
    for name in field.names {
      guard let entry = property(name, in: current) else { return nil }
      key = Location(path: entry.path, node: entry.key)
      current = Location(path: entry.path, node: entry.value)
    }
    return key
  }

  /// The place that a pointer leads to in a document; nil where there is none. Source: RFC 6901.
  mutating func location(_ path: Path, pointer: String) -> Location? {
    guard let tree = store.tree(at: path), let root = tree.roots.first else { return nil }
    let node = tree.withReader { reader in
      var node: NodeID? = root
      for part in pointer.split(separator: "/") {
        let name = TreeReader.unescaped(part)
        node = node.flatMap { node in
          Int(name).flatMap { index in reader.items(node).enumerated().first { $0.offset == index }?.element }
            ?? reader.value(node, named: name)
        }
      }
      return node
    }
    return node.map { Location(path: path, node: $0) }
  }

  /// The entry of a property in a schema, in the items of a list, or in what it refers to.
  private mutating func property(_ name: String, in schema: Location) -> (path: Path, key: NodeID, value: NodeID)? {
    left -= 1
    guard left > 0, let tree = store.tree(at: schema.path) else { return nil }
    var next: [Location] = []
    var references: [String] = []
    let found = tree.withReader { reader -> (key: NodeID, value: NodeID)? in
      if let properties = reader.value(schema.node, "properties") {
        for entry in reader.writtenEntries(properties) where reader.text(entry.key) == name { return (entry.key, entry.value) }
      }
      for keyword in ["items", "then", "else"] {
        if let inner = reader.value(schema.node, named: keyword) { next.append(Location(path: schema.path, node: inner)) }
      }
      if let all = reader.value(schema.node, "allOf") {
        next += reader.items(all).map { Location(path: schema.path, node: $0) }
      }
      if let reference = reader.value(schema.node, "$ref") { references.append(reader.text(reference)) }
      return nil
    }
    if let found { return (schema.path, found.key, found.value) }
    for reference in references {
      guard let target = SchemaStore.target(of: reference, in: schema.path),
        let location = location(target.path, pointer: target.pointer)
      else { continue }
      next.append(location)
    }
    for location in next {
      if let found = property(name, in: location) { return found }
    }
    return nil
  }
}
