// What is different between two texts of one record: fields and values, not lines. Decision 0052 says why.

package import VitrineEditing
import VitrineSource
import VitrineSyntax

/// One field that is different.
package struct FieldChange: Sendable, Hashable {
  /// What became of a field.
  package enum Change: Sendable, Hashable {
    /// It has a value that it did not have before.
    case added(DataValue)
    /// It is gone.
    case removed(DataValue)
    /// It has another value.
    case replaced(DataValue, by: DataValue)
    /// Items of its list went or came.
    case items(removed: [DataValue], added: [DataValue])
    /// The items of its list stand in another order.
    case reordered
  }

  /// The field with dots, items of lists by their numbers from 0; "" for a record as a whole.
  package var field: String
  /// What became of it.
  package var change: Change

  /// Whether it is a change of a field, or of something in it or around it. The name may be the last parts of the field's.
  package func concerns(_ name: String) -> Bool {
    field.isEmpty || name.hasPrefix(field + ".") || ("." + field + ".").hasSubsequence("." + name + ".")
  }
}

/// The fields that are different between two texts of one record.
package enum RecordDifference {
  /// Lists longer than this are not paired item by item.
  private static let maximumItems = 4_096
  /// Values nested deeper than this are compared as a whole.
  private static let maximumDepth = 32

  /// The changes from one text to another, in the order of the fields of the new one, those that are gone where they stood; nil where one of
  /// them is no record. No changes where only the form is another: order, quotes, comments.
  package static func changes(from old: [UInt8], to new: [UInt8]) -> [FieldChange]? {
    guard let before = value(of: old), let after = value(of: new) else { return nil }
    var changes: [FieldChange] = []
    compare(before, after, "", depth: 0, &changes)
    return changes
  }

  /// The value of a text that is one record; nil for any other.
  package static func value(of text: [UInt8]) -> DataValue? {
    let parsed = YAML.parse(text)
    guard parsed.isComplete, !parsed.findings.contains(where: { $0.severity == .error }), let root = parsed.tree.roots.first
    else { return nil }
    let value = parsed.tree.withReader { $0.dataValue(root) }
    return value.entries == nil ? nil : value.allNormalized
  }

  private static func compare(
    _ old: DataValue, _ new: DataValue, _ path: String, depth: Int, _ changes: inout [FieldChange]
  ) {
    guard old != new else { return }
    guard depth < maximumDepth else { return changes.append(FieldChange(field: path, change: .replaced(old, by: new))) }
    switch (old, new) {
    case (.map(let before), .map(let after)): maps(before, after, path, depth: depth, &changes)
    case (.list(let before), .list(let after)) where max(before.count, after.count) <= maximumItems:
      lists(before, after, path, depth: depth, &changes)
    default: changes.append(FieldChange(field: path, change: .replaced(old, by: new)))
    }
  }

  private static func maps(
    _ old: [DataValue.Entry], _ new: [DataValue.Entry], _ path: String, depth: Int, _ changes: inout [FieldChange]
  ) {
    var before: [Bytes: DataValue] = [:]
    for entry in old { before[Bytes(entry.key)] = entry.value }
    var seen: Set<Bytes> = []
    for entry in new {
      let key = Bytes(entry.key)
      guard seen.insert(key).inserted else { continue }
      let field = path.isEmpty ? entry.key : path + "." + entry.key
      if let value = before[key] {
        compare(value, entry.value, field, depth: depth + 1, &changes)
      } else {
        whole(entry.value, field, depth: depth + 1, &changes) { .added($0) }
      }
    }
    for entry in old where seen.insert(Bytes(entry.key)).inserted {
      whole(entry.value, path.isEmpty ? entry.key : path + "." + entry.key, depth: depth + 1, &changes) { .removed($0) }
    }
  }

  /// A value that came or went: a map field by field.
  private static func whole(
    _ value: DataValue, _ path: String, depth: Int, _ changes: inout [FieldChange], _ change: (DataValue) -> FieldChange.Change
  ) {
    guard depth < maximumDepth, case .map(let entries) = value, !entries.isEmpty else {
      return changes.append(FieldChange(field: path, change: change(value)))
    }
    for entry in entries { whole(entry.value, path + "." + entry.key, depth: depth + 1, &changes, change) }
  }

  private static func lists(
    _ old: [DataValue], _ new: [DataValue], _ path: String, depth: Int, _ changes: inout [FieldChange]
  ) {
    var counts: [DataValue: Int] = [:]
    let keys = old.map { ordered($0) }
    for key in keys { counts[key, default: 0] += 1 }
    let added = new.enumerated().filter { _, item in
      let key = ordered(item)
      guard let count = counts[key], count > 0 else { return true }
      counts[key] = count - 1
      return false
    }
    var removed: [(offset: Int, element: DataValue)] = []
    for (offset, item) in old.enumerated().reversed() {
      guard let count = counts[keys[offset]], count > 0 else { continue }
      counts[keys[offset]] = count - 1
      removed.append((offset, item))
    }
    removed.reverse()
    if added.isEmpty, removed.isEmpty {
      if keys != new.map({ ordered($0) }) { changes.append(FieldChange(field: path, change: .reordered)) }
      return
    }
    // A map in the place of a map is the same thing with other values, where they have something in common.
    var (left, right) = (removed, added.map { (offset: $0.offset, element: $0.element) })
    if old.count == new.count, left.count == right.count, zip(left, right).allSatisfy({ $0.offset == $1.offset }),
      zip(left, right).allSatisfy({ isOne($0.element, $1.element) })
    {
      for (before, after) in zip(left, right) {
        compare(before.element, after.element, "\(path).\(after.offset)", depth: depth + 1, &changes)
      }
      (left, right) = ([], [])
    }
    guard !(left.isEmpty && right.isEmpty) else { return }
    changes.append(
      FieldChange(field: path, change: .items(removed: left.map(\.element), added: right.map(\.element))))
  }

  /// Whether two items are maps that share a value.
  private static func isOne(_ old: DataValue, _ new: DataValue) -> Bool {
    guard let before = old.entries, new.entries != nil else { return false }
    return before.contains { entry in new[entry.key] == entry.value }
  }

  /// A value with the entries of its maps in one order: what it says, in whatever order that is written.
  private static func ordered(_ value: DataValue) -> DataValue {
    switch value {
    case .null, .bool, .number, .string: value
    case .list(let items): .list(items.map { ordered($0) })
    case .map(let entries):
      .map(
        entries.map { DataValue.Entry($0.key, ordered($0.value)) }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    }
  }

  /// A key by its bytes.
  private struct Bytes: Hashable {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }
  }
}

extension String {
  /// Whether another text stands in this one, by its bytes.
  fileprivate func hasSubsequence(_ other: String) -> Bool {
    let (bytes, wanted) = (Array(utf8), Array(other.utf8))
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }
}
