// The edits of all records that have a value: what renaming and deleting share.

import VitrineAlgorithms
import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax

/// The changes of one record. The values are set first, so that paths stay true; then what goes is taken away from behind.
struct RecordChanges {
  /// Values that are set.
  var set: [ValueChange] = []
  /// Paths of what goes, in the order of the document.
  var removed: [[PathStep]] = []

  /// The changes in an order in which each path is right.
  var ordered: [ValueChange] {
    let outer = removed.filter { path in !removed.contains { $0.count < path.count && path.starts(with: $0) } }
    return set + outer.sorted { Self.isBehind($0, $1) }.map { .remove($0) }
  }

  /// Whether nothing changes.
  var isEmpty: Bool { removed.isEmpty && set.isEmpty }

  private static func isBehind(_ left: [PathStep], _ right: [PathStep]) -> Bool {
    for (left, right) in zip(left, right) {
      if case .item(let left) = left, case .item(let right) = right, left != right { return left > right }
      if left != right { return false }
    }
    return false
  }
}

/// The edits of the records that have values of some fields.
struct RecordEdits<Source: ChangeSource> {
  private let source: Source
  private let fields: [PropertyField]
  private let moment: ChangeMoment
  private let making: (Kind, FieldPath, TreeReader, NodeID) -> RecordChanges

  /// Edits of records of a catalogue; `making` tells what becomes of the values of a field in one record.
  init(
    _ source: Source, fields: [PropertyField], at moment: ChangeMoment,
    _ making: @escaping (Kind, FieldPath, TreeReader, NodeID) -> RecordChanges
  ) {
    self.source = source
    self.fields = fields
    self.moment = moment
    self.making = making
  }

  /// The edits, and in how many records something goes.
  ///
  /// Errors: a record holds a value in a way that cannot be edited.
  func all(where isMeant: (String) -> Bool) throws(PlanRefusal) -> (edits: [FileEdit], withLess: Int) {
    var edits: [FileEdit] = []
    var withLess = 0
    for kind in Set(fields.map(\.kind)).sorted() {
      let own = fields.filter { $0.kind == kind }
      var paths: Set<Path> = []
      var records: [RecordEntry] = []
      for field in own {
        for record in source.records(ofKind: kind, with: field.path, where: isMeant) where paths.insert(record.path).inserted {
          records.append(record)
        }
      }
      for record in records {
        guard let (edit, hasLess) = try edit(record, own) else { continue }
        edits.append(edit)
        if hasLess { withLess += 1 }
      }
    }
    return (edits, withLess)
  }

  private func edit(_ record: RecordEntry, _ fields: [PropertyField]) throws(PlanRefusal) -> (FileEdit, Bool)? {
    guard let bytes = source.text(at: record.path) else {
      throw PlanRefusal("the record is not there any more", path: record.path)
    }
    let parsed = YAML.parse(bytes)
    guard let root = parsed.tree.roots.first else { return nil }
    let kind = source.kinds[record.kind]
    var changes = RecordChanges()
    parsed.tree.withReader { reader in
      for field in fields {
        let own = making(kind, field.path, reader, root)
        changes.set += own.set
        changes.removed += own.removed
      }
    }
    guard !changes.isEmpty else { return nil }
    var ordered = changes.ordered
    if !kind.stamps.isEmpty || !kind.histories.isEmpty {
      var draft = RecordDraft(parsed.tree.withReader { $0.dataValue(root) }, kind: kind)
      draft.make(ordered)
      draft.stamp(moment, except: [])
      ordered = draft.changes
    }
    do throws(EditRefusal) {
      let edits = try TreeEditor.edits(ordered, in: parsed, keyOrder: kind.stamps.isEmpty ? nil : kind.keyOrder)
      return (FileEdit(path: record.path, expected: .bytes(bytes), change: .edits(edits)), !changes.removed.isEmpty)
    } catch {
      throw PlanRefusal(error, path: record.path, in: bytes)
    }
  }
}

extension RecordDraft {
  /// Makes changes that set values or take them away.
  mutating func make(_ changes: [ValueChange]) {
    for change in changes {
      switch change {
      case .set(let path, let value): set(path, value)
      case .remove(let path): remove(path)
      case .insert(let path, _, let value): append(value, to: path)
      case .rename: continue
      }
    }
  }
}

extension DataValue {
  /// The same with the entries of maps by their names, so that maps that say the same are equal.
  var inKeyOrder: DataValue {
    switch self {
    case .map(let entries):
      .map(
        entries.map { Entry($0.key, $0.value.inKeyOrder) }.sorted(byBytesOf: \.key))
    case .list(let items): .list(items.map(\.inKeyOrder))
    case .null, .bool, .number, .string: self
    }
  }
}
