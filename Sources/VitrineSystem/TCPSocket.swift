// TCP on addresses of IPv4: the few calls that several rooms need, each with the number of its error as a negative answer.

import Glibc

/// TCP sockets, which no child gets.
package enum TCPSocket {
  /// A socket that listens; port 0 for one that is free. Source: ip(7), tcp(7).
  ///
  /// A program that starts again gets its port at once; two that listen on it are refused all the same.
  package static func listen(on address: IPv4Address = .loopback, port: Int, waits: Bool = true) -> Int32 {
    let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | (waits ? 0 : Int32(SOCK_NONBLOCK.rawValue))
    let descriptor = socket(AF_INET, flags, 0)
    guard descriptor >= 0 else { return -errno }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard withAddress(address, port, { bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, 512) == 0 else {
      let number = errno
      close(descriptor)
      return -number
    }
    return descriptor
  }

  /// A connection to a port; from an address of this machine where one is named.
  package static func connect(to address: IPv4Address = .loopback, port: Int, from source: IPv4Address? = nil) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return -errno }
    let isBound = source.map { withAddress($0, 0) { bind(descriptor, $0, $1) } == 0 } ?? true
    guard isBound, withAddress(address, port, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
      let number = errno
      close(descriptor)
      return -number
    }
    return descriptor
  }

  /// The port that a socket is bound to; 0 where it is none. Source: getsockname(2).
  package static func port(of descriptor: Int32) -> Int { Int(UInt16(bigEndian: name(descriptor, getsockname)?.sin_port ?? 0)) }

  /// Who is at the other end; nil where nobody is. Source: getpeername(2).
  package static func peer(of descriptor: Int32) -> IPv4Address? {
    name(descriptor, getpeername).map { IPv4Address($0.sin_addr) }
  }

  private static func name(
    _ descriptor: Int32, _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> sockaddr_in? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, &size) }
    }
    return result == 0 && address.sin_family == sa_family_t(AF_INET) ? address : nil
  }

  private static func withAddress<Result>(
    _ address: IPv4Address, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var whole = sockaddr_in()
    whole.sin_family = sa_family_t(AF_INET)
    whole.sin_port = UInt16(clamping: port).bigEndian
    whole.sin_addr = address.system
    return withUnsafePointer(to: &whole) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}
