// The reading of HTTP/1.1 answers from a socket: heads, and bodies by length or in chunks. Source: RFC 9112.

import Glibc

/// A socket and what has come of it and not been read yet.
struct ServiceStream: ~Copyable {
  /// How the body of an answer ends.
  enum Extent: Equatable {
    /// After so many bytes.
    case length(Int)
    /// With an empty chunk.
    case chunks
  }

  /// The longest head, and the longest line before a chunk. Units: bytes.
  private static let longestHead = 65_536

  /// Where the bytes come from.
  let socket: ServiceSocket
  private var bytes: [UInt8] = []
  private var at = 0

  /// What comes over a socket.
  init(_ socket: consuming ServiceSocket) { self.socket = socket }

  /// Waits for the first bytes of an answer.
  ///
  /// Errors: none come in time.
  mutating func begin(before deadline: Deadline) throws(ServiceFailure) {
    if at == bytes.count { try fill(before: deadline) }
  }

  /// Reads the head of the next answer, past those that only say that one will come.
  ///
  /// Errors: it does not come in time, or is none.
  mutating func head(before deadline: Deadline) throws(ServiceFailure) -> (head: ServiceHead, extent: Extent) {
    while true {
      let head = try oneHead(before: deadline)
      if head.status >= 200 { return (head, try Self.extent(of: head)) }
    }
  }

  private mutating func oneHead(before deadline: Deadline) throws(ServiceFailure) -> ServiceHead {
    let first = try line(before: deadline)
    // HTTP/1.1 200 OK
    let words = first.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[0].starts(with: "HTTP/1.".utf8), words[1].count == 3,
      let status = Int(String(decoding: words[1], as: UTF8.self)), status >= 100
    else { throw .broken("the first line is no status line of HTTP/1.1") }
    var head = ServiceHead(status: status, headers: [])
    var size = first.count
    while true {
      let line = try line(before: deadline)
      if line.isEmpty { return head }
      size += line.count
      guard size <= Self.longestHead else { throw .broken("the head has no end") }
      guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex else { throw .broken("a header has no colon") }
      let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
      let end = value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? value.startIndex
      head.headers.append(
        (String(decoding: line[..<colon], as: UTF8.self).lowercased(), String(decoding: value[..<end], as: UTF8.self)))
    }
  }

  private static func extent(of head: ServiceHead) throws(ServiceFailure) -> Extent {
    if head.status == 204 || head.status == 304 { return .length(0) }
    if let coding = head["transfer-encoding"] {
      guard coding.lowercased() == "chunked" else { throw .broken("a transfer encoding that was not asked for") }
      return .chunks
    }
    let lengths = head.headers.filter { $0.name == "content-length" }.map(\.value)
    guard let text = lengths.first, !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let length = Int(text),
      lengths.allSatisfy({ $0 == text })
    else { throw .broken("nothing says how long the body is") }
    return .length(length)
  }

  /// Reads a body whole. `limit` is the most it may be, `timeout` how long the next part of it may take. Units: bytes, milliseconds.
  ///
  /// Errors: it stops coming, or is longer.
  mutating func body(_ extent: Extent, limit: Int, timeout: Int) throws(ServiceFailure) -> [UInt8] {
    var body: [UInt8] = []
    switch extent {
    case .length(let length):
      guard length <= limit else { throw .broken("the body is too long") }
      try take(length, into: &body, timeout)
    case .chunks:
      while let length = try chunk(before: .after(milliseconds: timeout)) {
        guard length <= limit - body.count else { throw .broken("the body is too long") }
        try take(length, into: &body, timeout)
        guard try line(before: .after(milliseconds: timeout)).isEmpty else { throw .broken("a chunk is longer than it says") }
      }
      var size = 0
      while case let line = try line(before: .after(milliseconds: timeout)), !line.isEmpty {
        size += line.count
        guard size <= Self.longestHead else { throw .broken("what follows the body has no end") }
      }
    }
    return body
  }

  /// The length of the next chunk; nil after the last.
  private mutating func chunk(before deadline: Deadline) throws(ServiceFailure) -> Int? {
    let line = try line(before: deadline)
    let digits = line.prefix { $0 != 0x3B }.filter { $0 != 0x20 && $0 != 0x09 }
    guard !digits.isEmpty, digits.count <= 15, digits.first != 0x2B, digits.first != 0x2D,
      let length = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw .broken("a chunk without a length") }
    return length == 0 ? nil : length
  }

  /// Reads what there is of a body in chunks, at least a byte of it; nil at its end. `left` is what is left of the chunk that is being read.
  ///
  /// Errors: nothing comes in time; what was read of a chunk's length then is read again.
  mutating func part(_ left: inout Int, before deadline: Deadline) throws(ServiceFailure) -> [UInt8]? {
    if left == 0 {
      // A line that has not come whole is left where it is, so that a caller whose time is over loses nothing.
      guard let length = try chunk(before: deadline) else { return nil }
      left = length
    }
    if at == bytes.count { try fill(before: deadline) }
    let count = min(left, bytes.count - at)
    let part = Array(bytes[at..<(at + count)])
    // The line end after a chunk belongs to the chunk: it is there, or about to come.
    if count == left {
      while bytes.count - at < count + 2 { try fill(before: deadline) }
      guard bytes[at + count] == 0x0D, bytes[at + count + 1] == 0x0A else { throw .broken("a chunk is longer than it says") }
      at += 2
    }
    at += count
    left -= count
    return part
  }

  /// The next line, without its end.
  private mutating func line(before deadline: Deadline) throws(ServiceFailure) -> ArraySlice<UInt8> {
    var searched = at
    while true {
      if let end = bytes.place(of: 0x0A, from: searched) {
        let line = bytes[at..<(end > at && bytes[end - 1] == 0x0D ? end - 1 : end)]
        at = end + 1
        return line
      }
      guard bytes.count - at <= Self.longestHead else { throw .broken("a line has no end") }
      let known = bytes.count - at
      try fill(before: deadline)
      searched = at + known
    }
  }

  private mutating func take(_ count: Int, into body: inout [UInt8], _ timeout: Int) throws(ServiceFailure) {
    var left = count
    // The announced length is a promise of somebody else's: memory is taken as bytes come.
    body.reserveCapacity(body.count + min(left, 1 << 20))
    while left > 0 {
      if at == bytes.count { try fill(before: .after(milliseconds: timeout)) }
      let part = min(left, bytes.count - at)
      body.append(contentsOf: bytes[at..<(at + part)])
      at += part
      left -= part
    }
  }

  private mutating func fill(before deadline: Deadline) throws(ServiceFailure) {
    if at > 0 {
      bytes.removeSubrange(..<at)
      at = 0
    }
    guard try socket.receive(into: &bytes, before: deadline) else { throw .ended }
  }
}

extension [UInt8] {
  /// The first place of a byte, not before another place. Source: memchr(3).
  func place(of byte: UInt8, from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), bytes.count - start)
      else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }
}
