// The clock that only goes forward, whatever people and time servers do to the date.

import Glibc

/// The system's monotonic clock.
package enum MonotonicClock {
  /// The time since some moment before the program began. Units: nanoseconds. Source: clock_gettime(2), CLOCK_MONOTONIC.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Sleeps. Source: nanosleep(2), gone on with after a signal.
  package static func sleep(milliseconds: Int) {
    var left = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    while true {
      var rest = timespec()
      guard nanosleep(&left, &rest) != 0, errno == EINTR else { return }
      left = rest
    }
  }
}
