// A format of exports: records to pieces on many threads, and the pieces to a document in their order.

import VitrineAlgorithms
package import VitrineFormats
import VitrineModel

/// A way to write records so that they can be read back. Each is one file of the shelf `ExportFormats`; `contrib/generate` writes the list.
package protocol ExportFormat: Sendable {
  /// The word given to `--format`.
  static var name: String { get }
  /// A few words for help and completion.
  static var summary: String { get }
  /// True where each kind makes a document of its own.
  static var separatesKinds: Bool { get }
  /// True where it is no text.
  static var isBinary: Bool { get }
  /// True where it tells the records that a record hangs together with.
  static var writesLinks: Bool { get }
  /// One record by itself. Called on many threads.
  static func piece(of record: ExportedRecord) -> ExportPiece
  /// The writer of one document.
  static func writer(_ outline: ExportOutline) -> any ExportWriter
}

extension ExportFormat {
  /// Most formats hold all kinds in one document.
  package static var separatesKinds: Bool { false }
  /// Most formats are text.
  package static var isBinary: Bool { false }
  /// Most formats tell names as they are written.
  package static var writesLinks: Bool { false }
}

/// What one record becomes.
package struct ExportPiece: Sendable {
  /// Its text.
  var bytes: [UInt8]
  /// The columns it needs besides those that all records of its kind have, each with its cell.
  var extras: [(column: String, cell: String)] = []
  /// Its rows, in place of a text.
  var rows: [SQLiteRow] = []
  /// How many of its cells a spreadsheet would work out as formulas.
  package var formulaCount = 0
}

/// What a document is about, known before its first record.
package struct ExportOutline: Sendable {
  /// The kinds that are written, in the order of their names.
  package var kinds: [ExchangeKind]
  /// True where cells that a spreadsheet would work out as formulas are escaped.
  let escapesFormulas: Bool

  /// The outline of a document of these kinds, in any order.
  package init(_ kinds: [ExchangeKind], escapesFormulas: Bool = false) {
    self.escapesFormulas = escapesFormulas
    self.kinds = kinds.sorted(byBytesOf: \.kind.name)
  }
}

/// Puts the pieces of one document together: `begin` for each kind of the outline in its order, `add` for each of its records, and `end`.
package protocol ExportWriter {
  /// The records of a kind follow.
  mutating func begin(_ kind: ExchangeKind, to sink: inout ByteSink)
  /// One record.
  mutating func add(_ piece: ExportPiece, to sink: inout ByteSink)
  /// That was the last one.
  mutating func end(to sink: inout ByteSink)
  /// Why the document is not whole; nil where it is.
  var failure: String? { get }
}

extension ExportWriter {
  /// Text is always whole.
  package var failure: String? { nil }
}

/// All formats, by name.
package enum ExportFormatChoice {
  /// All of them, in the order of their names.
  package static var all: [any ExportFormat.Type] { ExportFormats.all }
  /// What is written where none is named.
  package static var standard: any ExportFormat.Type { JSONExport.self }

  /// The format of a name.
  package static func format(named name: String) -> (any ExportFormat.Type)? { all.first { $0.name == name } }
}
