// The few smallest of many keys: what a small limit needs, without sorting them all.

import VitrineIndex

/// Chooses the smallest of many keys.
enum SmallestKeys {
  /// Keeps, of the entries from `start` on, the `count` with the smallest keys and those whose keys are equal to the greatest of these or next to
  /// it, in their present order. Gives the greatest key that was kept.
  @discardableResult
  static func keep(_ count: Int, _ entries: inout [RowEntry], _ keys: inout [UInt64], from start: Int = 0) -> UInt64 {
    guard count > 0, count < keys.count - start else { return .max }
    let greatest = keys.withUnsafeBufferPointer { bound(count, UnsafeBufferPointer(rebasing: $0[start...])) }
    let kept = entries.withUnsafeMutableBufferPointer { entries in
      keys.withUnsafeMutableBufferPointer { keys in
        var kept = start
        for place in start..<keys.count where keys[place] <= greatest {
          keys[kept] = keys[place]
          entries[kept] = entries[place]
          kept += 1
        }
        return kept
      }
    }
    keys.removeLast(keys.count - kept)
    entries.removeLast(entries.count - kept)
    return greatest
  }

  /// A key that `count` keys or a few more do not exceed: from the top digit down, the bucket that holds the last key wanted.
  private static func bound(_ count: Int, _ keys: UnsafeBufferPointer<UInt64>) -> UInt64 {
    var wanted = count
    var prefix: UInt64 = 0
    var mask: UInt64 = 0
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1 << 12) { tallies in
      for shift in stride(from: 52, through: -8, by: -12) {
        let low = UInt64(max(shift, 0))
        let digits: UInt64 = (1 << (shift < 0 ? 4 : 12)) - 1
        tallies.initialize(repeating: 0)
        for key in keys where key & mask == prefix { tallies[Int(key >> low & digits)] += 1 }
        var bucket = 0
        while wanted > tallies[bucket] {
          wanted -= Int(tallies[bucket])
          bucket += 1
        }
        prefix |= UInt64(bucket) << low
        mask |= digits << low
        if tallies[bucket] <= 64 { break }
      }
    }
    return prefix | ~mask
  }
}

/// Takes rows one after the other, and keeps those that may be among the first so many by their keys.
struct FirstRows {
  /// Those that are kept, in the order they came in.
  private(set) var entries: [RowEntry] = []
  private var keys: [UInt64] = []
  private let limit: Int
  /// Rows with greater keys are not among the first.
  private var bound = UInt64.max
  /// How many are kept before they are looked through again.
  private var room: Int

  /// Keeps no rows yet; `limit`, above 0, is how many are wanted.
  init(limit: Int) {
    self.limit = limit
    room = max(4 * limit, 2048)
    entries.reserveCapacity(room)
    keys.reserveCapacity(room)
  }

  /// Takes rows of one chunk. `words` has a bit for each that is meant, and `keys` the key of each of these at its place.
  mutating func take(_ words: ArraySlice<UInt64>, _ keys: UnsafeMutableBufferPointer<UInt64>, of table: Int, from row: Int) {
    var first = 0
    for var word in words {
      while word != 0 {
        let place = first + word.trailingZeroBitCount
        word &= word - 1
        if keys[place] <= bound { add(RowEntry(table: table, row: row + place), keys[place]) }
      }
      first += 64
    }
  }

  private mutating func add(_ entry: RowEntry, _ key: UInt64) {
    entries.append(entry)
    keys.append(key)
    if entries.count >= room {
      settle()
      room = max(room, 2 * entries.count)
    }
  }

  /// Lets those go that are not among the first of what has come so far.
  mutating func settle() { bound = SmallestKeys.keep(limit, &entries, &keys) }
}
