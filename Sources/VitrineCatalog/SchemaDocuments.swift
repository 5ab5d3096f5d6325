// Schema documents as trees: who they are and what they refer to.

import VitrineSource
package import VitrineSyntax

/// Facts that a document tells without being compiled.
package enum SchemaDocuments {
  /// The relative references of a document, in document order, without fragments; those within the document are left out.
  package static func relativeReferences(in tree: Tree) -> [String] {
    tree.withReader { reader in
      var found: [String] = []
      for id in reader.nodes.indices where reader.nodes[id].kind == .mapping {
        for entry in reader.writtenEntries(NodeID(id)) where reader.content(entry.key, equals: "$ref") {
          let file = reader.text(entry.value).prefix { $0 != "#" }
          if !file.isEmpty, !file.contains(":") { found.append(String(file)) }
        }
      }
      return found
    }
  }

  /// True where a document refers to others only by relative paths from its own place.
  static func namesOnlyFiles(_ tree: Tree) -> Bool {
    tree.withReader { reader in
      for id in reader.nodes.indices where reader.nodes[id].kind == .mapping {
        for entry in reader.writtenEntries(NodeID(id)) {
          if reader.content(entry.key, equals: "$id") || reader.content(entry.key, equals: "$dynamicRef") { return false }
          if reader.content(entry.key, equals: "$ref"), reader.text(entry.value).contains(":") { return false }
        }
      }
      return true
    }
  }

  /// The document's `$id`; nil where it has none.
  package static func identifier(of tree: Tree) -> String? {
    tree.withReader { reader in tree.roots.first.flatMap { reader.value($0, "$id") }.map { reader.text($0) } }
  }

  /// The meta-schemas that travel in the program, by their identifiers.
  package static func metaschemas() -> [(uri: String, tree: Tree)] {
    Stock.names(under: "metaschemas/").compactMap { name in
      guard let bytes = Stock.file(named: Path(name)) else { return nil }
      let tree = JSON.parse(bytes).tree
      return identifier(of: tree).map { ($0, tree) }
    }
  }
}
