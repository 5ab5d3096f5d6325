// The files of the rows for `xargs -0`.

/// Shape: the path of each row that has one, relative to the root and byte for byte, ended by NUL.
enum NULPathRows: RowFormat {
  static var name: String { "paths0" }
  static var summary: String { "the file of each row, each ended by a NUL byte" }
  static var showsColumns: Bool { false }

  static func render(_ table: Table, _: Look, to sink: inout ByteSink) {
    for row in table.rows where !row.path.isEmpty {
      sink.write(row.path)
      sink.write(0)
    }
  }
}
