// How far long work has come, for whoever wants to tell.

import Synchronization

/// Counts the items of one phase of work after the other, on any thread, and tells now and then.
package final class WorkCount: Sendable {
  /// So many items pass between two tellings at the least.
  private static let stride = 32

  private let told: @Sendable (_ phase: String, _ done: Int, _ total: Int) -> Void
  private let phase = Mutex<(name: String, total: Int)>(("", 0))
  private let done = Atomic<Int>(0)

  /// A count that tells `told` at the start of each phase, and every few items; it may be called on any thread, several times at once.
  package init(_ told: @escaping @Sendable (_ phase: String, _ done: Int, _ total: Int) -> Void) { self.told = told }

  /// The next phase begins, of so many items; 0 for work that cannot be counted.
  package func begin(_ name: String, of total: Int = 0) {
    phase.withLock { $0 = (name, total) }
    done.store(0, ordering: .relaxed)
    told(name, 0, total)
  }

  /// One more item is done.
  package func advance() {
    let now = done.add(1, ordering: .relaxed).newValue
    guard now % Self.stride == 0 else { return }
    let (name, total) = phase.withLock { $0 }
    told(name, now, total)
  }
}
