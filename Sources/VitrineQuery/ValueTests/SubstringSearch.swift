// The search for a folded text in all the values of a segment at once, 64 places at a time; for who types on, in those values alone that
// had what was typed before. Decision 0119 says why.

import Glibc
package import VitrineIndex

/// A folded text to look for.
package struct SubstringSearch {
  /// The text, in folded bytes; not empty.
  let needle: [UInt8]
  private let beginning: UInt64
  private let mask: UInt64

  /// A search for a folded text, which is not empty.
  package init(needle: [UInt8]) {
    self.needle = needle
    var (beginning, mask) = (0 as UInt64, 0 as UInt64)
    for (index, byte) in needle.prefix(8).enumerated() {
      beginning |= UInt64(byte) << UInt64(index * 8)
      mask |= 0xFF << UInt64(index * 8)
    }
    self.beginning = UInt64(littleEndian: beginning)
    self.mask = UInt64(littleEndian: mask)
  }

  /// Sets the bit of each value of a segment that contains the text; bit `base` is that of the segment's first value, and begins a word.
  ///
  /// Only values that contained a part of the text are looked at again, where the segment remembers them and they are few.
  package func mark(in segment: ValueSegment, base: Int, _ bits: UnsafeMutableBufferPointer<UInt64>) {
    precondition(base % 64 == 0 && base + segment.count <= bits.count * 64, "there is a bit for each value")
    // Nobody types on what is longer, and to compare it with itself would take the square of its length, segment by segment.
    let isKept = needle.count <= Self.longestKept
    let known = isKept ? segment.memo.candidates(needle) : nil
    let found: SearchMemo.Bits
    if let known, known.isExact {
      found = known.values
    } else {
      let few = known.map(\.values).flatMap { $0.oneCount <= Self.few ? $0 : nil }
      found = few.map { narrowed($0, segment) } ?? searched(segment)
      if isKept { segment.memo.keep(needle, found) }
    }
    for word in 0..<found.scalarCount where found[word] != 0 { bits[base / 64 + word] |= found[word] }
  }

  /// The longest text that segments remember. Units: bytes.
  private static let longestKept = 64

  /// So many values are looked at one by one sooner than all at once.
  private static let few = 48

  /// Those of some values that contain the text.
  private func narrowed(_ values: SearchMemo.Bits, _ segment: ValueSegment) -> SearchMemo.Bits {
    var found = values
    for word in 0..<values.scalarCount {
      var left = values[word]
      while left != 0 {
        let bit = left & (0 &- left)
        left ^= bit
        if !segment.withFolded(word * 64 + bit.trailingZeroBitCount, isIn) { found[word] ^= bit }
      }
    }
    return found
  }

  /// Whether the text stands in that of one value.
  private func isIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    needle.withUnsafeBufferPointer { needle in
      guard let first = text.baseAddress, let sought = needle.baseAddress, needle.count <= text.count else { return false }
      return (0...text.count - needle.count).contains { first[$0] == sought[0] && memcmp(first + $0, sought, needle.count) == 0 }
    }
  }

  /// The values that contain the text.
  ///
  /// The two bytes of the text that are rarest in names and words are compared with 64 places at once; only where both fit are the others.
  private func searched(_ segment: ValueSegment) -> SearchMemo.Bits {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: ValueSegment.size / 64) { bits in
      bits.initialize(repeating: 0)
      segment.folded.withUnsafeBufferPointer { text in
        segment.foldedStarts.withUnsafeBufferPointer { starts in
          needle.withUnsafeBufferPointer { needle in
            guard needle.count <= text.count, !needle.isEmpty, starts.count == segment.count + 1 else { return }
            var hits = Hits(text: text, starts: starts, needle: needle, bits: bits, beginning: beginning, beginningMask: mask)
            hits.search()
          }
        }
      }
      return SearchMemo.Bits(bits)
    }
  }
}

/// The places in one segment where a text may stand, in ascending order.
private struct Hits {
  let text: UnsafeBufferPointer<UInt8>
  let starts: UnsafeBufferPointer<UInt32>
  let needle: UnsafeBufferPointer<UInt8>
  let bits: UnsafeMutableBufferPointer<UInt64>
  /// The first eight bytes of the needle as they lie in memory, and a mask of those that it has.
  let beginning: UInt64
  let beginningMask: UInt64
  /// The value that the last place lay in, or the one after the last found.
  var value = 0
  /// The first byte that is of interest still.
  var next = 0

  /// Looks at all places.
  mutating func search() {
    guard let base = text.baseAddress else { return }
    let last = needle.count - 1
    let (one, other) = RareBytes.two(of: needle)
    let pair = BytePair(base, (needle[one], one), (needle[other], other))
    var place = 0
    let end = text.count - last - BytePair.width
    while place <= end {
      place = pair.block(from: place, to: end)
      guard place <= end else { break }
      var places = pair.places(at: place)
      while places != 0 {
        candidate(place &+ places.trailingZeroBitCount)
        places &= places &- 1
      }
      // Nothing more is asked of a value that has the text.
      place = max(place + BytePair.width, next)
    }
    while place + last < text.count {
      if text[place + one] == needle[one], text[place + other] == needle[other] { candidate(place) }
      place = max(place + 1, next)
    }
  }

  /// Looks at a place where the two bytes fit.
  @inline(__always) private mutating func candidate(_ place: Int) {
    guard place >= next else { return }
    if place &+ 8 <= text.count, let base = text.baseAddress {
      let start = UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self)
      guard (start ^ beginning) & beginningMask == 0 else { return }
    }
    var index = 0
    while index < needle.count {
      if text[place &+ index] != needle[index] { return }
      index &+= 1
    }
    advance(to: place)
    let end = Int(starts[value + 1])
    // A NUL ends each value: a text with a NUL in it must not reach into the next.
    guard place + needle.count < end else { return }
    bits[value >> 6] |= 1 << UInt64(value & 63)
    next = end
  }

  /// Goes on to the value that a place lies in: eight at a time, since what lies side by side is at hand and nothing else can be foretold.
  @inline(__always) private mutating func advance(to place: Int) {
    guard let base = starts.baseAddress else { return }
    let last = starts.count - 2
    var value = value
    while value &+ 8 <= last, Int(base[value &+ 8]) <= place { value &+= 8 }
    if value &+ 8 <= last {
      var passed = 0
      for step in 1...8 { passed &+= Int(base[value &+ step]) <= place ? 1 : 0 }
      value &+= passed
    } else {
      while value < last, Int(base[value &+ 1]) <= place { value &+= 1 }
    }
    self.value = value
  }
}

/// Two bytes at two distances from a place, looked for at 64 places at once.
private struct BytePair {
  /// How many places a block has.
  static let width = 64

  private let one: UnsafeRawPointer
  private let other: UnsafeRawPointer
  private let oneBytes: SIMD8<UInt64>
  private let otherBytes: SIMD8<UInt64>

  /// Two bytes, each with its distance, in a text.
  init(_ text: UnsafePointer<UInt8>, _ one: (byte: UInt8, distance: Int), _ other: (byte: UInt8, distance: Int)) {
    self.one = UnsafeRawPointer(text + one.distance)
    self.other = UnsafeRawPointer(text + other.distance)
    oneBytes = SIMD8(repeating: UInt64(one.byte) &* 0x0101_0101_0101_0101)
    otherBytes = SIMD8(repeating: UInt64(other.byte) &* 0x0101_0101_0101_0101)
  }

  /// For the 64 places from one on, words in which the highest bit of a byte is set where both bytes fit; and now and then where they do not.
  @inline(__always) func words(at place: Int) -> SIMD8<UInt64> {
    let first = (one + place).loadUnaligned(as: SIMD8<UInt64>.self) ^ oneBytes
    let second = (other + place).loadUnaligned(as: SIMD8<UInt64>.self) ^ otherBytes
    // A byte of the difference is zero where both fit. Taking 1 from each byte sets the highest bit of those, of those that had it
    // (which are left out), and of a 1 to which a zero below it has passed on its want.
    let difference = first | second
    return (difference &- SIMD8(repeating: 0x0101_0101_0101_0101)) & ~difference & SIMD8(repeating: 0x8080_8080_8080_8080)
  }

  /// The same as one bit a place.
  @inline(__always) func places(at place: Int) -> UInt64 {
    let words = words(at: place)
    // The highest bits of eight bytes are brought together by a product: no two of them meet.
    func bits(_ word: UInt64) -> UInt64 { ((word.littleEndian &>> 7) &* 0x0102_0408_1020_4080) &>> 56 }
    let low = bits(words[0]) | bits(words[1]) &<< 8 | bits(words[2]) &<< 16 | bits(words[3]) &<< 24
    let high = bits(words[4]) | bits(words[5]) &<< 8 | bits(words[6]) &<< 16 | bits(words[7]) &<< 24
    return low | high &<< 32
  }

  /// The first block, from a place on, with a place where both may fit; a place after `end` where there is none.
  @inline(__always) func block(from start: Int, to end: Int) -> Int {
    var place = start
    while place <= end {
      let found = words(at: place)
      let half = found.lowHalf | found.highHalf
      let quarter = half.lowHalf | half.highHalf
      if quarter.x | quarter.y != 0 { return place }
      place &+= BytePair.width
    }
    return place
  }
}

/// How rare bytes are in folded names, titles and words, of many languages written in Latin letters.
private enum RareBytes {
  /// All that stand often, the most frequent first; bytes that are not among them are rare.
  private static let frequent: [UInt8] = Array(" eaoinrtslhdcumgpybfkwv-0129'.:,38475jxzq&6!".utf8)

  /// The places of the two rarest bytes of a text, in order; of equally rare ones the earlier. A text of one byte has that one twice.
  static func two(of needle: UnsafeBufferPointer<UInt8>) -> (Int, Int) {
    let rarity = needle.map { byte in frequent.firstIndex(of: byte) ?? (byte < 0x80 ? frequent.count : 30) }
    let order = needle.indices.sorted { (rarity[$1], $0) < (rarity[$0], $1) }
    let one = order[0]
    // Equal bytes say less together than two different ones.
    let other = order.dropFirst().first { needle[$0] != needle[one] } ?? order.last ?? one
    return one < other ? (one, other) : (other, one)
  }
}

extension SearchMemo.Bits {
  /// How many values there are.
  fileprivate var oneCount: Int { indices.reduce(0) { $0 + self[$1].nonzeroBitCount } }
}
