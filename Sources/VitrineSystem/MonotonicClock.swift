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
}
