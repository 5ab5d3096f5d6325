// Rows for people: aligned columns that fit the terminal.

import VitrineText

/// Shape: a header and a line for each row, columns two spaces apart, numbers on the right, no spaces at the end of a line. On a terminal the header
/// is bold, and the widest text columns are cut with `…` until the line fits; in a pipe nothing is cut, and what is wider than 200 cells
/// stands out of its column. Without rows there is no header either.
enum TableRows: RowFormat {
  static var name: String { "table" }
  static var summary: String { "aligned columns, cut to the width of the terminal" }

  static func render(_ table: Table, _ look: Look, to sink: inout ByteSink) {
    guard !table.rows.isEmpty, !table.columns.isEmpty else { return }
    let titles = table.columns.map { ShownPiece(shown($0.title)) }
    let widths = fitted(table, natural(table, titles), look.width)
    look.begin(.title, &sink)
    write(titles, table.columns, widths, look, &sink)
    look.end(&sink)
    sink.write(0x0A)
    for row in table.rows {
      write(table.columns.indices.map { ShownPiece(shown(row[$0].words)) }, table.columns, widths, look, &sink)
      sink.write(0x0A)
    }
  }

  /// The space between two columns, in cells.
  private static let gap = 2
  /// The width of a column in a pipe, at most.
  private static let most = 200
  /// The width below which no text column is cut.
  private static let least = 6

  private static func natural(_ table: Table, _ titles: [ShownPiece]) -> [Int] {
    var widths = titles.map(\.width)
    for row in table.rows {
      for index in widths.indices { widths[index] = max(widths[index], DisplayWidth.width(of: shown(row[index].words))) }
    }
    return widths
  }

  /// The widths with one ceiling for all text columns: the greatest with which a line fits.
  private static func fitted(_ table: Table, _ widths: [Int], _ limit: Int?) -> [Int] {
    // One long text must not make every other line as long as itself.
    guard let limit else { return widths.map { min($0, most) } }
    let isText = table.columns.map { $0.alignment == .left }
    let room = limit - gap * (widths.count - 1)
    func total(_ ceiling: Int) -> Int {
      zip(widths, isText).reduce(0) { $0 + ($1.1 ? min($1.0, ceiling) : $1.0) }
    }
    guard total(.max) > room else { return widths }
    var low = least
    var high = max(room, least)
    while low < high {
      let middle = (low + high + 1) / 2
      if total(middle) <= room { low = middle } else { high = middle - 1 }
    }
    var spare = max(room - total(low), 0)
    // What is left over by the common ceiling goes to the first columns that want it.
    return zip(widths, isText).map { width, isText in
      guard isText, width > low else { return width }
      let extra = spare > 0 ? 1 : 0
      spare -= extra
      return low + extra
    }
  }

  private static func write(_ row: [ShownPiece], _ columns: [Table.Column], _ widths: [Int], _ look: Look, _ sink: inout ByteSink)
  {
    var pending = 0
    for (index, piece) in row.enumerated() {
      let piece = look.width != nil && columns[index].alignment == .left ? piece.start(widths[index]) : piece
      let padding = max(widths[index] - piece.width, 0)
      let isRight = columns[index].alignment == .right
      if piece.width > 0 {
        sink.write(0x20, times: pending + (isRight ? padding : 0))
        sink.write(piece.bytes)
        pending = gap + (isRight ? 0 : padding)
      } else {
        pending += gap + padding
      }
    }
  }
}
