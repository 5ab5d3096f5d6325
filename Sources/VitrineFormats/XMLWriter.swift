// XML text (1.0), as little of it as two report formats need.

/// Writes elements, attributes and text, indented by two spaces a level.
///
/// Shape: always valid UTF-8 and well-formed, also where a text holds characters that XML has no way to write: those are shown by their pictures.
struct XMLWriter {
  /// What was written and not yet drained.
  private(set) var bytes = [UInt8]("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var open: [String] = []

  /// Writes an element whose children the body writes.
  mutating func element(_ name: String, _ attributes: [(String, String)], _ body: (inout XMLWriter) -> Void) {
    start(name, attributes, end: ">\n")
    open.append(name)
    body(&self)
    open.removeLast()
    indent()
    bytes.append(contentsOf: "</\(name)>\n".utf8)
  }

  /// Writes an element without children, or with text only.
  mutating func element(_ name: String, _ attributes: [(String, String)] = [], text: String = "") {
    guard !text.isEmpty else { return start(name, attributes, end: "/>\n") }
    start(name, attributes, end: ">")
    bytes.append(xml: text, inAttribute: false)
    bytes.append(contentsOf: "</\(name)>\n".utf8)
  }

  /// Hands what was written so far to a sink.
  mutating func drain(into sink: inout ByteSink) {
    sink.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func start(_ name: String, _ attributes: [(String, String)], end: String) {
    indent()
    bytes.append(0x3C)
    bytes.append(contentsOf: name.utf8)
    for (key, value) in attributes {
      bytes.append(contentsOf: " \(key)=\"".utf8)
      bytes.append(xml: value, inAttribute: true)
      bytes.append(0x22)
    }
    bytes.append(contentsOf: end.utf8)
  }

  private mutating func indent() {
    bytes.append(contentsOf: repeatElement(0x20, count: open.count * 2))
  }
}

extension [UInt8] {
  /// Appends text with what XML reserves escaped. In an attribute line breaks and tabs are escaped too, or a parser would turn them into spaces.
  fileprivate mutating func append(xml text: String, inAttribute: Bool) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: append(contentsOf: "&amp;".utf8)
      case 0x3C: append(contentsOf: "&lt;".utf8)
      case 0x3E: append(contentsOf: "&gt;".utf8)
      case 0x22 where inAttribute: append(contentsOf: "&quot;".utf8)
      case 0x09 where !inAttribute, 0x0A where !inAttribute: append(UInt8(truncatingIfNeeded: scalar.value))
      case 0x09, 0x0A, 0x0D: append(contentsOf: "&#\(scalar.value);".utf8)
      case 0..<0x20: append(scalar: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: append(contentsOf: "&#\(scalar.value);".utf8)
      case 0xFFFE, 0xFFFF: append(scalar: "\u{FFFD}")
      default: append(scalar: scalar)
      }
    }
  }

  private mutating func append(scalar: Unicode.Scalar) {
    if let code = UTF8.encode(scalar) { append(contentsOf: code) }
  }
}
