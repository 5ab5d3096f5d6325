// What wakes the daemon's own thread: a queue that any thread may add to, and one takes from.

import Glibc
import Synchronization
import VitrineSystem

/// A queue with a sleeper. While nothing comes, nothing happens: no call of the system is made.
final class Mailbox<Letter: Sendable>: Sendable {
  private let letters = Mutex<[Letter]>([])
  private let pipe: WakePipe

  /// Errors: the system gives no more descriptors.
  init() throws(FileError) { pipe = try WakePipe() }

  /// Adds a letter.
  func post(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    pipe.call()
  }

  /// Takes the oldest letter, waiting for one; nil where none came in time. `timeout` below 0 is for ever. Units: milliseconds.
  func take(timeout: Int32 = -1) -> Letter? {
    while true {
      if let letter = letters.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return letter }
      var polled = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
      let count = poll(&polled, 1, timeout)
      if count == 0 { return nil }
      _ = pipe.take()
    }
  }
}
