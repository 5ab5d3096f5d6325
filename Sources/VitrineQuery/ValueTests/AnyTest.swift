// One of several tests.

import VitrineIndex
import VitrineModel

/// Any of these passes; none does where there are none.
struct AnyTest: ValueTest {
  /// The alternatives.
  let tests: [any ValueTest]

  /// One of these passes: the test itself where there is only one.
  static func of(_ tests: [any ValueTest]) -> any ValueTest { tests.count == 1 ? tests[0] : AnyTest(tests: tests) }

  /// The tests one of which has to pass: those of an `AnyTest`, or the test itself.
  static func alternatives(of test: any ValueTest) -> [any ValueTest] { (test as? AnyTest)?.tests ?? [test] }

  var cost: Double { tests.reduce(0) { $0 + $1.cost } }
  var fraction: Double { min(tests.reduce(0) { $0 + $1.fraction }, 1) }

  var wasGivenUp: Bool { tests.contains(where: \.wasGivenUp) }

  func passes(_ id: ValueID, of pool: ValuePool) -> Bool { tests.contains { $0.passes(id, of: pool) } }

  func mark(_ pool: ValuePool, _ bits: inout [UInt64]) {
    for test in tests { test.mark(pool, &bits) }
  }

  func explanation(_ meaning: FieldMeaning) -> String {
    tests.isEmpty ? "is nothing" : tests.map { $0.explanation(meaning) }.joined(separator: " or ")
  }
}
