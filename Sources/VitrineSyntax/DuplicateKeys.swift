// Keys that stand twice in one mapping. libyaml does not look for them.

/// The check of one mapping's keys.
enum DuplicateKeys {
  /// Up to how many entries are compared pair by pair.
  private static let pairwise = 12

  /// Calls `body` with each key that repeats an earlier one, and that earlier one. Keys are the same when their contents are: property
  /// names are texts, so `1` and `"1"` collide. Cost: linear, by hashing, in large mappings.
  static func find(in mapping: NodeID, _ reader: TreeReader, _ body: (_ second: NodeID, _ first: NodeID) -> Void) {
    let count = Int(reader.node(mapping).content / 2)
    guard count > 1 else { return }
    guard count <= pairwise else { return findByHash(in: mapping, count: count, reader, body) }
    withUnsafeTemporaryAllocation(of: NodeID.self, capacity: pairwise) { keys in
      var filled = 0
      for entry in reader.writtenEntries(mapping) where reader.resolved(entry.key).isScalar {
        if let first = keys[..<filled].first(where: { same($0, entry.key, reader) }) {
          body(entry.key, first)
        } else {
          keys[filled] = entry.key
          filled += 1
        }
      }
    }
  }

  @inline(__always)
  private static func same(_ left: NodeID, _ right: NodeID, _ reader: TreeReader) -> Bool {
    let left = reader.content(left)
    let right = reader.content(right)
    guard left.count == right.count else { return false }
    for index in 0..<left.count where left[index] != right[index] { return false }
    return true
  }

  private static func findByHash(
    in mapping: NodeID, count: Int, _ reader: TreeReader, _ body: (_ second: NodeID, _ first: NodeID) -> Void
  ) {
    var seen: [Key: NodeID] = [:]
    seen.reserveCapacity(count)
    for entry in reader.writtenEntries(mapping) where reader.resolved(entry.key).isScalar {
      let key = Key(content: reader.content(entry.key))
      if let first = seen[key] { body(entry.key, first) } else { seen[key] = entry.key }
    }
  }

  /// A key's content as a hashable value; Swift's seeded hash keeps hostile keys from colliding on purpose.
  private struct Key: Hashable {
    let content: UnsafeBufferPointer<UInt8>

    static func == (left: Key, right: Key) -> Bool { left.content.elementsEqual(right.content) }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(content)) }
  }
}
