// JSON as tests look at it.

import VitrineSource
import VitrineSyntax

/// A value.
struct JSONValue {
  /// The text it was read from.
  let tree: Tree
  private let node: NodeID

  /// Reads a text; nil where it is no JSON.
  init?(_ bytes: [UInt8]) {
    let parsed = JSON.parse(bytes)
    guard parsed.findings.isEmpty, let root = parsed.tree.roots.first else { return nil }
    (tree, node) = (parsed.tree, root)
  }

  private init(_ tree: Tree, _ node: NodeID) {
    self.tree = tree
    self.node = node
  }

  /// A member.
  subscript(_ name: String) -> JSONValue? {
    tree.withReader { $0.value(node, named: name) }.map { JSONValue(tree, $0) }
  }

  /// The names of the members.
  var names: [String] { tree.withReader { reader in reader.writtenEntries(node).map { reader.text($0.key) } } }

  /// The items.
  var items: [JSONValue] { tree.withReader { reader in reader.items(node).map { $0 } }.map { JSONValue(tree, $0) } }

  /// The bytes it was read from.
  var source: [UInt8] { Array(tree.bytes[tree.withReader { $0.node(node) }.range.indices]) }

  /// The text of a string or a number.
  var text: String { tree.withReader { $0.text(node) } }
}
