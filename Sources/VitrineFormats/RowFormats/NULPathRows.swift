// The files of the rows for `xargs -0`.

import VitrineSource

/// Shape: the path of each row that has one, as it is written from where the person stands, byte for byte, ended by NUL.
enum NULPathRows: RowFormat {
  static var name: String { "paths0" }
  static var summary: String { "the file of each row, each ended by a NUL byte, from the working folder" }
  static var showsColumns: Bool { false }

  static func render(_ table: Table, _ look: Look, to sink: inout ByteSink) {
    for place in table.rows.indices {
      let path = table.rows.path(at: place)
      if path.isEmpty { continue }
      sink.write(look.pathBase.written(path.string))
      sink.write(0)
    }
  }
}
