// What a service answers to one request.

/// The head of an answer.
package struct ServiceHead: Sendable, Hashable {
  /// The HTTP status.
  package var status: Int
  /// The headers, their names in lower case, in order.
  package var headers: [(name: String, value: String)]

  /// A head of a status and headers.
  package init(status: Int, headers: [(name: String, value: String)]) {
    self.status = status
    self.headers = headers
  }

  /// The value of the first header of a name, which is given in lower case; nil where there is none.
  package subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

  /// Whether two heads say the same.
  package static func == (left: ServiceHead, right: ServiceHead) -> Bool {
    left.status == right.status && left.headers.elementsEqual(right.headers) { $0 == $1 }
  }

  /// Feeds all that `==` looks at.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    for header in headers {
      hasher.combine(header.name)
      hasher.combine(header.value)
    }
  }
}

/// A whole answer.
package struct ServiceReply: Sendable, Hashable {
  /// Status and headers.
  package var head: ServiceHead
  /// The body, without the marks of how it came.
  package var body: [UInt8]

  /// The HTTP status.
  package var status: Int { head.status }

  /// An answer of a head and a body.
  package init(head: ServiceHead, body: [UInt8]) {
    self.head = head
    self.body = body
  }
}
