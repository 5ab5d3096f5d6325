// The promise: after any storm the live catalogue says what a fresh reading says.

import Glibc
import Testing
import VitrineComparing
import VitrineTesting

/// Settings of long runs, from the environment; contrib/soak says how.
enum Soak {
  /// How many storms each test makes. `VITRINE_STORMS` sets it.
  static let storms = setting("VITRINE_STORMS") ?? 0
  /// The first seed. `VITRINE_SEED` sets it.
  static let seed = UInt64(setting("VITRINE_SEED") ?? 1)
  /// How many deeds a storm has. `VITRINE_DEEDS` sets it.
  static let deeds = setting("VITRINE_DEEDS")

  static func setting(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
}

/// Storms.
@Suite struct StormTests {
  /// One storm of each pace a seed; prints what is needed to see it again, reduced.
  private func blow(_ seeds: Range<UInt64>, deeds: Int, programs: Storm.Programs = Storm.Programs()) throws {
    for seed in seeds {
      for pace in StormRun.Pace.allCases {
        let count = Soak.deeds ?? (pace == .stepwise ? deeds / 3 : deeds)
        let (steps, fault) = try StormRun.blow(seed: seed, deeds: count, pace: pace, programs: programs)
        guard let fault else { continue }
        let reduced = try StormRun.reduce(steps, times: pace == .free ? 3 : 1)
        let listing = (reduced?.steps ?? steps).map { "  .\($0)," }.joined(separator: "\n")
        Issue.record(
          """
          seed \(seed), \(pace), after \(fault.steps) steps:
          \(fault.words.prefix(20).joined(separator: "\n"))
          \(reduced == nil ? "it does not happen again; all steps:" : "reduced to \(reduced?.steps.count ?? 0) steps:")
          \(listing)
          \(reduced?.words.prefix(20).joined(separator: "\n") ?? "")
          """)
        return
      }
      let number = seed - seeds.lowerBound + 1
      if Soak.storms > 0, number % 10 == 0 {
        print("\(number * UInt64(StormRun.Pace.allCases.count)) storms, the last of seed \(seed)")
      }
    }
  }

  private func seeds(_ number: UInt64, usually: Int) -> Range<UInt64> {
    let first = Soak.seed + number * 1_000_000
    return first..<first + UInt64(Soak.storms > 0 ? Soak.storms : usually)
  }

  @Test("after a storm of saves, moves, links, photos and rules the live catalogue says what a fresh reading says (M9.3, G3.9)")
  func mixed() throws { try blow(seeds(0, usually: 1), deeds: 40) }

  @Test("so it does after storms in which git, rsync, sed, cp, tar and vim take part")
  func programs() throws { try blow(seeds(1, usually: 1), deeds: 18, programs: Storm.Programs(areReal: true, onlyReal: true)) }
}
