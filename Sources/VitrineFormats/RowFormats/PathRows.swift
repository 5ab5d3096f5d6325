// The files of the rows, one a line.

/// Shape: the path of each row that has one, relative to the root, ended by LF; on a terminal control characters are shown by their pictures.
enum PathRows: RowFormat {
  static var name: String { "paths" }
  static var summary: String { "the file of each row, one a line" }
  static var showsColumns: Bool { false }

  static func render(_ table: Table, _ look: Look, to sink: inout ByteSink) {
    for place in table.rows.indices {
      let path = table.rows.path(at: place)
      if path.isEmpty { continue }
      sink.write(look.isTerminal ? shown(path) : path)
      sink.write(0x0A)
    }
  }
}
