// The proof of an edit: the tree after it is the tree before it, but for what was to change.

import VitrineSource
import VitrineSyntax

/// What is to become of a tree: some nodes that stand together give way to others.
struct EditGoal {
  /// What shall stand in the place of the nodes.
  enum Wanted {
    /// A value.
    case value(DataValue)
    /// A key and its value.
    case entry(String, DataValue)
    /// A key.
    case key(String)
    /// Nothing.
    case nothing
  }

  /// The nodes that go; empty where something comes between two.
  var nodes: Range<NodeID>
  /// What comes.
  var wanted: Wanted
  /// The collection that has more or fewer children then.
  var parent: NodeID?
  /// How many more; a map's keys and values both count.
  var growth = 0
}

/// The comparison of two trees, node by node in document order, without following anything.
struct TreeComparison {
  /// The tree before.
  let before: TreeReader
  /// The tree after.
  let after: TreeReader

  /// Whether the tree after is the tree before with the goal reached: kinds, contents, anchors, tags and aliases of all other nodes are the same.
  func reaches(_ goal: EditGoal) -> Bool {
    let first = Int(goal.nodes.lowerBound)
    let last = Int(goal.nodes.upperBound)
    guard first <= after.nodes.count else { return false }
    for index in 0..<first {
      let growth = goal.parent == NodeID(index) ? goal.growth : 0
      guard same(index, index, growth: growth, shiftFrom: last, shift: 0) else { return false }
    }
    var next = first
    switch goal.wanted {
    case .nothing: break
    case .value(let value): guard matches(value, &next) else { return false }
    case .key(let key): guard matches(key: key, &next) else { return false }
    case .entry(let key, let value): guard matches(key: key, &next), matches(value, &next) else { return false }
    }
    let shift = next - last
    guard after.nodes.count == before.nodes.count + shift else { return false }
    for index in last..<max(last, before.nodes.count) {
      guard same(index, index + shift, growth: 0, shiftFrom: last, shift: shift, gone: first..<last) else { return false }
    }
    return true
  }

  private func same(_ old: Int, _ new: Int, growth: Int, shiftFrom: Int, shift: Int, gone: Range<Int> = 0..<0) -> Bool {
    let left = before.nodes[old]
    let right = after.nodes[new]
    guard left.kind == right.kind, left.flags.subtracting(.decoded) == right.flags.subtracting(.decoded) else { return false }
    switch left.kind {
    case .sequence, .mapping: guard Int(left.content) + growth == Int(right.content) else { return false }
    case .alias:
      let target = Int(left.content)
      guard !gone.contains(target), Int(right.content) == (target >= shiftFrom ? target + shift : target) else { return false }
    case .null, .bool, .int, .float, .string:
      guard Self.same(before.content(NodeID(old)), after.content(NodeID(new))) else { return false }
    }
    guard left.flags.contains(.anchored) || left.flags.contains(.tagged) else { return true }
    return Self.properties(left, before.bytes) == Self.properties(right, after.bytes)
  }

  @inline(__always)
  private static func same(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count where left[index] != right[index] { return false }
    return true
  }

  /// The words of anchor and tag.
  static func properties(_ node: Node, _ bytes: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
    guard node.propertiesStart < node.start, Int(node.start) <= bytes.count else { return [] }
    var words: [[UInt8]] = []
    for line in bytes[Int(node.propertiesStart)..<Int(node.start)].split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      for word in line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
        guard word.first != UInt8(ascii: "#") else { break }
        words.append(Array(word))
      }
    }
    return words
  }
}

// MARK: what is new

extension TreeComparison {
  private func matches(key: String, _ next: inout Int) -> Bool {
    guard next < after.nodes.count, after.nodes[next].kind == .string else { return false }
    guard same(text: key, next) else { return false }
    next += 1
    return true
  }

  /// Whether the node `next` is this value; then `next` goes behind it.
  private func matches(_ value: DataValue, _ next: inout Int) -> Bool {
    guard next < after.nodes.count else { return false }
    let node = after.nodes[next]
    let id = next
    next += 1
    switch value {
    case .null: return node.kind == .null
    case .bool(let value):
      return node.kind == .bool && (after.content(NodeID(id)).first.map { $0 | 0x20 == 0x74 } ?? false) == value
    case .number(let text): return same(text: text, id) && (node.isNumber || (node.kind == .string && !Self.isNumber(text)))
    case .string(let text): return node.kind == .string && same(text: text, id)
    case .list(let items):
      guard node.kind == .sequence, Int(node.content) == items.count else { return false }
      for item in items { guard matches(item, &next) else { return false } }
      return true
    case .map(let entries):
      guard node.kind == .mapping, Int(node.content) == entries.count * 2, !node.flags.contains(.merges) else { return false }
      for entry in entries { guard matches(key: entry.key, &next), matches(entry.value, &next) else { return false } }
      return true
    }
  }

  private func same(text: String, _ id: Int) -> Bool {
    var text = text
    return text.withUTF8 { Self.same($0, after.content(NodeID(id))) }
  }

  private static func isNumber(_ text: String) -> Bool {
    var text = text
    let kind = text.withUTF8 { YAMLCoreSchema.kind(of: $0) }
    return kind == .int || kind == .float
  }
}
