// The door to libsqlite3: a database in memory, filled row by row, then taken as the bytes of its file; and another person's file, which is
// only read. Decisions 0022 and 0092 say why.

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

/// A database in a file of anybody's making. Used by one thread at a time.
///
/// Nothing in it can do more than say no: it may only select and read, views included; no functions, no recursion, and so many steps for each question.
/// Source: "Defense Against The Dark Arts" of SQLite's documentation.
package final class SQLiteFile {
  /// The longest value, and the most steps of a question. Units: bytes; a thousand steps of the library's machine.
  private static let (longest, mostSteps): (Int32, Int) = (4 << 20, 400)

  private var database: OpaquePointer?
  private var steps = 0

  /// The database of a file that is taken not to change while it is open; nil where there is none.
  package init?(path: String) {
    let address =
      "file:"
      + path.utf8.map { byte -> String in
        let isPlain = (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x2D...0x39).contains(byte) || byte == 0x5F
        return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined() + "?mode=ro&immutable=1"
    guard sqlite3_open_v2(address, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK
    else {
      sqlite3_close_v2(database)
      return nil
    }
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, Self.longest)
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0)
    let isReady = sqlite3_exec(
      database, "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA cache_size=-2048", nil, nil, nil
    )
    sqlite3_set_authorizer(
      database,
      { _, action, _, _, _, _ in action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY }, nil)
    sqlite3_progress_handler(
      database, 1_000,
      { own in
        guard let own else { return 1 }
        let file = Unmanaged<SQLiteFile>.fromOpaque(own).takeUnretainedValue()
        file.steps += 1
        return file.steps > SQLiteFile.mostSteps ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    if isReady != SQLITE_OK { return nil }
  }

  deinit { sqlite3_close_v2(database) }

  /// The rows of a question with numbers for its parameters, at most so many, each value as bytes; nil for no value. No rows where the file is broken.
  package func rows(_ sql: String, _ numbers: [Int64] = [], most: Int) -> [[[UInt8]?]] {
    steps = 0
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { return [] }
    defer { sqlite3_finalize(statement) }
    for (place, number) in numbers.enumerated() { sqlite3_bind_int64(statement, Int32(place + 1), number) }
    var rows: [[[UInt8]?]] = []
    while rows.count < most, sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
          let bytes = sqlite3_column_blob(statement, column)
          return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
        })
    }
    return rows
  }
}
