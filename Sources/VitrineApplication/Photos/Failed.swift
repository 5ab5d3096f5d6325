// The first of many files that failed, noted from any thread.

import Synchronization
import VitrineSource

/// Holds a path that is set once.
final class Failed: Sendable {
  private let first = Mutex<Path?>(nil)

  /// The path, if there is one.
  var path: Path? { first.withLock { $0 } }

  /// Notes a path where none is noted yet.
  func note(_ path: Path) { first.withLock { $0 = $0 ?? path } }
}
