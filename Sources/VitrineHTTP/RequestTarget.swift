// The target of a request, taken apart: a path in parts, a query in pairs.

/// A path and a query.
///
/// Source: RFC 3986, strictly: what is no percent-encoding of UTF-8 without NUL is refused. In the query a `+` is a blank, as forms write it.
package struct RequestTarget: Sendable, Equatable {
  /// A parameter of the query.
  package struct Parameter: Sendable, Equatable {
    /// Its name.
    package var name: String
    /// Its value; "" where there is no `=`.
    package var value: String
  }

  /// The most parameters.
  package static let mostParameters = 200

  /// The parts of the path, decoded.
  package var path: [String] = []
  /// The parameters, decoded, in their order.
  package var parameters: [Parameter] = []

  /// Takes a target apart.
  package init(_ bytes: [UInt8]) throws(RequestFault) {
    guard bytes.first == UInt8(ascii: "/") else {
      throw RequestFault("the target of a request begins with '/', as in 'GET /v1/status'")
    }
    let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
    for part in bytes[1..<(mark ?? bytes.count)].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      path.append(try Self.decoded(part, "the path", plusIsBlank: false))
    }
    guard let mark else { return }
    for pair in bytes[(mark + 1)...].split(separator: UInt8(ascii: "&")) {
      guard parameters.count < Self.mostParameters else {
        throw RequestFault("there are more than \(Self.mostParameters) parameters")
      }
      let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(halves[0], "the query", plusIsBlank: true)
      let value = halves.count > 1 ? try Self.decoded(halves[1], "parameter '\(name)'", plusIsBlank: true) : ""
      parameters.append(Parameter(name: name, value: value))
    }
  }

  /// The most fields of a form: those of a record with some thousands of photos.
  package static let mostFields = 20_000

  /// The fields of a form, decoded, in their order; line breaks become line feeds.
  ///
  /// Source: the URL standard, 5 (application/x-www-form-urlencoded).
  ///
  /// Errors: what is no percent-encoding of UTF-8 without NUL; too many fields.
  package static func form(_ body: [UInt8]) throws(RequestFault) -> [Parameter] {
    var fields: [Parameter] = []
    for pair in body.split(separator: UInt8(ascii: "&")) {
      guard fields.count < mostFields else { throw RequestFault("the form has more than \(mostFields) fields", status: 413) }
      let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = try decoded(halves[0], "the form", plusIsBlank: true)
      let value = halves.count > 1 ? try decoded(halves[1], "field '\(name)'", plusIsBlank: true) : ""
      fields.append(Parameter(name: name, value: withLineFeeds(value)))
    }
    return fields
  }

  /// A field's value, in which forms write line breaks as returns with line feeds, with line feeds alone.
  static func withLineFeeds(_ value: String) -> String {
    let bytes = Array(value.utf8)
    guard bytes.contains(0x0D) else { return value }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    for (place, byte) in bytes.enumerated() {
      let isBreak = byte == 0x0D && place + 1 < bytes.count && bytes[place + 1] == 0x0A
      if !isBreak { kept.append(byte) }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static func decoded(_ text: ArraySlice<UInt8>, _ place: String, plusIsBlank: Bool) throws(RequestFault) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "+"), plusIsBlank {
        bytes.append(0x20)
      } else if byte == UInt8(ascii: "%") {
        guard index + 1 < text.endIndex, let high = digit(text[index]), let low = digit(text[index + 1]) else {
          let found = String(decoding: text[(index - 1)..<min(index + 2, text.endIndex)], as: UTF8.self)
          throw RequestFault("'\(found)' in \(place) is no percent-encoding; a '%' itself is written %25")
        }
        bytes.append(high << 4 | low)
        index += 2
      } else {
        bytes.append(byte)
      }
    }
    if bytes.contains(0) { throw RequestFault("there is a NUL in \(place)") }
    guard let string = String(validating: bytes, as: UTF8.self) else { throw RequestFault("\(place) is not UTF-8") }
    return string
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

/// Why a request is refused.
package struct RequestFault: Error, Sendable, Equatable {
  /// What was found and what was expected, lower case.
  package var message: String
  /// The status of the reply.
  package var status: Int
  /// The methods that would do, where another was used.
  package var allowed: String?
  /// When it may be tried again, where that helps. Units: seconds.
  package var retryAfter: Int?

  /// A fault, by default a bad request.
  package init(_ message: String, status: Int = 400, allowed: String? = nil, retryAfter: Int? = nil) {
    self.message = message
    self.status = status
    self.allowed = allowed
    self.retryAfter = retryAfter
  }
}
