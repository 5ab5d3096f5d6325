// The address of a unix socket, as C takes it.

import Glibc
import VitrineClient

/// An address: a path, or a name in the abstract space.
struct UnixAddress {
  private var address = sockaddr_un()
  private let size: socklen_t

  /// The address of a path; one that begins with `@` is a name in the abstract space.
  ///
  /// Errors: it is too long. Source: unix(7).
  init(_ path: String) throws {
    guard path.utf8.count <= ServicePlace.longestSocket, !path.isEmpty, !path.utf8.contains(0) else {
      throw StartFailure(
        "the path of the daemon's socket, '\(path)', has \(path.utf8.count) bytes, more than the \(ServicePlace.longestSocket) that the system takes; set XDG_RUNTIME_DIR to a shorter one"
      )
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: path.utf8)
      if path.hasPrefix("@") { room[0] = 0 }
    }
    let isAbstract = path.hasPrefix("@")
    size = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count + (isAbstract ? 0 : 1))
  }

  /// Hands the address to C.
  mutating func call<Answer>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Answer) -> Answer {
    let size = self.size
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }

  /// The path that a socket is bound to; nil where it is bound to none. Source: getsockname(2).
  static func path(of descriptor: Int32) -> String? {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard result == 0, Int(size) > MemoryLayout<sa_family_t>.size else { return nil }
    let bytes = withUnsafeBytes(of: &address.sun_path) { Array($0.prefix { $0 != 0 }) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
