// A stream socket to a service of our own: bytes out, bytes in, and no wait without an end.

import Glibc

/// One end of a connection. It is closed with its owner.
struct ServiceSocket: ~Copyable {
  /// What to poll(2) for reading.
  let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Connects to the socket at a path, if the one who listens there is the user of this process.
  ///
  /// Errors: nobody there, another user, no answer in time. Source: unix(7).
  static func connected(to path: String, before deadline: Deadline) throws(ServiceFailure) -> ServiceSocket {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room, !path.utf8.contains(0) else { throw .system(ENAMETOOLONG) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, flags, 0)
    guard descriptor >= 0 else { throw .system(errno) }
    let made = ServiceSocket(descriptor)
    try made.connect(to: address, before: deadline)
    let peer = try made.peer()
    guard peer == getuid() else { throw .foreign(uid: peer) }
    return made
  }

  private borrowing func connect(to address: sockaddr_un, before deadline: Deadline) throws(ServiceFailure) {
    while true {
      let result = withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if result == 0 { return }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // As many wait already as the service lets wait. There is nothing to poll for, so that it is tried again.
        if deadline.hasPassed { throw .silent }
        _ = poll(nil, 0, 1)
      case ENOENT, ECONNREFUSED, ENOTDIR: throw .absent
      default: throw .system(errno)
      }
    }
  }

  deinit { close(descriptor) }

  /// The user who listens. Source: unix(7), SO_PEERCRED: a struct ucred, which Swift does not see, is three numbers.
  private borrowing func peer() throws(ServiceFailure) -> uid_t {
    var credentials: (pid: pid_t, uid: uid_t, gid: gid_t) = (0, uid_t.max, gid_t.max)
    let whole = socklen_t(MemoryLayout.size(ofValue: credentials))
    var size = whole
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { throw .system(errno) }
    guard size == whole else { throw .foreign(uid: uid_t.max) }
    return credentials.uid
  }

  /// Sends all bytes but the first `sent`, which counts those that are sent.
  ///
  /// Errors: they are not taken in time, or nobody takes them any more. Source: send(2).
  borrowing func send(_ bytes: [UInt8], from sent: inout Int, before deadline: Deadline) throws(ServiceFailure) {
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { [sent] bytes in
        Glibc.send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: try wait(for: Int16(POLLOUT), before: deadline)
      case EPIPE, ECONNRESET: throw .ended
      default: throw .system(errno)
      }
    }
  }

  /// Adds what has come to `bytes`, waiting for the first of it; false at the end of the stream.
  ///
  /// Errors: nothing comes in time. Source: recv(2).
  borrowing func receive(into bytes: inout [UInt8], before deadline: Deadline) throws(ServiceFailure) -> Bool {
    while true {
      let count = withUnsafeTemporaryAllocation(byteCount: Self.piece, alignment: 1) { piece in
        let count = recv(descriptor, piece.baseAddress, piece.count, 0)
        if count > 0 { bytes.append(contentsOf: piece[..<count]) }
        return count
      }
      if count > 0 { return true }
      if count == 0 { return false }
      switch errno {
      case EINTR: continue
      case EAGAIN: try wait(for: Int16(POLLIN), before: deadline)
      case ECONNRESET: return false
      default: throw .system(errno)
      }
    }
  }

  /// The most that is taken at once. Units: bytes.
  private static let piece = 65_536

  /// Source: poll(2).
  private borrowing func wait(for event: Int16, before deadline: Deadline) throws(ServiceFailure) {
    while true {
      var polled = pollfd(fd: descriptor, events: event, revents: 0)
      let count = poll(&polled, 1, deadline.milliseconds)
      if count > 0 { return }
      if count == 0 { throw .silent }
      guard errno == EINTR else { throw .system(errno) }
      if deadline.hasPassed { throw .silent }
    }
  }
}
