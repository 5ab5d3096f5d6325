// Server-sent events as they come. Source: the HTML standard, "Server-sent events", "Interpreting an event stream".

/// One event.
package struct ServiceEvent: Sendable, Hashable {
  /// What it is called; `message` where it has no name.
  package var name: String
  /// What identifies it, or "".
  package var id: String
  /// What it says: its lines of data, with line feeds between them.
  package var data: [UInt8]

  /// An event of the given parts.
  package init(name: String, id: String, data: [UInt8]) {
    self.name = name
    self.id = id
    self.data = data
  }
}

/// The events of a service. The connection is closed with its owner.
///
/// Shape: `while let event = try events.next(before: .never) { … }` for who waits for nothing else. Who does polls `descriptor` for reading, and
/// then takes with `.after(milliseconds: 0)` until there is none.
package struct ServiceEvents: ~Copyable {
  /// The longest line, and the longest event. Units: bytes.
  private static let longest = 16 << 20

  private var stream: ServiceStream
  private var left = 0
  private var text: [UInt8] = []
  private var at = 0
  private var name = ""
  private var id = ""
  private var data: [UInt8]?
  private var hasEnded = false

  /// The events of a stream whose head was read.
  init(_ stream: consuming ServiceStream) { self.stream = stream }

  /// What to poll(2) for reading.
  package var descriptor: Int32 { stream.socket.descriptor }

  /// The next event; nil where none has come before the deadline.
  ///
  /// Errors: `ended` where the service has closed the connection; or what came is no stream of events.
  package mutating func next(before deadline: Deadline) throws(ServiceFailure) -> ServiceEvent? {
    while true {
      while let line = nextLine() { if let event = take(line) { return event } }
      if hasEnded { throw .ended }
      guard text.count - at + (data?.count ?? 0) <= Self.longest else { throw .broken("an event has no end") }
      do throws(ServiceFailure) {
        guard let part = try stream.part(&left, before: deadline) else {
          hasEnded = true
          continue
        }
        text.removeSubrange(..<at)
        at = 0
        text += part
      } catch {
        guard error == .silent else { throw error }
        return nil
      }
    }
  }

  private mutating func nextLine() -> ArraySlice<UInt8>? {
    guard let end = text[at...].firstIndex(of: 0x0A) else { return nil }
    let line = text[at..<(end > at && text[end - 1] == 0x0D ? end - 1 : end)]
    at = end + 1
    return line
  }

  /// Reads a line; gives an event where the line ends one.
  private mutating func take(_ line: ArraySlice<UInt8>) -> ServiceEvent? {
    guard !line.isEmpty else {
      defer { (name, data) = ("", nil) }
      return data.map { ServiceEvent(name: name.isEmpty ? "message" : name, id: id, data: $0) }
    }
    let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
    var value = line[min(colon + 1, line.endIndex)...]
    if value.first == 0x20 { value.removeFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "id": id = String(decoding: value, as: UTF8.self)
    case "data": data = (data.map { $0 + [0x0A] } ?? []) + value
    default: break
    }
    return nil
  }
}
