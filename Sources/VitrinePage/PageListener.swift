// The TCP socket of the page: on this machine's own address, and on no other.

import Glibc

/// A listening socket on 127.0.0.1.
enum PageListener {
  /// The ports that are tried where nobody names one.
  static let usualPorts = 4747...4766

  /// A socket that listens, and its port.
  ///
  /// Errors: the number of the system's error. Source: ip(7), tcp(7).
  static func listen(on port: Int?) throws(PageFailure) -> (descriptor: Int32, port: Int) {
    if let port { return try bound(to: port) }
    for port in usualPorts {
      do throws(PageFailure) {
        return try bound(to: port)
      } catch {
        guard error.number == EADDRINUSE || error.number == EACCES else { throw error }
      }
    }
    return try bound(to: 0)
  }

  private static func bound(to port: Int) throws(PageFailure) -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw PageFailure(number: errno, port: port) }
    // A daemon that starts again gets the port at once; two that listen on it are refused all the same.
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(clamping: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard isBound == 0, Glibc.listen(descriptor, 128) == 0 else {
      let number = errno
      close(descriptor)
      throw PageFailure(number: number, port: port)
    }
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}

/// Why the page cannot be served.
package struct PageFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The system's number of the error.
  let number: Int32
  /// The port that was asked for.
  let port: Int

  /// The message for a person.
  package var description: String {
    let cause = String(cString: strerror(number))
    return number == EADDRINUSE
      ? "port \(port) is in use by another program; '--port' names another" : "cannot listen on port \(port): \(cause)"
  }
}
