// Equality as JSON Schema means it (1 equals 1.0, the order of keys does not count), and repeated items in bounded time.

import VitrineAlgorithms
import VitrineSyntax

extension Machine {
  /// Whether two values are equal.
  mutating func same(_ one: TreeReader, _ left: NodeID, _ other: TreeReader, _ right: NodeID, depth: Int = 0) -> Bool {
    let leftID = one.resolve(left)
    let rightID = other.resolve(right)
    let leftNode = one.node(leftID)
    let rightNode = other.node(rightID)
    guard depth < 600, pay(1) else { return false }
    switch (leftNode.kind, rightNode.kind) {
    case (.null, .null): return true
    case (.bool, .bool): return one.content(leftID).first.map { $0 | 0x20 } == other.content(rightID).first.map { $0 | 0x20 }
    case (.int, .int), (.int, .float), (.float, .int), (.float, .float):
      return WrittenNumber.same(WrittenNumber(one.content(leftID)), WrittenNumber(other.content(rightID)))
    case (.string, .string):
      return leftNode.contentCount == rightNode.contentCount && Machine.sameContent(one.content(leftID), other.content(rightID))
    case (.sequence, .sequence):
      guard leftNode.content == rightNode.content else { return false }
      var items = other.items(rightID)
      for item in one.items(leftID) {
        guard let counterpart = items.next(), same(one, item, other, counterpart, depth: depth + 1) else { return false }
      }
      return true
    case (.mapping, .mapping):
      if let answer = sameInOrder(one, leftID, other, rightID, depth: depth) { return answer }
      return sameMappings(one, leftID, other, rightID, depth: depth)
    default: return false
    }
  }

  /// Compares two maps without merge keys as long as their keys stand in the same order; nil where they do not.
  private mutating func sameInOrder(_ one: TreeReader, _ left: NodeID, _ other: TreeReader, _ right: NodeID, depth: Int) -> Bool?
  {
    let leftNode = one.node(left)
    let rightNode = other.node(right)
    if leftNode.hasMerges || rightNode.hasMerges { return nil }
    guard leftNode.content == rightNode.content else { return false }
    var leftKey = left &+ 1
    var rightKey = right &+ 1
    for _ in 0..<leftNode.content / 2 {
      let (key, otherKey) = (one.content(leftKey), other.content(rightKey))
      guard key.count == otherKey.count else { return nil }
      if let start = key.baseAddress, let otherStart = otherKey.baseAddress, !sameBytes(start, otherStart, key.count) {
        return nil
      }
      let (value, otherValue) = (one.node(leftKey).next, other.node(rightKey).next)
      guard same(one, value, other, otherValue, depth: depth + 1) else { return false }
      leftKey = one.node(value).next
      rightKey = other.node(otherValue).next
    }
    return true
  }

  private mutating func sameMappings(_ one: TreeReader, _ left: NodeID, _ other: TreeReader, _ right: NodeID, depth: Int) -> Bool
  {
    let leftEntries = one.node(left).flags.contains(.merges) ? one.mergedEntries(left) : Array(one.writtenEntries(left))
    let rightEntries = other.node(right).flags.contains(.merges) ? other.mergedEntries(right) : Array(other.writtenEntries(right))
    guard leftEntries.count == rightEntries.count, pay(leftEntries.count) else { return false }
    // Most often the keys stand in the same order: look on from the last hit.
    var position = 0
    for entry in leftEntries {
      let key = one.content(entry.key)
      var found: NodeID?
      for offset in 0..<rightEntries.count {
        let candidate = rightEntries[(position + offset) % rightEntries.count]
        guard other.content(candidate.key).elementsEqual(key) else { continue }
        found = candidate.value
        position = (position + offset + 1) % rightEntries.count
        if offset > 8, !pay(offset / 4) { return false }
        break
      }
      guard let found, same(one, entry.value, other, found, depth: depth + 1) else { return false }
    }
    return true
  }

  /// Whether two contents of the same length are equal.
  private static func sameContent(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = left.baseAddress, let other = right.baseAddress else { return left.count == right.count }
    return sameBytes(start, other, left.count)
  }

  /// A hash of a value of the document, equal for equal values.
  mutating func hash(_ id: NodeID, depth: Int = 0) -> UInt64 {
    var id = id
    var node = document.pointee.nodes[Int(id)]
    if node.isAlias {
      id = node.content
      node = document.pointee.nodes[Int(id)]
    }
    guard depth < 600, pay(1) else { return 0 }
    switch node.kind {
    case .null, .alias: return 1
    case .bool: return reader.content(id).first.map { $0 | 0x20 } == UInt8(ascii: "t") ? 2 : 3
    case .int, .float: return Machine.mix(WrittenNumber(content(node)).hash, 4)
    case .string:
      let content = content(node)
      guard let start = content.baseAddress, content.count > 0 else { return Machine.mix(Machine.emptyNameHash, 5) }
      return Machine.mix(nameHash(start, content.count), 5)
    case .sequence:
      var result: UInt64 = 6
      for item in reader.items(id) { result = Machine.mix(result, hash(item, depth: depth + 1)) }
      return result
    case .mapping:
      var result: UInt64 = 7
      if node.hasMerges {
        for entry in mergedEntries(id) { result &+= hash(entry, depth: depth) }
        return result
      }
      var key = id &+ 1
      for _ in 0..<node.content / 2 {
        let value = reader.node(key).next
        result &+= hash(Entry(key: key, value: value), depth: depth)
        key = reader.node(value).next
      }
      return result
    }
  }

  private mutating func hash(_ entry: Entry, depth: Int) -> UInt64 {
    let content = reader.content(entry.key)
    let key = content.baseAddress.map { nameHash($0, content.count) } ?? Machine.emptyNameHash
    return Machine.mix(key, hash(entry.value, depth: depth + 1))
  }

  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var result = (left ^ (right &* .goldenRatio)) &* 0xFF51_AFD7_ED55_8CCD
    result ^= result >> 29
    return result &* 0xC4CE_B9FE_1A85_EC53
  }

  /// Up to `limit` items that equal an earlier one, each with that one. With names, maps are compared by the values under these only, and items
  /// that lack one of them are left out.
  mutating func repeatedItems(_ id: NodeID, by names: Stretch, limit: Int) -> [(first: NodeID, again: NodeID)] {
    let count = Int(reader.resolved(id).content)
    var repeated: [(first: NodeID, again: NodeID)] = []
    guard count > 1 else { return [] }
    if count <= 6 { return repeatedAmongFew(id, by: names, limit: limit) }
    var size = 4
    while size < count * 2 { size *= 2 }
    // Words of the table: the upper half of the hash, then the item's node plus one.
    scratch.unique.removeAll(keepingCapacity: true)
    scratch.unique.append(contentsOf: repeatElement(0, count: size))
    guard pay(size / 8) else { return [] }
    items: for item in reader.items(id) {
      guard let hash = names.count == 0 ? hash(item) : hash(item, by: names) else { continue }
      var index = Int(truncatingIfNeeded: hash) & (size - 1)
      let tag = hash & 0xFFFF_FFFF_0000_0000
      while scratch.unique[index] != 0 {
        let other = NodeID(truncatingIfNeeded: scratch.unique[index]) - 1
        if scratch.unique[index] & 0xFFFF_FFFF_0000_0000 == tag, areSame(other, item, by: names) {
          repeated.append((other, item))
          if repeated.count >= limit { return repeated }
          continue items
        }
        index = (index + 1) & (size - 1)
        guard pay(1) else { return repeated }
      }
      scratch.unique[index] = tag | UInt64(item &+ 1)
    }
    return repeated
  }

  /// The same for a handful of items: each with each, which costs less than a table.
  private mutating func repeatedAmongFew(_ id: NodeID, by names: Stretch, limit: Int) -> [(first: NodeID, again: NodeID)] {
    var repeated: [(first: NodeID, again: NodeID)] = []
    let list = reader.resolve(id)
    let end = reader.node(list).next
    var item = list &+ 1
    while item < end {
      var earlier = list &+ 1
      while earlier < item {
        if areSame(earlier, item, by: names) {
          repeated.append((earlier, item))
          if repeated.count >= limit { return repeated }
          break
        }
        earlier = reader.node(earlier).next
      }
      item = reader.node(item).next
    }
    return repeated
  }

  private mutating func hash(_ item: NodeID, by wanted: Stretch) -> UInt64? {
    let id = reader.resolve(item)
    var result: UInt64 = 8
    for index in wanted.indices {
      guard let value = value(of: names[index], in: reader.node(id), id) else { return nil }
      result = Machine.mix(result, hash(value))
    }
    return result
  }

  private mutating func areSame(_ left: NodeID, _ right: NodeID, by wanted: Stretch) -> Bool {
    if wanted.count == 0 { return same(reader, left, reader, right) }
    let leftID = reader.resolve(left)
    let rightID = reader.resolve(right)
    for index in wanted.indices {
      guard let one = value(of: names[index], in: reader.node(leftID), leftID),
        let other = value(of: names[index], in: reader.node(rightID), rightID), same(reader, one, reader, other)
      else { return false }
    }
    return true
  }
}
