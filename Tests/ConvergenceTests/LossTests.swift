// Where the system tells too little: lost events, and folders that no event comes from.

import Testing
import VitrineCatalog
import VitrineComparing
import VitrineLive
import VitrineTesting

/// Lost events.
@Suite struct LossTests {
  @Test("events that were lost while the thread could not read are made up for", arguments: 1...2 as ClosedRange<UInt64>)
  func overflow(_ number: UInt64) throws {
    for seed in Soak.seed..<Soak.seed + UInt64(Soak.storms / 10 + 1) {
      let folder = try SampleCatalogue.make()
      let root = folder.path + "/root"
      var storm = Storm(root, seed: seed &* 2 &+ number)
      let followed = try FollowedCatalogue(root)
      for round in 0..<2 {
        try followed.hold()
        for _ in 0..<20 { for step in storm.next() where step != .check { step.perform(in: root) } }
        Step.write("notes.txt", "n").perform(in: root)
        Step.write("other.txt", "o").perform(in: root)
        Step.flood("notes.txt", "other.txt").perform(in: root)
        for _ in 0..<20 { for step in storm.next() where step != .check { step.perform(in: root) } }
        let state = try followed.settled()
        #expect(FollowedCatalogue.differences(of: state, root: root) == [], "seed \(seed), \(number)")
        // Where nothing is watched, nothing overflows.
        let isWatched = state.status.freeze == nil && state.status.polled.isEmpty
        #expect(state.status.overflows >= round + 1 || !isWatched, "seed \(seed), \(number)")
      }
    }
  }
}
