// What is to be tidied away when somebody ends the program in the middle of writing: Ctrl-C, kill(1), a terminal that is closed.
//
// A handler may interrupt anything, so it only writes a byte to a pipe (signal-safety(7)). A thread reads it, does what was promised, and lets
// the signal end the program after all. Decision 0030 says why.

import Glibc
import Synchronization

/// Duties that hold until they are fulfilled, or the program is ended by a signal.
package enum Interruption {
  private struct State: ~Copyable {
    var duties: [UInt64: @Sendable () -> Void] = [:]
    var last: UInt64 = 0
    /// What the signals did before, while there are duties.
    var before: [(signal: Int32, action: sigaction)] = []
    var pipe: WakePipe?
    var isEnding = false
  }

  private static let state = Mutex(State())

  /// Has `tidy` called, on a thread of its own, when a signal ends the program before the duty is over. It may wait for locks.
  ///
  /// Where the system gives no pipe or no thread, signals end the program as they always do.
  package static func promise(_ tidy: @escaping @Sendable () -> Void) -> UInt64 {
    let number = state.withLock { state -> UInt64? in
      guard !state.isEnding else { return nil }
      state.last += 1
      state.duties[state.last] = tidy
      if state.duties.count == 1, isListening(&state) { state.before = endingSignals.compactMap(heed) }
      return state.last
    }
    guard let number else { waitForEnd() }
    return number
  }

  /// Says that a duty is over.
  package static func fulfil(_ number: UInt64) {
    state.withLock { state in
      guard !state.isEnding, state.duties.removeValue(forKey: number) != nil, state.duties.isEmpty else { return }
      for (signal, action) in state.before {
        var action = action
        sigaction(signal, &action, nil)
      }
      state.before = []
    }
  }

  /// Waits for the signal that is about to end the program.
  static func waitForEnd() -> Never {
    while true { pause() }
  }

  private static func isListening(_ state: inout State) -> Bool {
    if state.pipe != nil { return true }
    guard let pipe = try? WakePipe(waits: true), Thread.startIfPossible({ end(by: Int32(pipe.wait())) }) else { return false }
    state.pipe = pipe
    interruptionPipe.store(pipe.writing, ordering: .sequentiallyConsistent)
    return true
  }

  /// Does what was promised, and lets a signal end the program.
  private static func end(by number: Int32) {
    let duties = state.withLock { state in
      state.isEnding = true
      return state.duties.sorted { $0.key < $1.key }.map(\.value)
    }
    for duty in duties { duty() }
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), number)
    waitForEnd()
  }

  private static let endingSignals: [Int32] = [SIGINT, SIGTERM, SIGHUP]

  /// Installs the handler, unless the signal is ignored, as under nohup(1); what it did before.
  private static func heed(_ number: Int32) -> (signal: Int32, action: sigaction)? {
    var old = sigaction()
    guard sigaction(number, nil, &old) == 0,
      unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
    else { return nil }
    var new = sigaction()
    new.__sigaction_handler.sa_handler = tellOfSignal
    // Whoever asks twice does not want to wait: then the signal does what it always does.
    new.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND) | UInt32(SA_RESTART))
    sigemptyset(&new.sa_mask)
    return sigaction(number, &new, nil) == 0 ? (number, old) : nil
  }
}

private let interruptionPipe = Atomic<Int32>(-1)

/// The handler.
private func tellOfSignal(_ number: Int32) {
  let error = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(interruptionPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = error
}
