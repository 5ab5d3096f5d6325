// Another program's page on another port of this machine, as an attacker would serve it.

import Glibc
import Synchronization
import VitrineSystem

/// A server that answers every request with one page, and keeps what it was asked.
final class OtherSite: Sendable {
  /// The port.
  let port: Int
  private let descriptor: Int32
  private let heads = Mutex<[String]>([])

  /// The heads of all requests so far.
  var asked: [String] { heads.withLock { $0 } }

  /// Serves a page of HTML.
  init(_ html: String) throws {
    let descriptor = TCPSocket.listen(port: 0)
    guard descriptor >= 0 else { throw Browser.Failure(message: "no port is free") }
    self.descriptor = descriptor
    port = TCPSocket.port(of: descriptor)
    let reply =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: \(html.utf8.count)\r\n\r\n\(html)"
    Thread.start { [weak self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        defer { close(connection) }
        // A browser opens connections beforehand that it may never use.
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = recv(connection, &bytes, bytes.count, 0)
        guard count > 0 else { continue }
        guard let self else { return }
        heads.withLock { $0.append(String(decoding: bytes[..<count], as: UTF8.self)) }
        _ = reply.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
      }
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }
}
