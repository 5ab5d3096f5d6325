// A request and a reply as values: what the door to libmicrohttpd gives, and what it takes.

package import VitrineSystem

/// The head of a request.
package struct RequestHead: Sendable {
  /// The method, as sent.
  package var method: String
  /// The target: a path and perhaps a query, as sent.
  package var target: [UInt8]
  /// Whether it is HTTP/1.1, so that a body of unknown length goes in chunks.
  package var isModern: Bool
  /// Its size in all. Units: bytes.
  package var size: Int
  /// `Vitrine-Version`.
  package var version: String?
  /// `Last-Event-ID`.
  package var lastEvent: String?
  /// `Content-Length`; nil where none was sent.
  package var bodySize: Int?
  /// `Transfer-Encoding`; nil where none was sent.
  package var encoding: String?
  /// Whose process is on the other side of the socket; nil where the system does not say.
  package var peer: UInt32?
  /// Whether there are so many others that this one has to come again.
  package var isSurplus = false
  /// The values of the headers that `HTTPDaemon.Settings.fields` asks for, in the order they were sent; none for a name that was not sent.
  package var fields: [String: [String]]

  /// The value of such a header; of several the first.
  package func field(_ name: String) -> String? { fields[name]?.first }
}

/// What is done with a request once its head is there.
package enum Admission: Sendable {
  /// It is answered at once; a body is not read.
  case refused(Reply)
  /// When the body is there, it is handed to this.
  case admitted(@Sendable (_ body: [UInt8], _ exchange: Exchange) -> Void)
  /// The body, which may be long, is kept on the disk as it comes; when it is there, this is called.
  case spooled(SpooledBody, @Sendable (_ exchange: Exchange) -> Void)
}

/// A reply.
package struct Reply: Sendable {
  /// What follows the head.
  package enum Body: Sendable {
    /// All of it.
    case bytes([UInt8])
    /// What a file on the disk holds.
    case file(HeldFile)
    /// Events, as they come.
    case events(EventStream)
  }

  /// A header.
  package struct Header: Sendable {
    /// Its name.
    package var name: String
    /// Its value.
    package var value: String
  }

  /// The status.
  package var status: Int
  /// The headers but for `Content-Length`.
  package var headers: [Header]
  /// The body.
  package var body: Body
  /// What is done when the reply has been sent, or nobody is there any more to take it.
  package var afterwards: (@Sendable () -> Void)?

  /// A reply with a body of a type.
  package init(_ status: Int, _ type: String, _ body: Body) {
    self.status = status
    headers = [Header(name: "Content-Type", value: type)]
    self.body = body
  }

  /// A JSON text.
  package static func json(_ bytes: [UInt8], _ status: Int = 200) -> Reply { Reply(status, "application/json", .bytes(bytes)) }

  /// The same reply with one more header.
  package func with(_ name: String, _ value: String) -> Reply {
    var reply = self
    reply.headers.append(Header(name: name, value: value))
    return reply
  }

  /// The reply as it is sent where nothing was asked, without a phrase for its status; nothing where its body is not at hand. Source: RFC 9112, 4.
  var written: [UInt8] {
    guard case .bytes(let body) = body else { return [] }
    var head = "HTTP/1.1 \(status) \r\n"
    for header in headers { head += "\(header.name): \(header.value)\r\n" }
    return Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
