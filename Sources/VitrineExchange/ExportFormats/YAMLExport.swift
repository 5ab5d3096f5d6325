// An export as a stream of YAML documents.

import VitrineEditing
import VitrineSource

/// Shape: for each record a line `--- # PATH`, then its document, the kind first: `"@kind": KIND`.
package enum YAMLExport: ExportFormat {
  /// The word given to `--format`.
  package static var name: String { "yaml" }
  /// A few words for help and completion.
  package static var summary: String { "a YAML document for each record" }

  /// One record: its document.
  package static func piece(of record: ExportedRecord) -> ExportPiece {
    var bytes = Array("---".utf8)
    // A path that would not stay in its line is not told here.
    if record.path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) { bytes += " # \(record.path.string)".utf8 }
    bytes.append(0x0A)
    return ExportPiece(bytes: bytes + YAMLDocument.text(record.document(naming: true)))
  }

  /// The writer of one document.
  package static func writer(_: ExportOutline) -> any ExportWriter { PieceWriter() }
}
