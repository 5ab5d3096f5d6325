// Which numbers belong together: a table from hashes to lists of slots, in plain arrays, each change at a constant cost.

import VitrineSource

/// Sets of slots, one for each hash. What a hash stands for is known to its owner only: who needs to be sure compares.
///
/// Shape: each slot is in one group at most. The order within a group is that of coming, the last one first.
package struct SlotGroups: Sendable {
  private static let none = UInt32.max
  private static let outside = UInt32.max - 1

  /// The first slot of each group and one, by its hash with linear probing; 0 where nothing is.
  private var heads: [UInt32]
  private var hashes: [UInt64] = []
  private var nexts: [UInt32] = []
  /// The slot before in the group, `none` for its first, `outside` for a slot in no group.
  private var previous: [UInt32] = []
  /// How many groups there are.
  package private(set) var groupCount = 0

  /// No groups, with room for so many slots and so many groups.
  package init(slots: Int = 0, groups: Int = 0) {
    var size = 16
    while size < groups * 3 / 2 { size *= 2 }
    heads = Array(repeating: 0, count: size)
    hashes.reserveCapacity(slots)
    nexts.reserveCapacity(slots)
    previous.reserveCapacity(slots)
  }

  /// Whether a slot is in a group.
  package func contains(_ slot: Int) -> Bool { slot < previous.count && previous[slot] != Self.outside }

  /// The hash of a slot that is in a group.
  package func hash(of slot: Int) -> UInt64 { hashes[slot] }

  /// Whether a slot is in a group with others.
  package func isShared(_ slot: Int) -> Bool {
    contains(slot) && (previous[slot] != Self.none || nexts[slot] != Self.none)
  }

  /// The first slot of a group; nil where it has none.
  package func first(_ hash: UInt64) -> Int? {
    let head = heads[place(of: hash)]
    return head == 0 ? nil : Int(head - 1)
  }

  /// The slot after another in its group.
  package func next(_ slot: Int) -> Int? { nexts[slot] == Self.none ? nil : Int(nexts[slot]) }

  /// The slots of a group, but no more than `most`.
  package func members(_ hash: UInt64, most: Int = .max) -> [Int] {
    var result: [Int] = []
    var slot = first(hash)
    while let member = slot, result.count < most {
      result.append(member)
      slot = next(member)
    }
    return result
  }

  /// The hashes of all groups of several.
  package var sharedHashes: [UInt64] {
    heads.compactMap { $0 != 0 && nexts[Int($0 - 1)] != Self.none ? hashes[Int($0 - 1)] : nil }
  }

  /// Puts a slot, which is in no group, into one. Shape: true where the group had others.
  @discardableResult
  package mutating func add(_ slot: Int, hash: UInt64) -> Bool {
    while previous.count <= slot {
      previous.append(Self.outside)
      nexts.append(Self.none)
      hashes.append(0)
    }
    precondition(previous[slot] == Self.outside, "a slot is in one group")
    if (groupCount + 1) * 4 > heads.count * 3 { grow() }
    let place = place(of: hash)
    let head = heads[place]
    hashes[slot] = hash
    previous[slot] = Self.none
    nexts[slot] = head == 0 ? Self.none : head - 1
    if head == 0 { groupCount += 1 } else { previous[Int(head - 1)] = UInt32(slot) }
    heads[place] = UInt32(slot) + 1
    return head != 0
  }

  /// Takes a slot out of its group, where it is in one.
  package mutating func remove(_ slot: Int) {
    guard contains(slot) else { return }
    let (before, after) = (previous[slot], nexts[slot])
    if after != Self.none { previous[Int(after)] = before }
    if before != Self.none {
      nexts[Int(before)] = after
    } else if after != Self.none {
      heads[place(of: hashes[slot])] = after + 1
    } else {
      free(place(of: hashes[slot]))
      groupCount -= 1
    }
    previous[slot] = Self.outside
    nexts[slot] = Self.none
  }

  /// Where the head of a group is, or would be.
  private func place(of hash: UInt64) -> Int {
    var place = home(hash)
    while heads[place] != 0, hashes[Int(heads[place] - 1)] != hash { place = (place + 1) & (heads.count - 1) }
    return place
  }

  private func home(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32) & (heads.count - 1)
  }

  /// Empties a place and moves up those after it that would not be found any more.
  private mutating func free(_ place: Int) {
    let mask = heads.count - 1
    var hole = place
    var next = (place + 1) & mask
    while heads[next] != 0 {
      let home = home(hashes[Int(heads[next] - 1)])
      if (next - home) & mask >= (next - hole) & mask {
        heads[hole] = heads[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    heads[hole] = 0
  }

  private mutating func grow() {
    let old = heads
    heads = Array(repeating: 0, count: old.count * 2)
    for head in old where head != 0 { heads[place(of: hashes[Int(head - 1)])] = head }
  }
}

/// The hashes by which slots are grouped.
enum SlotHash {
  /// The hash of a text: the same for all spellings that Unicode calls the same.
  static func text(_ text: some StringProtocol, in room: Int = 0) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(room)
    hasher.combine(text)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// The hash of a path's part: the same for all spellings that Unicode calls the same.
  static func text(_ text: Path.Slice, in room: Int = 0) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(room)
    hasher.combine(text.canonical)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// The hash of bytes.
  static func bytes(_ bytes: UnsafeRawBufferPointer, in room: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(room)
    hasher.combine(bytes: bytes)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// FNV-1a: a hash whose value for each beginning of a text is had on the way.
  static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of a text with one more byte.
  static func adding(_ byte: UInt8, to hash: UInt64) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// The same for all bytes of a text.
  static func path(_ text: Path.Slice) -> UInt64 {
    text.withUTF8 { bytes in
      var hash = seed
      for byte in bytes { hash = adding(byte, to: hash) }
      return hash
    }
  }
}
