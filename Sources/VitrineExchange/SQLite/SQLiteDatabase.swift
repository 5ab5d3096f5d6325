// The door to libsqlite3: a database in memory, filled row by row, then taken as the bytes of its file.
// Decision 0022 says why.

import CSQLite

/// One value of a row.
enum SQLiteCell: Sendable, Hashable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  /// A text.
  case text(String)
}

/// A database in memory. Used by one thread.
///
/// Shape: after a failure nothing more is done, and `failure` says what the library said.
final class SQLiteDatabase {
  /// Why not everything is in the database; nil while all is well.
  private(set) var failure: String?
  private var database: OpaquePointer?
  private var statements: [OpaquePointer?] = []

  /// An empty database. Source: sqlite3_open_v2.
  init() {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
    if sqlite3_open_v2(":memory:", &database, flags, nil) != SQLITE_OK { fail() }
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close_v2(database)
  }

  /// Runs statements that give nothing back.
  func run(_ sql: String) {
    guard failure == nil else { return }
    if sqlite3_exec(database, sql, nil, nil, nil) != SQLITE_OK { fail() }
  }

  /// Makes a statement ready and gives its number.
  func prepare(_ sql: String) -> Int {
    var statement: OpaquePointer?
    if failure == nil, sqlite3_prepare_v2(database, sql, -1, &statement, nil) != SQLITE_OK { fail() }
    statements.append(statement)
    return statements.count - 1
  }

  /// Runs a statement with these values for its parameters.
  func run(_ number: Int, _ cells: [SQLiteCell]) {
    guard failure == nil, let statement = statements[number] else { return }
    for (place, cell) in cells.enumerated() {
      let index = Int32(place + 1)
      let result =
        switch cell {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .real(let value): sqlite3_bind_double(statement, index, value)
        case .text(let text): Self.bind(text, to: statement, index)
        }
      if result != SQLITE_OK { return fail() }
    }
    if sqlite3_step(statement) != SQLITE_DONE { fail() }
    sqlite3_reset(statement)
  }

  /// Gives the bytes of the database's file to `body`; none where something failed. Source: sqlite3_serialize.
  func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard failure == nil else { return }
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(database, "main", &size, 0) else {
      failure = "there is not enough memory for the file"
      return
    }
    defer { sqlite3_free(bytes) }
    body(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  private static func bind(_ text: String, to statement: OpaquePointer, _ index: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        // A text of no bytes is no null.
        guard let start = bytes.baseAddress else { return vitrine_sqlite_bind_text(statement, index, "", 0) }
        return vitrine_sqlite_bind_text(statement, index, start, UInt64(bytes.count))
      }
    }
  }

  private func fail() {
    if failure == nil { failure = sqlite3_errmsg(database).map { String(cString: $0) } ?? "there is not enough memory" }
  }
}
