// What wakes the daemon's own thread: a queue that any thread may add to, and one takes from.

import Glibc
import Synchronization
import VitrineFiles

/// A queue with a sleeper. While nothing comes, nothing happens: no call of the system is made.
final class Mailbox<Letter: Sendable>: Sendable {
  private let letters = Mutex<[Letter]>([])
  private let ends: (read: Int32, write: Int32)

  /// Errors: the system gives no more descriptors. Source: pipe(2).
  init() throws(FileError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileError(.create, "a pipe", errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  /// Adds a letter.
  func post(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    var byte: UInt8 = 1
    // A full pipe wakes as well.
    _ = write(ends.write, &byte, 1)
  }

  /// Takes the oldest letter, waiting for one; nil where none came in time. `patience` below 0 is for ever. Units: milliseconds.
  func take(patience: Int32 = -1) -> Letter? {
    while true {
      if let letter = letters.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return letter }
      var polled = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
      let count = poll(&polled, 1, patience)
      if count == 0 { return nil }
      var bytes: (UInt64, UInt64) = (0, 0)
      while read(ends.read, &bytes, 16) == 16 {}
    }
  }
}
