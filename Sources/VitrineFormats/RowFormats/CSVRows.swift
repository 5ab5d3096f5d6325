// Rows as comma-separated values.

/// Shape: RFC 4180: a header with the names of the columns, lines ended by CR LF, fields in quotes where they hold a comma, a quote, a line
/// break, or a space at an end. Values are as they are written in the files; those of lists are joined by "; ". A missing value is an empty field, an empty text is `""`. UTF-8 without a mark.
enum CSVRows: RowFormat {
  static var name: String { "csv" }
  static var summary: String { "comma-separated values (RFC 4180) with a header" }

  static func render(_ table: Table, _ look: Look, to sink: inout ByteSink) {
    for (index, column) in table.columns.enumerated() { write(column.name, index, look, &sink) }
    sink.write("\r\n")
    for place in table.rows.indices {
      let row = table.rows.cells(at: place)
      for index in table.columns.indices {
        let cell = row[index]
        if case .null = cell {
          if index > 0 { sink.write(0x2C) }
        } else {
          write(cell.written, index, look, &sink)
        }
      }
      sink.write("\r\n")
    }
  }

  private static func write(_ text: String, _ index: Int, _ look: Look, _ sink: inout ByteSink) {
    if index > 0 { sink.write(0x2C) }
    let text = look.isTerminal ? shown(text) : text
    if text.isEmpty { return sink.write("\"\"") }
    CSVField.write(look.escapesFormulas ? FormulaCell.escaped(text, formulas: true) : text, to: &sink)
  }
}
