// Where in a tree a byte stands.

import VitrineSource
import VitrineSyntax

/// A key or a value, with all that holds it.
struct TreePlace {
  /// The names from the root down; lists on the way are not counted.
  private(set) var names: [String] = []
  /// The nodes from the root down to it.
  private(set) var nodes: [NodeID] = []
  /// True where it is a key, whose name is the last of `names`.
  private(set) var isKey = false

  /// The innermost node.
  var node: NodeID? { nodes.last }

  /// The place of a byte; nil where the tree is empty or the byte stands outside of it.
  init?(_ reader: TreeReader, _ root: NodeID, at offset: Int) {
    var current = root
    while true {
      let node = reader.node(current)
      guard Self.contains(node, offset) || nodes.isEmpty else { return }
      nodes.append(current)
      guard let next = step(reader, current, offset) else { return }
      if isKey {
        nodes.append(next)
        return
      }
      current = next
    }
  }

  private static func contains(_ node: Node, _ offset: Int) -> Bool {
    Int(node.propertiesStart) <= offset && offset <= Int(node.end)
  }

  private mutating func step(_ reader: TreeReader, _ id: NodeID, _ offset: Int) -> NodeID? {
    switch reader.node(id).kind {
    case .mapping:
      for entry in reader.writtenEntries(id) {
        if Self.contains(reader.node(entry.key), offset) {
          names.append(reader.text(entry.key))
          isKey = true
          return entry.key
        }
        if Self.contains(reader.node(entry.value), offset) {
          names.append(reader.text(entry.key))
          return entry.value
        }
      }
      return nil
    case .sequence: return reader.items(id).first { Self.contains(reader.node($0), offset) }
    case .null, .bool, .int, .float, .string, .alias: return nil
    }
  }
}
