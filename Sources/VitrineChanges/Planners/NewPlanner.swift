// `new`: a record that was not there.

package import VitrineEditing
package import VitrineModel
package import VitrineSource

/// Plans new records.
package enum NewPlanner {
  /// What is wanted of a new record, besides its fields.
  package struct Options {
    /// The folder it goes into, relative to the root; nil where kind and fields decide.
    package var folder: Path?
    /// The pattern of its path in place of the collection's; nil for that one.
    package var pattern: String?
    /// The path of the record above it, which decides the folder; nil where none was named.
    package var parent: Path?
    /// What the record's file is called where no field says so; nil for the name of its kind.
    package var stem: String?
    /// Makes a fresh UUID.
    package var makeID: () -> String

    /// Options of the given parts.
    package init(folder: Path? = nil, parent: Path? = nil, makeID: @escaping () -> String) {
      self.folder = folder
      self.parent = parent
      self.makeID = makeID
    }
  }

  /// The plan of one new record of a kind.
  ///
  /// Errors: a field or value that the kind does not have; a place for it cannot be told.
  package static func plan(
    _ kind: Kind, _ assignments: [FieldAssignment], _ options: Options, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    let bound = try FieldBinder(kind, in: source, moment).bind(assignments)
    var draft = RecordDraft(.map([]), kind: kind)
    for assignment in bound { draft.apply(assignment) }
    let value = filled(draft, bound, kind, options, moment)
    return try plan(value, YAMLDocument.text(value), kind, options, in: source)
  }

  /// The plan of one new record with a text that a person wrote; comments and order stay, what the schema fills in is added.
  ///
  /// Errors: the text does not parse; a place for the record cannot be told.
  package static func plan(
    _ kind: Kind, text: [UInt8], _ options: Options, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    var draft = RecordDraft(.map([]), kind: kind)
    for entry in try RecordText.value(of: text, at: "").entries ?? [] { draft.set([.key(entry.key)], entry.value) }
    let value = filled(draft, [], kind, options, moment)
    let edit = try RecordText.edit([.set([], value)], of: text, at: "", kind: kind)
    return try plan(value, edit?.result(on: text) ?? text, kind, options, in: source)
  }

  private static func plan(
    _ value: DataValue, _ text: [UInt8], _ kind: Kind, _ options: Options, in source: some ChangeSource
  ) throws(PlanRefusal) -> Plan {
    var place = RecordPlace(kind, in: source)
    let folder = options.folder ?? options.parent.map { Path($0.folder) }
    if folder == nil, let parent = kind.parent, let index = source.kinds.firstIndex(where: { $0.name == parent }),
      let example = source.records(ofKind: index).first
    {
      throw PlanRefusal(
        "a \(kind.name) belongs to a \(parent): say which with 'parent=\(example.path.stem.string)', or where with '--in FOLDER'"
      )
    }
    var named = RecordDraft(value, kind: kind)
    if let stem = options.stem, let display = kind.display?.names.map({ PathStep.key($0) }),
      (value.value(at: display) ?? .null) == .null
    {
      named.set(display, .string(stem))
    }
    let path = try place.path(for: named.value, in: folder)
    return Plan("write the new \(kind.name) '\(path.stem.string)'", [.create(path, text)])
  }

  /// The value of a new record: what was typed, what the schema fills in and stamps, maps that must be there; keys in the order of the schema.
  package static func filled(
    _ typed: RecordDraft, _ assignments: [BoundAssignment], _ kind: Kind, _ options: Options, _ moment: ChangeMoment
  ) -> DataValue {
    var draft = typed
    draft.stamp(moment, except: assignments)
    for field in kind.fields {
      let path = field.path.names.map { PathStep.key($0) }
      guard !field.isList, draft.value.value(at: path) ?? .null == .null,
        path.count == 1 || draft.value.value(at: path.dropLast())?.entries != nil
      else { continue }
      switch field.initial {
      case .today: draft.set(path, ChangeMoment(moment.now).value(for: field.meaning == .dateInt ? .dateInt : .date))
      case .now: draft.set(path, moment.value(for: field.meaning))
      case .uuid: draft.set(path, .string(options.makeID()))
      case nil:
        // A map that must be there, and may be empty.
        guard field.isRequired, field.isMap else { continue }
        let members = kind.fields.filter { $0.path.names.dropLast().elementsEqual(field.path.names) }
        if !members.isEmpty, !members.contains(where: \.isRequired) { draft.set(path, .map([])) }
      }
    }
    return draft.value.ordered(by: kind.keyOrder)
  }
}

extension DataValue {
  /// The same value with the keys of its maps in an order; keys that the order does not name stand behind.
  package func ordered(by order: TreeEditor.KeyOrder, at path: [PathStep] = []) -> DataValue {
    switch self {
    case .null, .bool, .number, .string: return self
    case .list(let items): return .list(items.map { $0.ordered(by: order, at: path + [.item(0)]) })
    case .map(let entries):
      let places = Dictionary(order(path).enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
      let sorted = entries.enumerated().sorted { left, right in
        let (first, second) = (places[left.element.key] ?? .max, places[right.element.key] ?? .max)
        return first == second ? left.offset < right.offset : first < second
      }
      return .map(sorted.map { Entry($0.element.key, $0.element.value.ordered(by: order, at: path + [.key($0.element.key)])) })
    }
  }
}
