// Distinct values by their bytes: an open hash table of our own, as a record has a dozen values and a catalogue a million records.

import Glibc
import VitrineModel
import VitrineSyntax

/// Numbers in the order of their hashes: which numbers may stand for some bytes. The bytes themselves are the caller's.
///
/// The hash has a seed of this run, so that nobody can write records whose values all collide; numbers do not depend on it.
struct HashSlots: Sendable {
  private static let seed = UInt64(bitPattern: Int64(Hasher().finalize())) | 1
  private static let free = UInt64.max

  /// The hash of a number above the number itself, so that a look costs one place of memory.
  private var slots: [UInt64] = []
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
    if let start, bytes.count >= 8 {
      // The last eight bytes, some of them for the second time, cost less than one by one.
      rest = start.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    } else {
      for byte in bytes { rest = rest << 8 | UInt64(byte) }
    }
    hash = mixed(hash ^ rest, 0xE703_7ED1_A0B4_28DB ^ UInt64(bytes.count))
    // Never all ones, so that no slot in use looks free.
    return UInt32(truncatingIfNeeded: hash >> 32) & 0x7FFF_FFFF
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
    return slots.withUnsafeBufferPointer { slots in
      let mask = slots.count - 1
      var place = Int(hash) & mask
      while slots[place] != Self.free {
        let number = UInt32(truncatingIfNeeded: slots[place])
        if UInt32(truncatingIfNeeded: slots[place] >> 32) == hash, isSame(number) { return number }
        place = (place + 1) & mask
      }
      return nil
    }
  }

  /// Adds a number that is not there yet.
  mutating func insert(_ number: UInt32, _ hash: UInt32) {
    if (count + 1) * 3 > slots.count * 2 { grow(to: max(slots.count * 2, 16)) }
    place(UInt64(hash) << 32 | UInt64(number))
    count += 1
  }

  /// Makes room for so many numbers.
  mutating func reserve(_ most: Int) {
    var size = max(slots.count, 16)
    while most * 3 > size * 2 { size *= 2 }
    if size > slots.count { grow(to: size) }
  }

  /// Takes all numbers out, and keeps the memory.
  mutating func clear() {
    for place in slots.indices { slots[place] = Self.free }
    count = 0
  }

  private mutating func place(_ entry: UInt64) {
    let mask = slots.count - 1
    slots.withUnsafeMutableBufferPointer { slots in
      var place = Int(entry >> 32) & mask
      while slots[place] != Self.free { place = (place + 1) & mask }
      slots[place] = entry
    }
  }

  private mutating func grow(to size: Int) {
    let old = slots
    slots = Array(repeating: Self.free, count: size)
    for entry in old where entry != Self.free { place(entry) }
  }
}

/// The distinct values of a column while it is gathered, in the order they were met, after `ValueID.null` and `ValueID.map`.
struct ValueTable: Sendable {
  /// The values' texts, one after the other.
  private(set) var bytes: [UInt8] = []
  /// Where each starts, above a byte that says what it is in YAML; and where the last ends.
  private var marks = ValueTable.firstMarks
  private var slots = HashSlots()
  /// How often a value was known already.
  private var meetings = 0
  /// What all tables begin with, and share until they have values.
  private static let firstMarks = [Int(Node.Kind.null.rawValue), Int(Node.Kind.mapping.rawValue), 0]

  /// A table without values.
  init() {}

  /// Takes all values but null and map out, and keeps the memory.
  mutating func clear() {
    guard count > 2 else { return }
    bytes.removeAll(keepingCapacity: true)
    marks.removeSubrange(3...)
    marks[2] = 0
    slots.clear()
    meetings = 0
  }

  /// How many values there are, null and map among them.
  var count: Int { marks.count - 1 }

  /// Where a value starts in `bytes`; of the number after the last, where that ends.
  @inline(__always)
  func start(_ id: Int) -> Int { marks[id] >> 8 }

  /// What a value is in YAML.
  @inline(__always)
  func kind(_ id: ValueID) -> Node.Kind { Node.Kind(rawValue: UInt8(truncatingIfNeeded: marks[Int(id)])) ?? .null }

  /// The number of a value, new or not.
  mutating func intern(_ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind) -> ValueID {
    let hash = HashSlots.hash(text, UInt64(kind.rawValue))
    if let known = slots.find(hash, { same($0, text, kind) }) {
      meetings += 1
      return known
    }
    slots.insert(ValueID(truncatingIfNeeded: count), hash)
    return append(text, kind)
  }

  /// A number of a value: where nearly all values are new, as titles are, it is a new one without a look whether the value is known. Nobody will look
  /// for values here from then on.
  @inline(__always)
  mutating func gather(_ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind) -> ValueID {
    count > 1024 && meetings * 32 < count ? append(text, kind) : intern(text, kind)
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind) -> ValueID {
    bytes.append(contentsOf: text)
    return end(kind)
  }

  /// Adds a text that no value has, and that nobody will look for here.
  mutating func append(_ text: String) -> ValueID {
    bytes.append(contentsOf: text.utf8)
    return end(.string)
  }

  /// Adds a value of another table that no value here is the same as, and that nobody will look for here.
  mutating func append(_ id: ValueID, of other: ValueTable) -> ValueID {
    bytes.append(contentsOf: other.bytes[other.start(Int(id))..<other.start(Int(id) + 1)])
    return end(other.kind(id))
  }

  /// Ends a value whose bytes are there; its number.
  @inline(__always)
  private mutating func end(_ kind: Node.Kind) -> ValueID {
    let number = count
    marks[number] |= Int(kind.rawValue)
    marks.append(bytes.count << 8)
    return ValueID(truncatingIfNeeded: number)
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
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start(Int(id))..<start(Int(id) + 1)])) }
  }

  @inline(__always)
  private func same(_ id: ValueID, _ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind) -> Bool {
    let (mark, end) = (marks[Int(id)], start(Int(id) + 1))
    let start = mark >> 8
    guard UInt8(truncatingIfNeeded: mark) == kind.rawValue, end - start == text.count else { return false }
    guard let other = text.baseAddress, end > start else { return true }
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { Self.isSame($0 + start, other, text.count) } ?? false
    }
  }

  /// Most values are short: two looks at eight bytes, which may overlap, tell them apart sooner than a call.
  @inline(__always)
  private static func isSame(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard count >= 8, count <= 16 else {
      if count > 16 { return memcmp(left, right, count) == 0 }
      for index in 0..<count where left[index] != right[index] { return false }
      return true
    }
    func word(_ bytes: UnsafePointer<UInt8>, _ place: Int) -> UInt64 {
      UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }
    return word(left, 0) == word(right, 0) && word(left, count - 8) == word(right, count - 8)
  }
}
