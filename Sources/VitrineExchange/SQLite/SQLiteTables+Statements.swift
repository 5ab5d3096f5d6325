// The statements that make and fill the tables of a kind.

extension SQLiteTables {
  /// The statements that make the tables. `tables` are the names of the kinds' first tables in the file, by the names of the kinds.
  func declaration(_ tables: [String: String]) -> String {
    var sql = "CREATE TABLE \(Self.quoted(name)) (\"record\" TEXT PRIMARY KEY NOT NULL"
    if let parent { sql += Self.key(parent, tables) }
    sql += columns.map { Self.declaration($0, tables) }.joined()
    sql += ", \"other\" TEXT) WITHOUT ROWID;"
    for list in lists {
      sql += "CREATE TABLE \(Self.quoted(list.name)) (\"record\" TEXT NOT NULL REFERENCES \(Self.quoted(name)) (\"record\")"
      sql += ", \"position\" INTEGER NOT NULL"
      sql += list.columns.map { Self.declaration($0, tables) }.joined()
      if list.isOfMaps { sql += ", \"other\" TEXT" }
      sql += ", PRIMARY KEY (\"record\", \"position\")) WITHOUT ROWID;"
    }
    return sql
  }

  /// The statements that empty the keys of records which are not in the file, though their table is; they come after the rows.
  func corrections(_ tables: [String: String]) -> String {
    keys.map { table, key in
      guard let target = tables[key.kind] else { return "" }
      let column = Self.quoted(key.name)
      return
        "UPDATE \(Self.quoted(table)) SET \(column) = NULL WHERE \(column) NOT IN (SELECT \"record\" FROM \(Self.quoted(target)));"
    }.joined()
  }

  /// The statements that make values of lists and keys quick to find; they come after the rows. `taken` are names that others have.
  func indexes(_ taken: inout Set<String>) -> String {
    let values = lists.filter { !$0.isOfMaps }.map { ($0.name, "value") }
    return (values + keys.map { ($0.table, $0.key.name) }).map { table, column in
      "CREATE INDEX \(Self.quoted(Self.unique(table + "_" + column, &taken))) ON \(Self.quoted(table)) (\(Self.quoted(column)), \"record\");"
    }.joined()
  }

  /// The statements that add a row: to the first table, then to each list's.
  var insertions: [String] {
    [Self.insertion(name, Self.width(columns) + (parent == nil ? 2 : 3))]
      + lists.map { Self.insertion($0.name, Self.width($0.columns) + ($0.isOfMaps ? 3 : 2)) }
  }

  /// The statement that adds a row of so many values.
  static func insertion(_ table: String, _ count: Int) -> String {
    "INSERT INTO \(quoted(table)) VALUES (\(repeatElement("?", count: count).joined(separator: ",")))"
  }

  /// A name as SQL wants it. Source: SQLite, "SQL Keywords".
  static func quoted(_ name: String) -> String { "\"" + name.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\"" }

  /// The columns that hold ids of other records, with their tables.
  private var keys: [(table: String, key: (name: String, kind: String))] {
    (parent.map { [(name, $0)] } ?? []) + columns.compactMap { column in column.reference.map { (name, $0) } }
      + lists.flatMap { list in list.columns.compactMap { column in column.reference.map { (list.name, $0) } } }
  }

  private static func width(_ columns: [Column]) -> Int { columns.reduce(0) { $0 + ($1.reference == nil ? 1 : 2) } }

  private static func declaration(_ column: Column, _ tables: [String: String]) -> String {
    ", " + quoted(column.name) + (column.type.isEmpty ? "" : " " + column.type) + (column.reference.map { key($0, tables) } ?? "")
  }

  /// A column with ids of records; a foreign key where their table is in the file.
  private static func key(_ key: (name: String, kind: String), _ tables: [String: String]) -> String {
    ", \(quoted(key.name)) TEXT" + (tables[key.kind].map { " REFERENCES \(quoted($0)) (\"record\")" } ?? "")
  }
}
