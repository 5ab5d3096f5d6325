// An export as a database of SQLite: for people who want to ask more of their records than files answer.

import VitrineFormats
import VitrineModel
import VitrineSource

/// Shape: the tables of `SQLiteTables` for each kind, and `photos`: the kind and the record they belong to, path, sha256, size, taken. The same
/// catalogue gives the same bytes, with the same version of the library.
package enum SQLiteExport: ExportFormat {
  /// The word given to `--format`.
  package static var name: String { "sqlite" }
  /// A few words for help and completion.
  package static var summary: String { "a database of SQLite, a table for each kind and each list" }
  /// A terminal shows nothing of it.
  package static var isBinary: Bool { true }
  /// References are keys of tables.
  package static var writesLinks: Bool { true }

  /// One record: its rows.
  package static func piece(of record: ExportedRecord) -> ExportPiece {
    var piece = ExportPiece(bytes: [])
    // The names of tables are the writer's; where values go does not depend on them.
    piece.rows = record.kind.tables.rows(of: record)
    for photo in record.photos {
      piece.rows.append(
        SQLiteRow(
          table: -1,
          cells: [
            .text(record.path.stem.string), .text(photo.path.string), photo.digest.map { .text($0) } ?? .null,
            .integer(Int64(photo.size)), photo.taken.map { .text($0) } ?? .null,
          ]))
    }
    return piece
  }

  /// The writer of the database.
  package static func writer(_ outline: ExportOutline) -> any ExportWriter { SQLiteExportWriter(outline) }
}

/// Fills the database, and writes it when all is in it.
private struct SQLiteExportWriter: ExportWriter {
  private let database = SQLiteDatabase()
  private let tables: [String: SQLiteTables]
  /// The names of the kinds' first tables.
  private let names: [String: String]
  private let photos: Int
  /// All names of tables, in small letters.
  private var taken: Set<String> = []
  private var kind = ""
  private var insertions: [Int] = []

  init(_ outline: ExportOutline) {
    var tables: [String: SQLiteTables] = [:]
    for kind in outline.kinds { tables[kind.kind.name] = SQLiteTables(kind.kind, kind.shape, taken: &taken) }
    self.tables = tables
    names = tables.mapValues(\.name)
    let name = SQLiteTables.unique("photos", &taken)
    database.run(
      """
      BEGIN; CREATE TABLE \(SQLiteTables.quoted(name)) (kind TEXT NOT NULL, record TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT, size INTEGER, taken TEXT);
      """)
    photos = database.prepare(SQLiteTables.insertion(name, 6))
  }

  var failure: String? { database.failure }

  mutating func begin(_ kind: ExchangeKind, to _: inout ByteSink) {
    self.kind = kind.kind.name
    guard let tables = tables[self.kind] else { return }
    database.run(tables.declaration(names))
    insertions = tables.insertions.map { database.prepare($0) }
  }

  mutating func add(_ piece: ExportPiece, to _: inout ByteSink) {
    for row in piece.rows {
      if row.table < 0 {
        database.run(photos, [.text(kind)] + row.cells)
      } else {
        database.run(insertions[row.table], row.cells)
      }
    }
  }

  mutating func end(to sink: inout ByteSink) {
    let sorted = tables.sorted { $0.key < $1.key }.map(\.value)
    for tables in sorted { database.run(tables.corrections(names)) }
    for tables in sorted { database.run(tables.indexes(&taken)) }
    database.run("COMMIT")
    database.withBytes { sink.write($0) }
  }
}
