// The files of the rows, one a line.

import VitrineSource

/// Shape: the path of each row that has one, as it is written from where the person stands, ended by LF;
/// control characters are shown by their pictures, so that a line is a path. `paths0` has them as they are.
enum PathRows: RowFormat {
  static var name: String { "paths" }
  static var summary: String { "the file of each row, one a line, from the working folder" }
  static var showsColumns: Bool { false }

  static func render(_ table: Table, _ look: Look, to sink: inout ByteSink) {
    for place in table.rows.indices {
      let known = table.rows.path(at: place)
      if known.isEmpty { continue }
      let path = look.pathBase.written(known.string)
      sink.write(shown(path))
      sink.write(0x0A)
    }
  }
}
