// The order that a kind's schema names.

import VitrineCatalog
import VitrineModel
import VitrineSyntax
import VitrineText

/// A total, stable, locale-free order of a kind's records.
struct RecordOrder {
  private let keys: [Kind.SortKey]
  private let kind: Kind

  /// The kind's own order; ties are broken by the other keys ascending, then by path.
  init(_ kind: Kind) {
    self.kind = kind
    keys = kind.sort
  }

  /// The records in order.
  func sorted(_ records: [Int], _ catalogue: LoadedCatalogue) -> [Int] {
    let entries = records.map { (record: $0, values: values(of: $0, catalogue)) }
    return entries.sorted { left, right in
      for (index, key) in keys.enumerated() where left.values[index] != right.values[index] {
        // What is missing stands last, whatever the direction.
        if left.values[index] == .missing { return false }
        if right.values[index] == .missing { return true }
        return (left.values[index] < right.values[index]) != key.isDescending
      }
      return left.record < right.record
    }.map(\.record)
  }

  private func values(of record: Int, _ catalogue: LoadedCatalogue) -> [SortValue] {
    let tree = catalogue.trees[record]
    guard let root = tree.roots.first else { return keys.map { _ in .missing } }
    return tree.withReader { reader in
      keys.map { key in
        guard let value = key.field.firstValue(reader, from: root) else { return .missing }
        let field = kind.fields.first { $0.path == key.field }
        return SortValue(value, reader, values: field.map { $0.isOrdered ? $0.values : [] } ?? [])
      }
    }
  }
}

/// A value as it is compared.
enum SortValue: Comparable {
  /// A number.
  case number(Double)
  /// A text, folded.
  case text([UInt8])
  /// Nothing there.
  case missing

  /// The value of a node; a value of an ordered enum counts by its place in it.
  init(_ id: NodeID, _ reader: TreeReader, values: [String]) {
    let node = reader.resolved(id)
    let text = reader.text(id)
    if let place = values.firstIndex(of: text) {
      self = .number(Double(place))
    } else if node.isNumber, let number = Double(text) {
      self = .number(number)
    } else if node.isScalar, node.kind != .null {
      self = .text(Folding.fold(text))
    } else {
      self = .missing
    }
  }

  /// Numbers before texts before nothing.
  static func < (left: SortValue, right: SortValue) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
    case (.number, _), (.text, .missing): true
    default: false
    }
  }
}
