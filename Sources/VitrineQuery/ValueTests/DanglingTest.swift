// Values of references that name no record.

import VitrineIndex
import VitrineModel

/// In a reference column: the value names no record, and passes another test.
struct DanglingTest: ValueTest {
  private let test: any ValueTest

  /// A test of values that name no record.
  init(_ test: any ValueTest) { self.test = test }

  var cost: Double { 3 + test.cost }
  var fraction: Double { test.fraction / 2 }

  func passes(_ id: ValueID, of pool: ValuePool) -> Bool { test.passes(id, of: pool) && pool.target(id) == nil }

  func mark(_ pool: ValuePool, _ bits: inout [UInt64]) {
    for (index, word) in test.passing(pool).enumerated() {
      var rest = word
      while rest != 0 {
        let bit = rest & (~rest &+ 1)
        if pool.target(ValueID(index * 64 + rest.trailingZeroBitCount)) == nil { bits[index] |= bit }
        rest &= rest &- 1
      }
    }
  }

  func explanation(_ meaning: FieldMeaning) -> String { "names no record and \(test.explanation(meaning))" }
}
