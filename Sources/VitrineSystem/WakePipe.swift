// A call for a thread that sleeps: in read(2) until somebody calls, or in poll(2) for that among other things.

import Glibc
import VitrineSource

/// A pipe that one thread listens at, and others and signal handlers write a byte to. Neither end is handed on to children. Source: pipe(7).
package final class WakePipe: Sendable {
  /// What to poll(2) for reading.
  package let reading: Int32
  /// What a signal handler writes a byte to; writing never waits, and what a full pipe does not take was said often enough.
  package let writing: Int32

  /// A pipe, whose listener waits in read(2) only where that `waits`.
  ///
  /// Errors: the system gives none.
  package init(waits: Bool = false) throws(FileError) {
    var ends: (read: Int32, write: Int32) = (-1, -1)
    let result = SystemCall.pipe(&ends)
    guard result == 0 else { throw FileError(.create, "a pipe", errno: -result) }
    for end in waits ? [ends.write] : [ends.read, ends.write] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (reading, writing) = (ends.read, ends.write)
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Wakes the listener, with a byte that tells it why.
  package func call(_ byte: UInt8 = 1) {
    var byte = byte
    _ = write(writing, &byte, 1)
  }

  /// The bytes that have come, oldest first, without waiting; for a pipe that does not wait.
  package func take() -> [UInt8] {
    var taken: [UInt8] = []
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while true {
      let count = read(reading, &bytes, 32)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return taken }
      withUnsafeBytes(of: bytes) { taken += $0[..<count] }
    }
  }

  /// Waits for a byte; for a pipe that waits.
  package func wait() -> UInt8 {
    var byte: UInt8 = 0
    while read(reading, &byte, 1) < 0, errno == EINTR {}
    return byte
  }
}
