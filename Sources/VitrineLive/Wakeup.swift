// A call for a thread that sleeps in poll(2).

import Glibc
import VitrineFiles

/// A pipe that one thread polls and others write to. Source: pipe(7).
final class Wakeup: Sendable {
  /// What to poll(2) for reading.
  let descriptor: Int32
  private let other: Int32

  /// Errors: the system gives no more descriptors; it is told of `root`.
  init(_ root: String) throws(FileError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileError(.list, root, errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, other) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(other)
  }

  /// Wakes the thread. Of many calls it may hear one.
  func call() {
    var byte: UInt8 = 1
    _ = write(other, &byte, 1)
  }

  /// Takes all calls so far as heard.
  func answer() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(descriptor, &bytes, 32) == 32 {}
  }
}
