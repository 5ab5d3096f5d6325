// What a schema says of its own past: the steps that bring a record from one version to the next, made on values.

package import VitrineEditing
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

/// A record while it is brought up to a version.
package struct MigratedRecord {
  /// The value as it is now.
  package private(set) var value: DataValue
  /// The changes that lead there, in order.
  package private(set) var changes: [ValueChange] = []
  /// Whether something was taken away for good.
  private(set) var hasLost = false

  /// A record with a value.
  package init(_ value: DataValue) { self.value = value }

  /// The version that the record itself says it is written for; nil where it says none.
  package var version: Int? {
    guard case .number(let digits)? = value[Migration.versionField] else { return nil }
    return Int(digits)
  }

  /// Makes the steps from one version to another, and writes that down where the record `saysVersion`.
  ///
  /// Errors: a place that a value should go to is taken by another one, or is none: there are lists on the way.
  package mutating func migrate(
    by migrations: [Migration], from version: Int, to goal: Int, saysVersion: Bool
  ) throws(PlanRefusal) {
    for migration in migrations where migration.to > version && migration.to <= goal {
      for step in migration.steps { try make(step) }
    }
    if saysVersion, version < goal { set([.key(Migration.versionField)], .number(String(goal))) }
  }

  /// Makes a step.
  ///
  /// Errors: a place that a value should go to is taken by another one, or is none: there are lists on the way.
  mutating func make(_ step: MigrationStep) throws(PlanRefusal) {
    switch step {
    case .rename(let field, let name):
      for path in Self.places(of: field.names[...], in: value).reversed() {
        guard case .key? = path.last else { continue }
        guard value.value(at: path.dropLast() + [.key(name)]) == nil else {
          throw PlanRefusal("'\(path.pointer)' cannot be renamed to '\(name)', which is there already")
        }
        changes.append(.rename(path, to: name))
        value = value.renaming(path[...], to: name)
      }
    case .move(let field, let goal):
      let places = Self.places(of: field.names[...], in: value)
      guard !places.isEmpty else { return }
      let path = goal.names.map { PathStep.key($0) }
      guard places.count == 1, let place = places.first, let moved = value.value(at: place) else {
        throw PlanRefusal("'\(field.dotted)' stands in a list, so that there is no one value to move to '\(goal.dotted)'")
      }
      if let present = value.value(at: path), present != moved {
        throw PlanRefusal("'\(field.dotted)' cannot be moved to '\(goal.dotted)', which has another value already")
      }
      set(path, moved)
      remove(place)
    case .set(let field, let new):
      for map in Self.maps(for: field.names.dropLast(), in: value) {
        let path = map + [.key(field.names.last ?? "")]
        if (value.value(at: path) ?? .null) == .null { set(path, new) }
      }
    case .remove(let field):
      for path in Self.places(of: field.names[...], in: value).reversed() {
        remove(path)
        hasLost = true
      }
    }
  }

  /// Writes a value.
  mutating func set(_ path: [PathStep], _ new: DataValue) {
    changes.append(.set(path, new))
    value = value.setting(new, at: path[...])
  }

  private mutating func remove(_ path: [PathStep]) {
    changes.append(.remove(path))
    value = value.removing(at: path[...])
  }

  /// Where a field stands: once for each map that has it.
  private static func places(of names: ArraySlice<String>, in value: DataValue, _ path: [PathStep] = []) -> [[PathStep]] {
    if case .list(let items) = value, !names.isEmpty {
      return items.enumerated().flatMap { places(of: names, in: $0.element, path + [.item($0.offset)]) }
    }
    guard let name = names.first else { return [path] }
    return value[name].map { places(of: names.dropFirst(), in: $0, path + [.key(name)]) } ?? []
  }

  /// The maps in which a field would stand, whose names before the last are given; one that is missing is made, outside of lists.
  private static func maps(for names: ArraySlice<String>, in value: DataValue, _ path: [PathStep] = []) -> [[PathStep]] {
    if case .list(let items) = value {
      return items.enumerated().flatMap { maps(for: names, in: $0.element, path + [.item($0.offset)]) }
    }
    guard let name = names.first else { return [path] }
    return maps(for: names.dropFirst(), in: value[name] ?? .null, path + [.key(name)])
  }
}

extension DataValue {
  /// The same with another name for the key at the end of a path.
  fileprivate func renaming(_ path: ArraySlice<PathStep>, to name: String) -> DataValue {
    guard let step = path.first else { return self }
    let rest = path.dropFirst()
    switch (step, self) {
    case (.key(let key), .map(var entries)):
      for index in entries.indices where entries[index].key.utf8.elementsEqual(key.utf8) {
        if rest.isEmpty {
          entries[index].key = name
        } else {
          entries[index].value = entries[index].value.renaming(rest, to: name)
        }
      }
      return .map(entries)
    case (.item(let index), .list(var items)) where items.indices.contains(index):
      items[index] = items[index].renaming(rest, to: name)
      return .list(items)
    case (.key, _), (.item, _): return self
    }
  }
}
