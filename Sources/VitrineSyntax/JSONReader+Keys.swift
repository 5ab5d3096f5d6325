// Keys that stand twice in one object.

import Glibc
import VitrineSource

extension JSONReader {
  /// Finds every key of a finished object that stood before in the same object. Time grows with the number of keys, not with its square.
  ///
  /// `outer` is the collection around it, for the pointer.
  mutating func findDuplicateKeys(in object: NodeID, outer: NodeID) {
    let count = Int(nodes[Int(object)].content / 2)
    if count <= 16 {
      findAmongFew(object, count, outer)
    } else {
      findAmongMany(object, count, outer)
    }
  }

  /// Few keys: one bit of 64 for each, and a look at those before only where the bit is set already.
  private mutating func findAmongFew(_ object: NodeID, _ count: Int, _ outer: NodeID) {
    var seen: UInt64 = 0
    var key = object + 1
    for position in 0..<count {
      let bit: UInt64 = 1 << sketch(key)
      if seen & bit != 0 {
        var earlier = object + 1
        for _ in 0..<position {
          if isSame(earlier, key) {
            report(key, first: earlier, in: object, outer)
            break
          }
          earlier = nodes[Int(earlier) + 1].next
        }
      }
      seen |= bit
      key = nodes[Int(key) + 1].next
    }
  }

  /// Many keys: a hash table of ids. The hash is seeded by the process, so that no text can be written to make it slow.
  private mutating func findAmongMany(_ object: NodeID, _ count: Int, _ outer: NodeID) {
    var size = 64
    while size < count * 2 { size *= 2 }
    var table = [NodeID](repeating: Self.noParent, count: size)
    var key = object + 1
    for _ in 0..<count {
      var hasher = Hasher()
      withContent(key) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      var slot = hasher.finalize() & (size - 1)
      while table[slot] != Self.noParent, !isSame(table[slot], key) { slot = (slot + 1) & (size - 1) }
      if table[slot] == Self.noParent {
        table[slot] = key
      } else {
        report(key, first: table[slot], in: object, outer)
      }
      key = nodes[Int(key) + 1].next
    }
  }

  /// A number from 0 to 63 from a key's length, first and last byte.
  @inline(__always)
  private func sketch(_ key: NodeID) -> UInt64 {
    withContent(key) { bytes in
      guard !bytes.isEmpty else { return 0 }
      let mixed = UInt64(bytes.count) &* 11 &+ UInt64(bytes[0]) &* 5 &+ UInt64(bytes[bytes.count &- 1]) &* 3
      return mixed & 63
    }
  }

  @inline(__always)
  private func isSame(_ left: NodeID, _ right: NodeID) -> Bool {
    guard nodes[Int(left)].contentCount == nodes[Int(right)].contentCount else { return false }
    return withContent(left) { left in
      withContent(right) { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return memcmp(first, second, left.count) == 0
      }
    }
  }

  private mutating func report(_ key: NodeID, first: NodeID, in object: NodeID, _ outer: NodeID) {
    guard findings.count < Limits.findings else { return }
    // The object is closed: its way up goes through `outer`.
    var pointer = ""
    if outer != Self.noParent {
      pointer = self.pointer(to: outer) + "/"
      pointer += nodes[Int(outer)].kind == .mapping ? pointerPart(key: object - 1) : String(nodes[Int(outer)].content)
    }
    findings.append(
      Finding(
        SyntaxRules.duplicateMapKey, at: nodes[Int(key)].range, pointer: pointer + "/" + pointerPart(key: key),
        "the key \(withContent(key, JSONDiagnosis.shown)) stands twice in one object", label: "given again here",
        related: [RelatedPlace(nodes[Int(first)].range, "first given here")]))
  }
}
