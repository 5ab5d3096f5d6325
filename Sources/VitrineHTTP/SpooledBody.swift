// A long body of a request, kept on the disk while it comes, so that none of it has to be in memory. Decision 0056 says why.

import Glibc
import Synchronization
import VitrineSystem

/// The bytes of a body in a file without a name, which is gone with the value.
package final class SpooledBody: Sendable {
  private struct State: Sendable {
    var count = 0
    /// The number of the system's error that ended it; 0 for none.
    var fault: Int32 = 0
  }

  private let file: HeldFile
  private var descriptor: Int32 { file.descriptor }
  private let state = Mutex(State())

  /// A body of which nothing has come yet; nil where the system gives no file, and `errno` says why.
  package init?() {
    guard let file = HeldFile.unnamed() else { return nil }
    self.file = file
  }

  /// How many bytes there are.
  package var count: Int { state.withLock { $0.count } }

  /// Why it is not whole: the number of the system's error; 0 where nothing was in the way.
  package var fault: Int32 { state.withLock { $0.fault } }

  /// Keeps the next bytes, unless keeping earlier ones failed.
  func append(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      var rest = bytes
      while state.fault == 0, rest.count > 0 {
        let written = write(descriptor, rest.baseAddress, rest.count)
        if written > 0 {
          state.count += written
          rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        } else if errno != EINTR {
          state.fault = errno
        }
      }
    }
  }

  /// Gives the bytes to look at, which are read from the disk as they are looked at. Source: mmap(2).
  ///
  /// Errors: nil where the system cannot show them.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result? {
    let count = count
    guard count > 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else { return nil }
    defer { munmap(start, count) }
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Some of the bytes.
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    withBytes { all in
      range.upperBound <= all.count ? [UInt8](UnsafeRawBufferPointer(rebasing: all[range])) : []
    } ?? []
  }
}
