// The change that a command comes to, where another process is to carry it out.

import Synchronization
package import VitrineApplication

/// Keeps one change.
package final class PlannedChanges: Sendable {
  private let kept = Mutex<PlannedChange?>(nil)

  /// Nothing is planned yet.
  package init() {}

  /// The change; nil where there is none.
  package var change: PlannedChange? { kept.withLock { $0 } }

  /// Keeps a change. False where there is one already: two are more than a reply holds.
  func take(_ change: PlannedChange) -> Bool {
    kept.withLock { kept in
      guard kept == nil else { return false }
      kept = change
      return true
    }
  }
}
