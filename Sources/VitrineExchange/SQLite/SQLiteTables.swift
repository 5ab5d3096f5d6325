// How records of a kind lie in tables: one row a record, and one row a value of each list.

import VitrineEditing
import VitrineModel

/// The tables of one kind.
///
/// Shape: the first is named by the kind's plural and has a row a record: its id under `record`, then a column for each field that is neither a list nor a
/// map; fields of maps have the map's name before theirs (`location_lat`). Each list has a table of its own (`games_developers`): `record`,
/// `position` from 1, and `value`; or, for a list of maps, a column for each of their members. What fits nowhere else is JSON: lists within
/// lists, maps of any keys, and under `other` what the schema does not know. A kind that stands in the folders of another has a column `parent` with the
/// id of the record above; behind a column of references stands another, `base_record` behind `base`, with the id of the record that is meant.
struct SQLiteTables: Sendable {
  /// A column.
  struct Column: Sendable {
    /// Its name.
    var name: String
    /// Its declared type: INTEGER, REAL, BOOLEAN, TEXT, or none.
    var type: String
    /// The names of the members that lead to its value, from the record or from the element of the list.
    var path: [String]
    /// The column behind it, where its values name records of a kind: its name, and that of the kind.
    var reference: (name: String, kind: String)?
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
  /// The column of the record above by place, and that record's kind; nil where records of the kind have none.
  private(set) var parent: (name: String, kind: String)?
  /// Its columns besides `record`, `parent` and `other`.
  private(set) var columns: [Column] = []
  /// The lists.
  private(set) var lists: [List] = []

  /// The tables of a kind whose records have a shape; `taken` are names that others have, in small letters.
  init(_ kind: Kind, _ shape: RecordShape, taken: inout Set<String>) {
    name = Self.unique(kind.plural, &taken)
    var columns: [Column] = []
    var found: [(path: [String], member: RecordShape.Member)] = []
    var names: Set<String> = ["record", "other"]
    if let kind = kind.parent { parent = (Self.unique("parent", &names), kind) }
    Self.collect(shape, [], &columns, &names) { path, member in
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
        columns = [
          Self.column("value", Self.type(of: member.field, member.field.itemTypes), [], member.field.reference, &names)
        ]
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
        let reference = member.field.isOwnList || member.field.isMap ? nil : member.field.reference
        columns.append(column(here.joined(separator: "_"), type, here, reference, &names))
      }
    }
  }

  private static func column(
    _ name: String, _ type: String, _ path: [String], _ reference: String?, _ names: inout Set<String>
  ) -> Column {
    let name = unique(name, &names)
    return Column(
      name: name, type: type, path: path, reference: reference.map { (unique(name + "_record", &names), $0) })
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
