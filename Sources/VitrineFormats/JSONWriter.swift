// JSON text (RFC 8259), written straight into bytes.

/// Writes one JSON value after another; commas, line breaks and escapes come by themselves.
///
/// Shape: always valid UTF-8 and, as long as every object gets a value for each key, always valid JSON. Control characters, also DEL and C1,
/// and the characters that turn the direction of writing are escaped, so that the text may be shown on a terminal.
package struct JSONWriter {
  /// What was written and not yet drained.
  package private(set) var bytes: [UInt8] = []
  private var indent: Int
  private var levels: [Level] = []
  private var followsKey = false

  private struct Level {
    var end: UInt8
    var isEmpty = true
  }

  /// A writer of one line, or of lines indented by `indent` spaces a level where that is above 0; with room for so many bytes.
  package init(indent: Int = 0, reserving capacity: Int = 0) {
    self.indent = max(indent, 0)
    if capacity > 0 { bytes.reserveCapacity(capacity) }
  }

  /// Hands what was written so far to a sink; the writer goes on where it was.
  package mutating func drain(into sink: inout ByteSink) {
    sink.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Ends a line of newline-delimited JSON, or the document.
  package mutating func lineBreak() {
    bytes.append(0x0A)
  }
}

// Containers.
extension JSONWriter {
  /// Writes an object whose members the body writes.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    end()
  }

  /// Writes an array whose elements the body writes.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    beginArray()
    body(&self)
    end()
  }

  /// Writes a key and then an object.
  package mutating func object(_ key: String, _ body: (inout JSONWriter) -> Void) {
    self.key(key)
    object(body)
  }

  /// Writes a key and then an array.
  package mutating func array(_ key: String, _ body: (inout JSONWriter) -> Void) {
    self.key(key)
    array(body)
  }

  /// Writes the values of the body without line breaks, also in an indented document.
  package mutating func onOneLine(_ body: (inout JSONWriter) -> Void) {
    separate()
    let outer = indent
    indent = 0
    followsKey = true
    body(&self)
    indent = outer
  }

  /// Opens an object, for callers that walk a tree; `end()` closes it.
  package mutating func beginObject() {
    begin(0x7B, 0x7D)
  }

  /// Opens an array; `end()` closes it.
  package mutating func beginArray() {
    begin(0x5B, 0x5D)
  }

  /// Closes what was opened last; does nothing where nothing is open.
  package mutating func end() {
    guard let level = levels.popLast() else { return }
    if !level.isEmpty { breakLine() }
    bytes.append(level.end)
    followsKey = false
  }

  /// Writes a key; exactly one value has to follow.
  package mutating func key(_ name: String) {
    separate()
    bytes.append(jsonString: name)
    bytes.append(0x3A)
    if indent > 0 { bytes.append(0x20) }
    followsKey = true
  }

  /// Writes a key that is JSON text with its colon already; exactly one value has to follow.
  mutating func key(written key: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(contentsOf: key)
    followsKey = true
  }

  private mutating func begin(_ start: UInt8, _ end: UInt8) {
    separate()
    bytes.append(start)
    levels.append(Level(end: end))
  }

  private mutating func separate() {
    if followsKey {
      followsKey = false
    } else if let last = levels.indices.last {
      if !levels[last].isEmpty { bytes.append(0x2C) }
      levels[last].isEmpty = false
      breakLine()
    }
  }

  private mutating func breakLine() {
    guard indent > 0 else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: indent * levels.count))
  }
}

// Values.
extension JSONWriter {
  /// Writes a string.
  package mutating func string(_ value: String) {
    separate()
    bytes.append(jsonString: value)
  }

  /// Writes bytes as a string; what is no UTF-8 becomes U+FFFD.
  package mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(jsonString: utf8)
  }

  /// Writes bytes as a string; what is no UTF-8 becomes U+FFFD.
  package mutating func string(utf8 value: some Collection<UInt8>) {
    string(String(decoding: value, as: UTF8.self))
  }

  /// Writes a whole number.
  package mutating func number(_ value: Int) {
    separate()
    bytes.append(decimal: value)
  }

  /// Writes a number; one that is not finite, which JSON cannot say, becomes `null`.
  package mutating func number(_ value: Double) {
    separate()
    if !value.isFinite {
      bytes.append(contentsOf: "null".utf8)
    } else if value.magnitude < 0x1p53, Double(Int(value)) == value {
      bytes.append(decimal: Int(value))
    } else {
      bytes.append(contentsOf: value.description.utf8)
    }
  }

  /// Writes `true` or `false`.
  package mutating func boolean(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes `null`.
  package mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes bytes that are JSON text already; the caller answers for that.
  package mutating func raw(_ json: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// Writes a key and a string.
  package mutating func field(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  /// Writes a key and a whole number.
  package mutating func field(_ name: String, _ value: Int) {
    key(name)
    number(value)
  }

  /// Writes a key and a truth value.
  package mutating func field(_ name: String, _ value: Bool) {
    key(name)
    boolean(value)
  }
}
