// A part of a text, regardless of case and marks.

import VitrineIndex
import VitrineModel
import VitrineText

/// The folded text contains this folded text.
struct ContainsTest: ValueTest {
  /// The part, folded.
  let part: [UInt8]

  /// A test for a part of a text, however it is spelled.
  init(_ text: String) { part = Folding.fold(text) }

  var cost: Double { 8 }
  var fraction: Double { 0.05 }

  func passes(_ id: ValueID, of pool: ValuePool) -> Bool {
    guard id != .null, id != .map, Int(id) < pool.count else { return false }
    return pool.segments[Int(id) / ValueSegment.size].withFolded(Int(id) % ValueSegment.size) { text in
      guard part.count <= text.count else { return false }
      return (0...text.count - part.count).contains { start in text[start..<start + part.count].elementsEqual(part) }
    }
  }

  func mark(_ pool: ValuePool, _ bits: inout [UInt64]) {
    guard !part.isEmpty else {
      for index in bits.indices { bits[index] = index * 64 + 64 <= pool.count ? .max : (1 << UInt64(pool.count % 64)) - 1 }
      return
    }
    let search = SubstringSearch(needle: part)
    bits.withUnsafeMutableBufferPointer { bits in
      for (number, segment) in pool.segments.enumerated() {
        search.mark(in: segment, base: number * ValueSegment.size, bits)
      }
    }
  }

  func explanation(_ meaning: FieldMeaning) -> String { "contains '\(String(decoding: part, as: UTF8.self))'" }
}
