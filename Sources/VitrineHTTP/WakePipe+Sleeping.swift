// Threads that sleep until there is something to do: each call wakes one of them once.

import Glibc
import VitrineSystem

// For pipes whose listeners wait.
extension WakePipe {
  /// A pipe whose listeners wait; nil where the system gives no more descriptors, and `errno` says so.
  static func waited() -> WakePipe? {
    do throws(FileError) {
      return try WakePipe(waits: true)
    } catch {
      if case .system(let number) = error.cause { errno = number }
      return nil
    }
  }

  /// Sleeps until somebody calls or so many milliseconds are over. True where somebody called.
  func sleep(atMost milliseconds: Int) -> Bool {
    var none: [pollfd] = []
    return !sleep(atMost: milliseconds, with: &none)
  }

  /// Sleeps until somebody calls, or something comes of what is polled, or so many milliseconds are over. True where the time is over.
  func sleep(atMost milliseconds: Int, with polled: inout [pollfd]) -> Bool {
    polled.append(pollfd(fd: reading, events: Int16(POLLIN), revents: 0))
    let count = poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds))
    let isCalled = polled.removeLast().revents != 0
    // A signal is no reason to count what was there before as seen.
    if count < 0 { for place in polled.indices { polled[place].revents = 0 } }
    if count > 0, isCalled { _ = wait() }
    return count == 0
  }
}
