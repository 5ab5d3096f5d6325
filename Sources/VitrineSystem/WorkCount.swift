// How far long work has come, for whoever wants to tell.

import Synchronization

/// Counts the items of one phase of work after the other, on any thread, and tells now and then.
package final class WorkCount: Sendable {
  /// So many items pass between two tellings where they are soon done, each.
  package static let usualStride = 32

  private let stride: Int
  private let told: @Sendable (_ phase: String, _ done: Int, _ total: Int) -> Void
  private let phase = Mutex<(name: String, total: Int)>(("", 0))
  private let done = Atomic<Int>(0)

  /// A count that tells `told` at the start of each phase, and every `stride` items; it may be called on any thread, several times at once.
  package init(
    every stride: Int = usualStride, _ told: @escaping @Sendable (_ phase: String, _ done: Int, _ total: Int) -> Void
  ) {
    (self.stride, self.told) = (max(stride, 1), told)
  }

  /// The next phase begins, of so many items; 0 for work that cannot be counted.
  package func begin(_ name: String, of total: Int = 0) {
    phase.withLock { $0 = (name, total) }
    done.store(0, ordering: .relaxed)
    told(name, 0, total)
  }

  /// One more item is done.
  package func advance() {
    let now = done.add(1, ordering: .relaxed).newValue
    guard now % stride == 0 else { return }
    let (name, total) = phase.withLock { $0 }
    told(name, now, total)
  }
}
