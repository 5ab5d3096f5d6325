// A unix socket of a test's own.

import Glibc
import VitrineTesting

/// A bound unix socket, closed with its owner.
final class TestSocket: Sendable {
  /// Its number.
  let descriptor: Int32

  /// Binds a socket to a path, or to a name in the abstract space that begins with `@`.
  init(_ name: String, isDatagram: Bool) throws {
    descriptor = socket(AF_UNIX, Int32((isDatagram ? SOCK_DGRAM : SOCK_STREAM).rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: name.utf8.prefix(room.count - 1))
      if name.hasPrefix("@") { room[0] = 0 }
    }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count + (name.hasPrefix("@") ? 0 : 1))
    let failure = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard failure == 0 else { throw TemporaryFolderError(number: errno) }
  }

  deinit { close(descriptor) }

  /// The next datagram; "" where none comes.
  func receive() -> String {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 60_000) > 0 else { return "" }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
  }
}
