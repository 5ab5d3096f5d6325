// A record while it is changed: its value, and the changes of it that were made so far.

package import VitrineEditing
package import VitrineModel
import VitrineText

/// The changes of one record's value, with the stamps and histories that follow from them.
package struct RecordDraft {
  /// The value as it was.
  package let before: DataValue
  /// The value as it is now.
  package private(set) var value: DataValue
  /// The changes that lead from one to the other.
  package private(set) var changes: [ValueChange] = []

  private let kind: Kind

  /// A draft of a record of a kind; `.null` for a new one.
  package init(_ value: DataValue, kind: Kind) {
    before = value
    self.value = value
    self.kind = kind
  }

  /// Makes one change of a value, whatever field it belongs to.
  package mutating func set(_ path: [PathStep], _ new: DataValue) {
    let new = new.allNormalized
    guard value.value(at: path) != new else { return }
    changes.append(.set(path, new))
    value = value.setting(new, at: path[...])
  }

  /// Takes a value away.
  package mutating func remove(_ path: [PathStep]) {
    guard value.value(at: path) != nil else { return }
    changes.append(.remove(path))
    value = value.removing(at: path[...])
  }

  /// Puts an item at the end of a list.
  package mutating func append(_ item: DataValue, to path: [PathStep]) {
    let present = value.value(at: path)
    changes.append(.insert(path, at: nil, item))
    value = value.setting(.list((present?.items ?? []) + [item]), at: path[...])
  }

  /// Makes one change that was typed. What is so already changes nothing.
  package mutating func apply(_ assignment: BoundAssignment) {
    switch assignment.operation {
    case .set: for new in assignment.values { set(assignment.path, new) }
    case .remove: remove(assignment.path)
    case .add:
      let isUnique = assignment.field.map { $0.hasUniqueItems || $0.isVocabulary } ?? true
      let items = isUnique ? value.value(at: assignment.path)?.items ?? [] : []
      var present = Set(items.map { Self.identity(of: $0, assignment.field) })
      for item in assignment.values where !isUnique || present.insert(Self.identity(of: item, assignment.field)).inserted {
        append(item, to: assignment.path)
      }
    case .subtract:
      for pattern in assignment.values {
        let items = value.value(at: assignment.path)?.items ?? []
        let wanted = Self.identity(of: pattern, assignment.field)
        for index in items.indices.reversed() where Self.isMeant(items[index], by: wanted, assignment.field) {
          remove(assignment.path + [.item(index)])
        }
      }
    }
  }

  /// Sets what follows from the changes: stamps and entries of histories, unless they were changed by name.
  ///
  /// A value that is set to what it is already gets the entry that its history lacks, where somebody changed it by hand and did not write one.
  package mutating func stamp(_ moment: ChangeMoment, except assigned: [BoundAssignment]) {
    let behind = kind.histories.filter { history in
      assigned.contains { $0.operation == .set && $0.field?.path == history.follows } && isBehind(history)
    }
    guard !changes.isEmpty || !behind.isEmpty else { return }
    func isAssigned(_ field: FieldPath) -> Bool { assigned.contains { $0.field?.path.names.first == field.names.first } }
    for stamp in kind.stamps where !isAssigned(stamp.field) {
      let path = steps(stamp.field)
      // What stands there and is no time is something else that a person wrote.
      if let present = before.value(at: path), !Self.isTime(present) { continue }
      let isDue =
        stamp.follows.map { field in isChanged(field) || behind.contains { $0.follows == field } }
        ?? (before.value(at: path) != nil)
      if isDue { set(path, moment.value(for: kind.field(stamp.field)?.meaning ?? .dateTime)) }
    }
    for history in kind.histories where !isAssigned(history.field) && (isChanged(history.follows) || behind.contains(history)) {
      guard let new = value.value(at: steps(history.follows)), new != .null else { continue }
      let meaning = kind.field(FieldPath(history.field.names + history.at.names))?.meaning ?? .dateTime
      var entry = DataValue.map([])
      entry = entry.setting(new, at: steps(history.value)[...])
      entry = entry.setting(moment.value(for: meaning), at: steps(history.at)[...])
      append(entry, to: steps(history.field))
    }
  }

  /// Whether a value may be a time, of whatever form; or nothing.
  private static func isTime(_ value: DataValue) -> Bool {
    switch value {
    case .null, .number: true
    case .string(let text): text.utf8.allSatisfy { (0x30...0x39).contains($0) || "-+:./, TtZz".utf8.contains($0) }
    case .bool, .list, .map: false
    }
  }

  /// Whether a history ends with another value than the field has.
  private func isBehind(_ history: Kind.History) -> Bool {
    guard let present = value.value(at: steps(history.follows)), present != .null else { return false }
    return value.value(at: steps(history.field))?.items?.last?.value(at: steps(history.value)) != present
  }

  private func isChanged(_ field: FieldPath) -> Bool {
    before.value(at: steps(field)) != value.value(at: steps(field))
  }

  private func steps(_ field: FieldPath) -> [PathStep] { field.names.map { .key($0) } }

  /// What two items have in common that are one: the same, or the same word of a vocabulary.
  static func identity(of item: DataValue, _ field: Kind.Field?) -> DataValue {
    guard field?.isVocabulary == true, let text = item.text else { return item.allNormalized }
    return .string(String(decoding: Folding.vocabulary(text), as: UTF8.self))
  }

  /// Whether an item is meant by the identity of a pattern, which may name only some members of a map.
  private static func isMeant(_ item: DataValue, by wanted: DataValue, _ field: Kind.Field?) -> Bool {
    guard case .map(let members) = wanted else { return identity(of: item, field) == wanted }
    return item.entries != nil && members.allSatisfy { entry in item[entry.key]?.allNormalized == entry.value }
  }
}

extension Kind {
  /// In which order the keys of the map at a path stand: as in the schema.
  package var keyOrder: TreeEditor.KeyOrder {
    var keys: [String: [String]] = [:]
    for field in fields {
      guard let name = field.path.names.last else { continue }
      keys[field.path.names.dropLast().joined(separator: "."), default: []].append(name)
    }
    return { [keys] path in
      let names = path.compactMap { step -> String? in if case .key(let key) = step { key } else { nil } }
      return keys[names.joined(separator: ".")] ?? []
    }
  }
}
