// A collection in place of another: the few changes of its parts that make it.

import VitrineSyntax

/// What must change in a collection for it to become another.
enum ValueDifference {
  /// Beyond so many changes the collection is rather written anew.
  private static let most = 24

  /// The changes, to be made one after the other; nil where the collections have nothing in common, or where too much is to change.
  static func parts(from old: NodeID, to new: DataValue, at path: [PathStep], _ reader: TreeReader) -> [ValueChange]? {
    var changes: [ValueChange] = []
    guard collect(old, new, path, reader, &changes), changes.count <= most else { return nil }
    return changes
  }

  /// False where there is no sense in going part by part.
  private static func collect(
    _ old: NodeID, _ new: DataValue, _ path: [PathStep], _ reader: TreeReader, _ changes: inout [ValueChange]
  ) -> Bool {
    guard changes.count <= most else { return false }
    switch (reader.node(old).kind, new) {
    case (.mapping, .map(let entries)): return map(old, entries, path, reader, &changes)
    case (.sequence, .list(let items)): return list(old, items, path, reader, &changes)
    default: return false
    }
  }

  /// The changes of one value: those of its parts, or the whole of it.
  private static func value(
    _ old: NodeID, _ new: DataValue, _ path: [PathStep], _ reader: TreeReader, _ changes: inout [ValueChange]
  ) {
    guard reader.dataValue(old) != new.allNormalized else { return }
    let count = changes.count
    if collect(old, new, path, reader, &changes) { return }
    changes.removeSubrange(count...)
    changes.append(.set(path, new))
  }

  private static func map(
    _ old: NodeID, _ entries: [DataValue.Entry], _ path: [PathStep], _ reader: TreeReader, _ changes: inout [ValueChange]
  ) -> Bool {
    guard !reader.node(old).flags.contains(.merges), !entries.isEmpty, entries.count < 10_000 else { return false }
    var places: [[UInt8]: NodeID] = [:]
    for entry in reader.writtenEntries(old) {
      guard reader.node(entry.key).isScalar, places.updateValue(entry.value, forKey: Array(reader.content(entry.key))) == nil
      else {
        return false
      }
    }
    let wanted = Set(entries.map { Array($0.key.utf8) })
    guard wanted.count == entries.count, places.keys.contains(where: { wanted.contains($0) }) else { return false }
    for entry in reader.writtenEntries(old) where !wanted.contains(Array(reader.content(entry.key))) {
      changes.append(.remove(path + [.key(reader.text(entry.key))]))
    }
    for entry in entries {
      let step = path + [PathStep.key(entry.key)]
      if let place = places[Array(entry.key.utf8)] {
        value(place, entry.value, step, reader, &changes)
      } else {
        changes.append(.set(step, entry.value))
      }
      guard changes.count <= most else { return false }
    }
    return true
  }

  private static func list(
    _ old: NodeID, _ items: [DataValue], _ path: [PathStep], _ reader: TreeReader, _ changes: inout [ValueChange]
  ) -> Bool {
    let places = Array(reader.items(old))
    guard !places.isEmpty, !items.isEmpty, places.count < 10_000, items.count < 10_000 else { return false }
    let shorter = min(places.count, items.count)
    func isSame(_ place: NodeID, _ item: DataValue) -> Bool { reader.dataValue(place) == item.allNormalized }
    var head = 0
    while head < shorter, isSame(places[head], items[head]) { head += 1 }
    var tail = 0
    while tail < shorter - head, isSame(places[places.count - 1 - tail], items[items.count - 1 - tail]) { tail += 1 }
    let both = shorter - head - tail
    for index in head..<head + both { value(places[index], items[index], path + [.item(index)], reader, &changes) }
    guard changes.count <= most, abs(places.count - items.count) <= most else { return false }
    for index in (head + both..<max(head + both, places.count - tail)).reversed() {
      changes.append(.remove(path + [.item(index)]))
    }
    for index in head + both..<max(head + both, items.count - tail) {
      changes.append(.insert(path, at: index, items[index]))
    }
    return true
  }
}
