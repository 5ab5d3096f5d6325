// HTTP by hand, so that what is wrong can be said, too.

package import Glibc

/// A reply as it came.
package struct RawReply {
  /// The status.
  package var status: Int
  /// The headers, names in lower case.
  package var headers: [String: String]
  /// The body.
  package var body: [UInt8]

  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// A connection to a unix socket, or to a port of this machine. Every wait ends after ten seconds.
package final class RawClient {
  /// Why nothing came.
  package struct Failure: Error {
    /// What was tried.
    package var what: String
    /// The number of the error; 0 for the end of the stream.
    package var number: Int32

    /// A failure of something tried.
    package init(what: String, number: Int32) { (self.what, self.number) = (what, number) }
  }

  /// The descriptor.
  package let descriptor: Int32
  private var unread: [UInt8] = []

  /// Connects.
  package init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    Self.limitWaits(descriptor)
    var address = Self.address(path)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Failure(what: "connect", number: errno) }
  }

  /// Connects to a port of 127.0.0.1. Units: `seconds` is how long a wait may last, `receiveBuffer` the bytes that come before they are read.
  package init(port: Int, seconds: Int = 10, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    Self.limitWaits(descriptor, seconds)
    if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(what: "connect", number: errno) }
  }

  deinit { close(descriptor) }

  private static func limitWaits(_ descriptor: Int32, _ seconds: Int = 10) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// The address of a path.
  package static func address(_ path: String) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    return address
  }

  /// Sends a request.
  package func send(_ method: String, _ target: String, _ headers: [String] = [], body: String? = nil) throws {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    try send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
  }

  /// Sends a text.
  package func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends bytes.
  package func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw Failure(what: "send", number: errno) }
      sent += count
    }
  }

  /// The next reply.
  package func reply(isHead: Bool = false) throws -> RawReply {
    let head = try read(through: "\r\n\r\n")
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    let status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      headers[halves[0].lowercased()] = halves.count > 1 ? String(halves[1].drop { $0 == " " }) : ""
    }
    let size = isHead ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
    return RawReply(status: status, headers: headers, body: try read(count: size))
  }

  /// The next event of a stream: the text of its chunk.
  package func chunk() throws -> String {
    let line = try read(through: "\r\n")
    let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) ?? 0
    return String(decoding: try read(count: size + 2).dropLast(2), as: UTF8.self)
  }

  /// The next line, with its end.
  package func line() throws -> String { String(decoding: try read(through: "\n"), as: UTF8.self) }

  /// Whether the other side has closed, or does within ten seconds.
  package func isClosed() -> Bool {
    while true {
      do { try receive() } catch { return (error as? Failure).map { $0.number != EAGAIN } ?? false }
      unread = []
    }
  }

  private func read(through end: String) throws -> [UInt8] {
    let wanted = Array(end.utf8)
    while true {
      if unread.count >= wanted.count {
        for start in 0...(unread.count - wanted.count) where unread[start..<(start + wanted.count)].elementsEqual(wanted) {
          return take(start + wanted.count)
        }
      }
      try receive()
    }
  }

  private func read(count: Int) throws -> [UInt8] {
    while unread.count < count { try receive() }
    return take(count)
  }

  private func take(_ count: Int) -> [UInt8] {
    defer { unread.removeFirst(count) }
    return Array(unread.prefix(count))
  }

  private func receive() throws {
    var part = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &part, part.count, 0)
    guard count > 0 else { throw Failure(what: "receive", number: count == 0 ? 0 : errno) }
    unread += part[..<count]
  }
}
