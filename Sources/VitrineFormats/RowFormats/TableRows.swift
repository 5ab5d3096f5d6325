// Rows for people: aligned columns that fit the terminal.

/// Shape: a header and a line for each row, columns two spaces apart, numbers on the right, no spaces at the end of a line. On a terminal the header
/// is bold, and the widest text columns are cut with `…` until the line fits, what tells rows apart last; what rows are grouped by stands above them, a level of
/// headings for each column. In a pipe nothing is cut, what rows are grouped by stands in columns, and what is wider than 200 cells
/// stands out of its column. Without rows there is no header either.
enum TableRows: RowFormat {
  static var name: String { "table" }
  static var summary: String { "aligned columns, cut to the width of the terminal" }

  static func render(_ table: Table, _ look: Look, to sink: inout ByteSink) {
    guard !table.rows.isEmpty, let lines = TableLines(table, look) else { return }
    lines.writeHeader(&sink)
    var headings = TableHeadings(table, look)
    for place in table.rows.indices {
      headings.write(above: place, &sink)
      lines.write(rowAt: place, &sink)
    }
    if look.isTerminal, !table.footer.isEmpty {
      let hidden = lines.hiddenCount > 0 ? "; " + table.hiddenColumnsNote(lines.hiddenCount) : ""
      look.write(table.footer + hidden, .aside, to: &sink)
      sink.write(0x0A)
    }
  }
}
