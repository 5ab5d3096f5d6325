// The tree of one text: nodes in an array, content by place. What everything above reads.

/// A parsed text: YAML or JSON.
///
/// A tree always exists: of a text that does not parse, it holds what was read before the fault. Reading goes through a `TreeReader`
/// (`withReader`), which is a handful of pointers and costs nothing to pass on.
package struct Tree: Sendable {
  /// The source bytes.
  package let bytes: [UInt8]
  /// All nodes; children follow their parent.
  package var nodes: [Node]
  /// The content of scalars that are written otherwise than they read (escapes, folding), one after the other.
  package var decoded: [UInt8]
  /// The root node of every document; one in most files, none in an empty one.
  package var roots: [NodeID]

  /// A tree of the given parts.
  package init(bytes: [UInt8], nodes: [Node] = [], decoded: [UInt8] = [], roots: [NodeID] = []) {
    self.bytes = bytes
    self.nodes = nodes
    self.decoded = decoded
    self.roots = roots
  }

  /// Reads the tree through pointers that live as long as the call.
  @inlinable
  package func withReader<Result>(_ body: (TreeReader) throws -> Result) rethrows -> Result {
    try nodes.withUnsafeBufferPointer { nodes in
      try bytes.withUnsafeBufferPointer { bytes in
        try decoded.withUnsafeBufferPointer { decoded in
          try body(TreeReader(nodes: nodes, bytes: bytes, decoded: decoded))
        }
      }
    }
  }
}

/// A mapping's entry: the ids of key and value.
package struct Entry: Sendable {
  /// The key's node.
  package let key: NodeID
  /// The value's node, not yet resolved if it is an alias.
  package let value: NodeID

  /// An entry of a key and a value.
  @inlinable package init(key: NodeID, value: NodeID) {
    self.key = key
    self.value = value
  }
}

/// The reading face of a tree. Valid only inside `withReader`.
package struct TreeReader {
  /// All nodes.
  package let nodes: UnsafeBufferPointer<Node>
  /// The source.
  package let bytes: UnsafeBufferPointer<UInt8>
  /// Decoded content.
  package let decoded: UnsafeBufferPointer<UInt8>

  @usableFromInline
  init(nodes: UnsafeBufferPointer<Node>, bytes: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>) {
    self.nodes = nodes
    self.bytes = bytes
    self.decoded = decoded
  }

  /// The node itself, an alias as an alias.
  @inlinable package func node(_ id: NodeID) -> Node { nodes[Int(id)] }

  /// The id of the node that an alias stands for; any other id unchanged.
  @inlinable package func resolve(_ id: NodeID) -> NodeID {
    let node = nodes[Int(id)]
    return node.kind == .alias ? node.content : id
  }

  /// The node, aliases followed.
  @inlinable package func resolved(_ id: NodeID) -> Node { nodes[Int(resolve(id))] }

  /// The content of a scalar as bytes of UTF-8, aliases followed; empty for a collection.
  @inlinable package func content(_ id: NodeID) -> UnsafeBufferPointer<UInt8> {
    let node = resolved(id)
    guard node.isScalar, node.contentCount > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
    let source = node.flags.contains(.decoded) ? decoded : bytes
    return UnsafeBufferPointer(rebasing: source[Int(node.content)..<Int(node.content) + Int(node.contentCount)])
  }

  /// The content of a scalar as a string; "" for a collection.
  package func text(_ id: NodeID) -> String { String(decoding: content(id), as: UTF8.self) }

  /// Whether a scalar's content is exactly these bytes.
  @inlinable package func content(_ id: NodeID, equals other: StaticString) -> Bool {
    let content = content(id)
    guard content.count == other.utf8CodeUnitCount else { return false }
    return content.elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
  }

  /// The items of a sequence, aliases among them not followed; nothing for other nodes. `id` itself may be an alias.
  @inlinable package func items(_ id: NodeID) -> ItemSequence {
    let id = resolve(id)
    let node = nodes[Int(id)]
    return ItemSequence(nodes: nodes, current: id + 1, remaining: node.kind == .sequence ? node.content : 0)
  }

  /// The entries of a mapping as written, a merge key among them; nothing for other nodes. `id` itself may be an alias.
  @inlinable package func writtenEntries(_ id: NodeID) -> EntrySequence {
    let id = resolve(id)
    let node = nodes[Int(id)]
    return EntrySequence(nodes: nodes, current: id + 1, remaining: node.kind == .mapping ? node.content / 2 : 0)
  }

  /// Calls `body` for every entry of a mapping, merge keys (`<<`) replaced by what they bring: own keys win, then earlier merged maps.
  /// `id` itself may be an alias.
  @inlinable package func forEachEntry(_ id: NodeID, _ body: (Entry) throws -> Void) rethrows {
    if resolved(id).flags.contains(.merges) {
      for entry in mergedEntries(id) { try body(entry) }
    } else {
      for entry in writtenEntries(id) { try body(entry) }
    }
  }

  /// The value under a key, merge keys counted, aliases not followed; nil where the key is missing or the node is no mapping.
  @inlinable package func value(_ id: NodeID, _ key: StaticString) -> NodeID? {
    for entry in writtenEntries(id) where content(entry.key, equals: key) { return entry.value }
    guard resolved(id).flags.contains(.merges) else { return nil }
    for entry in mergedEntries(id) where content(entry.key, equals: key) { return entry.value }
    return nil
  }

  /// The value under a key given as bytes of UTF-8; see `value(_:_:)`.
  package func value(_ id: NodeID, _ key: [UInt8]) -> NodeID? {
    key.withUnsafeBufferPointer { key in
      for entry in writtenEntries(id) where Self.same(content(entry.key), key) { return entry.value }
      guard resolved(id).flags.contains(.merges) else { return nil }
      for entry in mergedEntries(id) where Self.same(content(entry.key), key) { return entry.value }
      return nil
    }
  }

  @inline(__always)
  private static func same(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count where left[index] != right[index] { return false }
    return true
  }

  /// The value under a key given as a string; see `value(_:_:)`.
  package func value(_ id: NodeID, named key: String) -> NodeID? {
    value(id, Array(key.utf8))
  }

  /// The entries of a mapping with its merge keys resolved.
  package func mergedEntries(_ id: NodeID) -> [Entry] {
    var result: [Entry] = []
    var seen: Set<[UInt8]> = []
    var budget = Limits.mergedEntries
    merge(id, depth: 0, budget: &budget, into: &result, &seen)
    return result
  }

  private func merge(
    _ id: NodeID, depth: Int, budget: inout Int, into result: inout [Entry], _ seen: inout Set<[UInt8]>
  ) {
    guard depth < Limits.depth else { return }
    var merged: [NodeID] = []
    for entry in writtenEntries(id) {
      guard budget > 0 else { return }
      budget -= 1
      if node(entry.key).style == .plain, content(entry.key, equals: "<<") {
        let value = resolved(entry.value)
        if value.kind == .mapping { merged.append(resolve(entry.value)) }
        if value.kind == .sequence { merged += items(entry.value).map { resolve($0) }.filter { node($0).kind == .mapping } }
      } else if seen.insert(Array(content(entry.key))).inserted {
        result.append(entry)
      }
    }
    for source in merged { merge(source, depth: depth + 1, budget: &budget, into: &result, &seen) }
  }
}

/// The items of a sequence.
package struct ItemSequence: Sequence, IteratorProtocol {
  @usableFromInline let nodes: UnsafeBufferPointer<Node>
  @usableFromInline var current: NodeID
  @usableFromInline var remaining: UInt32

  @inlinable init(nodes: UnsafeBufferPointer<Node>, current: NodeID, remaining: UInt32) {
    self.nodes = nodes
    self.current = current
    self.remaining = remaining
  }

  /// The next item's id.
  @inlinable package mutating func next() -> NodeID? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    defer { current = nodes[Int(current)].next }
    return current
  }
}

/// The entries of a mapping as written.
package struct EntrySequence: Sequence, IteratorProtocol {
  @usableFromInline let nodes: UnsafeBufferPointer<Node>
  @usableFromInline var current: NodeID
  @usableFromInline var remaining: UInt32

  @inlinable init(nodes: UnsafeBufferPointer<Node>, current: NodeID, remaining: UInt32) {
    self.nodes = nodes
    self.current = current
    self.remaining = remaining
  }

  /// The next entry.
  @inlinable package mutating func next() -> Entry? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    let key = current
    let value = nodes[Int(key)].next
    current = nodes[Int(value)].next
    return Entry(key: key, value: value)
  }
}
