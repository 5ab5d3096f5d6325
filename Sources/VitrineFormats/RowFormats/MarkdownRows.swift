// Rows as a Markdown table.

/// Shape: a table of GitHub Flavored Markdown with the titles of the columns; what Markdown or HTML would read as a mark is escaped, line breaks are
/// `<br>`.
enum MarkdownRows: RowFormat {
  static var name: String { "markdown" }
  static var summary: String { "a Markdown table" }

  static func render(_ table: Table, _: Look, to sink: inout ByteSink) {
    guard !table.columns.isEmpty else { return }
    write(table.columns.map { MarkdownText.escaped($0.title) }, to: &sink)
    write(table.columns.map { $0.alignment == .right ? "--:" : "---" }, to: &sink)
    for place in table.rows.indices {
      let row = table.rows.cells(at: place)
      write(table.columns.indices.map { MarkdownText.escaped(row[$0].words) }, to: &sink)
    }
  }

  private static func write(_ cells: [String], to sink: inout ByteSink) {
    for cell in cells { sink.write("| " + cell + (cell.isEmpty ? "" : " ")) }
    sink.write("|\n")
  }
}
