// An export as comma-separated values, a table for each kind.

import VitrineEditing
import VitrineFormats
import VitrineModel
import VitrineSource

/// Shape: RFC 4180: a header, lines ended by CR LF, cells in quotes where they hold a comma, a quote, a line break or a space at an end; UTF-8
/// without a mark. `@path` comes first where a kind has it, `@photos` last where a record has any; then the fields of the schema, then
/// what else the records hold. Cells are as `CellText` writes them, escaped by `FormulaCell` where that is asked for.
package enum CSVExport: ExportFormat {
  /// The word given to `--format`.
  package static var name: String { "csv" }
  /// A few words for help and completion.
  package static var summary: String { "comma-separated values (RFC 4180), a file for each kind" }
  /// Each kind has columns of its own.
  package static var separatesKinds: Bool { true }

  /// One record: its cells of the known columns, and the others.
  package static func piece(of record: ExportedRecord) -> ExportPiece {
    var piece = ExportPiece(bytes: [])
    let (known, others) = record.kind.columns.cells(of: record.entries, record.kind.shape)
    var isFirst = true
    func add(_ cell: String?) {
      if !isFirst { piece.bytes.append(0x2C) }
      isFirst = false
      if let cell { CSVField.append(escaped(cell), to: &piece.bytes) }
    }
    func escaped(_ cell: String) -> String {
      if record.escapesFormulas { return FormulaCell.escaped(cell, formulas: true) }
      if FormulaCell.isFormula(cell.utf8) { piece.formulaCount += 1 }
      return cell
    }
    if record.kind.kind.version > 1 { add(String(record.kind.kind.version)) }
    if record.kind.writesPath {
      add(record.escapesFormulas ? record.path.string : FormulaCell.escaped(record.path.string, formulas: false))
    }
    for cell in known { add(cell) }
    for other in others { piece.extras.append((other.column, escaped(other.cell))) }
    if !record.photos.isEmpty {
      piece.extras.append((ExchangeMember.photos, CellText.text(of: .list(record.photos.map(\.value)), .structure)))
    }
    return piece
  }

  /// The writer of one table.
  package static func writer(_ outline: ExportOutline) -> any ExportWriter {
    CSVExportWriter(escapesFormulas: outline.escapesFormulas)
  }
}

/// Keeps the rows of a kind, since the header must name what the last of them needs.
private struct CSVExportWriter: ExportWriter {
  private let escapesFormulas: Bool
  private var kind: ExchangeKind?
  private var pieces: [ExportPiece] = []

  init(escapesFormulas: Bool) { self.escapesFormulas = escapesFormulas }

  mutating func begin(_ kind: ExchangeKind, to sink: inout ByteSink) {
    flush(&sink)
    self.kind = kind
  }

  mutating func add(_ piece: ExportPiece, to _: inout ByteSink) { pieces.append(piece) }

  mutating func end(to sink: inout ByteSink) { flush(&sink) }

  private mutating func flush(_ sink: inout ByteSink) {
    guard let kind else { return }
    let names = Set(pieces.lazy.flatMap { $0.extras.lazy.map(\.column) })
    let others = names.sorted {
      ($0 == ExchangeMember.photos ? 1 : 0, $0) < ($1 == ExchangeMember.photos ? 1 : 0, $1)
    }
    var header = kind.kind.version > 1 ? [ExchangeMember.version] : []
    if kind.writesPath { header.append(ExchangeMember.path) }
    header += kind.columns.columns.map(\.name)
    header += others
    var line: [UInt8] = []
    for (index, name) in header.enumerated() {
      if index > 0 { line.append(0x2C) }
      CSVField.append(escapesFormulas ? FormulaCell.escaped(name, formulas: true) : name, to: &line)
    }
    sink.write(line + [0x0D, 0x0A])
    for piece in pieces {
      sink.write(piece.bytes)
      for column in others {
        sink.write(0x2C)
        guard let cell = piece.extras.first(where: { $0.column == column })?.cell else { continue }
        var bytes: [UInt8] = []
        CSVField.append(cell, to: &bytes)
        sink.write(bytes)
      }
      sink.write([0x0D, 0x0A])
    }
    pieces = []
    self.kind = nil
  }
}
