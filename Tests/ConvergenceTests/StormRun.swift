// A storm and what the live catalogue makes of it; a failure is reduced to the fewest steps.

import VitrineComparing
import VitrineTesting

/// Steps, played over a fresh sample catalogue.
struct StormRun {
  /// How a storm meets the catalogue's thread.
  enum Pace: CaseIterable {
    /// Steps are done while the thread runs.
    case free
    /// Deeds are done while the thread is held still, so that several come in one batch.
    case held
    /// Everything is compared after each deed.
    case stepwise
  }

  /// What is wrong, and after how many steps.
  struct Fault {
    /// How many steps were done.
    var steps: Int
    /// In words.
    var words: [String]
  }

  /// Blows for so many deeds, and compares now and then. Answers the steps that were done, and the first fault.
  static func blow(seed: UInt64, deeds: Int, pace: Pace, programs: Storm.Programs) throws -> (steps: [Step], fault: Fault?) {
    let folder = try SampleCatalogue.make()
    let root = folder.path + "/root"
    var storm = Storm(root, seed: seed, programs: programs)
    var random = SplitMix(state: seed &* 77)
    let followed = try FollowedCatalogue(root)
    var done: [Step] = []
    var untilCheck = 0
    for deed in 0..<deeds {
      if untilCheck == 0, pace == .held {
        done.append(.hold)
        try followed.hold()
      }
      for step in storm.next() {
        done.append(step)
        if let words = try play(step, root, followed) { return (done, Fault(steps: done.count, words: words)) }
      }
      untilCheck += 1
      if pace == .stepwise || random.below(12) == 0 || deed == deeds - 1 {
        untilCheck = 0
        done.append(.check)
        if let words = try play(.check, root, followed) { return (done, Fault(steps: done.count, words: words)) }
      }
    }
    return (done, nil)
  }

  /// Plays steps again. Answers what is wrong at the first `check` that fails; nil where none does.
  static func replay(_ steps: [Step]) throws -> [String]? {
    let folder = try SampleCatalogue.make()
    let root = folder.path + "/root"
    let followed = try FollowedCatalogue(root)
    for step in steps + [.check] {
      if step == .hold { try followed.hold() }
      if let words = try play(step, root, followed) { return words }
    }
    return nil
  }

  private static func play(_ step: Step, _ root: String, _ followed: FollowedCatalogue) throws -> [String]? {
    guard step == .check else {
      step.perform(in: root)
      return nil
    }
    let words = try followed.differences()
    return words.isEmpty ? nil : words
  }

  /// The fewest steps that fail still, found by leaving out; each trial is made `times` times where threads race.
  static func reduce(_ steps: [Step], times: Int) throws -> (steps: [Step], words: [String])? {
    func fails(_ steps: [Step]) throws -> [String]? {
      for _ in 0..<times { if let words = try replay(steps) { return words } }
      return nil
    }
    guard var words = try fails(steps) else { return nil }
    var left = steps
    var size = max(left.count / 2, 1)
    while true {
      var start = 0
      while start < left.count {
        var fewer = left
        fewer.removeSubrange(start..<min(start + size, left.count))
        if let found = try fails(fewer) { (left, words) = (fewer, found) } else { start += size }
      }
      if size == 1 { return (left, words) }
      size = max(size / 2, 1)
    }
  }
}
