// The TCP socket of the page: on this machine's own address, and on no other.

import Glibc
import VitrineSystem

/// A listening socket on 127.0.0.1.
enum PageListener {
  /// The ports that are tried where nobody names one.
  static let usualPorts = 4747...4766

  /// A socket that listens, and its port: that which is named, else the one of the last time, by which browsers know the page, else one that is free.
  ///
  /// Errors: the number of the system's error. As of `TCPSocket`.
  static func listen(on port: Int?, before: Int? = nil) throws(PageFailure) -> (descriptor: Int32, port: Int) {
    if let port { return try bound(to: port) }
    for port in [before].compactMap({ $0 }) + usualPorts {
      do throws(PageFailure) {
        return try bound(to: port)
      } catch {
        guard error.number == EADDRINUSE || error.number == EACCES else { throw error }
      }
    }
    return try bound(to: 0)
  }

  private static func bound(to port: Int) throws(PageFailure) -> (descriptor: Int32, port: Int) {
    let descriptor = TCPSocket.listen(port: port)
    guard descriptor >= 0 else { throw PageFailure(number: -descriptor, port: port) }
    return (descriptor, TCPSocket.port(of: descriptor))
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
