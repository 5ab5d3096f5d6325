// Requests that wait until everything written before them is seen, and do not wait for ever.

import Synchronization
import VitrineSystem

/// Those who wait, each for so long at most. Its thread sleeps while nobody does.
package final class WaitingRoom: Sendable {
  private struct Guest: Sendable {
    var deadline: Int64
    var giveUp: @Sendable () -> Void
  }

  private struct State: Sendable {
    var guests: [UInt64: Guest] = [:]
    var next: UInt64 = 0
    /// True while the thread sleeps without an end.
    var isQuiet = false
    var isEnded = false
  }

  /// How long somebody waits at most. Units: milliseconds.
  package let timeout: Int
  private let clock: @Sendable () -> Int64
  private let state = Mutex(State())
  private let wakeUp: WakePipe

  /// A room in which nobody waits longer than `timeout`, in milliseconds; nil where the system gives no more descriptors. `clock` only goes
  /// forward. Units: nanoseconds.
  package init?(timeout: Int, clock: @escaping @Sendable () -> Int64) {
    guard let wakeUp = WakePipe.waited() else { return nil }
    (self.wakeUp, self.timeout, self.clock) = (wakeUp, timeout, clock)
    Thread.start { [self] in run() }
  }

  /// Begins to wait; `giveUp` is called on the room's thread where that takes too long. The number is for `leave`.
  package func enter(_ giveUp: @escaping @Sendable () -> Void) -> UInt64 {
    let deadline = clock() + Int64(timeout) * 1_000_000
    let (number, isQuiet) = state.withLock { state in
      defer { (state.next, state.isQuiet) = (state.next + 1, false) }
      state.guests[state.next] = Guest(deadline: deadline, giveUp: giveUp)
      return (state.next, state.isQuiet)
    }
    if isQuiet { wakeUp.call() }
    return number
  }

  /// Ends a wait. False where it was given up before.
  package func leave(_ number: UInt64) -> Bool { state.withLock { $0.guests.removeValue(forKey: number) != nil } }

  /// Ends the thread. Nobody is notified.
  package func end() {
    state.withLock { $0.isEnded = true }
    wakeUp.call()
  }

  private func run() {
    while true {
      let now = clock()
      let (overdue, next, isEnded) = state.withLock { state -> ([Guest], Int64?, Bool) in
        let overdue = state.guests.filter { $0.value.deadline <= now }.sorted { $0.key < $1.key }
        for (number, _) in overdue { state.guests[number] = nil }
        state.isQuiet = state.guests.isEmpty
        return (overdue.map(\.value), state.guests.values.map(\.deadline).min(), state.isEnded)
      }
      if isEnded { return }
      for guest in overdue { guest.giveUp() }
      if let next { _ = wakeUp.sleep(atMost: Int((next - now) / 1_000_000) + 1) } else { _ = wakeUp.wait() }
    }
  }
}
