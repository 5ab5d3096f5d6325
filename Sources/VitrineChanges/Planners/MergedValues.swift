// Two records of one thing as values: which of both holds for each field, and where a person has to say.

import VitrineEditing
import VitrineModel
import VitrineText

/// Whose value a field keeps.
package enum MergeSide: String, Sendable, Hashable, CaseIterable {
  /// That of the record that stays.
  case keep
  /// That of the record that goes.
  case other
}

/// The changes of a record that takes in another.
struct MergedValues {
  /// A field in which both have values that cannot both stay.
  struct Conflict: Hashable {
    /// The field, with dots.
    var field: String
    /// The value of the record that stays.
    var kept: DataValue
    /// The value of the record that goes.
    var other: DataValue
  }

  /// The changes of the record that stays, in order.
  private(set) var changes: [ValueChange] = []
  /// The fields that nobody has decided.
  private(set) var conflicts: [Conflict] = []
  /// How many fields and items were taken over.
  private(set) var taken = 0

  private let kind: Kind
  private let decided: [FieldPath: MergeSide]
  private let keepsAll: Bool

  /// The merge of two records. `decided` says whose value a field has; `keepsAll` decides all others for the record that stays.
  init(_ kept: DataValue, _ other: DataValue, kind: Kind, decided: [FieldPath: MergeSide], keepsAll: Bool) {
    self.kind = kind
    self.decided = decided
    self.keepsAll = keepsAll
    for entry in other.entries ?? [] { merge(kept[entry.key], entry.value, [.key(entry.key)], FieldPath([entry.key])) }
    // A field that only the record that stays has goes where the other's is to hold, which has none.
    for (field, side) in decided where side == .other {
      let path = field.names.map { PathStep.key($0) }
      if other.value(at: path) == nil, kept.value(at: path) != nil {
        changes.append(.remove(path))
        taken += 1
      }
    }
  }

  private mutating func merge(_ kept: DataValue?, _ other: DataValue, _ path: [PathStep], _ field: FieldPath) {
    if let side = decided[field] {
      if side == .other, kept != other { take(other, path) }
      return
    }
    if Self.isNothing(other) { return }
    guard let kept, !Self.isNothing(kept) else { return take(other, path) }
    let known = kind.field(field)
    switch (kept, other) {
    case (.map, .map(let entries)) where known?.meaning != .location:
      for entry in entries { merge(kept[entry.key], entry.value, path + [.key(entry.key)], field.appending(entry.key)) }
    case (.list(let items), .list(let others)):
      var all = items
      for item in others {
        guard let index = all.firstIndex(where: { isSame($0, item, known) }) else {
          all.append(item)
          changes.append(.insert(path, at: nil, item))
          taken += 1
          continue
        }
        // What tells items apart is the same; what else they say is merged like a record.
        for entry in item.entries ?? [] {
          merge(all[index][entry.key], entry.value, path + [.item(index), .key(entry.key)], field.appending(entry.key))
        }
      }
    default:
      guard !isSame(kept, other, known), !isOwn(field, known), !keepsAll else { return }
      conflicts.append(Conflict(field: field.dotted, kept: kept, other: other))
    }
  }

  private mutating func take(_ value: DataValue, _ path: [PathStep]) {
    changes.append(.set(path, value))
    taken += 1
  }

  /// Whether a field belongs to the record, not to the thing: its number, and the times that tools keep.
  private func isOwn(_ field: FieldPath, _ known: Kind.Field?) -> Bool {
    known?.initial != nil || known?.format == "uuid" || kind.stamps.contains { $0.field == field }
  }

  private func isSame(_ left: DataValue, _ right: DataValue, _ field: Kind.Field?) -> Bool {
    if let field, field.isVocabulary, let left = left.text, let right = right.text {
      return Folding.vocabulary(left) == Folding.vocabulary(right)
    }
    if let names = field?.uniqueBy, !names.isEmpty, left.entries != nil, right.entries != nil {
      return names.allSatisfy { name in
        let path = name.names.map { PathStep.key($0) }
        return left.value(at: path)?.allNormalized == right.value(at: path)?.allNormalized
      }
    }
    return left.allNormalized.inKeyOrder == right.allNormalized.inKeyOrder
  }

  private static func isNothing(_ value: DataValue) -> Bool {
    switch value {
    case .null: true
    case .string(let text): text.isEmpty
    case .bool, .number: false
    case .list, .map: value.isEmptyCollection
    }
  }
}
