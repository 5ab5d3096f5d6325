// Maps and lists on the fast path: one pass over the children.

import VitrineSyntax

extension Machine {
  /// Whether a map keeps a rule.
  mutating func acceptsMapping(_ rule: ObjectRule, _ node: Node, _ id: NodeID, _ frame: Int) -> Bool {
    var seen: UInt64 = 0
    var count = 0
    if node.hasMerges {
      for entry in mergedEntries(id) {
        guard acceptsEntry(rule, entry, count, &seen, frame) else { return false }
        count &+= 1
      }
    } else {
      var key = id &+ 1
      for _ in 0..<node.content / 2 {
        let value = document.pointee.nodes[Int(key)].next
        guard acceptsEntry(rule, Entry(key: key, value: value), count, &seen, frame) else { return false }
        count &+= 1
        key = document.pointee.nodes[Int(value)].next
      }
    }
    if seen != rule.requiredBits || count < Int(rule.least) || (rule.most != absent && count > Int(rule.most)) { return false }
    if rule.required.count > 64 {
      for index in rule.required.indices.dropFirst(64) where value(of: names[index], in: node, id) == nil { return false }
    }
    for index in rule.demands.indices where !missing(demands[index], node, id).isEmpty { return false }
    return true
  }

  @inline(__always)
  private mutating func acceptsEntry(_ rule: ObjectRule, _ entry: Entry, _ ordinal: Int, _ seen: inout UInt64, _ frame: Int)
    -> Bool
  {
    let keyNode = document.pointee.nodes[Int(entry.key)]
    let key = keyNode.isAlias ? reader.content(entry.key) : content(keyNode)
    var isKnown = false
    let slot = look(up: key, in: rule.table)
    if slot >= 0 {
      if slots[slot].bit < 64 { seen |= 1 &<< UInt64(slots[slot].bit) }
      if slots[slot].value != absent {
        isKnown = true
        if !accepts(slots[slot].value, entry.value) { return false }
      }
    }
    if rule.patterned.count > 0 {
      for index in rule.patterned.indices where matches(patterned[index].pattern, key, entry.key) {
        isKnown = true
        if !accepts(patterned[index].schema, entry.value) { return false }
      }
    }
    if !isKnown, rule.additional != absent {
      isKnown = true
      if !accepts(rule.additional, entry.value) { return false }
    }
    if rule.names != absent, !acceptsName(rule.names, entry.key) { return false }
    if isKnown, frame != Machine.noFrame { mark(ordinal, in: frame) }
    return pay(1) || overrun != .none
  }

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

  /// The names, by index, that a demand asks for and that are not there.
  mutating func missing(_ demand: Demand, _ node: Node, _ id: NodeID) -> [Int] {
    guard value(of: names[Int(demand.trigger)], in: node, id) != nil else { return [] }
    var missing: [Int] = []
    for index in demand.wanted.indices where value(of: names[index], in: node, id) == nil { missing.append(index) }
    return overrun == .none ? missing : []
  }

  /// Whether a list keeps a rule.
  mutating func acceptsSequence(_ rule: ArrayRule, _ node: Node, _ id: NodeID, _ frame: Int) -> Bool {
    let count = node.content
    if count < rule.least || (rule.most != absent && count > rule.most) { return false }
    if rule.prefix.count > 0 || rule.items != absent {
      var index: UInt32 = 0
      var item = id
      for _ in 0..<count {
        item = index == 0 ? id &+ 1 : document.pointee.nodes[Int(item)].next
        if index < rule.prefix.count {
          if !accepts(ids[Int(rule.prefix.start &+ index)], item) { return false }
        } else if rule.items != absent {
          if !accepts(rule.items, item) { return false }
        } else {
          break
        }
        if frame != Machine.noFrame { mark(Int(index), in: frame) }
        index &+= 1
      }
    }
    if rule.contains != absent, !acceptsContains(rule, id, frame) { return false }
    if rule.isUnique, !repeatedItems(id, by: Stretch(), limit: 1).isEmpty { return false }
    return rule.uniqueBy.count == 0 || repeatedItems(id, by: rule.uniqueBy, limit: 1).isEmpty
  }

  private mutating func acceptsContains(_ rule: ArrayRule, _ id: NodeID, _ frame: Int) -> Bool {
    let found = countContained(rule, id, frame)
    if overrun != .none { return true }
    return found >= rule.leastContained && (rule.mostContained == absent || found <= rule.mostContained)
  }

  /// How many items `contains` accepts; no more than needed to decide, unless somebody asks which.
  mutating func countContained(_ rule: ArrayRule, _ id: NodeID, _ frame: Int) -> UInt32 {
    var found: UInt32 = 0
    for (index, item) in reader.items(id).enumerated() where accepts(rule.contains, item) {
      found &+= 1
      if frame != Machine.noFrame, rule.containsMarks {
        mark(index, in: frame)
      } else if rule.mostContained == absent, found >= rule.leastContained {
        break
      }
    }
    return found
  }
}
