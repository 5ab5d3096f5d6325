// The files of the rows for `xargs -0`.

/// Shape: the path of each row that has one, relative to the root and byte for byte, ended by NUL.
enum NULPathRows {
  static var format: RowFormat {
    RowFormat("paths0", "the file of each row, each ended by a NUL byte") { table, _, sink in
      for row in table.rows where !row.path.isEmpty {
        sink.write(row.path)
        sink.write(0)
      }
    }
  }
}
