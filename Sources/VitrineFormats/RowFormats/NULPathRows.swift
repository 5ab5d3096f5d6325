// The files of the rows for `xargs -0`.

/// Shape: the path of each row that has one, relative to the root and byte for byte, ended by NUL.
enum NULPathRows: RowFormat {
  static var name: String { "paths0" }
  static var summary: String { "the file of each row, each ended by a NUL byte" }
  static var showsColumns: Bool { false }

  static func render(_ table: Table, _: Look, to sink: inout ByteSink) {
    for place in table.rows.indices {
      let path = table.rows.path(at: place)
      if path.isEmpty { continue }
      sink.write(path)
      sink.write(0)
    }
  }
}
