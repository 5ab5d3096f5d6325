// The proof that a tidied text says the same: both trees are gone through together, entries of maps in the order they were given.

import VitrineSource
import VitrineSyntax

/// The comparison of a text with what it was tidied to.
struct OrderedComparison {
  /// The maps whose entries were given another order: for each place, which entry of before stands there.
  let orders: [NodeID: [Int]]

  /// Whether the second text is the first with its entries in the order that is meant, and all else the same.
  func holds(between first: ParsedText, and second: ParsedText) -> Bool {
    guard second.isComplete, first.findings.count == second.findings.count, first.tree.roots == second.tree.roots else {
      return false
    }
    return first.tree.withReader { before in
      second.tree.withReader { after in
        guard before.nodes.count == after.nodes.count else { return false }
        var walk = OrderedWalk(before, orders)
        guard let root = first.tree.roots.first else { return true }
        return walk.visit(root) { old, new, numbers in Self.isSame(old, before, new, after, numbers) }
      }
    }
  }

  /// The first alias that would come before what it stands for; nil where all is well.
  func earlyAlias(in reader: TreeReader, root: NodeID) -> NodeID? {
    var walk = OrderedWalk(reader, orders)
    var found: NodeID?
    _ = walk.visit(root) { old, _, numbers in
      let node = reader.node(old)
      if node.kind == .alias, numbers[Int(node.content)] == nil { found = old }
      return found == nil
    }
    return found
  }

  private static func isSame(
    _ old: NodeID, _ before: TreeReader, _ new: NodeID, _ after: TreeReader, _ numbers: [NodeID?]
  ) -> Bool {
    let left = before.node(old)
    let right = after.node(new)
    guard left.kind == right.kind, left.style == right.style,
      left.flags.subtracting(.decoded) == right.flags.subtracting(.decoded)
    else { return false }
    switch left.kind {
    case .sequence, .mapping: guard left.content == right.content else { return false }
    case .alias: guard numbers[Int(left.content)] == right.content else { return false }
    case .null, .bool, .int, .float, .string:
      guard before.content(old).elementsEqual(after.content(new)) else { return false }
    }
    guard left.flags.contains(.anchored) || left.flags.contains(.tagged) else { return true }
    return TreeComparison.properties(left, before.bytes) == TreeComparison.properties(right, after.bytes)
  }
}

/// A walk through a tree in document order, but for maps whose entries have another.
private struct OrderedWalk {
  private let reader: TreeReader
  private let orders: [NodeID: [Int]]
  /// The number that each node has in the new order; nil for those that were not met yet.
  private var numbers: [NodeID?]
  private var next: NodeID = 0

  init(_ reader: TreeReader, _ orders: [NodeID: [Int]]) {
    self.reader = reader
    self.orders = orders
    numbers = Array(repeating: nil, count: reader.nodes.count)
  }

  /// Goes through a node and all below it, until `body` says no.
  mutating func visit(_ id: NodeID, _ body: (_ old: NodeID, _ new: NodeID, _ numbers: [NodeID?]) -> Bool) -> Bool {
    numbers[Int(id)] = next
    guard body(id, next, numbers) else { return false }
    next += 1
    let node = reader.node(id)
    switch node.kind {
    case .sequence:
      for item in reader.items(id) { guard visit(item, body) else { return false } }
    case .mapping:
      let entries = Array(reader.writtenEntries(id))
      for index in orders[id] ?? Array(entries.indices) {
        guard visit(entries[index].key, body), visit(entries[index].value, body) else { return false }
      }
    case .null, .bool, .int, .float, .string, .alias: break
    }
    return true
  }
}
