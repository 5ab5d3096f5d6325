// Threads that run commands, so that whoever waits for the sockets never does.

import Synchronization
import VitrineLive
import VitrineSystem

/// A queue of work and its threads.
final class WorkQueue: Sendable {
  private struct State: Sendable {
    /// At most one for each connection.
    var waiting: [@Sendable () -> Void] = []
    var isEnded = false
  }

  private let state = Mutex(State())
  private let bell: WakePipe
  private let count: Int

  /// A queue with so many threads; nil where the system gives no more descriptors.
  init?(threads count: Int) {
    guard let bell = WakePipe.bell() else { return nil }
    self.bell = bell
    self.count = count
    for _ in 0..<count { Thread.start { [self] in run() } }
  }

  /// Runs `work` on one of the threads, in its turn; never after `end()`.
  func add(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting.append(work) }
    bell.call()
  }

  /// Ends the threads, each when it has done what it is about.
  func end() {
    state.withLock { $0.isEnded = true }
    for _ in 0..<count { bell.call() }
  }

  private func run() {
    while true {
      _ = bell.wait()
      let (work, isEnded) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
        guard !state.isEnded, !state.waiting.isEmpty else { return (nil, state.isEnded) }
        return (state.waiting.removeFirst(), false)
      }
      if isEnded { return }
      work?()
    }
  }
}
