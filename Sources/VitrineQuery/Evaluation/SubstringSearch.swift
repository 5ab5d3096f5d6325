// The search for a folded text in all the values of a segment at once: 32 bytes at a time, over one buffer.

import VitrineIndex

/// A folded text to look for.
struct SubstringSearch {
  /// The text, in folded bytes; not empty.
  let needle: [UInt8]

  /// Sets the bit of each value of a segment that contains the text; bit `base` is that of the segment's first value.
  ///
  /// The first and the last byte of the text are compared with 32 places at once; only where both fit are the bytes between them.
  func mark(in segment: ValueSegment, base: Int, _ bits: UnsafeMutableBufferPointer<UInt64>) {
    segment.folded.withUnsafeBufferPointer { text in
      segment.foldedStarts.withUnsafeBufferPointer { starts in
        needle.withUnsafeBufferPointer { needle in
          guard needle.count <= text.count, !needle.isEmpty, starts.count == segment.count + 1 else { return }
          precondition(base + segment.count <= bits.count * 64, "there is a bit for each value")
          var hits = Hits(text: text, starts: starts, needle: needle, bits: bits, base: base)
          hits.search()
        }
      }
    }
  }
}

/// The places in one segment where a text may stand, in ascending order.
private struct Hits {
  let text: UnsafeBufferPointer<UInt8>
  let starts: UnsafeBufferPointer<UInt32>
  let needle: UnsafeBufferPointer<UInt8>
  let bits: UnsafeMutableBufferPointer<UInt64>
  let base: Int
  /// The value that the last place lay in, or the one after the last found.
  var value = 0
  /// The first byte that is of interest still.
  var next = 0

  /// Looks at all places.
  mutating func search() {
    let last = needle.count - 1
    var place = 0
    let firstBytes = SIMD4<UInt64>(repeating: UInt64(needle[0]) &* 0x0101_0101_0101_0101)
    let lastBytes = SIMD4<UInt64>(repeating: UInt64(needle[last]) &* 0x0101_0101_0101_0101)
    let low = SIMD4<UInt64>(repeating: 0x7F7F_7F7F_7F7F_7F7F)
    let raw = UnsafeRawPointer(text.baseAddress)
    while let raw, place + 32 + last <= text.count {
      let first = (raw + place).loadUnaligned(as: SIMD4<UInt64>.self) ^ firstBytes
      let end = (raw + place + last).loadUnaligned(as: SIMD4<UInt64>.self) ^ lastBytes
      // A byte of the difference is zero where both fit; of these, and only of these, the highest bit is set.
      let difference = first | end
      let words = ~(((difference & low) &+ low) | difference | low)
      if (words.x | words.y) | (words.z | words.w) != 0 {
        for index in 0..<4 {
          var word = words[index]
          while word != 0 {
            candidate(place + index * 8 + (word.trailingZeroBitCount >> 3))
            word &= word - 1
          }
        }
      }
      // Nothing more is asked of a value that has the text.
      place = max(place + 32, next)
    }
    while place + last < text.count {
      if text[place] == needle[0], text[place + last] == needle[last] { candidate(place) }
      place = max(place + 1, next)
    }
  }

  /// Looks at a place where the first and the last byte fit.
  @inline(__always) private mutating func candidate(_ place: Int) {
    guard place >= next else { return }
    var index = 1
    while index < needle.count - 1 {
      if text[place + index] != needle[index] { return }
      index += 1
    }
    while value + 1 < starts.count - 1, Int(starts[value + 1]) <= place { value += 1 }
    let end = Int(starts[value + 1])
    // A NUL ends each value: a text with a NUL in it must not reach into the next.
    guard place + needle.count < end else { return }
    let bit = base + value
    bits[bit >> 6] |= 1 << UInt64(bit & 63)
    next = end
  }
}
