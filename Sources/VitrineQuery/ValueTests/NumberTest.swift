// A range of numbers: also of days, moments and times of day.

import VitrineIndex
import VitrineModel

/// The number (`ValueNumber.number`) lies in the range.
struct NumberTest: ValueTest {
  private let range: NumberRange

  /// A test for a range.
  init(_ range: NumberRange) { self.range = range }

  var cost: Double { 1 }
  var fraction: Double { 0.3 }

  func passes(_ id: ValueID, of pool: ValuePool) -> Bool {
    guard id != .null, id != .map, Int(id) < pool.count else { return false }
    return pool.segments[Int(id) / ValueSegment.size].number(Int(id) % ValueSegment.size).map { range.contains($0) } ?? false
  }

  func mark(_ pool: ValuePool, _ bits: inout [UInt64]) {
    for (number, segment) in pool.segments.enumerated() where !segment.numbers.isEmpty {
      let base = number * ValueSegment.size
      segment.numbers.withUnsafeBufferPointer { numbers in
        for index in 0..<min(numbers.count, pool.count - base) where range.contains(numbers[index]) {
          bits[(base + index) >> 6] |= 1 << UInt64((base + index) & 63)
        }
      }
    }
  }

  func explanation(_ meaning: FieldMeaning) -> String { ConditionText.range(range, meaning) }
}
