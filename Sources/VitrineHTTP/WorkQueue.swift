// Threads that run commands, so that whoever waits for the sockets never does.

import Synchronization
import VitrineSystem

/// A queue of work and its threads.
package final class WorkQueue: Sendable {
  fileprivate struct State: Sendable {
    /// At most one for each connection.
    var waiting: [@Sendable () -> Void] = []
    /// How many of them are done; they go when all are, or they are many.
    var first = 0
    /// How many threads sleep, and are not being woken.
    var sleeping = 0
    var isEnded = false
  }

  private let state = Mutex(State())
  private let wakeUp: WakePipe
  private let count: Int

  /// A queue with so many threads; nil where the system gives no more descriptors.
  package init?(threads count: Int) {
    guard let wakeUp = WakePipe.waited() else { return nil }
    self.wakeUp = wakeUp
    self.count = count
    for _ in 0..<count { Thread.start { [self] in run() } }
  }

  /// Runs `work` on one of the threads, in its turn; never after `end()`.
  package func add(_ work: @escaping @Sendable () -> Void) {
    let wakes = state.withLock { state in
      state.waiting.append(work)
      guard state.sleeping > 0 else { return false }
      state.sleeping -= 1
      return true
    }
    // A thread that is at work looks for more by itself.
    if wakes { wakeUp.call() }
  }

  /// Ends the threads, each when it has done what it is about.
  package func end() {
    state.withLock { $0.isEnded = true }
    for _ in 0..<count { wakeUp.call() }
  }

  private func run() {
    while true {
      let (work, isEnded) = state.withLock { state in (state.take(), state.isEnded) }
      if isEnded { return }
      if let work { work() } else { _ = wakeUp.wait() }
    }
  }
}

extension WorkQueue.State {
  /// The next piece of work; nil where there is none, and the thread is to sleep.
  fileprivate mutating func take() -> (@Sendable () -> Void)? {
    guard !isEnded, first < waiting.count else {
      if !isEnded { sleeping += 1 }
      return nil
    }
    defer {
      first += 1
      if first == waiting.count || first >= 64 {
        waiting.removeFirst(first)
        first = 0
      }
    }
    return waiting[first]
  }
}
