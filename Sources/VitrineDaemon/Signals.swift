// The signals a daemon heeds: a thread waits for them, so that no work is done where a signal interrupts.

import Glibc
import VitrineSystem

/// Signals as events.
enum Signals {
  /// Those that are waited for: end, end, read everything again.
  static let heeded: [Int32] = [SIGTERM, SIGINT, SIGHUP]

  /// Keeps the heeded signals back from every thread that starts after this call, whatever the parent process wanted of them, and lets a
  /// write to a connection that is gone, or to a file that may not grow, be an error. To be called before any thread starts. Source: pthread_sigmask(3).
  static func hold() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for number in heeded { signal(number, SIG_DFL) }
    var set = heededSet
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Calls `body` with every heeded signal, on a thread of its own. Source: sigwait(3).
  static func listen(_ body: @escaping @Sendable (Int32) -> Void) {
    Thread.start {
      var set = heededSet
      while true {
        var number: Int32 = 0
        if sigwait(&set, &number) == 0 { body(number) }
      }
    }
  }

  private static var heededSet: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in heeded { sigaddset(&set, number) }
    return set
  }
}
