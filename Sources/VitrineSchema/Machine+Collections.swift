// Maps and their entries on the fast path.

import VitrineSyntax

extension Machine {
  /// Whether a subschema accepts a key. A key is a text, whatever it looks like.
  mutating func acceptsName(_ schema: SchemaID, _ key: NodeID) -> Bool {
    guard reader.resolved(key).kind != .string else { return accepts(schema, key) }
    let outer = document
    defer { document = outer }
    return Machine.nameTree(Array(reader.content(key))).withReader { reader in
      withUnsafePointer(to: reader) { name in
        document = name
        return accepts(schema, 0)
      }
    }
  }

  /// A tree that is nothing but a text.
  static func nameTree(_ name: [UInt8]) -> Tree {
    let count = UInt32(clamping: name.count)
    let node = Node(
      kind: .string, style: .doubleQuoted, start: 0, end: count, content: 0, contentCount: count, next: 1, propertiesStart: 0)
    return Tree(bytes: name, nodes: [node], roots: [0])
  }

  /// The entries of a map with merge keys; worked out once.
  mutating func mergedEntries(_ id: NodeID) -> [Entry] {
    if let known = scratch.merged[id] { return known }
    let entries = reader.mergedEntries(id)
    scratch.merged[id] = entries
    _ = pay(entries.count &* 8)
    return entries
  }

  /// The value under a name of the program, aliases followed.
  mutating func value(of name: Name, in node: Node, _ id: NodeID) -> NodeID? {
    let wanted = self.name(name)
    guard node.kind == .mapping, pay(Int(node.content / 8)) else { return nil }
    if node.hasMerges {
      return mergedEntries(id).first { reader.content($0.key).elementsEqual(wanted) }.map { reader.resolve($0.value) }
    }
    var key = id &+ 1
    for _ in 0..<node.content / 2 {
      let keyNode = document.pointee.nodes[Int(key)]
      let content = keyNode.isAlias ? reader.content(key) : content(keyNode)
      if content.count == wanted.count {
        guard let start = content.baseAddress, let other = wanted.baseAddress, content.count > 0 else {
          return reader.resolve(keyNode.next)
        }
        if sameBytes(start, other, content.count) { return reader.resolve(keyNode.next) }
      }
      key = document.pointee.nodes[Int(keyNode.next)].next
    }
    return nil
  }

  /// How many entries a map has, merge keys resolved.
  mutating func entryCount(_ instance: Instance) -> Int {
    instance.node.hasMerges ? mergedEntries(instance.id).count : Int(instance.node.content / 2)
  }

  /// The entries of a map, merge keys resolved.
  mutating func entries(_ instance: Instance) -> [Entry] {
    instance.node.hasMerges ? mergedEntries(instance.id) : Array(reader.writtenEntries(instance.id))
  }
}
