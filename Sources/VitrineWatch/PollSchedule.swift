// Which folders are read again from time to time, because no event tells what changes there, and when.

import VitrineAlgorithms
import VitrineSource

/// The folders that are polled.
///
/// A folder is polled where it has no watch (too few are allowed, mounted twice, an error), and where its watch does not tell everything (network file systems, or a
/// system that brings no events at all). Each has one reason, the last that was found; a folder that is watched and tells everything has none.
struct PollSchedule {
  private var reasons: [Int32: WatchState.Reason] = [:]
  /// True where the system allows no more watches: none is asked for until the next sweep.
  private(set) var isLimitReached = false
  /// True where a file that was made on purpose brought no event: every folder is polled.
  var isSilent = false
  private var lastSweep: Int64

  /// Nothing is polled. Units: `now` is nanoseconds.
  init(now: Int64) { lastSweep = now }

  /// True where nothing is polled.
  var isEmpty: Bool { reasons.isEmpty }
  /// The folders that are polled.
  var folders: some Collection<Int32> { reasons.keys }
  /// True where events of a watched folder tell everything.
  var trustsEvents: Bool { reasons.isEmpty && !isSilent }

  /// Why a folder is polled; nil where it is not.
  func reason(_ number: Int32) -> WatchState.Reason? { reasons[number] }

  /// Notes why a folder is polled; nil where it is not.
  mutating func note(_ number: Int32, _ reason: WatchState.Reason?) { reasons[number] = reason }

  /// A folder is not known any more.
  mutating func forget(_ number: Int32) { reasons[number] = nil }

  /// No more watches are allowed for now.
  mutating func reachLimit() { isLimitReached = true }

  /// All watches are gone, and nothing is polled yet.
  mutating func restart() { (reasons, isLimitReached) = ([:], false) }

  /// When polled folders are due; nil while there are none.
  func deadline(_ tree: WatchedTree) -> Int64? {
    if reasons.isEmpty { return nil }
    return lastSweep &+ Self.interval(files: reasons.keys.reduce(0) { $0 + tree.folders[Int($1)].entries.count + 8 })
  }

  /// How long so many files stay unread: a second, and more where reading them takes long. Units: nanoseconds.
  static func interval(files: Int) -> Int64 { min(max(1_000_000_000, Int64(files) * 100_000), 60_000_000_000) }

  /// Polled folders are read now, and may be watched again.
  mutating func sweep(now: Int64) { (lastSweep, isLimitReached) = (now, false) }

  /// What is polled, in path order: the topmost folders of those that have the same reason.
  func polled(_ tree: WatchedTree) -> [WatchState.Polled] {
    var tops: [Int32: Int] = [:]
    for (number, reason) in reasons {
      var top = number
      while tree.folders[Int(top)].parent >= 0, reasons[tree.folders[Int(top)].parent] == reason {
        top = tree.folders[Int(top)].parent
      }
      tops[top, default: 0] += 1
    }
    var polled: [WatchState.Polled] = []
    for (number, count) in tops {
      guard let path = tree.path(of: number), let reason = reasons[number] else { continue }
      polled.append(.init(path: Path(bytes: path), folders: count, reason: reason))
    }
    return polled.sorted { $0.path < $1.path }
  }

  /// Stops the program where a folder is polled that is not known, or is neither watched nor polled.
  func checkInvariants(_ tree: WatchedTree) {
    for number in reasons.keys { Invariants.check(tree.folders[Int(number)].isUsed, "a forgotten folder is polled") }
  }
}
