// A range of days: what is no more precise than a month or a year is the whole of it.

import VitrineIndex
import VitrineModel

/// The day or moment lies in the range, or the month or year has a part in common with it.
struct DateTest: ValueTest {
  private let range: NumberRange
  private let starts: NumberTest
  /// How far the clocks that the ends are written by are ahead of UTC; nil for ends that go by whatever clock a value was written by. Units: seconds.
  private let ahead: (lower: Int?, upper: Int?)

  /// A test for a range.
  init(_ range: NumberRange, ahead: (lower: Int?, upper: Int?) = (nil, nil)) {
    self.range = range
    self.ahead = ahead
    starts = NumberTest(range)
  }

  private var hasClock: Bool { ahead.lower != nil || ahead.upper != nil }

  var cost: Double { 1.5 }
  var fraction: Double { 0.3 }

  func passes(_ id: ValueID, of pool: ValuePool) -> Bool {
    guard id != .null, id != .map, Int(id) < pool.count else { return false }
    if hasClock { return passesByClock(pool.segments[Int(id) / ValueSegment.size], Int(id) % ValueSegment.size) }
    return starts.passes(id, of: pool) || overlaps(pool.segments[Int(id) / ValueSegment.size], Int(id) % ValueSegment.size)
  }

  func mark(_ pool: ValuePool, _ bits: inout [UInt64]) {
    if !hasClock { starts.mark(pool, &bits) }
    for (number, segment) in pool.segments.enumerated() where !segment.numbers.isEmpty {
      let base = number * ValueSegment.size
      for index in 0..<min(segment.count, pool.count - base)
      where hasClock ? passesByClock(segment, index) : overlaps(segment, index) {
        bits[(base + index) >> 6] |= 1 << UInt64((base + index) & 63)
      }
    }
  }

  func explanation(_ meaning: FieldMeaning) -> String { starts.explanation(meaning) }

  /// True where a value lies in the range: by the instant at an end that has an offset from UTC where the value has one too, else by what the clocks showed.
  private func passesByClock(_ segment: ValueSegment, _ index: Int) -> Bool {
    guard let number = segment.number(index) else { return false }
    guard let offset = segment.withText(index, { CivilMoment($0)?.offset }) else {
      return range.contains(number) || overlaps(segment, index)
    }
    var range = range
    if let ahead = ahead.lower { range.lower += Double(offset - ahead) }
    if let ahead = ahead.upper { range.upper += Double(offset - ahead) }
    return range.contains(number)
  }

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
