// The search for a folded text in all the values of a segment at once: 32 bytes at a time, over one buffer.

import VitrineIndex

/// A folded text to look for.
struct SubstringSearch {
  /// The text, in folded bytes; not empty.
  let needle: [UInt8]

  /// Calls `found` with the index of each value of a segment that contains the text, ascending and once each.
  ///
  /// The first and the last byte of the text are compared with 32 places at once; only where both fit are the bytes between them.
  func forEachMatch(in segment: ValueSegment, _ found: (Int) -> Void) {
    segment.folded.withUnsafeBufferPointer { text in
      segment.foldedStarts.withUnsafeBufferPointer { starts in
        needle.withUnsafeBufferPointer { needle in
          guard needle.count <= text.count, !needle.isEmpty, starts.count == segment.count + 1 else { return }
          search(text, starts, needle, found)
        }
      }
    }
  }

  private func search(
    _ text: UnsafeBufferPointer<UInt8>, _ starts: UnsafeBufferPointer<UInt32>, _ needle: UnsafeBufferPointer<UInt8>,
    _ found: (Int) -> Void
  ) {
    let last = needle.count - 1
    var hits = Hits(text: text, starts: starts, needle: needle)
    var place = 0
    let firstBytes = SIMD32<UInt8>(repeating: needle[0])
    let lastBytes = SIMD32<UInt8>(repeating: needle[last])
    let raw = UnsafeRawBufferPointer(text)
    while place + 32 + last <= text.count {
      let first = raw.loadUnaligned(fromByteOffset: place, as: SIMD32<UInt8>.self)
      let end = raw.loadUnaligned(fromByteOffset: place + last, as: SIMD32<UInt8>.self)
      // A byte is zero where both fit.
      let difference = (first ^ firstBytes) | (end ^ lastBytes)
      let mask = SIMD32<UInt8>(repeating: 0).replacing(with: 0xFF, where: difference .== 0)
      let words = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
      if words != .zero {
        for index in 0..<4 {
          var word = words[index]
          while word != 0 {
            let byte = word.trailingZeroBitCount >> 3
            word &= ~(0xFF << UInt64(byte << 3))
            hits.candidate(place + index * 8 + byte, found)
          }
        }
      }
      // Nothing more is asked of a value that has the text.
      place = max(place + 32, hits.next)
    }
    while place + last < text.count {
      if text[place] == needle[0], text[place + last] == needle[last] { hits.candidate(place, found) }
      place = max(place + 1, hits.next)
    }
  }

  /// From places in the buffer to values.
  private struct Hits {
    let text: UnsafeBufferPointer<UInt8>
    let starts: UnsafeBufferPointer<UInt32>
    let needle: UnsafeBufferPointer<UInt8>
    /// The value that the last place lay in, or the one after the last found.
    var value = 0
    /// The first byte that is of interest still.
    var next = 0

    /// Looks at a place where the first and the last byte fit. Places come in ascending order.
    @inline(__always) mutating func candidate(_ place: Int, _ found: (Int) -> Void) {
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
      found(value)
      next = end
    }
  }
}
