// Fields of records filled from their photos.

import VitrineEditing
package import VitrineModel
package import VitrineSource

/// Plans changes of records that take what their photos say.
package enum PhotoFilling {
  /// What a photo says for the fields of a kind, but for those that are typed as well, or lie in or around such a field. Of a map that is typed in part, such as
  /// a place with its name, it says the other members.
  package static func assignments(
    of kind: Kind, from photo: PhotoMetadata, besides typed: [FieldAssignment] = []
  ) -> [FieldAssignment] {
    let binder = FieldBinder(kind)
    let given = typed.map { binder.field(called: $0.name)?.path.names ?? $0.names }
    return kind.fields.flatMap { field -> [FieldAssignment] in
      guard !field.isList, let text = field.text(from: photo) else { return [] }
      let names = field.path.names
      if given.contains(where: { names.starts(with: $0) }) { return [] }
      let within = given.filter { $0.starts(with: names) }
      if within.isEmpty { return [FieldAssignment(names, .set, text)] }
      let members = members(text, of: field, kind)
      return members.contains { member in within.contains { $0.starts(with: member.names) } } ? [] : members
    }
  }

  /// The members of a map that a text means, such as the two numbers of a place; none for a field of another type.
  package static func members(_ text: String, of field: Kind.Field, _ kind: Kind) -> [FieldAssignment] {
    let members = field.isMap ? kind.bareMap(text, of: field)?.members ?? [] : []
    return members.map { FieldAssignment($0.field.path.names, .set, $0.text) }
  }

  /// The plan that fills the fields of records from a photo each; those that have a value keep it, unless it is to be overwritten.
  ///
  /// Errors: a record that does not parse, or holds a value in a way that cannot be edited.
  package static func plan(
    _ records: [(path: Path, photo: PhotoMetadata)], overwrites: Bool, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    var edits: [FileEdit] = []
    for (path, photo) in records {
      if let edit = try edit(of: path, from: photo, overwrites: overwrites, in: source, at: moment) { edits.append(edit) }
    }
    let whose = records.count == 1 ? "'\(records[0].path.stem.string)'" : "\(edits.count) records"
    return Plan(
      "fill \(whose) from \(records.count == 1 ? "its photo" : "their photos")", edits,
      isDestructive: overwrites && !edits.isEmpty || edits.count > SetPlanner.mostUnasked)
  }

  /// The edit of one record; nil where nothing is to fill.
  ///
  /// Errors: as of `plan`.
  package static func edit(
    of path: Path, from photo: PhotoMetadata, overwrites: Bool, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> FileEdit? {
    guard let record = source.record(at: path), let bytes = source.text(at: path) else {
      throw PlanRefusal("this is no record any more", path: path)
    }
    let kind = source.kinds[record.kind]
    let value = try RecordText.value(of: bytes, at: path)
    func isEmpty(_ assignment: FieldAssignment) -> Bool {
      (value.value(at: assignment.names.map { .key($0) }) ?? .null) == .null
    }
    let wanted = assignments(of: kind, from: photo).flatMap { assignment -> [FieldAssignment] in
      if isEmpty(assignment) { return [assignment] }
      // What a map says besides, such as the name of a place, stays.
      let members = kind.field(FieldPath(assignment.names)).map { Self.members(assignment.value, of: $0, kind) } ?? []
      if overwrites { return members.isEmpty ? [assignment] : members }
      return members.allSatisfy(isEmpty) ? members : []
    }
    guard !wanted.isEmpty else { return nil }
    return try SetPlanner.edit(try FieldBinder(kind, in: source, moment).bind(wanted), of: path, bytes, kind, moment)
  }
}
