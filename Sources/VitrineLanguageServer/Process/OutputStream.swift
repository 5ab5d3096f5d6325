// A stream that messages are written to, whole ones, by any thread.

import Glibc
import Synchronization

/// Where messages go.
final class OutputStream: Sendable {
  private let descriptor: Int32
  private let closed = Mutex(false)

  /// The stream of a descriptor, which stays its owner's.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// True where nobody reads it any more.
  var isClosed: Bool { closed.withLock { $0 } }

  /// Writes the content of a message. Source: write(2).
  func write(_ content: [UInt8]) {
    closed.withLock { isClosed in
      MessageFraming.framed(content).withUnsafeBytes { bytes in
        var rest = bytes
        while !rest.isEmpty, !isClosed {
          let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
          if count > 0 {
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
          } else if errno != EINTR {
            isClosed = true
          }
        }
      }
    }
  }
}
