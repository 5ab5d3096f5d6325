// A call for threads that sleep until there is something to do.

import Glibc

/// A pipe: each ring wakes one sleeper once. Source: pipe(7).
final class Bell: Sendable {
  private let ear: Int32
  private let clapper: Int32

  /// nil where the system gives no more descriptors; `errno` says so.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (ear, clapper) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(clapper, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(ear)
    close(clapper)
  }

  /// Wakes one sleeper, or lets the next one not sleep.
  func ring() {
    var byte: UInt8 = 1
    _ = write(clapper, &byte, 1)
  }

  /// Sleeps until the bell rings.
  func sleep() {
    var byte: UInt8 = 0
    while read(ear, &byte, 1) < 0, errno == EINTR {}
  }

  /// Sleeps until the bell rings or so many milliseconds are over. True where it rang.
  func sleep(atMost milliseconds: Int) -> Bool {
    var none: [pollfd] = []
    return !sleep(atMost: milliseconds, with: &none)
  }

  /// Sleeps until the bell rings, or something comes of what is polled, or so many milliseconds are over. True where the time is over.
  func sleep(atMost milliseconds: Int, with polled: inout [pollfd]) -> Bool {
    polled.append(pollfd(fd: ear, events: Int16(POLLIN), revents: 0))
    let count = poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds))
    let isCalled = polled.removeLast().revents != 0
    // A signal is no reason to count what was there before as seen.
    if count < 0 { for place in polled.indices { polled[place].revents = 0 } }
    if count > 0, isCalled { sleep() }
    return count == 0
  }
}
