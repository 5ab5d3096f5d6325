// The promise: names that differ only in Unicode form or case are held apart by everything that follows references.

import Glibc
import Testing
import VitrineSource
import VitrineTesting

/// Catalogues of twins, by chance. `VITRINE_TWINS` says how many, `VITRINE_SEED` which is the first.
@Suite("Names that differ only in Unicode form or case are held apart by all commands") struct TwinTests {
  private static func setting(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

  @Test(
    "in random catalogues references lead where bytes, then canonical equality, then last parts say, before and after every command"
  )
  func random() throws {
    let first = UInt64(Self.setting("VITRINE_SEED") ?? 1)
    let count = UInt64(Self.setting("VITRINE_TWINS") ?? 2)
    var counts: [String: Int] = [:]
    for seed in first..<first + count {
      let result = try TwinRun.blow(seed: seed, steps: 6)
      counts.merge(result.counts) { $0 + $1 }
      guard !result.faults.isEmpty else { continue }
      let reduced = try TwinRun.reduced(result)
      let records = reduced.files.filter { NaiveGraph.kind(of: $0.path) != nil || $0.path == ".vitrineignore" }
      Issue.record(
        """
        seed \(seed):
        \(reduced.faults.joined(separator: "\n"))
        files:
        \(records.map { "  \(TwinStep.write($0.path, $0.text))" }.joined(separator: "\n"))
        steps:
        \(reduced.steps.map { "  \($0)" }.joined(separator: "\n"))
        """)
      return
    }
    if count > 2 { print(counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")) }
  }
}
