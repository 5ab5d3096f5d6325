// The one door to libmicrohttpd: requests come out as values, replies go in.

import CMicrohttpd
import Glibc
import Synchronization
import VitrineSystem

/// An HTTP/1.1 server on a listening socket. One thread of the library's waits for all connections; it calls `admit` and what that gives, which
/// must not take long.
package final class HTTPDaemon: Sendable {
  /// Its limits.
  package struct Settings: Sendable {
    /// The greatest head of a request. Units: bytes.
    package var headBytes = 16 << 10
    /// The greatest body of a request. Units: bytes.
    package var bodyBytes = 1 << 20
    /// The most connections at a time whose requests are answered.
    package var connections = 64
    /// The most connections besides, whose requests are told to come again.
    package var surplus = 16
    /// How long a connection that was answered is left alone though others wait. Units: milliseconds.
    package var graceMilliseconds = 1_000
    /// The reply that a connection gets which said nothing and is closed to make room for others; nil for none.
    package var farewell: Reply?
    /// How much of replies that nobody has read yet the system holds of a connection, about: who asks on without reading has no more made for it.
    /// Units: bytes.
    package var unreadBytes = 128 << 10
    /// A connection without a byte for so long is closed. Units: seconds.
    package var idleSeconds = 30
    /// A clock that only goes forward.
    package var clock: @Sendable () -> Int64
    /// The headers that are handed on with the head of a request, beside those that have a place of their own in it.
    package var fields: [String] = []

    /// The usual limits; `clock` only goes forward.
    package init(clock: @escaping @Sendable () -> Int64) { self.clock = clock }
  }

  /// The connections that are there.
  package let connections: ConnectionTable
  private let admit: @Sendable (RequestHead) -> Admission
  /// Where the library's own value is; 0 before the start and after the end.
  private let address = Mutex<UInt>(0)

  /// A daemon that is not started yet.
  package init(_ settings: Settings, admit: @escaping @Sendable (RequestHead) -> Admission) {
    connections = ConnectionTable(
      limit: settings.connections, grace: Int64(settings.graceMilliseconds) * 1_000_000,
      farewell: settings.farewell?.written ?? [], clock: settings.clock)
    self.admit = admit
    self.settings = settings
  }

  private let settings: Settings

  /// Answers on `descriptor`, a listening socket, which is the daemon's from now on. False where the library cannot; `errno` says why.
  package func start(on descriptor: Int32) -> Bool {
    // Connections have it of the socket that takes them. Source: socket(7), SO_SNDBUF.
    var unread = Int32(clamping: settings.unreadBytes)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &unread, socklen_t(MemoryLayout<Int32>.size))
    // The library knows the daemon as long as it runs.
    let own = Unmanaged.passRetained(self)
    var options = vitrine_http_settings(
      descriptor: descriptor, connections: UInt32(settings.connections + settings.surplus),
      idle_seconds: UInt32(settings.idleSeconds),
      // Twice the greatest head, so that one that is a little too great is still told so by us.
      memory: max(2 * settings.headBytes, 8 << 10), context: own.toOpaque(), began: began,
      request: requested, completed: completed, connection: connected)
    guard let daemon = vitrine_http_start(&options) else {
      own.release()
      return false
    }
    address.withLock { $0 = UInt(bitPattern: daemon) }
    return true
  }

  /// Takes no new connection. The listening socket is given back; -1 where there is none.
  package func quiesce() -> Int32 {
    OpaquePointer(bitPattern: address.withLock { $0 }).map { MHD_quiesce_daemon($0) } ?? -1
  }

  /// Takes no request any more, waits until nothing is under way, or so many milliseconds are over, closes all connections and ends the thread. What
  /// has no answer by then is given `late`.
  package func stop(within milliseconds: Int, late: @autoclosure () -> Reply) {
    let daemon = address.withLock { address in
      defer { address = 0 }
      return OpaquePointer(bitPattern: address)
    }
    guard let daemon else { return }
    let unanswered = connections.close(within: milliseconds)
    if !unanswered.isEmpty {
      let reply = late()
      for exchange in unanswered {
        exchange.reply(reply)
        exchange.abandon()
      }
      _ = connections.waitForQuiet(Self.lastWord)
    }
    // The library ends the process where a connection sleeps that nobody is going to wake.
    MHD_stop_daemon(daemon)
    Unmanaged.passUnretained(self).release()
  }

  /// How long the last answers have to leave. Units: milliseconds.
  private static let lastWord = 200

  /// One call of the library for a request; it comes for the head, for each part of the body, for its end, and after each time it slept.
  fileprivate func advance(
    _ exchange: Exchange, _ connection: HTTPConnection, _ method: String, _ version: String, _ part: UnsafeRawBufferPointer?
  ) -> Bool {
    switch exchange.step(part, most: settings.bodyBytes) {
    case .head:
      var head = RequestHead(connection, method, version, exchange.target, fields: settings.fields)
      head.isSurplus = connections.isSurplus(connection)
      switch admit(head) {
      case .refused(let reply) where head.bodySize ?? 0 > 0 || head.encoding != nil:
        // So early a reply keeps the library from reading the body; it closes the connection after it.
        exchange.reply(reply)
        return exchange.send()
      case .refused(let reply):
        exchange.admit { _, exchange in exchange.reply(reply) }
        return true
      case .admitted(let run):
        exchange.admit(run)
        return true
      case .spooled(let body, let run):
        connections.receive(connection)
        exchange.admit(into: body) { _, exchange in run(exchange) }
        return true
      }
    case .part(let isEndless): return !isEndless
    case .whole(let body, let run):
      // Where the daemon is stopping, the connection is closed, as one is that comes a moment later.
      guard connections.use(connection, for: exchange) else { return false }
      run(body, exchange)
      return exchange.sendOrSleep()
    case .awake: return exchange.sendOrSleep()
    }
  }
}

/// A connection of the library's.
struct HTTPConnection: Sendable, Hashable {
  /// Where the library's own value is.
  let address: UInt
  /// The socket.
  let descriptor: Int32

  /// A connection of the library's.
  fileprivate init(_ connection: OpaquePointer) {
    address = UInt(bitPattern: connection)
    descriptor = vitrine_http_descriptor(connection)
  }

  fileprivate var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }

  /// True where the other end is closed.
  var isAbandoned: Bool { vitrine_http_is_abandoned(descriptor) != 0 }

  /// For how long the other end has not read what waits for it; 0 where nothing waits, and for unix sockets. Units: milliseconds.
  var stalledMilliseconds: Int { Int(vitrine_http_stalled_for(descriptor)) }

  /// Keeps the library from touching the connection until it is resumed. Only from within a call of the library for this connection.
  func suspend() { if let pointer { MHD_suspend_connection(pointer) } }

  /// Lets the library go on with a suspended connection. From any thread.
  func resume() { if let pointer { MHD_resume_connection(pointer) } }

  /// Leaves the connection open though nothing is said. While the library does not end it.
  func waitWithoutEnd() { if let pointer { vitrine_http_times_out(pointer, 0) } }

  /// Sends a response, which it uses up. False where that fails, and the connection is to be closed. Only from within a call of the library for this
  /// connection.
  func send(_ response: HTTPResponse, status: Int) -> Bool {
    defer { response.discard() }
    guard let pointer, let own = response.pointer else { return false }
    return MHD_queue_response(pointer, UInt32(status), own) == .YES
  }
}

/// A response of the library's, which is sent or discarded.
struct HTTPResponse: Sendable {
  /// Where the library's own value is.
  private let address: UInt

  /// The response to a reply; nil for want of memory.
  init?(_ reply: Reply) {
    let made: OpaquePointer?
    switch reply.body {
    case .bytes(let bytes):
      made = bytes.withUnsafeBytes {
        MHD_create_response_from_buffer($0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .file(let file):
      // The library closes its own descriptor once all is sent.
      made = file.handOver { MHD_create_response_from_fd64(UInt64(file.byteCount), $0) }
    case .events(let stream):
      made = MHD_create_response_from_callback(
        vitrine_http_size_unknown, 1 << 10, readStream, Unmanaged.passRetained(stream).toOpaque(), endStream)
    }
    guard let made else { return nil }
    for header in reply.headers { MHD_add_response_header(made, header.name, header.value) }
    address = UInt(bitPattern: made)
  }

  fileprivate var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }

  /// Gives it back.
  func discard() { if let pointer { MHD_destroy_response(pointer) } }
}

extension RequestHead {
  fileprivate init(
    _ connection: HTTPConnection, _ method: String, _ version: String, _ target: [UInt8], fields: [String]
  ) {
    func header(_ name: String) -> String? {
      connection.pointer.flatMap { vitrine_http_header($0, name) }.map { String(cString: $0) }
    }
    self.init(
      method: method, target: target, isModern: version == "HTTP/1.1",
      size: connection.pointer.map { vitrine_http_head_size($0) } ?? 0,
      version: header("Vitrine-Version"), lastEvent: header("Last-Event-ID"),
      bodySize: header("Content-Length").map { Int($0) ?? .max }, encoding: header("Transfer-Encoding"),
      peer: UInt32(exactly: vitrine_http_peer(connection.descriptor)), fields: Self.values(of: fields, connection))
  }

  /// The values of some headers, all of each, by their names as they are asked for.
  private static func values(of names: [String], _ connection: HTTPConnection) -> [String: [String]] {
    guard !names.isEmpty, let pointer = connection.pointer else { return [:] }
    var found = HeaderValues(values: Dictionary(uniqueKeysWithValues: names.map { ($0, []) }))
    withUnsafeMutablePointer(to: &found) { vitrine_http_each_header(pointer, $0, collectHeader) }
    return found.values
  }
}

private struct HeaderValues {
  var values: [String: [String]]
}

private func began(_ context: UnsafeMutableRawPointer?, _ uri: UnsafePointer<CChar>, _ connection: OpaquePointer)
  -> UnsafeMutableRawPointer?
{
  let target = UnsafeRawBufferPointer(start: uri, count: strlen(uri))
  return Unmanaged.passRetained(Exchange(HTTPConnection(connection), Array(target))).toOpaque()
}

private func requested(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
  _ version: UnsafePointer<CChar>?, _ part: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let method, let version, let count, let own = slot?.pointee else { return .NO }
  let daemon = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
  let exchange = Unmanaged<Exchange>.fromOpaque(own).takeUnretainedValue()
  let bytes = count.pointee > 0 ? UnsafeRawBufferPointer(start: part, count: count.pointee) : nil
  count.pointee = 0
  return daemon.advance(exchange, HTTPConnection(connection), String(cString: method), String(cString: version), bytes)
    ? .YES : .NO
}

private func completed(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _: MHD_RequestTerminationCode
) {
  guard let context, let connection, let own = slot?.pointee else { return }
  slot?.pointee = nil
  let daemon = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
  daemon.connections.rest(HTTPConnection(connection))
  Unmanaged<Exchange>.fromOpaque(own).takeRetainedValue().end()
}

private func connected(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
) {
  guard let context, let connection else { return }
  let daemon = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
  if change.rawValue == vitrine_http_opened {
    // One that has to come again anyway is not waited for long, so that those in the system's queue get in.
    if daemon.connections.open(HTTPConnection(connection)) { vitrine_http_times_out(connection, 1) }
  } else {
    daemon.connections.close(HTTPConnection(connection))
  }
}

private func collectHeader(
  _ context: UnsafeMutableRawPointer?, _: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> MHD_Result {
  guard let found = context?.assumingMemoryBound(to: HeaderValues.self), let name else { return .NO }
  let written = String(cString: name)
  // Names are compared regardless of case. Source: RFC 9110, 5.1.
  for wanted in found.pointee.values.keys where strcasecmp(wanted, written) == 0 {
    found.pointee.values[wanted]?.append(value.map { String(cString: $0) } ?? "")
  }
  return .YES
}

private func readStream(_ context: UnsafeMutableRawPointer?, _: UInt64, _: UnsafeMutablePointer<CChar>?, _: Int) -> Int {
  guard let context else { return vitrine_http_end_with_error }
  switch Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue().advance() {
  case .wait: return 0
  case .end: return vitrine_http_end_of_stream
  case .cut: return vitrine_http_end_with_error
  }
}

private func endStream(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<EventStream>.fromOpaque(context).takeRetainedValue().close()
}
