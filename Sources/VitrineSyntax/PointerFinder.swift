// The JSON Pointers of many nodes of one tree, found one after the other.

/// Finds the JSON Pointers (RFC 6901) of nodes. Those asked for in the tree's order cost no more together than one walk through it: each search
/// goes on where the last one ended.
package struct PointerFinder {
  /// A collection on the way down, and the child that was reached in it.
  private struct Level {
    let isMapping: Bool
    let first: NodeID
    let count: UInt32
    /// The child's number; -1 before the first.
    var index: Int = -1
    /// Where the child begins: its key, or the item itself.
    var start: NodeID = 0
    /// The child's value.
    var value: NodeID = 0

    init(_ collection: NodeID, _ node: Node) {
      isMapping = node.kind == .mapping
      first = collection + 1
      count = isMapping ? node.content / 2 : node.content
    }

    /// Goes on to the child that holds a node, or to the end; false where none does.
    mutating func advance(to target: NodeID, _ reader: TreeReader) -> Bool {
      while index < 0 || !holds(target, reader) {
        let next = index < 0 ? first : reader.node(value).next
        guard index + 1 < Int(count), target >= next else { return false }
        index += 1
        start = next
        value = isMapping ? reader.node(next).next : next
      }
      return true
    }

    /// Whether the child reached holds a node.
    func holds(_ target: NodeID, _ reader: TreeReader) -> Bool {
      index >= 0 && target >= start && target < reader.node(value).next
    }
  }

  private var levels: [Level] = []

  /// A finder that has found nothing yet.
  package init() {}

  /// Begins with another tree.
  package mutating func reset() { levels.removeAll(keepingCapacity: true) }

  /// The JSON Pointer of a node below `root`, which is the same in every call until `reset()`. A key has the pointer of its value. "" for the root;
  /// for a node not found, the pointer of the innermost value around its place.
  package mutating func pointer(of target: NodeID, _ reader: TreeReader, root: NodeID) -> String {
    descend(to: target, reader, root: root)
    var pointer = ""
    for level in levels {
      pointer += level.isMapping ? "/" + TreeReader.escaped(reader.text(level.start)) : "/\(level.index)"
    }
    return pointer
  }

  /// Whether a node is a mapping's key; what is within a key is none.
  package mutating func isKey(_ target: NodeID, _ reader: TreeReader, root: NodeID) -> Bool {
    descend(to: target, reader, root: root)
    return levels.last.map { $0.isMapping && $0.start == target } ?? false
  }

  /// Makes `levels` the way from the root to a node.
  private mutating func descend(to target: NodeID, _ reader: TreeReader, root: NodeID) {
    // What the last way has in common with this one, and the level where it goes on to a later child.
    while var level = levels.popLast() {
      guard target >= level.start, level.advance(to: target, reader) else { continue }
      levels.append(level)
      break
    }
    var current = levels.last?.value ?? root
    while target > current {
      let node = reader.node(current)
      guard node.kind == .mapping || node.kind == .sequence else { return }
      var level = Level(current, node)
      guard level.advance(to: target, reader) else { return }
      levels.append(level)
      current = level.value
    }
  }
}
