// Tests of values: one value, or a whole pool at a time. Nulls and maps have no text and pass none of them.

import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineText

/// A test of values, with what it needs to be asked often.
struct PoolTest {
  private let test: ValueTest
  /// The tests of `any` and of `dangling`.
  private let parts: [PoolTest]
  /// For `texts`: the folded form of each, which equal texts share.
  private let foldedTexts: Set<[UInt8]>

  /// Makes a test ready.
  init(_ test: ValueTest) {
    self.test = test
    parts =
      switch test {
      case .any(let tests): tests.map { PoolTest($0) }
      case .dangling(let test): [PoolTest(test)]
      default: []
      }
    if case .texts(let texts) = test { foldedTexts = Set(texts.map { Folding.fold($0) }) } else { foldedTexts = [] }
  }

  /// One bit for each value of the pool, set where it passes.
  func passing(_ pool: ValuePool) -> [UInt64] {
    var bits: [UInt64] = Array(repeating: 0, count: (pool.count + 63) / 64)
    switch test {
    case .any, .dangling:
      for part in parts {
        for (index, word) in part.passing(pool).enumerated() { bits[index] |= word }
      }
      if case .dangling = test { clearThoseThatName(pool, &bits) }
    case .contains(let needle) where !needle.isEmpty:
      let search = SubstringSearch(needle: needle)
      bits.withUnsafeMutableBufferPointer { bits in
        for (number, segment) in pool.segments.enumerated() {
          search.mark(in: segment, base: number * ValueSegment.size, bits)
        }
      }
    case .number(let range):
      for (number, segment) in pool.segments.enumerated() where !segment.numbers.isEmpty {
        let base = number * ValueSegment.size
        segment.numbers.withUnsafeBufferPointer { numbers in
          for index in 0..<min(numbers.count, pool.count - base) where range.contains(numbers[index]) {
            bits.insert(bit: base + index)
          }
        }
      }
    default:
      for (number, segment) in pool.segments.enumerated() {
        let base = number * ValueSegment.size
        for index in 0..<min(segment.count, pool.count - base) where passes(segment, index) { bits.insert(bit: base + index) }
      }
    }
    if !bits.isEmpty { bits[0] &= ~0b11 }
    return bits
  }

  /// True where one value passes.
  func passes(_ id: ValueID, of pool: ValuePool) -> Bool {
    guard id != .null, id != .map, Int(id) < pool.count else { return false }
    switch test {
    case .any: return parts.contains { $0.passes(id, of: pool) }
    case .dangling: return pool.target(id) == nil && parts[0].passes(id, of: pool)
    default: return passes(pool.segments[Int(id) / ValueSegment.size], Int(id) % ValueSegment.size)
    }
  }

  private func clearThoseThatName(_ pool: ValuePool, _ bits: inout [UInt64]) {
    for index in bits.indices {
      var word = bits[index]
      while word != 0 {
        let id = ValueID(index * 64 + word.trailingZeroBitCount)
        if pool.target(id) != nil { bits[index] &= ~(1 << UInt64(id % 64)) }
        word &= word - 1
      }
    }
  }
}

extension PoolTest {
  /// True where a value of a segment passes a test that is about nothing but the value.
  private func passes(_ segment: ValueSegment, _ index: Int) -> Bool {
    switch test {
    case .contains(let needle):
      return folded(segment, index) { text in
        guard needle.count <= text.count else { return false }
        return (0...text.count - needle.count).contains { start in
          text[start..<start + needle.count].elementsEqual(needle)
        }
      }
    case .starts(let start): return folded(segment, index) { $0.starts(with: start) }
    case .folded(let whole): return folded(segment, index) { $0.count == whole.count && $0.elementsEqual(whole) }
    case .texts(let texts): return isOne(of: texts, segment, index)
    case .pattern(let pattern): return text(segment, index) { pattern.isFound(inOneOfMany: $0) }
    case .number(let range): return number(segment, index).map { range.contains($0) } ?? false
    case .yearly(let month, let day):
      guard let seconds = number(segment, index), seconds.magnitude < 1e12 else { return false }
      let civil = CivilDay(number: Int((seconds / 86_400).rounded(.down)))
      return civil.month == month && civil.day == day
    case .color(let color, let within, let palette):
      let name = text(segment, index) { String(decoding: $0, as: UTF8.self) }
      guard let other = OKLab(hex: palette[name] ?? name) else { return false }
      return color.distance(to: other) <= within
    case .boolean(let wanted):
      return folded(segment, index) { $0.elementsEqual((wanted ? "true" : "false").utf8) }
    case .any, .dangling: return false
    }
  }

  private func isOne(of texts: Set<String>, _ segment: ValueSegment, _ index: Int) -> Bool {
    let mayBe = folded(segment, index) { text in
      foldedTexts.count <= 8
        ? foldedTexts.contains { $0.count == text.count && $0.elementsEqual(text) } : foldedTexts.contains(Array(text))
    }
    return mayBe && texts.contains(text(segment, index) { String(decoding: $0, as: UTF8.self) })
  }

  private func number(_ segment: ValueSegment, _ index: Int) -> Double? {
    guard index < segment.numbers.count else { return nil }
    let number = segment.numbers[index]
    return number.isNaN ? nil : number
  }

  @inline(__always) private func folded<Result>(
    _ segment: ValueSegment, _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    segment.folded.withUnsafeBufferPointer { bytes in
      let start = Int(segment.foldedStarts[index])
      let end = max(Int(segment.foldedStarts[index + 1]) - 1, start)
      return body(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }
  }

  @inline(__always) private func text<Result>(
    _ segment: ValueSegment, _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    segment.bytes.withUnsafeBufferPointer { bytes in
      body(UnsafeBufferPointer(rebasing: bytes[Int(segment.starts[index])..<Int(segment.starts[index + 1])]))
    }
  }
}
