// A daemon killed at any moment leaves nothing that stops the next, and no file of the catalogue is different.

import Glibc
import Testing
import VitrineClient
import VitrineTesting

@Suite("Killed at any time")
struct KillTests {
  @Test(
    "M9.4 killed while it starts, reads or follows writes, the next one starts and answers rightly",
    arguments: [1, 2, 3] as [UInt64])
  func kills(_ seed: UInt64) throws {
    let house = try Household()
    var random = SplitMix(state: seed)
    var moments: [String] = []
    for round in 0..<20 {
      let daemon = try house.daemon()
      let wait = Int(random.below(120))
      moments.append("\(wait) ms")
      if random.below(2) == 0 {
        daemon.waitForReady()
        for number in 0..<random.below(4) { try house.write(Int(number), title: "Round \(round)") }
        _ = poll(nil, 0, Int32(wait / 10))
      } else {
        _ = poll(nil, 0, Int32(wait))
      }
      let before = house.files()
      daemon.signal(SIGKILL)
      #expect(daemon.end().status == 128 + SIGKILL, "seed \(seed), \(moments)")
      #expect(house.files() == before, "seed \(seed), \(moments)")
      guard round % 2 == 1 else { continue }
      let next = try house.readyDaemon()
      try house.write(7, title: "After \(round)")
      let asked = try house.vitrine("list", "--format", "json")
      let read = try house.vitrine("list", "--format", "json", "--no-daemon")
      #expect(asked == read, "seed \(seed), \(moments)")
      #expect(asked.output.contains("After \(round)"), "seed \(seed), \(moments)")
      next.signal(SIGTERM)
      #expect(next.end().status == 0)
    }
  }
}

extension Running {
  /// Waits until it is ready, if it becomes so.
  func waitForReady() { _ = readyLine() }
}
