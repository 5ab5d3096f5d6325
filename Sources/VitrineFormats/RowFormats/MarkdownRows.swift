// Rows as a Markdown table.

/// Shape: a table of GitHub Flavored Markdown with the titles of the columns; what Markdown or HTML would read as a mark is escaped, line breaks are
/// `<br>`.
enum MarkdownRows: RowFormat {
  static var name: String { "markdown" }
  static var summary: String { "a Markdown table" }

  static func render(_ table: Table, _: Look, to sink: inout ByteSink) {
    guard !table.columns.isEmpty else { return }
    write(table.columns.map { escaped($0.title) }, to: &sink)
    write(table.columns.map { $0.alignment == .right ? "--:" : "---" }, to: &sink)
    for row in table.rows {
      write(table.columns.indices.map { escaped(row[$0].words) }, to: &sink)
    }
  }

  private static func write(_ cells: [String], to sink: inout ByteSink) {
    for cell in cells { sink.write("| " + cell + (cell.isEmpty ? "" : " ")) }
    sink.write("|\n")
  }

  private static func escaped(_ text: String) -> String {
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
