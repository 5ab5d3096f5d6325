// The dotted name of a field, and the walk to its values.

package import VitrineSyntax

/// A field of a kind: member names from the record's root down, such as `properties.platforms.system`. Lists on the way are crossed.
package struct FieldPath: Sendable, Hashable {
  /// The member names.
  package let names: [String]
  private let keys: [[UInt8]]

  /// A path of the given names.
  package init(_ names: [String]) {
    self.names = names
    keys = names.map { Array($0.utf8) }
  }

  /// A path written with dots.
  package init(dotted text: String) {
    self.init(text.split(separator: ".").map(String.init))
  }

  /// The path with dots.
  package var dotted: String { names.joined(separator: ".") }

  /// The path of a member below this one.
  package func appending(_ name: String) -> FieldPath { FieldPath(names + [name]) }

  /// The same path in memory of its own, for one thread that follows it often.
  func unshared() -> FieldPath { FieldPath(names.map(\.self)) }

  /// Calls `body` with each value of the field below `root`, in document order: not with lists themselves, but with their items.
  package func forEachValue(_ reader: TreeReader, from root: NodeID, _ body: (NodeID) -> Void) {
    visit(reader, root, in: root, depth: 0) { value, _ in body(value) }
  }

  /// The same, with the map that each value is a member of, at first hand or in a list; `root` for a path without names.
  package func forEachMember(_ reader: TreeReader, from root: NodeID, _ body: (_ value: NodeID, _ map: NodeID) -> Void) {
    visit(reader, root, in: root, depth: 0, body)
  }

  /// The first value, or nil where there is none.
  package func firstValue(_ reader: TreeReader, from root: NodeID) -> NodeID? {
    var first: NodeID?
    forEachValue(reader, from: root) { if first == nil { first = $0 } }
    return first
  }

  /// What stands under the field's names, be it a list; lists on the way are not crossed.
  package func member(_ reader: TreeReader, from root: NodeID) -> NodeID? {
    var id = root
    for key in keys {
      guard reader.resolved(id).kind == .mapping, let value = reader.value(id, key) else { return nil }
      id = value
    }
    return id
  }

  private func visit(_ reader: TreeReader, _ id: NodeID, in map: NodeID, depth: Int, _ body: (NodeID, NodeID) -> Void) {
    let node = reader.resolved(id)
    if node.kind == .sequence {
      for item in reader.items(id) { visit(reader, item, in: map, depth: depth, body) }
    } else if depth == keys.count {
      body(id, map)
    } else if node.kind == .mapping {
      if let value = reader.value(id, keys[depth]) { visit(reader, value, in: id, depth: depth + 1, body) }
    }
  }
}
