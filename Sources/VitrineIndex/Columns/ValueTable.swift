// Distinct values by their bytes: an open hash table of our own, as a record has a dozen values and a catalogue a million records.

import VitrineModel
import VitrineSyntax

/// Numbers in the order of their hashes: which numbers may stand for some bytes. The bytes themselves are the caller's.
///
/// The hash has a seed of this run, so that nobody can write records whose values all collide; numbers do not depend on it.
struct HashSlots: Sendable {
  private static let seed = UInt64(bitPattern: Int64(Hasher().finalize())) | 1
  private static let free = UInt32.max

  private var slots: [UInt32] = []
  private var hashes: [UInt32] = []
  private var count = 0

  /// An empty table.
  init() {}

  /// The hash of some bytes and one more number.
  @inline(__always)
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ salt: UInt64) -> UInt32 {
    var hash = seed ^ (salt &* 0x9E37_79B9_7F4A_7C15)
    var index = 0
    let start = UnsafeRawPointer(bytes.baseAddress)
    while let start, index + 8 <= bytes.count {
      hash = mixed(hash ^ start.loadUnaligned(fromByteOffset: index, as: UInt64.self), 0xA076_1D64_78BD_642F)
      index += 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    hash = mixed(hash ^ rest, 0xE703_7ED1_A0B4_28DB ^ UInt64(bytes.count))
    return UInt32(truncatingIfNeeded: hash >> 32)
  }

  @inline(__always)
  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// The number with this hash for which `isSame` answers true.
  @inline(__always)
  func find(_ hash: UInt32, _ isSame: (UInt32) -> Bool) -> UInt32? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != Self.free {
      if hashes[slot] == hash, isSame(slots[slot]) { return slots[slot] }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds a number that is not there yet.
  mutating func insert(_ number: UInt32, _ hash: UInt32) {
    if (count + 1) * 3 > slots.count * 2 { grow(to: max(slots.count * 2, 16)) }
    place(number, hash)
    count += 1
  }

  /// Makes room for so many numbers.
  mutating func reserve(_ most: Int) {
    var size = max(slots.count, 16)
    while most * 3 > size * 2 { size *= 2 }
    if size > slots.count { grow(to: size) }
  }

  private mutating func place(_ number: UInt32, _ hash: UInt32) {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != Self.free { slot = (slot + 1) & mask }
    slots[slot] = number
    hashes[slot] = hash
  }

  private mutating func grow(to size: Int) {
    let (old, oldHashes) = (slots, hashes)
    slots = Array(repeating: Self.free, count: size)
    hashes = Array(repeating: 0, count: size)
    for index in old.indices where old[index] != Self.free { place(old[index], oldHashes[index]) }
  }
}

/// The distinct values of a column while it is gathered, in the order they were met, after `ValueID.null` and `ValueID.map`.
struct ValueTable: Sendable {
  /// The values' texts, one after the other.
  private(set) var bytes: [UInt8] = []
  /// Where each starts, and where the last ends.
  private(set) var starts = ValueTable.firstStarts
  /// What each is in YAML.
  private(set) var kinds = ValueTable.firstKinds
  private var slots = HashSlots()
  /// What all tables begin with, and share until they have values.
  private static let firstStarts = [0, 0, 0]
  private static let firstKinds: [Node.Kind] = [.null, .mapping]

  /// A table without values.
  init() {}

  /// How many values there are, null and map among them.
  var count: Int { kinds.count }

  /// The number of a value, new or not.
  mutating func intern(_ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind) -> ValueID {
    let hash = HashSlots.hash(text, UInt64(kind.rawValue))
    if let known = slots.find(hash, { same($0, text, kind) }) { return known }
    let number = ValueID(truncatingIfNeeded: kinds.count)
    bytes.append(contentsOf: text)
    starts.append(bytes.count)
    kinds.append(kind)
    slots.insert(number, hash)
    return number
  }

  /// The number of a value that is known.
  func find(_ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind) -> ValueID? {
    slots.find(HashSlots.hash(text, UInt64(kind.rawValue))) { same($0, text, kind) }
  }

  /// The number of a text.
  mutating func intern(_ text: String) -> ValueID {
    var text = text
    return text.withUTF8 { intern($0, .string) }
  }

  /// Calls `body` with the bytes of a value.
  @inline(__always)
  func withBytes<Result>(_ id: ValueID, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[starts[Int(id)]..<starts[Int(id) + 1]])) }
  }

  @inline(__always)
  private func same(_ id: ValueID, _ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind) -> Bool {
    let (start, end) = (starts[Int(id)], starts[Int(id) + 1])
    guard kinds[Int(id)] == kind, end - start == text.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      for index in 0..<text.count where bytes[start + index] != text[index] { return false }
      return true
    }
  }
}
