// How long events are let gather under load: a single save is looked at once, a burst in portions.

/// Says how long to wait before the next look at the disk.
///
/// While one step after another finds events waiting at once, each wait is longer than the last, so that a burst of saves costs few batches. A
/// moment without events ends that: what comes then is looked at as soon as it is there. No wait depends on what comes during it, so that a
/// writer that never stops holds up nothing for longer than `longest`.
package struct BatchPace {
  /// So many steps in a row are not waited for.
  package static let free = 3
  /// The first wait. Units: nanoseconds, whole milliseconds as every wait.
  package static let shortest: Int64 = 1_000_000
  /// No wait is longer. Units: nanoseconds.
  package static let longest: Int64 = 10_000_000

  /// The steps in a row that found events waiting at once and brought changes.
  package private(set) var streak = 0

  /// Nothing has happened yet.
  package init() {}

  /// There was no event to be read for a moment.
  package mutating func rest() { streak = 0 }

  /// A step is done. Shape: one that brings no changes, as for a file that is still open, neither goes on with a row nor ends it.
  package mutating func step(isChange: Bool) { if isChange { streak += 1 } }

  /// How long to wait before the next step, when events are there already; 0 where somebody waits for it. Units: nanoseconds.
  package func wait(isAwaited: Bool) -> Int64 {
    guard !isAwaited, streak > Self.free else { return 0 }
    return min(Self.shortest << min(Int64(streak - Self.free - 1), 10), Self.longest)
  }
}
