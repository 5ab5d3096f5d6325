// Bytes that records are told apart by, and sets of very many of them.

/// Bytes that things are told apart by, with their hash, which is found on the thread that made them.
package struct RecordKey: Sendable, Hashable {
  /// The bytes.
  package let bytes: ArraySlice<UInt8>
  /// Their hash.
  let hash: Int

  /// A key of these bytes.
  package init(_ bytes: [UInt8]) { self.init(bytes[...], hash: Self.hash(bytes, from: 0)) }

  /// A key whose hash is known.
  package init(_ bytes: ArraySlice<UInt8>, hash: Int) {
    self.bytes = bytes
    self.hash = hash
  }

  /// The hash of what stands from a place on.
  package static func hash(_ bytes: [UInt8], from start: Int) -> Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[start...])) }
    return hasher.finalize()
  }

  /// True where the bytes are the same.
  package static func == (left: RecordKey, right: RecordKey) -> Bool { left.hash == right.hash && left.bytes == right.bytes }

  /// Feeds the hash.
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A set of keys, numbered in the order they came in. All their bytes lie in one stretch of memory.
package struct RecordKeySet: Sendable {
  private struct Entry: Sendable {
    var hash: Int
    var start: Int
    var count: Int
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// The numbers of keys plus one, by their hashes, each in the first free place from there on; 0 is free. A power of two of them.
  private var slots = [UInt32](repeating: 0, count: 16)

  /// A set without keys.
  package init() {}

  /// How many keys there are.
  package var count: Int { entries.count }

  /// Makes room for so many keys.
  package mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    if count > slots.count / 2 { grow(to: count) }
  }

  /// The number of a key, which is put in where it is not there yet.
  package mutating func insert(_ key: RecordKey) -> (number: Int, inserted: Bool) {
    if entries.count >= slots.count / 2 { grow(to: entries.count + 1) }
    var slot = key.hash & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if isSame(entries[number], key) { return (number, false) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = entries.count
    slots[slot] = UInt32(number + 1)
    entries.append(Entry(hash: key.hash, start: bytes.count, count: key.bytes.count))
    bytes.append(contentsOf: key.bytes)
    return (number, true)
  }

  private func isSame(_ entry: Entry, _ key: RecordKey) -> Bool {
    guard entry.hash == key.hash, entry.count == key.bytes.count else { return false }
    return bytes[entry.start..<entry.start + entry.count] == key.bytes
  }

  private mutating func grow(to count: Int) {
    var size = slots.count
    while size / 2 < count { size *= 2 }
    slots = [UInt32](repeating: 0, count: size)
    for (number, entry) in entries.enumerated() {
      var slot = entry.hash & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }
}
