// Records given the names of their places.

import VitrineEditing
package import VitrineModel
package import VitrineSource

/// Plans changes of records that say where they are, and not what it is called there.
package enum PlaceFilling {
  /// The field that holds the name of a kind's place: the text in the map that its schema calls a location, of several the one named `name`.
  package static func nameField(of kind: Kind) -> FieldPath? {
    guard let location = kind.location else { return nil }
    let texts = kind.fields.filter { field in
      field.meaning == .text && !field.isList && field.path.names.count == location.names.count + 1
        && field.path.names.starts(with: location.names)
    }
    return (texts.first { $0.path.names.last == "name" } ?? texts.first)?.path
  }

  /// The plan that writes names of places into records; those that have one keep it, unless it is to be overwritten.
  ///
  /// Errors: a record that does not parse, or holds a value in a way that cannot be edited.
  package static func plan(
    _ names: [(path: Path, name: String)], overwrites: Bool, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    var edits: [FileEdit] = []
    for (path, name) in names {
      guard let record = source.record(at: path), let bytes = source.text(at: path) else {
        throw .unreadable(path, in: source)
      }
      let kind = source.kinds[record.kind]
      guard let field = nameField(of: kind) else { continue }
      let value = try RecordText.value(of: bytes, at: path)
      let present = value.value(at: field.names.map { .key($0) }) ?? .null
      guard overwrites || present == .null else { continue }
      let wanted = [FieldAssignment(field.names, .set, name)]
      if let edit = try SetPlanner.edit(try FieldBinder(kind, in: source, moment).bind(wanted), of: path, bytes, kind, moment) {
        edits.append(edit)
      }
    }
    let whose = names.count == 1 ? "'\(names[0].path.stem.string)'" : "\(edits.count) records"
    return Plan(
      "name the place\(names.count == 1 ? "" : "s") of \(whose)", edits,
      isDestructive: overwrites && !edits.isEmpty || edits.count > SetPlanner.mostUnasked)
  }
}
