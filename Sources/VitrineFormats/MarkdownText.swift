// Text as Markdown takes it.

/// Words among Markdown's own marks.
package enum MarkdownText {
  /// A text in which what Markdown or HTML would read as a mark is escaped; line breaks are `<br>`.
  package static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    for (number, line) in lines.enumerated() {
      if number > 0 { result += "<br>".utf8 }
      for byte in shown(String(line)).utf8 {
        switch byte {
        case 0x5C, 0x60, 0x2A, 0x5F, 0x5B, 0x5D, 0x3C, 0x7C, 0x26, 0x7E: result += [0x5C, byte]
        default: result.append(byte)
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
