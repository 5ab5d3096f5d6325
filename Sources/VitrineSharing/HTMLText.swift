// Text on its way into a page: nothing that stands in a file can become markup.

package import VitrineFormats

/// Texts made safe for HTML.
package enum HTMLText {
  /// Appends a text as HTML, for an element or a quoted attribute. What is no character of HTML becomes U+FFFD.
  ///
  /// Source: the HTML standard, 13.1.2.3 (attributes), 13.2.3.5 (control characters); direction marks are kept apart by the elements around them.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes += "&amp;".utf8
      case "<": bytes += "&lt;".utf8
      case ">": bytes += "&gt;".utf8
      case "\"": bytes += "&quot;".utf8
      case "'": bytes += "&#39;".utf8
      case "\t", "\n": bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      default:
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        bytes += isControl ? UTF8.encodedReplacementCharacter : UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}

extension ByteSink {
  /// Writes a text as HTML, in an element or in a quoted attribute.
  package mutating func write(html text: String) {
    var bytes: [UInt8] = []
    HTMLText.append(text, to: &bytes)
    write(bytes)
  }

  /// Writes an attribute with its quoted value and a blank before it.
  package mutating func write(attribute name: String, _ value: String) {
    write(" \(name)=\"")
    write(html: value)
    write("\"")
  }
}

/// Bytes to base64, piece by piece.
///
/// Source: RFC 4648, 4.
package struct Base64Stream {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private var rest: [UInt8] = []

  /// No bytes yet.
  package init() {}

  /// Adds bytes; what makes whole groups of three is written.
  package mutating func add(_ bytes: UnsafeRawBufferPointer, to sink: inout ByteSink) {
    var place = 0
    while !rest.isEmpty, rest.count < 3, place < bytes.count {
      rest.append(bytes[place])
      place += 1
    }
    if rest.count == 3 {
      rest.withUnsafeBytes { Self.write($0, to: &sink) }
      rest = []
    }
    let whole = (bytes.count - place) / 3 * 3
    Self.write(UnsafeRawBufferPointer(rebasing: bytes[place..<place + whole]), to: &sink)
    rest += bytes[(place + whole)...]
  }

  /// Writes what is left.
  package mutating func finish(to sink: inout ByteSink) {
    guard !rest.isEmpty else { return }
    let value = Int(rest[0]) << 16 | (rest.count > 1 ? Int(rest[1]) << 8 : 0)
    sink.write([Self.letters[value >> 18], Self.letters[value >> 12 & 63]])
    sink.write(rest.count > 1 ? [Self.letters[value >> 6 & 63], 0x3D] : [0x3D, 0x3D])
    rest = []
  }

  /// Writes whole groups of three.
  private static func write(_ bytes: UnsafeRawBufferPointer, to sink: inout ByteSink) {
    let step = 12_288
    letters.withUnsafeBufferPointer { letters in
      for start in stride(from: 0, to: bytes.count, by: step) {
        let end = min(start + step, bytes.count)
        let text = [UInt8](unsafeUninitializedCapacity: (end - start) / 3 * 4) { text, count in
          for place in stride(from: start, to: end, by: 3) {
            let value = Int(bytes[place]) << 16 | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
            text[count] = letters[value >> 18]
            text[count + 1] = letters[value >> 12 & 63]
            text[count + 2] = letters[value >> 6 & 63]
            text[count + 3] = letters[value & 63]
            count += 4
          }
        }
        sink.write(text)
      }
    }
  }
}
