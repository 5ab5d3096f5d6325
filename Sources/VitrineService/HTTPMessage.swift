// A request and a reply as values: what the door to libmicrohttpd gives, and what it takes.

/// The head of a request.
struct RequestHead: Sendable {
  /// The method, as sent.
  var method: String
  /// The target: a path and perhaps a query, as sent.
  var target: [UInt8]
  /// Whether it is HTTP/1.1, so that a body of unknown length goes in chunks.
  var isModern: Bool
  /// Its size in all. Units: bytes.
  var size: Int
  /// `Vitrine-Version`.
  var version: String?
  /// `Last-Event-ID`.
  var lastEvent: String?
  /// `Content-Length`; nil where none was sent.
  var bodySize: Int?
  /// `Transfer-Encoding`; nil where none was sent.
  var encoding: String?
  /// Whose process is on the other side of the socket; nil where the system does not say.
  var peer: UInt32?
  /// Whether there are so many others that this one has to come again.
  var isSurplus = false
}

/// What is done with a request once its head is there.
enum Admission: Sendable {
  /// It is answered at once; a body is not read.
  case refused(Reply)
  /// When the body is there, it is handed to this.
  case admitted(@Sendable (_ body: [UInt8], _ exchange: Exchange) -> Void)
}

/// A reply.
struct Reply: Sendable {
  /// What follows the head.
  enum Body: Sendable {
    /// All of it.
    case bytes([UInt8])
    /// Events, as they come.
    case events(EventStream)
  }

  /// A header.
  struct Header: Sendable {
    /// Its name.
    var name: String
    /// Its value.
    var value: String
  }

  /// The status.
  var status: Int
  /// The headers but for `Content-Length`.
  var headers: [Header]
  /// The body.
  var body: Body
  /// What is done when the reply has been sent, or nobody is there any more to take it.
  var afterwards: (@Sendable () -> Void)?

  /// A reply with a body of a type.
  init(_ status: Int, _ type: String, _ body: Body) {
    self.status = status
    headers = [Header(name: "Content-Type", value: type)]
    self.body = body
  }

  /// A JSON text.
  static func json(_ bytes: [UInt8], _ status: Int = 200) -> Reply { Reply(status, "application/json", .bytes(bytes)) }

  /// The same reply with one more header.
  func with(_ name: String, _ value: String) -> Reply {
    var reply = self
    reply.headers.append(Header(name: name, value: value))
    return reply
  }
}
