// The photos of records as a table.

import VitrineCatalog
package import VitrineFormats
import VitrineIndex
import VitrineModel
package import VitrineSource

/// The photos of records, each record's in the order they were taken.
package enum PhotoTable {
  /// The table of the photos of records at these paths.
  package static func table(of records: [Path], in open: OpenCatalogue) -> Table {
    let columns = [
      Table.Column("file", keepsEnd: true), Table.Column("record", keepsEnd: true), Table.Column("taken"), Table.Column("format"),
      Table.Column("bytes", .right),
      Table.Column("width", .right), Table.Column("height", .right), Table.Column("camera"),
    ]
    var rows: [Table.Row] = []
    for path in records {
      let photos = open.catalogue.book.withWriter { $0.photos(ofRecordAt: path) }
      for photo in photos {
        let said = photo.metadata
        rows.append(
          Table.Row(
            path: photo.path,
            [
              .text(photo.path.string), .text(path.stem.string), said?.taken.map { .text($0) } ?? .null,
              photo.format.map { .text($0) } ?? .null, .integer(photo.byteCount), said?.width.map { .integer($0) } ?? .null,
              said?.height.map { .integer($0) } ?? .null, said?.camera.map { .text($0) } ?? .null,
            ]))
      }
    }
    var table = Table(columns: columns, rows: rows)
    table.keyColumn = 0
    table.hidesEmptyColumns = true
    return table
  }
}
