// `set`: fields of many records changed in the same way.

package import VitrineEditing
package import VitrineModel
package import VitrineSource
import VitrineSyntax

/// Plans changes of fields.
package enum SetPlanner {
  /// So many files at most are changed without a question.
  package static let mostUnasked = 20

  /// The plan that makes `assignments` in each of `records`, which stand at these paths.
  ///
  /// Shape: records in which all is so already are left out; the plan asks for a `yes` where it changes more than `mostUnasked` files, or
  /// where `isBroad`.
  ///
  /// Errors: a field or a value that a kind does not have; a record that does not parse, or holds the value in a way that cannot be edited.
  package static func plan(
    _ assignments: [FieldAssignment], records: [Path], isBroad: Bool = false, takesNewNames: Bool = false,
    in source: some ChangeSource,
    at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    var edits: [FileEdit] = []
    var bound: [Int: [BoundAssignment]] = [:]
    var last: RecordEntry?
    var replaced: [BoundAssignment] = []
    for path in records {
      guard let record = source.record(at: path), let bytes = source.text(at: path) else {
        throw .unreadable(path, in: source)
      }
      let kind = source.kinds[record.kind]
      let own: [BoundAssignment]
      if let known = bound[record.kind] {
        own = known
      } else {
        var binder = FieldBinder(kind, in: source, moment)
        binder.takesNewNames = takesNewNames
        own = try binder.bind(assignments)
        bound[record.kind] = own
      }
      if let edit = try edit(own, of: path, bytes, kind, moment) {
        edits.append(edit)
        last = record
        if edits.count == 1 {
          let value = try RecordText.value(of: bytes, at: path)
          replaced = own.filter { Self.replacesItems($0, in: value) }
        }
      }
    }
    let what = words(for: bound.min { $0.key < $1.key }?.value ?? [], assignments)
    let whose = edits.count == 1 ? last.map { "'\($0.title)'" } ?? "1 record" : "\(edits.count) records"
    return Plan(
      "\(what) in \(whose)", edits, summary: summary(edits.count, of: records.count) + replaced.map(hint),
      isDestructive: !edits.isEmpty && (isBroad || edits.count > mostUnasked))
  }

  /// The edit of one record; nil where all is so already.
  static func edit(
    _ assignments: [BoundAssignment], of path: Path, _ bytes: [UInt8], _ kind: Kind, _ moment: ChangeMoment
  ) throws(PlanRefusal) -> FileEdit? {
    var draft = RecordDraft(try RecordText.value(of: bytes, at: path), kind: kind)
    for assignment in assignments { draft.apply(assignment) }
    draft.stamp(moment, except: assignments)
    return try RecordText.edit(draft.changes, of: bytes, at: path, kind: kind)
  }

  private static func words(for bound: [BoundAssignment], _ assignments: [FieldAssignment]) -> String {
    guard assignments.count == 1, let assignment = assignments.first else {
      let names = bound.isEmpty ? assignments.map(\.name) : bound.map(\.name)
      let unique = names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(\.element)
      return "change " + (unique.count < 4 ? unique.joined(separator: ", ") : "\(unique.count) fields")
    }
    let name = bound.first?.name ?? assignment.name
    let isShown = assignment.value.utf8.count <= 40 && assignment.value.contains { !$0.isWhitespace }
    let value = isShown || assignment.value.isEmpty ? assignment.value : "a new value"
    return switch assignment.operation {
    case .set: "set \(name) to \(value.isEmpty ? "nothing" : value)"
    case .add: "add \(value) to \(name)"
    case .subtract: "take \(value) from \(name)"
    case .remove: "remove \(name)"
    }
  }

  /// Whether one value, set by `=`, takes the place of other values of a list: a person may have meant to add it.
  private static func replacesItems(_ assignment: BoundAssignment, in record: DataValue) -> Bool {
    guard assignment.operation == .set, assignment.field?.isOwnList == true, assignment.values.count == 1,
      let new = assignment.values.first?.items, new.count == 1, let old = record.value(at: assignment.path)?.items
    else { return false }
    let wanted = RecordDraft.identity(of: new[0], assignment.field)
    return !old.isEmpty && !old.contains { RecordDraft.identity(of: $0, assignment.field) == wanted }
  }

  private static func hint(_ assignment: BoundAssignment) -> String {
    let name = assignment.word.prefix { $0 != "=" }
    let value = assignment.word.dropFirst(name.count + 1)
    return "'=' replaces all values of '\(name)'; '\(name)+=\(value)' adds one"
  }

  private static func summary(_ changed: Int, of count: Int) -> [String] {
    guard changed < count, changed > 0 else { return [] }
    return ["\(count - changed) of \(count) records are so already"]
  }
}

/// Records as values and back.
package enum RecordText {
  /// The value of a record's text; `.null` for one without a document.
  ///
  /// Errors: it does not parse, with the place.
  package static func value(of bytes: [UInt8], at path: Path) throws(PlanRefusal) -> DataValue {
    let parsed = YAML.parse(bytes)
    let fault = parsed.findings.first { $0.severity == .error }
    guard parsed.isComplete, parsed.tree.roots.count <= 1 else {
      throw PlanRefusal(
        "the file cannot be edited: \(fault?.message ?? "it does not parse")", path: path, at: fault?.range, in: bytes)
    }
    return parsed.tree.withReader { reader in parsed.tree.roots.first.map { reader.dataValue($0) } ?? .null }
  }

  /// The edit of a file that makes changes of its value; nil where there is nothing to change.
  ///
  /// Errors: a change cannot be made in this text, with the place.
  package static func edit(
    _ changes: [ValueChange], of bytes: [UInt8], at path: Path, kind: Kind?
  ) throws(PlanRefusal) -> FileEdit? {
    guard !changes.isEmpty else { return nil }
    do throws(EditRefusal) {
      let edits = try TreeEditor.edits(changes, in: bytes, keyOrder: kind?.keyOrder)
      return edits.isEmpty ? nil : FileEdit(path: path, expected: .bytes(bytes), change: .edits(edits))
    } catch {
      throw PlanRefusal(error, path: path, in: bytes)
    }
  }
}
