// What a schema says of its own past: the steps that bring a record from one version to the next, made on values.

import VitrineEditing
import VitrineModel
import VitrineSyntax

/// The steps to one version of a kind's schema.
package struct Migration: Sendable {
  /// The field of a record that says which version it is written for, where its schema has one.
  package static let versionField = "schemaVersion"

  /// The version they lead to.
  package var to: Int
  /// The steps, in order.
  var steps: [MigrationStep]

  /// The migrations that a schema declares, in the order of their versions; what is not written as it should be counts as absent, and its own
  /// check reports it.
  package static func all(in schema: [UInt8]) -> [Migration] {
    let parsed = YAML.parse(schema)
    guard parsed.isComplete, let root = parsed.tree.roots.first else { return [] }
    let value = parsed.tree.withReader { $0.dataValue(root) }
    let list = value.value(at: [.key("x-vitrine"), .key("migrations")])?.items ?? []
    let all = list.compactMap { item -> Migration? in
      guard case .number(let digits)? = item["to"], let version = Int(digits) else { return nil }
      return Migration(to: version, steps: (item["steps"]?.items ?? []).flatMap { MigrationStep.all(in: $0) })
    }
    return all.sorted { $0.to < $1.to }
  }
}

/// One step. Fields are named from the root of the record; lists on the way are crossed.
enum MigrationStep: Hashable, Sendable {
  /// A key gets another name, in its place.
  case rename(FieldPath, to: String)
  /// A value gets another place.
  case move(FieldPath, to: FieldPath)
  /// A field that is missing gets a value.
  case set(FieldPath, DataValue)
  /// A field goes.
  case remove(FieldPath)

  /// The steps that an entry of a schema's list stands for.
  static func all(in value: DataValue) -> [MigrationStep] {
    (value.entries ?? []).flatMap { entry -> [MigrationStep] in
      let words = entry.value.items?.compactMap(\.text) ?? [entry.value.text].compactMap(\.self)
      let fields = words.map { FieldPath(dotted: $0) }
      switch entry.key {
      case "rename" where fields.count == 2:
        let isBeside = fields[0].names.dropLast() == fields[1].names.dropLast()
        guard isBeside, let name = fields[1].names.last else { return [.move(fields[0], to: fields[1])] }
        return [.rename(fields[0], to: name)]
      case "move" where fields.count == 2: return [.move(fields[0], to: fields[1])]
      case "set": return (entry.value.entries ?? []).map { .set(FieldPath(dotted: $0.key), $0.value) }
      case "remove": return fields.map { .remove($0) }
      default: return []
      }
    }
  }
}
