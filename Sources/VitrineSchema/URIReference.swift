// Addresses of schemas: RFC 3986 references, taken apart and resolved. Relative bases stay relative.

/// A URI reference in its five parts, as written.
struct URIReference: Hashable {
  /// The scheme, in lower case.
  var scheme: String?
  /// What stands after `//`.
  var authority: String?
  /// The path.
  var path = ""
  /// What stands after `?`.
  var query: String?
  /// What stands after `#`.
  var fragment: String?

  /// Takes a reference apart; every text is one.
  ///
  /// Source: RFC 3986, appendix B.
  init(_ text: String) {
    var rest = text[...]
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(where: { $0 == ":" || $0 == "/" }), rest[colon] == ":", colon != rest.startIndex {
      let name = rest[..<colon]
      if let first = name.utf8.first, first.isLetter, name.utf8.allSatisfy(\.isSchemeByte) {
        scheme = name.lowercased()
        rest = rest[rest.index(after: colon)...]
      }
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = rest[..<end].lowercased()
      rest = rest[end...]
    }
    path = String(rest)
  }

  /// The reference as text, without its fragment.
  var withoutFragment: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    return text
  }

  /// This reference seen from a base.
  ///
  /// Source: RFC 3986, section 5.2.2.
  func resolved(against base: URIReference) -> URIReference {
    var target = self
    if scheme != nil {
      target.path = Self.withoutDots(path)
      return target
    }
    target.scheme = base.scheme
    if authority != nil {
      target.path = Self.withoutDots(path)
      return target
    }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      if query == nil { target.query = base.query }
    } else if path.hasPrefix("/") {
      target.path = Self.withoutDots(path)
    } else {
      target.path = Self.withoutDots(merged(with: base))
    }
    return target
  }

  private func merged(with base: URIReference) -> String {
    if base.authority != nil, base.path.isEmpty { return "/" + path }
    guard let slash = base.path.lastIndex(of: "/") else { return path }
    return base.path[...slash] + path
  }

  /// Removes `.` and `..` parts. A relative path may keep leading `..`.
  private static func withoutDots(_ path: String) -> String {
    guard path.utf8.contains(0x2E) else { return path }
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    var endsInFolder = false
    for part in path.dropFirst(isAbsolute ? 1 : 0).split(separator: "/", omittingEmptySubsequences: false) {
      endsInFolder = part == "." || part == ".."
      if part == "." { continue }
      if part == ".." {
        if let last = parts.last, last != ".." { parts.removeLast() } else if !isAbsolute { parts.append(part) }
        continue
      }
      parts.append(part)
    }
    if endsInFolder, !parts.isEmpty { parts.append("") }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }

  /// A text with its `%XX` decoded; bytes that then are not UTF-8 become U+FFFD.
  static func percentDecoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(0x25) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x25, index + 2 < bytes.count, let high = hexadecimalValue(bytes[index + 1]),
        let low = hexadecimalValue(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension UInt8 {
  /// True for an ASCII letter.
  @inline(__always) var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  /// True for an ASCII digit.
  @inline(__always) var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  /// True for an ASCII letter or digit.
  @inline(__always) var isAlphanumeric: Bool { isLetter || isDigit }
  /// True for a byte of a URI's scheme.
  var isSchemeByte: Bool { isAlphanumeric || self == 0x2B || self == 0x2D || self == 0x2E }
}
