// A flag that one thread raises and another waits for, with a deadline.

import Glibc

/// Something that happens once. Source: pipe(7), poll(2).
package final class Flag: Sendable {
  private let ends: (Int32, Int32)

  /// A flag that is down.
  package init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "a pipe can be had")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.0)
    close(ends.1)
  }

  /// Raises it.
  package func raise() {
    var byte: UInt8 = 1
    _ = write(ends.1, &byte, 1)
  }

  /// Waits until it is up; false where that takes longer than so many seconds.
  package func wait(seconds: Int = 60) -> Bool {
    var polled = pollfd(fd: ends.0, events: Int16(POLLIN), revents: 0)
    let deadline = Self.now() + Int64(seconds) * 1_000
    while true {
      let left = deadline - Self.now()
      let count = poll(&polled, 1, Int32(clamping: max(left, 0)))
      if count > 0 { return true }
      if count == 0 || left <= 0 { return false }
    }
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
