// A record while the steps of its schema bring it up to a version. Each step goes once through the parts of the record that it names.

package import VitrineEditing
import VitrineModel

/// A record while it is brought up to a version.
package struct MigratedRecord {
  /// The value as it is now.
  package private(set) var value: DataValue
  /// The changes that lead there, in order.
  package private(set) var changes: [ValueChange] = []
  /// Where values stood before that stand elsewhere now.
  package private(set) var moved = MovedPlaces()
  /// Whether something was taken away for good.
  private(set) var hasLost = false
  /// How many keys and items the steps may still look at.
  private var left: Int

  /// How many keys and items the steps may look at in one record: a few seconds' work. The steps of a sane schema look at each part of a record once
  /// or twice.
  package static let mostWork = 50_000_000

  /// A record with a value.
  package init(_ value: DataValue, mostWork: Int = mostWork) {
    self.value = value
    left = mostWork
  }

  /// The version that the record itself says it is written for; nil where it says none.
  package var version: Int? {
    guard case .number(let digits)? = value[Migration.versionField] else { return nil }
    return Int(digits)
  }

  /// Makes the steps from one version to another, and writes that down where the record `saysVersion`.
  ///
  /// Errors: a place that a value should go to is taken by another one, or is none: there are lists on the way. The record is so large, and has so
  /// many steps to make, that they would take no end.
  package mutating func migrate(
    by migrations: [Migration], from version: Int, to goal: Int, saysVersion: Bool
  ) throws(PlanRefusal) {
    for migration in migrations where migration.to > version && migration.to <= goal {
      for step in migration.steps { try make(step) }
    }
    guard saysVersion, version < goal else { return }
    let path = [PathStep.key(Migration.versionField)]
    changes.append(.set(path, .number(String(goal))))
    value = value.setting(.number(String(goal)), at: path[...])
  }

  /// Makes a step.
  ///
  /// Errors: as those of `migrate`.
  mutating func make(_ step: MigrationStep) throws(PlanRefusal) {
    switch step {
    case .rename(let field, let name): try rename(field, to: name)
    case .move(let field, let goal): try move(field, to: goal)
    case .set(let field, let value): try fill(field, with: value)
    case .remove(let field):
      let count = changes.count
      try remove(field)
      hasLost = hasLost || changes.count > count
    }
  }

  private mutating func rename(_ field: FieldPath, to new: String) throws(PlanRefusal) {
    try forEachMap(of: field) { (record, entries, path, name) throws(PlanRefusal) in
      guard let index = entries.place(of: name) else { return }
      let place = path + [.key(name)]
      guard entries.place(of: new) == nil else {
        throw PlanRefusal("'\(place.pointer)' cannot be renamed to '\(new)', which is there already")
      }
      entries[index].key = new
      record.changes.append(.rename(place, to: new))
      record.moved.add(from: place, to: path + [.key(new)])
    }
  }

  private mutating func move(_ field: FieldPath, to goal: FieldPath) throws(PlanRefusal) {
    var found: [(place: [PathStep], value: DataValue)] = []
    try forEachMap(of: field) { (_, entries, path, name) throws(PlanRefusal) in
      guard found.count < 2, let index = entries.place(of: name) else { return }
      found.append((path + [.key(name)], entries[index].value))
    }
    guard let (place, value) = found.first else { return }
    guard found.count == 1 else {
      throw PlanRefusal("'\(field.dotted)' stands in a list, so that there is no one value to move to '\(goal.dotted)'")
    }
    guard !goal.names.starts(with: field.names) else {
      throw PlanRefusal("'\(field.dotted)' cannot be moved to '\(goal.dotted)', which would be inside of it")
    }
    let path = goal.names.map { PathStep.key($0) }
    var isThere = false
    try forEachMap(of: goal, makesMissing: true) { (record, entries, map, name) throws(PlanRefusal) in
      guard map.count == path.count - 1 else { return }
      isThere = true
      if let index = entries.place(of: name) {
        guard entries[index].value == value else {
          throw PlanRefusal("'\(field.dotted)' cannot be moved to '\(goal.dotted)', which has another value already")
        }
      } else {
        entries.append(DataValue.Entry(name, value))
      }
      record.changes.append(.set(path, value))
    }
    guard isThere else {
      throw PlanRefusal("'\(field.dotted)' cannot be moved to '\(goal.dotted)', which stands in a list")
    }
    moved.add(from: place, to: path)
    try remove(field)
  }

  private mutating func fill(_ field: FieldPath, with value: DataValue) throws(PlanRefusal) {
    try forEachMap(of: field, makesMissing: true) { (record, entries, path, name) throws(PlanRefusal) in
      if let index = entries.place(of: name) {
        guard entries[index].value == .null else { return }
        entries[index].value = value
      } else {
        entries.append(DataValue.Entry(name, value))
      }
      record.changes.append(.set(path + [.key(name)], value))
    }
  }

  private mutating func remove(_ field: FieldPath) throws(PlanRefusal) {
    try forEachMap(of: field) { (record, entries, path, name) throws(PlanRefusal) in
      guard let index = entries.place(of: name) else { return }
      entries.remove(at: index)
      record.changes.append(.remove(path + [.key(name)]))
    }
  }

  /// Hands `body` each map in which a field stands, or would stand, with the path of the map and the field's name there.
  private mutating func forEachMap(
    of field: FieldPath, makesMissing: Bool = false,
    _ body: (inout MigratedRecord, inout [DataValue.Entry], [PathStep], String) throws(PlanRefusal) -> Void
  ) throws(PlanRefusal) {
    guard let name = field.names.last else { return }
    var whole = DataValue.null
    swap(&whole, &value)
    defer { swap(&whole, &value) }
    var walk = MapWalk(field: field, makesMissing: makesMissing, left: left)
    defer { left = walk.left }
    try walk.visit(&whole, field.names.dropLast(), []) { (entries, path) throws(PlanRefusal) in
      try body(&self, &entries, path, name)
    }
  }
}

/// A walk to all maps in which a field would stand. What it passes is changed in its place, never copied.
private struct MapWalk {
  let field: FieldPath
  /// Whether maps that are missing are made.
  let makesMissing: Bool
  /// How many keys and items may still be looked at.
  var left: Int

  mutating func visit(
    _ value: inout DataValue, _ names: ArraySlice<String>, _ path: [PathStep],
    _ body: (inout [DataValue.Entry], [PathStep]) throws(PlanRefusal) -> Void
  ) throws(PlanRefusal) {
    switch value {
    case .list(var items):
      try spend(items.count)
      value = .null
      defer { value = .list(items) }
      for index in items.indices { try visit(&items[index], names, path + [.item(index)], body) }
    case .map(var entries):
      try spend(entries.count)
      value = .null
      defer { value = .map(entries) }
      guard let name = names.first else { return try body(&entries, path) }
      if makesMissing, entries.place(of: name) == nil { entries.append(DataValue.Entry(name, .null)) }
      guard let index = entries.place(of: name) else { return }
      try visit(&entries[index].value, names.dropFirst(), path + [.key(name)], body)
    case .null where makesMissing:
      value = .map([])
      try visit(&value, names, path, body)
    case .bool, .number, .string:
      guard makesMissing else { return }
      throw PlanRefusal("there is no place for '\(field.dotted)': '\(path.pointer)' is no map")
    case .null: break
    }
  }

  private mutating func spend(_ count: Int) throws(PlanRefusal) {
    left -= count + 1
    guard left >= 0 else {
      throw PlanRefusal(
        "the record is too large for the steps of its schema, which would look at its parts too often; divide it into smaller records"
      )
    }
  }
}

extension [DataValue.Entry] {
  /// The number of the entry of a name.
  fileprivate func place(of name: String) -> Int? { firstIndex { $0.key.utf8.elementsEqual(name.utf8) } }
}
