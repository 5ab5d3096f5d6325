// An export as lines of JSON.

import VitrineFormats

/// Shape: an object a line, the kind first: `{"@kind":"KIND",…}`; `@version` where the kind's is above 1.
package enum NDJSONExport: ExportFormat {
  /// The word given to `--format`.
  package static var name: String { "ndjson" }
  /// A few words for help and completion.
  package static var summary: String { "one JSON object a line" }

  /// One record: its line.
  package static func piece(of record: ExportedRecord) -> ExportPiece {
    var piece = ExportPiece(bytes: [])
    piece.bytes.reserveCapacity(512)
    piece.bytes.append(json: record.document(naming: true), indent: nil)
    piece.bytes.append(0x0A)
    return piece
  }

  /// The writer of one document.
  package static func writer(_: ExportOutline) -> any ExportWriter { PieceWriter() }
}

/// Writes pieces one behind the other.
struct PieceWriter: ExportWriter {
  mutating func begin(_: ExchangeKind, to _: inout ByteSink) {}
  mutating func add(_ piece: ExportPiece, to sink: inout ByteSink) { sink.write(piece.bytes) }
  mutating func end(to _: inout ByteSink) {}
}
