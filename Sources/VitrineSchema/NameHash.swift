// The hash of short names, and the look-up of a name in a table of slots.

import VitrineAlgorithms

/// Hashes bytes, eight at a time. Not secret: tables are filled from schemas only, and values that meet are compared byte by byte.
@inline(__always)
func nameHash(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
  var hash = UInt64(truncatingIfNeeded: count) &* .goldenRatio
  var offset = 0
  while offset &+ 8 <= count {
    let word = UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self)
    hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
    hash ^= hash &>> 32
    offset &+= 8
  }
  var rest: UInt64 = 0
  while offset < count {
    rest = rest &<< 8 | UInt64(start[offset])
    offset &+= 1
  }
  hash = (hash ^ rest) &* 0xFF51_AFD7_ED55_8CCD
  return hash ^ (hash &>> 29)
}

/// Whether two stretches of bytes of the same length are equal.
@inline(__always)
func sameBytes(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  var offset = 0
  while offset &+ 8 <= count {
    let one = UnsafeRawPointer(left + offset).loadUnaligned(as: UInt64.self)
    let other = UnsafeRawPointer(right + offset).loadUnaligned(as: UInt64.self)
    if one != other { return false }
    offset &+= 8
  }
  while offset < count {
    if left[offset] != right[offset] { return false }
    offset &+= 1
  }
  return true
}

extension Program {
  /// The hash of a name held in an array.
  static func hash(of name: [UInt8]) -> UInt64 {
    name.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, buffer.count > 0 else { return Machine.emptyNameHash }
      return nameHash(base, buffer.count)
    }
  }

  /// Puts a name's bytes into the program.
  mutating func intern(_ name: [UInt8]) -> Name {
    let start = UInt32(clamping: bytes.count)
    bytes += name
    return Name(start: start, count: UInt32(clamping: name.count))
  }

  /// Writes a table for the given names, which must differ from each other; at most half of it is filled.
  mutating func table(_ entries: [(name: [UInt8], value: UInt32, bit: UInt8)]) -> Table {
    guard !entries.isEmpty else { return Table() }
    var size = 4
    while size < entries.count * 2 { size *= 2 }
    let start = slots.count
    slots += Array(repeating: Slot(), count: size)
    for entry in entries {
      let hash = Program.hash(of: entry.name)
      var index = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[start + index].name.count != absent { index = (index + 1) & (size - 1) }
      let upper = UInt32(truncatingIfNeeded: hash >> 32)
      slots[start + index] = Slot(name: intern(entry.name), hash: upper, value: entry.value, bit: entry.bit)
    }
    return Table(slots: Stretch(start: UInt32(clamping: start), count: UInt32(size)))
  }
}
