// Waiting for what another thread does.

import Glibc
import Synchronization

/// Waits until something is so; false after ten seconds.
package func waitUntil(_ condition: () -> Bool) -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    usleep(1_000)
  }
  return false
}

/// Something that several threads wait for and count.
package final class Tally: Sendable {
  private let count = Mutex(0)

  /// None.
  package init() {}

  /// How much there is.
  package var value: Int { count.withLock { $0 } }

  /// One more.
  package func add() { count.withLock { $0 += 1 } }
}
