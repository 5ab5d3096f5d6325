// Fields of records filled from their photos.

import VitrineEditing
package import VitrineModel
package import VitrineSource

/// Plans changes of records that take what their photos say.
package enum PhotoFilling {
  /// What a photo says for the fields of a kind, but for those that are typed as well, or lie in or around such a field.
  package static func assignments(
    of kind: Kind, from photo: PhotoMetadata, besides typed: [FieldAssignment] = []
  ) -> [FieldAssignment] {
    kind.fields.compactMap { field in
      guard !field.isList, let text = field.text(from: photo) else { return nil }
      let names = field.path.names
      let isTyped = typed.contains { typed in
        typed.names.starts(with: names) || names.starts(with: typed.names) || typed.names == [names.last ?? ""]
      }
      return isTyped ? nil : FieldAssignment(names, .set, text)
    }
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
    let wanted = assignments(of: kind, from: photo).filter { assignment in
      overwrites || (value.value(at: assignment.names.map { .key($0) }) ?? .null) == .null
    }
    guard !wanted.isEmpty else { return nil }
    return try SetPlanner.edit(try FieldBinder(kind, in: source, moment).bind(wanted), of: path, bytes, kind, moment)
  }
}
