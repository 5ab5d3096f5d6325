// Three values field by field: what two sides made of one record.

import VitrineEditing
import VitrineModel
import VitrineText

/// The values of two records that came from one: the changes of the first that take in what the other changed.
struct ValueMerge {
  /// The changes of our side, to be made one after the other.
  private(set) var changes: [ValueChange] = []
  /// The fields that both sides changed, each in its own way, with dots.
  private(set) var conflicts: [String] = []

  /// Lists of so many pairs of items are left to people.
  private static let mostPairs = 250_000

  private let kind: Kind?

  /// The merge of two values that came from `base`. The kind says which fields tools keep, and which texts are one name; nil where it is not known.
  init(base: DataValue, ours: DataValue, theirs: DataValue, kind: Kind?) {
    self.kind = kind
    merge(base.allNormalized, ours.allNormalized, theirs.allNormalized, [])
  }

  private mutating func merge(_ base: DataValue?, _ ours: DataValue?, _ theirs: DataValue?, _ path: [PathStep]) {
    if isSame(ours, theirs) || isSame(base, theirs) { return }
    if isSame(base, ours), !path.isEmpty {
      changes.append(theirs.map { .set(path, $0) } ?? .remove(path))
      return
    }
    switch (ours, theirs) {
    case (.map(let entries), .map(let others)) where base?.entries != nil || base == nil || base == .null:
      for entry in entries { merge(base?[entry.key], entry.value, theirs?[entry.key], path + [.key(entry.key)]) }
      for entry in others where ours?[entry.key] == nil { merge(base?[entry.key], nil, entry.value, path + [.key(entry.key)]) }
    case (.list(let items), .list(let others)) where base?.items != nil || base == nil || base == .null:
      lists(base?.items ?? [], items, others, path)
    default:
      if let stamp = laterStamp(ours, theirs, path) {
        if !isSame(stamp, ours) { changes.append(.set(path, stamp)) }
      } else {
        conflicts.append(dotted(path))
      }
    }
  }

  // MARK: lists

  private mutating func lists(_ base: [DataValue], _ ours: [DataValue], _ theirs: [DataValue], _ path: [PathStep]) {
    let most = max(base.count, ours.count, theirs.count)
    guard most * most <= Self.mostPairs else { return conflicts.append(dotted(path)) }
    let removed = base.filter { item in !holds(theirs, item, path) }
    let added = theirs.filter { item in !holds(base, item, path) }
    // Only the order is another, or an item stands more often: nobody can say what was meant.
    guard !(removed.isEmpty && added.isEmpty) else { return conflicts.append(dotted(path)) }
    var present = ours
    if base.count == theirs.count, removed.count == added.count,
      zip(base, theirs).allSatisfy({ old, new in isOne(old, new, path) || !holds(theirs, old, path) && !holds(base, new, path) })
    {
      for (index, (old, new)) in zip(base, theirs).enumerated() where !isOne(old, new, path) {
        if let place = present.firstIndex(where: { isSame($0, old) }) {
          present[place] = new
          changes.append(.set(path + [.item(place)], new))
        } else if present.count == base.count, present[index].isCollection {
          merge(old, present[index], new, path + [.item(index)])
        } else {
          conflicts.append(dotted(path))
        }
      }
      return
    }
    for item in removed {
      if let place = present.firstIndex(where: { isSame($0, item) }) {
        present.remove(at: place)
        changes.append(.remove(path + [.item(place)]))
      } else if ours.count >= base.count {
        // It is another one now, not gone.
        return conflicts.append(dotted(path))
      }
    }
    for item in added where !holds(present, item, path) {
      let place = place(of: item, in: present, path)
      present.insert(item, at: place ?? present.count)
      changes.append(.insert(path, at: place, item))
    }
  }

  /// Where an entry of a history goes: before the first that is later. Nil for the end.
  private func place(of item: DataValue, in items: [DataValue], _ path: [PathStep]) -> Int? {
    guard let history = kind?.histories.first(where: { steps($0.field) == path }) else { return nil }
    func moment(_ entry: DataValue) -> Double? { entry.value(at: steps(history.at)).flatMap(Self.instant) }
    guard let own = moment(item) else { return nil }
    return items.firstIndex { moment($0).map { $0 > own } ?? false }
  }

  // MARK: what is the same

  private func holds(_ items: [DataValue], _ item: DataValue, _ path: [PathStep]) -> Bool {
    items.contains { isOne($0, item, path) }
  }

  /// Whether two items are one, or one name in two spellings.
  private func isOne(_ left: DataValue, _ right: DataValue, _ path: [PathStep]) -> Bool {
    if isSame(left, right) { return true }
    guard let left = left.text, let right = right.text, field(path)?.isVocabulary == true else { return false }
    return Folding.vocabulary(left) == Folding.vocabulary(right)
  }

  private func isSame(_ left: DataValue?, _ right: DataValue?) -> Bool { left?.inKeyOrder == right?.inKeyOrder }

  // MARK: what the kind says

  /// Of two times that tools keep, the later one; nil for anything else.
  private func laterStamp(_ ours: DataValue?, _ theirs: DataValue?, _ path: [PathStep]) -> DataValue? {
    guard let kind, kind.stamps.contains(where: { steps($0.field) == path }), let ours, let theirs,
      let first = Self.instant(ours), let second = Self.instant(theirs)
    else { return nil }
    return first < second ? theirs : ours
  }

  private static func instant(_ value: DataValue) -> Double? {
    guard var text = value.text else { return nil }
    return text.withUTF8 { CivilMoment($0)?.instant }
  }

  private func field(_ path: [PathStep]) -> Kind.Field? {
    kind?.field(FieldPath(path.compactMap { step in if case .key(let key) = step { key } else { nil } }))
  }

  private func steps(_ field: FieldPath) -> [PathStep] { field.names.map { .key($0) } }

  private func dotted(_ path: [PathStep]) -> String {
    path.map { step in
      switch step {
      case .key(let key): key
      case .item(let index): String(index + 1)
      }
    }.joined(separator: ".")
  }
}
