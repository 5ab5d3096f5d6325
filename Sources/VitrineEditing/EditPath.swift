// Where a path leads in a tree, and who may not be touched there.

import VitrineSource
import VitrineSyntax

/// The way of a path through a tree.
struct EditPath {
  /// The collections passed, from the root on; the last holds the value.
  var passed: [NodeID] = []
  /// The value's number in the last collection: of the entry or of the item.
  var index = 0
  /// The value's key; nil for an item and for the root.
  var key: NodeID?
  /// The value; where steps are missing, the node that lacks the first of them. Nil in a text without a document.
  var value: NodeID?
  /// How many steps lead to `value`.
  var found = 0

  /// Walks along `path`, as far as there are nodes. A null ends the way: what it lacks can be made.
  ///
  /// - Parameter overridesMerged: true where a key that a merge key brings counts as missing, when it is the last step.
  ///
  /// Errors: `EditRefusal` where the path leads through an alias, a scalar or a merge key, or a key on it stands twice.
  init(_ path: [PathStep], root: NodeID?, _ reader: TreeReader, overridesMerged: Bool = false) throws(EditRefusal) {
    value = root
    guard var current = root else { return }
    for (depth, step) in path.enumerated() {
      let node = reader.node(current)
      guard let child = try Self.child(step, of: current, node, path, depth, reader, overridesMerged: overridesMerged) else {
        return
      }
      passed.append(current)
      index = child.index
      key = child.key
      current = child.value
      value = current
      found = depth + 1
    }
  }

  private static func child(
    _ step: PathStep, of id: NodeID, _ node: Node, _ path: [PathStep], _ depth: Int, _ reader: TreeReader, overridesMerged: Bool
  ) throws(EditRefusal) -> (index: Int, key: NodeID?, value: NodeID)? {
    let here = [PathStep](path.prefix(depth)).pointer
    switch (node.kind, step) {
    case (.alias, _):
      throw EditRefusal(
        .throughAlias, "\(Self.name(here)) is an alias; change the value it stands for, or write it out first", at: node.range)
    case (.null, _): return nil
    case (.mapping, .key(let key)):
      let found = try self.entry(key, of: id, reader)
      if let found { return found }
      if node.flags.contains(.merges), !(overridesMerged && depth == path.count - 1), reader.value(id, named: key) != nil {
        throw EditRefusal(
          .merged, "'\(key)' in \(Self.name(here)) comes from a merge key; change the map it comes from", at: node.range)
      }
      return nil
    case (.sequence, .item(let index)):
      guard index >= 0, index < Int(node.content) else {
        throw EditRefusal(.missing, "\(Self.name(here)) has \(count(node.content)); there is no item \(index)", at: node.range)
      }
      for (number, item) in reader.items(id).enumerated() where number == index { return (index, nil, item) }
      return nil
    case (.mapping, .item(let index)):
      throw EditRefusal(.wrongType, "\(Self.name(here)) is a map, which has no item \(index)", at: node.range)
    case (.sequence, .key(let key)):
      throw EditRefusal(.wrongType, "\(Self.name(here)) is a list, which has no key '\(key)'", at: node.range)
    case (.bool, _), (.int, _), (.float, _), (.string, _):
      throw EditRefusal(.wrongType, "\(Self.name(here)) is \(Self.noun(node.kind)), which holds no other values", at: node.range)
    }
  }

  /// The entry of a key; nil where there is none.
  private static func entry(
    _ key: String, of id: NodeID, _ reader: TreeReader
  ) throws(EditRefusal) -> (index: Int, key: NodeID?, value: NodeID)? {
    var key = key
    var found: (index: Int, key: NodeID?, value: NodeID)?
    var again: NodeID?
    var collection: NodeID?
    key.withUTF8 { wanted in
      for (index, entry) in reader.writtenEntries(id).enumerated() {
        guard reader.resolved(entry.key).isScalar else {
          let range = reader.resolved(entry.key).range
          if range.count == wanted.count, reader.bytes[range.indices].elementsEqual(wanted) { collection = entry.key }
          continue
        }
        let content = reader.content(entry.key)
        guard content.count == wanted.count, content.elementsEqual(wanted) else { continue }
        if found == nil { found = (index, entry.key, entry.value) } else { again = again ?? entry.key }
      }
    }
    if let collection {
      throw EditRefusal(.wrongType, "the key is a list or a map, which no path can name", at: reader.node(collection).range)
    }
    if let again { throw EditRefusal(.repeated, "key '\(key)' is given twice", at: reader.node(again).range) }
    if let found, let node = found.key.map({ reader.node($0) }), node.style == .plain, key == "<<" {
      throw EditRefusal(.merged, "'<<' is a merge key, which is not changed", at: node.range)
    }
    return found
  }

  /// A value by its pointer, or what the whole is called.
  static func name(_ pointer: String) -> String { pointer.isEmpty ? "the document" : "'\(pointer)'" }

  private static func count(_ count: UInt32) -> String { count == 1 ? "1 item" : "\(count) items" }

  private static func noun(_ kind: Node.Kind) -> String {
    switch kind {
    case .null: "null"
    case .bool: "true or false"
    case .int, .float: "a number"
    case .string: "a text"
    case .sequence: "a list"
    case .mapping: "a map"
    case .alias: "an alias"
    }
  }
}

/// Who stands for whom: what aliases forbid.
struct AliasGuard {
  /// The aliases, and what each stands for.
  private var aliases: [(alias: NodeID, target: NodeID)] = []

  /// Finds the aliases of a tree.
  init(_ reader: TreeReader) {
    for (id, node) in reader.nodes.enumerated() where node.kind == .alias { aliases.append((NodeID(id), node.content)) }
  }

  /// Refuses a change inside of collections that aliases stand for.
  func checkAround(_ passed: [NodeID], _ reader: TreeReader) throws(EditRefusal) {
    guard !aliases.isEmpty else { return }
    for id in passed where reader.node(id).flags.contains(.anchored) {
      if let user = aliases.first(where: { $0.target == id }) {
        throw Self.refusal(id, user.alias, "changing a part of it", reader)
      }
    }
  }

  /// Refuses to take away nodes that aliases elsewhere stand for.
  func checkInside(_ nodes: Range<NodeID>, _ reader: TreeReader) throws(EditRefusal) {
    for (alias, target) in aliases where nodes.contains(target) && !nodes.contains(alias) {
      throw Self.refusal(target, alias, "replacing or removing it", reader)
    }
  }

  private static func refusal(_ id: NodeID, _ alias: NodeID, _ doing: String, _ reader: TreeReader) -> EditRefusal {
    let written = String(decoding: UnsafeBufferPointer(rebasing: reader.bytes[reader.node(alias).range.indices]), as: UTF8.self)
    let node = reader.node(id)
    return EditRefusal(
      .anchored, "the value has an anchor, and '\(written)' stands for it elsewhere; \(doing) would reach there",
      at: ByteRange(node.propertiesStart, node.end))
  }
}
