// How records of a kind lie in tables: one row a record, and one row a value of each list.

import VitrineEditing
import VitrineModel

/// The tables of one kind.
///
/// Shape: the first is named by the kind's plural and has a row a record: its id under `record`, then a column for each field that is neither a list nor a
/// map; fields of maps have the map's name before theirs (`location_lat`). Each list has a table of its own (`games_developers`): `record`,
/// `position` from 1, and `value`; or, for a list of maps, a column for each of their members. What fits nowhere else is JSON: lists within
/// lists, maps of any keys, and under `other` what the schema does not know.
struct SQLiteTables: Sendable {
  /// A column.
  struct Column: Sendable {
    /// Its name.
    var name: String
    /// Its declared type: INTEGER, REAL, BOOLEAN, TEXT, or none.
    var type: String
    /// The names of the members that lead to its value, from the record or from the element of the list.
    var path: [String]
  }

  /// A list's table.
  struct List: Sendable {
    /// Its name.
    var name: String
    /// The names of the members that lead to the list.
    var path: [String]
    /// The members of its maps; one column `value` without a path for a list of scalars.
    var columns: [Column]
    /// True where its elements are maps.
    var isOfMaps: Bool
  }

  /// The name of the first table.
  let name: String
  /// Its columns besides `record` and `other`.
  private(set) var columns: [Column] = []
  /// The lists.
  private(set) var lists: [List] = []

  /// The tables of a kind; `taken` are names that others have, in small letters.
  init(_ kind: ExchangeKind, taken: inout Set<String>) {
    name = Self.unique(kind.kind.plural, &taken)
    var columns: [Column] = []
    var found: [(path: [String], member: RecordShape.Member)] = []
    var names: Set<String> = ["record", "other"]
    Self.collect(kind.shape, [], &columns, &names) { path, member in
      found.append((path, member))
      return true
    }
    self.columns = columns
    for (path, member) in found {
      // The last name says it, unless two lists end alike.
      let isAlone = found.count { $0.path.last == path.last } == 1
      let name = Self.unique(([self.name] + (isAlone ? path.suffix(1) : path[...])).joined(separator: "_"), &taken)
      var columns: [Column] = []
      var names: Set<String> = ["record", "position", "other"]
      if member.field.isMap {
        // A list within a list has no table of its own.
        Self.collect(member.shape, [], &columns, &names) { _, _ in false }
      } else {
        columns = [Column(name: "value", type: Self.type(of: member.field, member.field.itemTypes), path: [])]
      }
      lists.append(List(name: name, path: path, columns: columns, isOfMaps: member.field.isMap))
    }
  }

  /// The columns for the members of a shape; none for a list that `takesList` takes.
  private static func collect(
    _ shape: RecordShape, _ path: [String], _ columns: inout [Column], _ names: inout Set<String>,
    takesList: ([String], RecordShape.Member) -> Bool
  ) {
    for member in shape.members {
      let here = path + [member.name]
      if member.field.isOwnList, takesList(here, member) { continue }
      if !member.field.isOwnList, member.field.isMap, !member.shape.members.isEmpty {
        collect(member.shape, here, &columns, &names, takesList: takesList)
      } else {
        let type = member.field.isOwnList || member.field.isMap ? "TEXT" : type(of: member.field, member.field.types)
        columns.append(Column(name: unique(here.joined(separator: "_"), &names), type: type, path: here))
      }
    }
  }

  private static func type(of field: Kind.Field, _ types: [String]) -> String {
    if types.isEmpty, !field.values.isEmpty {
      // A closed list says by its values what they are.
      return field.values.allSatisfy { DataValue(plain: $0) == .string($0) } ? "TEXT" : ""
    }
    return switch types.filter({ $0 != "null" }) {
    case ["integer"]: "INTEGER"
    case ["number"], ["integer", "number"], ["number", "integer"]: "REAL"
    case ["boolean"]: "BOOLEAN"
    case ["string"]: "TEXT"
    default: ""
    }
  }

  /// A name that no other is like: SQLite does not tell capitals from small letters.
  static func unique(_ name: String, _ taken: inout Set<String>) -> String {
    var number = 1
    var result = name
    while !taken.insert(result.lowercased()).inserted {
      number += 1
      result = "\(name)_\(number)"
    }
    return result
  }
}

extension SQLiteTables {
  /// The statements that make the tables.
  var declaration: String {
    var sql = "CREATE TABLE \(Self.quoted(name)) (\"record\" TEXT PRIMARY KEY NOT NULL"
    for column in columns { sql += ", " + Self.declaration(column) }
    sql += ", \"other\" TEXT) WITHOUT ROWID;"
    for list in lists {
      sql += "CREATE TABLE \(Self.quoted(list.name)) (\"record\" TEXT NOT NULL REFERENCES \(Self.quoted(name)) (\"record\")"
      sql += ", \"position\" INTEGER NOT NULL"
      for column in list.columns { sql += ", " + Self.declaration(column) }
      if list.isOfMaps { sql += ", \"other\" TEXT" }
      sql += ", PRIMARY KEY (\"record\", \"position\")) WITHOUT ROWID;"
    }
    return sql
  }

  /// The statements that make the lists' values quick to find; they come after the rows.
  var indexes: String {
    lists.filter { !$0.isOfMaps }.map { list in
      "CREATE INDEX \(Self.quoted(list.name + "_value")) ON \(Self.quoted(list.name)) (\"value\", \"record\");"
    }.joined()
  }

  /// The statements that add a row: to the first table, then to each list's.
  var insertions: [String] {
    [Self.insertion(name, columns.count + 2)] + lists.map { Self.insertion($0.name, $0.columns.count + ($0.isOfMaps ? 3 : 2)) }
  }

  /// The statement that adds a row of so many values.
  static func insertion(_ table: String, _ count: Int) -> String {
    "INSERT INTO \(quoted(table)) VALUES (\(repeatElement("?", count: count).joined(separator: ",")))"
  }

  /// A name as SQL wants it. Source: SQLite, "SQL Keywords".
  static func quoted(_ name: String) -> String { "\"" + name.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\"" }

  private static func declaration(_ column: Column) -> String {
    quoted(column.name) + (column.type.isEmpty ? "" : " " + column.type)
  }
}
