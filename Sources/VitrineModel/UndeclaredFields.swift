// The fields that records of an open kind have and its schema does not name: what they are called, and what their values are.

import VitrineSchema
package import VitrineSyntax

/// A survey of the undeclared fields of a kind's records.
///
/// Shape: add every record's tree, then ask for `fields`. Maps within are looked into, a few levels deep.
package struct UndeclaredFields: Sendable {
  /// The most fields that a kind is given by its records: a file may have any number of keys.
  private static let maximumCount = 200
  /// The deepest map that is looked into.
  private static let depth = 4
  /// The most values of one record that are looked at.
  private static let maximumValues = 10_000

  /// What the values of one field are.
  private struct Values: Sendable {
    var records = 0
    var lastRecord = 0
    var isList = false
    var forms: Set<Form> = []
  }

  /// What one value is.
  private enum Form: Sendable, Hashable {
    case text, number, boolean, date, moment, map, other
  }

  private let kind: Kind
  private var order: [FieldPath] = []
  private var known: [FieldPath: Values] = [:]
  private var records = 0
  private var budget = 0

  /// A survey of the records of a kind, none looked at yet.
  package init(_ kind: Kind) { self.kind = kind }

  /// Looks at a record.
  package mutating func add(_ tree: Tree) {
    guard let root = tree.roots.first else { return }
    records += 1
    budget = Self.maximumValues
    tree.withReader { reader in
      guard reader.resolved(root).kind == .mapping else { return }
      addMembers(reader, root, FieldPath([]))
    }
  }

  private mutating func addMembers(_ reader: TreeReader, _ map: NodeID, _ path: FieldPath) {
    reader.forEachEntry(map) { entry in
      let name = reader.text(entry.key)
      let here = path.appending(name)
      guard budget > 0, kind.field(here) == nil, !name.isEmpty, !name.contains(".") else { return }
      if path.names.isEmpty, !kind.allowsUndeclared(name) { return }
      add(reader, entry.value, here)
    }
  }

  private mutating func add(_ reader: TreeReader, _ value: NodeID, _ path: FieldPath) {
    budget -= 1
    let node = reader.resolved(value)
    guard budget > 0, node.kind != .null else { return }
    if known[path] == nil {
      guard order.count < Self.maximumCount else { return }
      order.append(path)
      known[path] = Values()
    }
    if known[path]?.lastRecord != records {
      known[path]?.lastRecord = records
      known[path]?.records += 1
    }
    switch node.kind {
    case .sequence:
      known[path]?.isList = true
      for item in reader.items(value) where budget > 0 {
        // A list within a list is shown, and no more.
        if reader.resolved(item).kind == .sequence {
          known[path]?.forms.insert(.other)
        } else {
          add(reader, item, path)
        }
      }
    case .mapping:
      known[path]?.forms.insert(.map)
      if path.names.count < Self.depth { addMembers(reader, value, path) }
    default: known[path]?.forms.insert(Self.form(reader.text(value), node.kind))
    }
  }

  private static func form(_ text: String, _ kind: Node.Kind) -> Form {
    switch kind {
    case .int, .float: return .number
    case .bool: return .boolean
    default:
      var text = text
      return text.withUTF8 { bytes in
        if bytes.count == 10, CivilDay(dashed: bytes) != nil { return .date }
        return bytes.count > 10 && CivilMoment(bytes) != nil ? .moment : .text
      }
    }
  }

  /// A field, and how many records have it.
  package struct Found: Sendable {
    /// The field, of the type that all its values have; text where they differ.
    package var field: Kind.Field
    /// How many records have it.
    package var records: Int
  }

  /// What was found, in the order in which it was met, each before what it holds.
  package var fields: [Found] {
    var lists: Set<FieldPath> = []
    return order.compactMap { path in
      guard let values = known[path] else { return nil }
      let isInList = path.names.indices.dropFirst().contains { lists.contains(FieldPath(Array(path.names[..<$0]))) }
      if values.isList { lists.insert(path) }
      return Found(field: Self.field(path, values, isInList: isInList), records: values.records)
    }.sorted { left, right in
      // What holds a field stands before it; else the order of the records stays.
      left.field.path.names.count < right.field.path.names.count && right.field.path.names.starts(with: left.field.path.names)
    }
  }

  private static func field(_ path: FieldPath, _ values: Values, isInList: Bool) -> Kind.Field {
    var (meaning, types) = (FieldMeaning.text, ["string"])
    switch values.forms {
    case [.number]: (meaning, types) = (.number, ["number"])
    case [.boolean]: (meaning, types) = (.boolean, ["boolean"])
    case [.date]: meaning = .date
    case [.moment], [.date, .moment]: meaning = .dateTime
    case [.map]: (meaning, types) = (.map, ["object"])
    default: if values.forms != [.text] { types = [] }
    }
    var field = Kind.Field(path: path, meaning: meaning)
    field.types = values.isList ? ["array"] : types
    field.itemTypes = types
    field.isOwnList = values.isList
    field.isList = values.isList || isInList
    field.isMap = meaning == .map
    field.isObserved = true
    return field
  }
}

extension Kind.Field {
  /// What its values are, in a few words: `number`, `list of texts`.
  package var valueWords: String {
    let one =
      switch meaning {
      case .number: "number"
      case .boolean: "true or false"
      case .date, .dateInt: "day"
      case .dateTime: "time"
      case .map: "map"
      case .text, .enumeration, .time, .color, .reference, .location: "text"
      }
    return isOwnList ? "list, each a \(one)" : one
  }
}

extension Kind {
  /// True where a record may have a field of this name that the schema does not declare.
  package func allowsUndeclared(_ name: String) -> Bool {
    if allowsUndeclaredFields { return true }
    guard name.hasPrefix("x-"), let patterns = schema.root.annotation("patternProperties") else { return false }
    return patterns.tree.withReader { $0.value(patterns.node, named: "^x-") } != nil
  }

  /// True where a form may name a field at the top of a record that the schema does not declare.
  package func mayTake(_ path: FieldPath) -> Bool {
    guard path.names.count == 1, let name = path.names.first else { return false }
    return !name.isEmpty && !name.contains(where: { "./:".contains($0) }) && allowsUndeclared(name)
  }

  /// The kind with fields that its records have and its schema does not declare, after its own.
  package func adding(_ undeclared: [Field]) -> Kind {
    let new = undeclared.filter { field($0.path) == nil }
    if new.isEmpty { return self }
    return Kind(name: name, schemaPath: schemaPath, schema: schema, annotations: annotations, fields: fields + new)
  }
}
