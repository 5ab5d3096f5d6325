// What one value has to be: a test that is asked once of each distinct value of a column.

package import VitrineIndex
package import VitrineModel

/// A test of values. Nulls and maps have no text and pass none.
package protocol ValueTest: Sendable {
  /// What it costs to ask one value. Units: about a nanosecond.
  var cost: Double { get }
  /// The fraction of values that are likely to pass.
  var fraction: Double { get }
  /// True where it was asked and nobody knows of some value whether it passes.
  var wasGivenUp: Bool { get }
  /// True where one value passes.
  func passes(_ id: ValueID, of pool: ValuePool) -> Bool
  /// Sets the bit of each value of a pool that passes; null and map may be among them, and do not count.
  func mark(_ pool: ValuePool, _ bits: inout [UInt64])
  /// What it asks, for `--explain`: what follows the name of a field of a meaning.
  func explanation(_ meaning: FieldMeaning) -> String
}

extension ValueTest {
  /// Nearly all tests know of every value.
  package var wasGivenUp: Bool { false }

  /// One bit for each value of a pool, set where it passes.
  package func passing(_ pool: ValuePool) -> [UInt64] {
    var bits: [UInt64] = Array(repeating: 0, count: (pool.count + 63) / 64)
    mark(pool, &bits)
    if !bits.isEmpty { bits[0] &= ~(1 << UInt64(ValueID.null) | 1 << UInt64(ValueID.map)) }
    return bits
  }
}

/// A test that looks at nothing but the value.
protocol PlainValueTest: ValueTest {
  /// True where a value of a segment passes.
  func passes(_ segment: ValueSegment, _ index: Int) -> Bool
}

extension PlainValueTest {
  package func passes(_ id: ValueID, of pool: ValuePool) -> Bool {
    guard id != .null, id != .map, Int(id) < pool.count else { return false }
    return passes(pool.segments[Int(id) / ValueSegment.size], Int(id) % ValueSegment.size)
  }

  package func mark(_ pool: ValuePool, _ bits: inout [UInt64]) {
    for (number, segment) in pool.segments.enumerated() {
      let base = number * ValueSegment.size
      for index in 0..<min(segment.count, pool.count - base) where passes(segment, index) {
        bits[(base + index) >> 6] |= 1 << UInt64((base + index) & 63)
      }
    }
  }
}

extension ValueSegment {
  /// The number of a value; nil where it has none.
  func number(_ index: Int) -> Double? {
    guard index < numbers.count else { return nil }
    let number = numbers[index]
    return number.isNaN ? nil : number
  }

  /// The text of a value as written.
  func text(_ index: Int) -> String { withText(index) { String(decoding: $0, as: UTF8.self) } }

  /// Calls a function with the bytes of a value as written.
  @inline(__always) func withText<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      body(UnsafeBufferPointer(rebasing: bytes[Int(starts[index])..<Int(starts[index + 1])]))
    }
  }

  /// Calls a function with the folded bytes of a value.
  @inline(__always) func withFolded<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    folded.withUnsafeBufferPointer { bytes in
      let start = Int(foldedStarts[index])
      let end = max(Int(foldedStarts[index + 1]) - 1, start)
      return body(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }
  }
}
