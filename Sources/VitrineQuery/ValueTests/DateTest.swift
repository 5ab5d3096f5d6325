// A range of days: what is no more precise than a month or a year is the whole of it.

import VitrineIndex
import VitrineModel

/// The day or moment lies in the range, or the month or year has a part in common with it.
struct DateTest: ValueTest {
  private let range: NumberRange
  private let starts: NumberTest

  /// A test for a range.
  init(_ range: NumberRange) {
    self.range = range
    starts = NumberTest(range)
  }

  var cost: Double { 1.5 }
  var fraction: Double { 0.3 }

  func passes(_ id: ValueID, of pool: ValuePool) -> Bool {
    guard id != .null, id != .map, Int(id) < pool.count else { return false }
    return starts.passes(id, of: pool) || overlaps(pool.segments[Int(id) / ValueSegment.size], Int(id) % ValueSegment.size)
  }

  func mark(_ pool: ValuePool, _ bits: inout [UInt64]) {
    starts.mark(pool, &bits)
    for (number, segment) in pool.segments.enumerated() where !segment.numbers.isEmpty {
      let base = number * ValueSegment.size
      for index in 0..<min(segment.count, pool.count - base) where overlaps(segment, index) {
        bits[(base + index) >> 6] |= 1 << UInt64((base + index) & 63)
      }
    }
  }

  func explanation(_ meaning: FieldMeaning) -> String { starts.explanation(meaning) }

  /// True for a month or a year that begins before the range does, and reaches into it.
  @inline(__always) private func overlaps(_ segment: ValueSegment, _ index: Int) -> Bool {
    guard Int(segment.starts[index + 1]) - Int(segment.starts[index]) <= ValueNumber.longestCoarseDate,
      let start = segment.number(index), start <= range.lower
    else { return false }
    return segment.withText(index) { text in
      guard let date = ValueNumber.coarse(text) else { return false }
      let end = Double(date.last.number + 1) * 86_400
      return range.lower < end && NumberRange(start, .infinity).contains(range.upper)
    }
  }
}
