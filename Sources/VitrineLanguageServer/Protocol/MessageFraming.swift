// Messages in a stream of bytes: a header that tells the length, then the content.
// Source: Language Server Protocol 3.17, base protocol.

/// Cuts a stream into the contents of its messages.
package struct MessageFraming {
  /// What came out of the stream.
  package enum Frame: Equatable, Sendable {
    /// The content of a message.
    case content([UInt8])
    /// A message that is too long was passed over. Units: bytes.
    case tooLong(Int)
    /// A header that cannot be understood, after which nobody knows where the next message begins: nothing is read from then on.
    case broken(String)
  }

  /// The longest header that is read. Units: bytes.
  private static let maximumHeader = 16_384
  /// A longer message is not even passed over. Units: bytes.
  private static let maximumSkip = 1 << 32

  private var bytes: [UInt8] = []
  private var start = 0
  /// Where the search for the end of the header goes on.
  private var searched = 0
  private var length: Int?
  private var skipped = 0
  private var isBroken = false
  private let limit: Int

  /// A stream from its beginning. Units: `limit` is the longest message, in bytes.
  package init(limit: Int = maximumMessageBytes) { self.limit = limit }

  /// Takes more of the stream.
  package mutating func add(_ more: some Collection<UInt8>) {
    guard !isBroken else { return }
    if start > 0, start == bytes.count || start > 1 << 20 {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next message; nil until more of the stream is there.
  package mutating func next() -> Frame? {
    guard !isBroken else { return nil }
    if skipped > 0 {
      let count = min(skipped, bytes.count - start)
      start += count
      skipped -= count
      if skipped > 0 { return nil }
    }
    if length == nil {
      guard let end = headerEnd() else {
        return bytes.count - start > Self.maximumHeader ? fail("a header of more than \(Self.maximumHeader) bytes") : nil
      }
      let header = bytes[start..<end]
      start = end
      searched = end
      guard let found = Self.length(header) else { return fail("a header without a 'Content-Length' that is a number") }
      guard found <= Self.maximumSkip else { return fail("a message of \(found) bytes") }
      if found > limit {
        skipped = found
        let count = min(skipped, bytes.count - start)
        start += count
        skipped -= count
        return .tooLong(found)
      }
      length = found
    }
    guard let count = length, bytes.count - start >= count else { return nil }
    length = nil
    defer {
      start += count
      searched = start
    }
    return .content(Array(bytes[start..<start + count]))
  }

  private mutating func fail(_ reason: String) -> Frame {
    isBroken = true
    bytes = []
    return .broken(reason)
  }

  /// The index after the empty line that ends the header.
  private mutating func headerEnd() -> Int? {
    searched = max(searched, start)
    while searched < bytes.count {
      if bytes[searched] == 0x0A, searched > start {
        let before = bytes[searched - 1]
        if before == 0x0A { return searched + 1 }
        if before == 0x0D, searched - 1 > start, bytes[searched - 2] == 0x0A { return searched + 1 }
      }
      searched += 1
      if searched - start > Self.maximumHeader { return nil }
    }
    return nil
  }

  /// The value of the one `Content-Length`; names of headers have no case.
  private static func length(_ header: ArraySlice<UInt8>) -> Int? {
    var found: Int?
    for line in header.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let colon = line.firstIndex(of: 0x3A) else { return nil }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      guard name == "content-length" else { continue }
      let digits = line[(colon + 1)...].filter { $0 != 0x20 && $0 != 0x09 }
      guard found == nil, !digits.isEmpty, digits.allSatisfy({ $0 &- 0x30 < 10 }),
        let number = Int(String(decoding: digits, as: UTF8.self))
      else { return nil }
      found = number
    }
    return found
  }

  /// A message as it stands in a stream.
  package static func framed(_ content: [UInt8]) -> [UInt8] { Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content }
}
