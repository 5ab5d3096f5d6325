// One field of comma-separated values.

/// Fields as RFC 4180 writes them.
package enum CSVField {
  /// Writes a text, in quotes where it holds a comma, a quote or a line break, or begins or ends with a blank.
  package static func write(_ text: String, to sink: inout ByteSink) {
    guard needsQuotes(text.utf8) else { return sink.write(text) }
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    sink.write(bytes)
  }

  /// Appends a text to bytes in the same way.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    guard needsQuotes(text.utf8) else { return bytes.append(contentsOf: text.utf8) }
    bytes.append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }

  private static func needsQuotes(_ bytes: String.UTF8View) -> Bool {
    bytes.first == 0x20 || bytes.last == 0x20 || bytes.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
  }
}
