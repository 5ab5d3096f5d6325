// A point in time by which something has to have happened.

import VitrineSystem

/// A moment of the clock that only goes forward, or never.
package struct Deadline: Sendable {
  /// Units: nanoseconds of `MonotonicClock`; nil for never.
  private let time: Int64?

  /// Never.
  package static let never = Deadline(time: nil)

  /// So long from now. Units: milliseconds.
  package static func after(milliseconds: Int) -> Deadline {
    let (time, isTooLong) = Int64(clamping: milliseconds).multipliedReportingOverflow(by: 1_000_000)
    let (sum, isTooLate) = MonotonicClock.now.addingReportingOverflow(time)
    return isTooLong || isTooLate ? .never : Deadline(time: sum)
  }

  /// True where it has passed.
  package var hasPassed: Bool { time.map { $0 <= MonotonicClock.now } ?? false }

  /// The time that is left, rounded up, as poll(2) takes it: -1 for never. Units: milliseconds.
  var milliseconds: Int32 {
    guard let time else { return -1 }
    return Int32(clamping: max(0, (time - MonotonicClock.now + 999_999) / 1_000_000))
  }

  /// The earlier of two.
  func sooner(_ other: Deadline) -> Deadline {
    guard let time, let theirs = other.time else { return time == nil ? other : self }
    return time <= theirs ? self : other
  }
}
