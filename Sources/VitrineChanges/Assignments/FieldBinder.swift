// What the changes that a person types mean for one kind: which field, where in a record, which values.

package import VitrineEditing
import VitrineIndex
package import VitrineModel
import VitrineQuery
import VitrineText

/// A change of a field, ready to be made in a record of one kind.
package struct BoundAssignment: Sendable {
  /// The field; nil for one that begins with `x-` and is in no schema.
  package var field: Kind.Field?
  /// Where it stands in a record.
  package var path: [PathStep]
  /// What is done.
  package var operation: FieldAssignment.Operation
  /// The values: one for `=`, the items for `+=` and `-=`, none for `!`.
  package var values: [DataValue]
  /// The word as it was typed.
  package var word: String

  /// The field's path with dots.
  package var name: String {
    path.map { if case .key(let key) = $0 { key } else { "" } }.filter { !$0.isEmpty }.joined(separator: ".")
  }
}

/// Binds changes of fields for one kind.
package struct FieldBinder {
  /// The kind.
  package let kind: Kind
  /// True where, of a kind that allows fields it does not declare, a name is taken as it is though it is nearly another.
  package var takesNewNames = false
  private let names: FieldNames
  private let values: ValueReader

  /// A binder for a kind of a catalogue.
  package init(_ kind: Kind, in source: some ChangeSource, _ moment: ChangeMoment) {
    self.kind = kind
    names = FieldNames([TableLayout(kind: kind)])
    values = Self.reader(kind, ReferenceWords(source), moment)
  }

  /// A binder for a kind, whose values refer to no records.
  package init(_ kind: Kind) {
    self.kind = kind
    names = FieldNames([TableLayout(kind: kind)])
    let epoch = ChangeMoment(CivilMoment(day: CivilDay(number: 0), offset: 0))
    values = Self.reader(kind, ReferenceWords(), epoch)
  }

  private static func reader(_ kind: Kind, _ references: ReferenceWords, _ moment: ChangeMoment) -> ValueReader {
    var reader = ValueReader(kind: kind, references: references, moment: moment)
    reader.readsBlocks = true
    return reader
  }

  /// The field of records that a name means: by its path, or as much of the path's end as one field has, in any of its spellings.
  package func field(called name: String) -> Kind.Field? {
    let words = name.split(separator: ".").map(String.init)
    guard !words.isEmpty, case .column(let column) = names.column(words, at: NamePlace(table: 0)) else { return nil }
    let found = names.layouts[0].columns[column]
    return found.isBuiltIn ? nil : found.field
  }

  /// The names of the paths of the fields that changes are of; of a field that the kind does not have, the names as they were typed.
  package func names(of assignments: [FieldAssignment]) -> [[String]] {
    assignments.map { field(called: $0.name)?.path.names ?? $0.names }
  }

  /// The changes, in their order.
  ///
  /// Errors: a field that the kind does not have, with the nearest; a value that it cannot have; two values for one field.
  package func bind(_ assignments: [FieldAssignment]) throws(PlanRefusal) -> [BoundAssignment] {
    var bound: [BoundAssignment] = []
    for assignment in assignments {
      let next = try bind(assignment)
      if next.operation == .set, let before = bound.first(where: { $0.path == next.path && $0.operation == .set }) {
        let advice = next.field?.isOwnList == true ? "; write '\(assignment.name)+=\(assignment.value)' for one value more" : ""
        throw PlanRefusal("'\(before.word)' and '\(next.word)' both set '\(next.name)'\(advice)")
      }
      bound.append(next)
    }
    return bound
  }

  /// One change.
  package func bind(_ assignment: FieldAssignment) throws(PlanRefusal) -> BoundAssignment {
    let (field, path) = try place(of: assignment)
    var bound = BoundAssignment(
      field: field, path: path, operation: assignment.operation, values: [], word: assignment.word)
    guard assignment.operation != .remove else { return bound }
    let isItem = path.last.map { if case .item = $0 { true } else { false } } ?? false
    let isList = field.map { ($0.isOwnList || $0.isObserved && assignment.operation != .set) && !isItem } ?? true
    if !isList, assignment.operation != .set {
      throw PlanRefusal(
        "'\(bound.name)' of a \(kind.name) is no list, so '\(assignment.operation.rawValue)' has no meaning; write '\(assignment.name)=…'"
      )
    }
    if let field, let read = try fieldValues(assignment, of: field, isList: isList) {
      bound.values = read
    } else {
      let parts = assignment.operation == .set ? [assignment.value] : try ValueReader.parts(assignment.value, of: nil)
      bound.values = parts.map { DataValue(plain: $0) }
    }
    return bound
  }

  /// The values that a field is given; nil where they are none of its type, which only other records tell.
  private func fieldValues(_ assignment: FieldAssignment, of field: Kind.Field, isList: Bool) throws(PlanRefusal) -> [DataValue]?
  {
    var values = values
    values.takesUnreadable = assignment.takesUnreadable
    do throws(PlanRefusal) {
      guard isList else { return [try values.value(assignment.value, of: field)] }
      let items = try values.items(assignment.value, of: field, isPattern: assignment.operation == .subtract)
      return assignment.operation == .set ? [.list(items)] : items
    } catch {
      if field.isObserved { return nil }
      guard assignment.takesUnreadable else { throw error }
      return [isList && assignment.operation == .set ? .list([.string(assignment.value)]) : .string(assignment.value)]
    }
  }

  /// The field that is named, and where it stands in a record.
  private func place(of assignment: FieldAssignment) throws(PlanRefusal) -> (Kind.Field?, [PathStep]) {
    let words = assignment.names
    let typed = words.filter { Int($0) == nil }
    let layout = names.layouts[0]
    guard case .column(let column) = names.column(typed, at: NamePlace(table: 0)), !layout.columns[column].isBuiltIn else {
      return try stranger(assignment, typed)
    }
    let field = layout.columns[column].field
    var path = field.path.names.prefix(field.path.names.count - typed.count).map { PathStep.key($0) }
    var name = path.count
    for word in words {
      if let index = Int(word) {
        path.append(.item(index))
      } else {
        path.append(.key(field.path.names[name]))
        name += 1
      }
    }
    // A list on the way needs a number, and nothing else has one.
    for depth in 1...field.path.names.count {
      let parent = FieldPath(Array(field.path.names.prefix(depth)))
      let isList = kind.field(parent)?.isOwnList == true
      let end = path.indices.filter { if case .key = path[$0] { true } else { false } }[depth - 1]
      let hasNumber = path.indices.contains(end + 1) && isItem(path[end + 1])
      if hasNumber, !isList { throw PlanRefusal("'\(parent.dotted)' of a \(kind.name) is no list, and has no items by number") }
      if isList, !hasNumber, depth < field.path.names.count {
        throw listInPath(parent, assignment, member: field.path.names[depth])
      }
    }
    return (field, path)
  }

  /// As much of the end of a field's path as means it.
  private func shortestName(of path: FieldPath) -> String {
    let ends = (1...max(path.names.count, 1)).lazy.map { path.names.suffix($0).joined(separator: ".") }
    return ends.first { field(called: $0)?.path == path } ?? path.dotted
  }

  /// Why a member of a list's items cannot be set without a number, and what to write.
  private func listInPath(_ list: FieldPath, _ assignment: FieldAssignment, member: String) -> PlanRefusal {
    let name = shortestName(of: list)
    // The name of a member may be the word for the values of another field, too: 'paints' of a recipe's steps, and 'paints_used'.
    let word = ValueWords.key(assignment.names.last ?? "")
    let other = kind.fields.first { field in
      guard field.path.names.count == 1, field.path != list, let singular = field.singular else { return false }
      return [singular, singular + "s"].contains { ValueWords.key($0) == word }
    }
    if let other {
      return PlanRefusal(
        "each item of '\(list.dotted)' of a \(kind.name) has its own '\(member)': write '\(name).0.\(member)=…' for the first, "
          + "or did you mean '\(other.path.dotted)'?")
    }
    // What was typed may be a whole item: 'SNES/physical'.
    let items = kind.field(list).flatMap { field in try? values.items(assignment.value, of: field, isPattern: false) }
    let isItem = assignment.operation == .set && items.map { !$0.isEmpty } == true
    let value = isItem ? assignment.value : kind.field(list).flatMap { kind.shortForm(of: $0)?.uppercased() } ?? "{…}"
    return PlanRefusal(
      "'\(list.dotted)' of a \(kind.name) is a list: write '\(name).0.\(member)=…' for its first item, or '\(name)+=\(value)' for one more"
    )
  }

  private func isItem(_ step: PathStep) -> Bool {
    if case .item = step { true } else { false }
  }

  /// A name that is no field of the schema: fields of one's own begin with `x-`, but where the kind is open.
  private func stranger(_ assignment: FieldAssignment, _ typed: [String]) throws(PlanRefusal) -> (Kind.Field?, [PathStep]) {
    if case .several(let paths) = names.column(typed, at: NamePlace(table: 0)) {
      throw PlanRefusal("'\(assignment.name)' may be \(paths.joined(separator: " or ")); write more of it")
    }
    if let first = typed.first, first.hasPrefix("x-") {
      return (nil, assignment.names.map { Int($0).map { .item($0) } ?? .key($0) })
    }
    let words = names.words(at: NamePlace(table: 0)).filter { word in
      guard case .column(let column) = names.column(word.split(separator: ".").map(String.init), at: NamePlace(table: 0)) else {
        return false
      }
      return !names.layouts[0].columns[column].isBuiltIn
    }
    let written = typed.joined(separator: ".")
    let own = names.layouts[0].columns.filter { !$0.isBuiltIn }.map { shortestName(of: $0.field.path) }
    let known =
      NearestWord.nearest(to: written, in: words) ?? kind.field(titled: written).map { shortestName(of: $0.path) }
      ?? SynonymousName.name(for: written, among: own)?.name
    let nearest = known.map { "; did you mean '\($0)'?" }
    if let parent = kind.parent, ["parent", parent].contains(written) {
      throw PlanRefusal(
        "the \(parent) of a \(kind.name) is said by its folder; 'vitrine mv RECORD FOLDER/' moves it into another")
    }
    // In an open kind any field is one, unless it is nearly another.
    let isOpen = kind.allowsUndeclaredFields && typed.first?.isEmpty == false
    if isOpen, nearest == nil || takesNewNames {
      return (nil, assignment.names.map { Int($0).map { .item($0) } ?? .key($0) })
    }
    let advice = typed.count == 1 ? "write 'x-\(written)' for a field of your own, or see " : ""
    throw PlanRefusal(
      "a \(kind.name) has no field '\(assignment.name)'\(nearest.map { isOpen ? $0 + " 'vitrine set --force' adds '\(written)'" : $0 } ?? "; \(advice)'vitrine schema show \(kind.name)'\(advice.isEmpty ? " shows all" : "")")"
    )
  }
}
