// A form with files: fields and files taken out of the body of a request.

import Glibc

/// What a form of the type `multipart/form-data` holds. Files are places in the body, whose bytes are not copied.
///
/// Source: RFC 7578; RFC 2046, 5.1; the HTML standard, "multipart form data", for how names are written. What browsers never send, such as text
/// before the first boundary or a transfer encoding, is refused.
package struct MultipartForm: Sendable, Equatable {
  /// A file of the form.
  package struct File: Sendable, Equatable {
    /// The name of the field.
    package var field: String
    /// What the file is called on the person's machine: the last part of its path; "" where none was chosen.
    package var name: String
    /// Where its bytes are in the body.
    package var range: Range<Int>
  }

  /// The fields that are no files, in their order; line breaks are line feeds.
  package private(set) var fields: [RequestTarget.Parameter] = []
  /// The files, in their order.
  package private(set) var files: [File] = []

  /// The most parts.
  package static let mostParts = RequestTarget.mostFields
  /// The most bytes of the head of a part.
  private static let headBytes = 8 << 10

  /// The boundary that a `Content-Type` names; nil where that is no form with files, or names none that may be one.
  package static func boundary(of type: String) -> [UInt8]? {
    let parts = type.split(separator: ";")
    guard parts.first.map({ trimmed($0).lowercased() }) == "multipart/form-data" else { return nil }
    for part in parts.dropFirst() {
      let halves = part.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, trimmed(halves[0]).lowercased() == "boundary" else { continue }
      var value = trimmed(halves[1])
      if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") { value = String(value.dropFirst().dropLast()) }
      let isSound = (1...70).contains(value.utf8.count) && value.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 }
      return isSound ? Array(value.utf8) : nil
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " || text.first == "\t" { text = text.dropFirst() }
    while text.last == " " || text.last == "\t" { text = text.dropLast() }
    return String(text)
  }

  /// Takes a body apart.
  ///
  /// - Parameter fieldBytes: the most bytes that all fields which are no files may have, with the heads of all parts.
  ///
  /// Errors: it is no such form, is cut short, or has too much in it.
  package init(_ body: UnsafeRawBufferPointer, boundary: [UInt8], fieldBytes: Int) throws(RequestFault) {
    let line = Array("--".utf8) + boundary
    // All but the first boundary begin with the line break that belongs to them.
    let delimiter: [UInt8] = [0x0D, 0x0A] + line
    guard Self.has(line, in: body, at: 0) else { throw RequestFault("the form does not begin with its boundary") }
    var position = line.count
    var left = fieldBytes
    while true {
      // Source: RFC 2046, 5.1.1: blanks may follow a boundary.
      let isEnd = Self.has([0x2D, 0x2D], in: body, at: position)
      if isEnd { return }
      while position < body.count, body[position] == 0x20 || body[position] == 0x09 { position += 1 }
      guard Self.has([0x0D, 0x0A], in: body, at: position) else { throw Self.cutShort }
      guard fields.count + files.count < Self.mostParts else {
        throw RequestFault("the form has more than \(Self.mostParts) fields", status: 413)
      }
      let head = try Self.head(of: body, from: position + 2)
      guard let end = Self.find(delimiter, in: body, from: max(position + 2, head.end - 2)) else { throw Self.cutShort }
      let range = min(head.end, end)..<end
      left -= head.end - position + (head.file == nil ? range.count : 0)
      guard left >= 0 else { throw RequestFault("the fields of the form have more than \(fieldBytes) bytes", status: 413) }
      if let file = head.file {
        files.append(File(field: head.name, name: file, range: range))
      } else {
        let value = try Self.text(UnsafeRawBufferPointer(rebasing: body[range]), "field '\(head.name)'")
        fields.append(RequestTarget.Parameter(name: head.name, value: RequestTarget.withLineFeeds(value)))
      }
      position = end + delimiter.count
    }
  }

  private static let cutShort = RequestFault("the form is cut short")

  // MARK: the head of a part

  private struct Head {
    var name: String
    /// The name of a file; nil for another field.
    var file: String?
    /// Where the part's own bytes begin.
    var end: Int
  }

  private static func head(of body: UnsafeRawBufferPointer, from start: Int) throws(RequestFault) -> Head {
    var position = start
    var found: Head?
    while true {
      let limit = min(body.count, start + headBytes)
      guard let end = find([0x0D, 0x0A], in: UnsafeRawBufferPointer(rebasing: body[..<limit]), from: position) else {
        throw limit < body.count
          ? RequestFault("a part of the form has a head of more than \(headBytes) bytes", status: 431) : cutShort
      }
      if end == position {
        guard var found else { throw RequestFault("a part of the form does not say its name") }
        found.end = end + 2
        return found
      }
      let line = try text(UnsafeRawBufferPointer(rebasing: body[position..<end]), "the form")
      let halves = line.split(separator: ":", maxSplits: 1)
      switch halves.first?.lowercased() {
      case "content-disposition":
        guard found == nil, halves.count == 2, let made = disposition(halves[1]) else {
          throw RequestFault("a part of the form does not say its name")
        }
        found = made
      case "content-transfer-encoding": throw RequestFault("a part of the form has a transfer encoding")
      default: break
      }
      position = end + 2
    }
  }

  /// The names in a `Content-Disposition`. Source: the HTML standard: in names `"` is `%22`, and line breaks are `%0D%0A`.
  private static func disposition(_ value: Substring) -> Head? {
    var rest = value.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    let type = rest.prefix { $0 != UInt8(ascii: ";") }
    guard String(Substring(type)).lowercased() == "form-data" else { return nil }
    rest = rest.dropFirst(type.count)
    var name: String?
    var file: String?
    while rest.first == UInt8(ascii: ";") {
      rest = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
      let key = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest.dropFirst(key.count)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst()
      let written: Substring.UTF8View
      if rest.first == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        written = rest.prefix { $0 != UInt8(ascii: "\"") }
        guard rest.count > written.count else { return nil }
        rest = rest.dropFirst(written.count + 1)
      } else {
        written = rest.prefix { $0 != UInt8(ascii: ";") }
        rest = rest.dropFirst(written.count)
      }
      let text = unescaped(written)
      switch String(Substring(key)).lowercased() {
      case "name": name = text
      // Some browsers sent whole paths; nobody here wants more than the last part.
      case "filename": file = lastPart(of: text)
      default: break
      }
    }
    return name.map { Head(name: $0, file: file, end: 0) }
  }

  private static func lastPart(of path: String) -> String {
    let bytes = Array(path.utf8)
    let start = bytes.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  private static func unescaped(_ written: Substring.UTF8View) -> String {
    let written = Array(written)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(written.count)
    var place = 0
    while place < written.count {
      let meant = meaning(of: written, at: place)
      bytes.append(meant ?? written[place])
      place += meant == nil ? 1 : 3
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What the three bytes at a place stand for; nil where they stand for themselves.
  private static func meaning(of bytes: [UInt8], at place: Int) -> UInt8? {
    guard bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count else { return nil }
    switch (bytes[place + 1], bytes[place + 2]) {
    case (UInt8(ascii: "2"), UInt8(ascii: "2")): return UInt8(ascii: "\"")
    case (UInt8(ascii: "0"), UInt8(ascii: "D")), (UInt8(ascii: "0"), UInt8(ascii: "A")): return UInt8(ascii: " ")
    default: return nil
    }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer, _ place: String) throws(RequestFault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw RequestFault("\(place) is not UTF-8") }
    if text.utf8.contains(0) { throw RequestFault("there is a NUL in \(place)") }
    return text
  }

  // MARK: looking through bytes

  private static func has(_ wanted: [UInt8], in body: UnsafeRawBufferPointer, at position: Int) -> Bool {
    position + wanted.count <= body.count && wanted.indices.allSatisfy { body[position + $0] == wanted[$0] }
  }

  /// Where some bytes that begin with a return stand next.
  private static func find(_ wanted: [UInt8], in body: UnsafeRawBufferPointer, from position: Int) -> Int? {
    guard let start = body.baseAddress else { return nil }
    var position = position
    while position + wanted.count <= body.count,
      let found = memchr(start + position, 0x0D, body.count - position)
    {
      position = start.distance(to: UnsafeRawPointer(found))
      if has(wanted, in: body, at: position) { return position }
      position += 1
    }
    return nil
  }
}
