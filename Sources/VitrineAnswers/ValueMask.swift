// Which values count, in the form that the tight loops over rows ask for: one bit a value, without a branch.

import VitrineIndex
import VitrineQuery

/// A set of values, for loops that ask it for every row.
protocol ValueMask {
  /// 1 for a value of the set, else 0. The value is one of the column's pool.
  func bit(_ id: ValueID) -> UInt64
}

/// A byte a value, 0 or 1.
struct ByteMask: ValueMask {
  let bytes: UnsafePointer<UInt8>

  @inline(__always) func bit(_ id: ValueID) -> UInt64 { UInt64(bytes[Int(id)]) }
}

/// A bit a value.
struct BitMask: ValueMask {
  let words: UnsafePointer<UInt64>

  @inline(__always) func bit(_ id: ValueID) -> UInt64 { words[Int(id &>> 6)] &>> UInt64(id & 63) & 1 }
}

/// All values that are no nulls.
struct PresentMask: ValueMask {
  private let null = ValueID.null

  @inline(__always) func bit(_ id: ValueID) -> UInt64 { id == null ? 0 : 1 }
}

/// Maps.
struct MapMask: ValueMask {
  private let map = ValueID.map

  @inline(__always) func bit(_ id: ValueID) -> UInt64 { id == map ? 1 : 0 }
}

extension ValueMask {
  /// Which of up to 64 values, from a place on, are in the set.
  @inline(__always)
  func word(of values: UnsafeBufferPointer<ValueID>, from first: Int) -> UInt64 {
    guard let base = values.baseAddress, first < values.count else { return 0 }
    let start = base + first
    var found: UInt64 = 0
    if values.count &- first >= 64 {
      var index = 0
      while index < 64 {
        var part: UInt64 = 0
        for step in 0..<8 { part |= bit(start[index &+ step]) &<< UInt64(truncatingIfNeeded: step) }
        found |= part &<< UInt64(truncatingIfNeeded: index)
        index &+= 8
      }
    } else {
      for index in 0..<values.count &- first { found |= bit(start[index]) &<< UInt64(truncatingIfNeeded: index) }
    }
    return found
  }
}
