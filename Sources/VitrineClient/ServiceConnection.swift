// A connection to a catalogue's service: HTTP/1.1 over its unix socket, one request after the other.
//
// Deliberately absent: everything else of HTTP (proxies, redirections, compression, cookies, TLS), names and addresses, and a thread.

/// A connection to a service of our own. It is closed with its owner.
///
/// Shape:
/// ```swift
/// var connection = try ServiceConnection(to: place, version: Version.number)
/// let reply = try connection.request("GET", "/v1/status?barrier=none")
/// ```
package struct ServiceConnection: ~Copyable {
  /// How long what may take, and how much may come.
  package struct Limits: Sendable {
    /// To connect. Units: milliseconds.
    package var connecting = 250
    /// After so long without an answer the service is asked for a sign of life, and not waited for without one; nil to wait all the same. Units:
    /// milliseconds.
    package var liveness: Int? = 100
    /// From the request to the head of the answer. Units: milliseconds.
    package var answering = 2_000
    /// From one part of an answer to the next. Units: milliseconds.
    package var continuing = 2_000
    /// The longest body. Units: bytes.
    package var body = 1 << 30

    /// The usual limits.
    package init() {}
  }

  /// The limits in force.
  package var limits: Limits
  private let version: String?
  private let path: String
  private var stream: ServiceStream

  /// Connects to the service of a place. `version` is that of this program, and that of the service has to be the same; nil where any will do.
  ///
  /// Errors: nobody there, another user, or no answer within `limits.connecting`.
  package init(to place: ServicePlace, version: String?, limits: Limits = Limits()) throws(ServiceFailure) {
    try self.init(toSocketAt: place.socket, version: version, limits: limits)
  }

  /// Connects to a service by the path of its socket; else as above.
  package init(toSocketAt path: String, version: String?, limits: Limits = Limits()) throws(ServiceFailure) {
    stream = ServiceStream(try ServiceSocket.connected(to: path, before: .after(milliseconds: limits.connecting)))
    self.path = path
    self.limits = limits
    self.version = version
  }

  /// Asks for something, and waits for the whole answer, whatever its status. `path` is a path with its query, percent-encoded.
  ///
  /// Errors: no answer within the limits, or none that can be understood, or one of another version. Of a connection that threw nothing more is
  /// to be expected.
  package mutating func request(
    _ method: String, _ path: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) throws(ServiceFailure) -> ServiceReply {
    let (head, extent) = try send(method, path, headers, body)
    return ServiceReply(head: head, body: try stream.body(extent, limit: limits.body, timeout: limits.continuing))
  }

  /// Asks for server-sent events with GET.
  ///
  /// Errors: as for `request`; or the service answers something else than events.
  package consuming func events(_ path: String) throws(ServiceFailure) -> ServiceEvents {
    let (head, extent) = try send("GET", path, [("Accept", "text/event-stream")], [])
    guard head.status == 200, extent == .chunks else { throw .broken("no events, but status \(head.status)") }
    return ServiceEvents(stream)
  }

  /// Sends a request and waits for its answer to begin, as long as the service is alive: whoever is stopped, or never was a service, is not waited for to
  /// the end.
  private mutating func begin(_ bytes: [UInt8], before deadline: Deadline) throws(ServiceFailure) {
    var sent = 0
    guard let liveness = limits.liveness, liveness < limits.answering else {
      return try stream.socket.send(bytes, from: &sent, before: deadline)
    }
    let first = Deadline.after(milliseconds: liveness)
    do throws(ServiceFailure) {
      try stream.socket.send(bytes, from: &sent, before: first)
      try stream.begin(before: first)
    } catch {
      guard case .silent = error else { throw error }
      try askForSign()
      try stream.socket.send(bytes, from: &sent, before: deadline)
    }
  }

  /// Asks on another connection what a service knows at once.
  private func askForSign() throws(ServiceFailure) {
    var limits = Limits()
    (limits.connecting, limits.answering, limits.continuing, limits.liveness) = (100, 150, 150, nil)
    var other = try ServiceConnection(toSocketAt: path, version: nil, limits: limits)
    _ = try other.request("GET", "/v1/status?barrier=none")
  }

  private mutating func send(
    _ method: String, _ path: String, _ headers: [(name: String, value: String)], _ body: [UInt8]
  ) throws(ServiceFailure) -> (head: ServiceHead, extent: ServiceStream.Extent) {
    var text = "\(method) \(path) HTTP/1.1\r\nHost: vitrine\r\n"
    if let version { text += "Vitrine-Version: \(version)\r\n" }
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if !body.isEmpty || method == "POST" { text += "Content-Length: \(body.count)\r\n" }
    text += "\r\n"
    var bytes = Array(text.utf8)
    bytes += body
    let deadline = Deadline.after(milliseconds: limits.answering)
    try begin(bytes, before: deadline)
    let answer = try stream.head(before: deadline)
    if let version {
      let theirs = answer.head["vitrine-version"] ?? ""
      guard theirs == version else { throw .otherVersion(theirs) }
    }
    return answer
  }
}
