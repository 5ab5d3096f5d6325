// Two programs that write in one catalogue, kept apart.

import Glibc
import VitrineSystem

/// The lock on `.vitrine/lock`, held until the value goes; the system frees it with the process, whatever becomes of that.
///
/// Source: flock(2). Nothing but the one who holds it needs the number in the file, so that it may be stale when the lock is free.
final class JournalLock: Sendable {
  private let descriptor: Int32

  /// How long another is waited for. Units: milliseconds.
  static let timeout = 5_000

  /// Takes the lock of an open file, which becomes the lock's own; nil where another has it to the end of `timeout`. A file system without locks
  /// is taken to have one writer.
  init?(_ descriptor: Int32, timeout: Int) {
    self.descriptor = descriptor
    let end = MonotonicClock.now + Int64(timeout) * 1_000_000
    while SystemCall.repeated({ flock(descriptor, LOCK_EX | LOCK_NB) }) == -EWOULDBLOCK {
      guard MonotonicClock.now < end else { return nil }
      usleep(5_000)
    }
  }

  deinit { close(descriptor) }
}
