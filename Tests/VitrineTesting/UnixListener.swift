// The other side of a unix socket, for tests of who connects to it.

import Glibc

/// A listening unix socket, closed with the value unless somebody else has taken it.
package final class UnixListener: Sendable {
  /// The socket.
  package let descriptor: Int32

  /// Listens at a path. `backlog` is how many may wait.
  ///
  /// Errors: the number of the system's error.
  package init(at path: String, backlog: Int32 = 16) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw SocketFailure(number: ENAMETOOLONG) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(descriptor, backlog) == 0 else { throw SocketFailure(number: errno) }
  }

  deinit { close(descriptor) }

  /// The socket, for somebody else to close.
  package var duplicate: Int32 { dup(descriptor) }

  /// Takes all connections that wait, and closes them. How many there were.
  package func waitingCount() -> Int {
    var count = 0
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&polled, 1, 0) > 0 {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { break }
      close(connection)
      count += 1
    }
    return count
  }

  /// Takes the next connection, reads what has been sent so far, sends `reply`, and closes, on a thread of its own. `keepsOpen` leaves the connection open
  /// to the end of the process.
  package func answerOnce(_ reply: [UInt8], keepsOpen: Bool = false) {
    let work = Work { [self] in
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return }
      var asked = [UInt8](repeating: 0, count: 65_536)
      _ = recv(connection, &asked, asked.count, 0)
      var sent = 0
      while sent < reply.count {
        let count = reply.withUnsafeBytes {
          send(connection, $0.baseAddress.map { $0 + sent }, reply.count - sent, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { break }
        sent += count
      }
      if !keepsOpen { close(connection) }
    }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(work).toOpaque()
    let failure = pthread_create(
      &thread, nil,
      { @Sendable context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    if failure == 0 { pthread_detach(thread) } else { Unmanaged<Work>.fromOpaque(context).release() }
  }

  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// A socket that cannot be had.
package struct SocketFailure: Error {
  /// The system's error number.
  package let number: Int32

  /// A failure with an error number.
  package init(number: Int32) { self.number = number }
}
