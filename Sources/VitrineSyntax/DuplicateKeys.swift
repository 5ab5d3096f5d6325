// Keys that stand twice in one mapping. Neither libyaml nor a grammar of JSON looks for them.

import Glibc

/// The check of one mapping's keys.
enum DuplicateKeys {
  /// Up to how many entries are compared with those before them.
  private static let pairwise = 16

  /// Calls `body` with each key that repeats an earlier one, and the first of its kind. Keys are the same when their contents are: property
  /// names are texts, so `1` and `"1"` collide. Cost: linear, by hashing, in large mappings.
  @inline(__always)
  static func find(in mapping: NodeID, _ reader: TreeReader, _ body: (_ second: NodeID, _ first: NodeID) -> Void) {
    let count = Int(reader.node(mapping).content / 2)
    guard count > 1 else { return }
    if count <= pairwise {
      findAmongFew(in: mapping, reader, body)
    } else {
      findByHash(in: mapping, count: count, reader, body)
    }
  }

  /// Few keys: each sets one bit of 64, and the keys before it are looked at only where its bit is set already.
  private static func findAmongFew(
    in mapping: NodeID, _ reader: TreeReader, _ body: (_ second: NodeID, _ first: NodeID) -> Void
  ) {
    var seen: UInt64 = 0
    for entry in reader.writtenEntries(mapping) where reader.resolved(entry.key).isScalar {
      let bit: UInt64 = 1 << sketch(reader.content(entry.key))
      if seen & bit != 0 {
        for earlier in reader.writtenEntries(mapping) {
          guard earlier.key < entry.key else { break }
          guard reader.resolved(earlier.key).isScalar, same(earlier.key, entry.key, reader) else { continue }
          body(entry.key, earlier.key)
          break
        }
      }
      seen |= bit
    }
  }

  /// Many keys: a table of ids. Swift's seeded hash keeps hostile keys from colliding on purpose.
  private static func findByHash(
    in mapping: NodeID, count: Int, _ reader: TreeReader, _ body: (_ second: NodeID, _ first: NodeID) -> Void
  ) {
    var size = 64
    while size < count * 2 { size *= 2 }
    let free = NodeID.max
    var table = [NodeID](repeating: free, count: size)
    for entry in reader.writtenEntries(mapping) where reader.resolved(entry.key).isScalar {
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(reader.content(entry.key)))
      var slot = hasher.finalize() & (size - 1)
      while table[slot] != free, !same(table[slot], entry.key, reader) { slot = (slot + 1) & (size - 1) }
      if table[slot] == free { table[slot] = entry.key } else { body(entry.key, table[slot]) }
    }
  }

  /// A number from 0 to 63 from a key's length, first and last byte.
  @inline(__always)
  private static func sketch(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard !bytes.isEmpty else { return 0 }
    let mixed = UInt64(bytes.count) &* 11 &+ UInt64(bytes[0]) &* 5 &+ UInt64(bytes[bytes.count &- 1]) &* 3
    return mixed & 63
  }

  @inline(__always)
  private static func same(_ left: NodeID, _ right: NodeID, _ reader: TreeReader) -> Bool {
    let left = reader.content(left)
    let right = reader.content(right)
    guard left.count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return memcmp(first, second, left.count) == 0
  }
}
