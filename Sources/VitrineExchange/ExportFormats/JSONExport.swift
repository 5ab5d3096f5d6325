// An export as one JSON document.

import VitrineEditing
import VitrineFormats
import VitrineModel

/// Shape: `{"schemaVersion": 1, "PLURAL": [{…}, …], …}`, indented by two spaces. `schemaVersion` is that of the one kind; in a document of several
/// it is 1, and `kindVersions` names those above 1.
package enum JSONExport: ExportFormat {
  /// The word given to `--format`.
  package static var name: String { "json" }
  /// A few words for help and completion.
  package static var summary: String { "one JSON document, a list for each kind" }

  /// One record, as it stands in the list.
  package static func piece(of record: ExportedRecord) -> ExportPiece {
    var piece = ExportPiece(bytes: [])
    piece.bytes.reserveCapacity(1024)
    piece.bytes.append(json: record.document(naming: false), indent: 2)
    return piece
  }

  /// The writer of one document.
  package static func writer(_ outline: ExportOutline) -> any ExportWriter { JSONExportWriter(outline) }
}

/// Writes the document around the records.
private struct JSONExportWriter: ExportWriter {
  private let outline: ExportOutline
  private var hasBegun = false
  private var isInList = false
  private var count = 0

  init(_ outline: ExportOutline) { self.outline = outline }

  mutating func begin(_ kind: ExchangeKind, to sink: inout ByteSink) {
    start(&sink)
    endList(&sink)
    var key: [UInt8] = Array(",\n  ".utf8)
    key.append(jsonString: kind.kind.plural)
    sink.write(key)
    sink.write(": [")
    isInList = true
    count = 0
  }

  mutating func add(_ piece: ExportPiece, to sink: inout ByteSink) {
    sink.write(count > 0 ? ",\n    " : "\n    ")
    sink.write(piece.bytes)
    count += 1
  }

  mutating func end(to sink: inout ByteSink) {
    start(&sink)
    endList(&sink)
    sink.write("\n}\n")
  }

  private mutating func start(_ sink: inout ByteSink) {
    guard !hasBegun else { return }
    hasBegun = true
    let isOne = outline.kinds.count == 1
    sink.write("{\n  \"schemaVersion\": \(isOne ? outline.kinds[0].kind.version : 1)")
    let newer = isOne ? [] : outline.kinds.filter { $0.kind.version > 1 }
    guard !newer.isEmpty else { return }
    var versions: [UInt8] = Array(",\n  \"kindVersions\": ".utf8)
    let entries = newer.map { DataValue.Entry($0.kind.name, .number(String($0.kind.version))) }
    versions.append(json: .map(entries), indent: 1)
    sink.write(versions)
  }

  private mutating func endList(_ sink: inout ByteSink) {
    guard isInList else { return }
    sink.write(count > 0 ? "\n  ]" : "]")
    isInList = false
  }
}
