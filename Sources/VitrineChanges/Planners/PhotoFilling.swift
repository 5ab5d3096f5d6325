// Fields of records filled from their photos.

import VitrineAlgorithms
import VitrineEditing
package import VitrineModel
package import VitrineSource

/// Plans changes of records that take what their photos say.
package enum PhotoFilling {
  /// Which fields are filled, and what becomes of those that say something already.
  package struct Options: Sendable {
    /// The fields as a person names them, with all that lies in them; all where there is none.
    package var fields: [String]
    /// Whether those that say something already are filled, too.
    package var overwrites: Bool
    /// What a position is called; nil where nothing is known of it.
    package var naming: @Sendable (_ latitude: Double, _ longitude: Double) -> String?

    /// These options.
    package init(
      fields: [String] = [], overwrites: Bool = false,
      naming: @escaping @Sendable (_ latitude: Double, _ longitude: Double) -> String? = { _, _ in nil }
    ) {
      (self.fields, self.overwrites, self.naming) = (fields, overwrites, naming)
    }
  }

  /// A position that moves farther has another name. Units: metres.
  private static let farthestOfName = 1_000.0

  /// What a photo says for the fields of a kind, but for those that are given as well, or lie in or around such a field; `given` are the names of their
  /// paths. Of a map that is given in part, such as a place with its name, it says the other members; so it does of a map in which `offers` lie, values that
  /// it goes before.
  package static func assignments(
    of kind: Kind, from photo: PhotoMetadata, besides given: [[String]] = [], before offers: [FieldAssignment] = []
  ) -> [FieldAssignment] {
    let offered = offers.map(\.names)
    return kind.fields.flatMap { field -> [FieldAssignment] in
      guard !field.isList, let text = field.text(from: photo) else { return [] }
      let names = field.path.names
      if given.contains(where: { names.starts(with: $0) }) { return [] }
      let within = given.filter { $0.starts(with: names) }
      if within.isEmpty, !offered.contains(where: { $0.count > names.count && $0.starts(with: names) }) {
        return [FieldAssignment(names, .set, text)]
      }
      let members = members(text, of: field, kind)
      return members.contains { member in within.contains { $0.starts(with: member.names) } } ? [] : members
    }
  }

  /// Values that a photo says, without its time of day where the fields that are given say that it was on another day: the two together would be a moment
  /// that never was.
  package static func ofSameDay(
    _ said: [FieldAssignment], as given: [BoundAssignment], of kind: Kind, from photo: PhotoMetadata
  ) -> [FieldAssignment] {
    ofSameDay(said, kind, photo) { field in
      let path = field.path.names.map { PathStep.key($0) }
      return given.last { $0.operation == .set && $0.path == path }?.values.first
    }
  }

  /// The same; `day` is what a field says that is given.
  private static func ofSameDay(
    _ said: [FieldAssignment], _ kind: Kind, _ photo: PhotoMetadata, day: (Kind.Field) -> DataValue?
  ) -> [FieldAssignment] {
    let taken = kind.fields.filter { $0.fromPhoto == "taken" && !$0.isList }
    let times = taken.filter { $0.meaning == .time }.map(\.path.names)
    guard !times.isEmpty, let text = photo.taken ?? photo.takenDay, let shot = PartialDate(String(text.prefix(10)))?.first else {
      return said
    }
    let isOfOtherDay = taken.contains { field in
      guard field.meaning.isTemporal, let value = day(field) else { return false }
      let text: String? =
        switch value {
        case .number(let text), .string(let text): text
        case .null, .bool, .list, .map: nil
        }
      guard let date = text.flatMap({ PartialDate(String($0.prefix(10))) }) else { return false }
      return shot.number < date.first.number || date.last.number < shot.number
    }
    return isOfOtherDay ? said.filter { !times.contains($0.names) } : said
  }

  /// The members of a map that a text means, such as the two numbers of a place; none for a field of another type.
  package static func members(_ text: String, of field: Kind.Field, _ kind: Kind) -> [FieldAssignment] {
    let members = field.isMap ? kind.bareMap(text, of: field)?.members ?? [] : []
    return members.map { FieldAssignment($0.field.path.names, .set, $0.text) }
  }

  /// The plan that fills the fields of records from a photo each; those that have a value keep it, unless it is to be overwritten.
  ///
  /// Errors: a record that does not parse, or holds a value in a way that cannot be edited; a field that a kind does not have, or that takes nothing
  /// from photos.
  package static func plan(
    _ records: [(path: Path, photo: PhotoMetadata)], _ options: Options, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    var edits: [FileEdit] = []
    for (path, photo) in records {
      if let edit = try edit(of: path, from: photo, options, in: source, at: moment) { edits.append(edit) }
    }
    let whose = records.count == 1 ? "'\(records[0].path.stem.string)'" : "\(edits.count) records"
    return Plan(
      "fill \(whose) from \(records.count == 1 ? "its photo" : "their photos")", edits,
      isDestructive: options.overwrites && !edits.isEmpty || edits.count > SetPlanner.mostUnasked)
  }

  /// The edit of one record; nil where nothing is to fill.
  ///
  /// Errors: as of `plan`.
  package static func edit(
    of path: Path, from photo: PhotoMetadata, _ options: Options = Options(), in source: some ChangeSource,
    at moment: ChangeMoment
  ) throws(PlanRefusal) -> FileEdit? {
    guard let record = source.record(at: path), let bytes = source.text(at: path) else {
      throw .unreadable(path, in: source)
    }
    let kind = source.kinds[record.kind]
    let value = try RecordText.value(of: bytes, at: path)
    func isEmpty(_ assignment: FieldAssignment) -> Bool {
      (value.value(at: assignment.names.map { .key($0) }) ?? .null) == .null
    }
    let binder = FieldBinder(kind, in: source, moment)
    let fields = try options.fields.map { name throws(PlanRefusal) in try self.names(of: name, binder) }
    let said = assignments(of: kind, from: photo).filter { assignment in
      fields.isEmpty || fields.contains { assignment.names.starts(with: $0) }
    }
    let unsaid = said.flatMap { assignment -> [FieldAssignment] in
      if isEmpty(assignment) { return [assignment] }
      // What a map says besides, such as the name of a place, stays.
      let members = kind.field(FieldPath(assignment.names)).map { Self.members(assignment.value, of: $0, kind) } ?? []
      guard options.overwrites else { return members.allSatisfy(isEmpty) ? members : [] }
      if members.isEmpty { return [assignment] }
      return members + (assignment.names == kind.location?.names ? renamed(value, kind, photo, options) : [])
    }
    let wanted = ofSameDay(unsaid, kind, photo) { field in
      // A day that is taken from the photo as well is its own.
      let isTaken = unsaid.contains { $0.names == field.path.names }
      return isTaken ? nil : value.value(at: field.path.names.map { .key($0) })
    }
    guard !wanted.isEmpty else { return nil }
    return try SetPlanner.edit(try binder.bind(wanted), of: path, bytes, kind, moment)
  }

  /// The names of a field that is filled from photos, or has such fields in it.
  private static func names(of name: String, _ binder: FieldBinder) throws(PlanRefusal) -> [String] {
    let bound = try binder.bind(FieldAssignment(name.split(separator: ".").map(String.init), .remove, ""))
    let names = bound.path.compactMap { if case .key(let key) = $0 { key } else { nil } }
    let filled = binder.kind.fields.filter { !$0.isList && $0.fromPhoto != nil }
    guard filled.contains(where: { $0.path.names.starts(with: names) }) else {
      let others = filled.map { "'\($0.path.dotted)'" }.joined(separator: ", ")
      throw PlanRefusal(
        "'\(bound.name)' of a \(binder.kind.name) takes nothing from photos\(others.isEmpty ? "" : "; these do: \(others)")")
    }
    return names
  }

  /// What becomes of the rest of a place whose position is replaced: numbers such as its accuracy go, and so does a name that is more than a walk away. A name that
  /// was that of the nearest town becomes that of the new position's.
  private static func renamed(_ value: DataValue, _ kind: Kind, _ photo: PhotoMetadata, _ options: Options) -> [FieldAssignment] {
    guard let location = kind.location?.names, let north = photo.latitude.flatMap({ Double($0) }),
      let east = photo.longitude.flatMap({ Double($0) })
    else { return [] }
    func present(_ names: [String]) -> DataValue? { value.value(at: names.map { .key($0) }) }
    func number(_ member: String) -> Double? {
      if case .number(let text)? = present(location + [member]) { Double(text) } else { nil }
    }
    let (latitude, longitude) = (number("lat"), number("lon"))
    guard latitude != north || longitude != east else { return [] }
    var changes = kind.fields.filter { field in
      let names = field.path.names
      return field.meaning == .number && names.count == location.count + 1 && names.starts(with: location)
        && !["lat", "lon"].contains(names.last) && present(names) != nil
    }.map { FieldAssignment($0.path.names, .remove, "") }
    guard let field = PlaceFilling.nameField(of: kind)?.names, let name = present(field)?.text else { return changes }
    if let latitude, let longitude {
      let metres = GreatCircle.distance(fromLatitude: latitude, longitude: longitude, toLatitude: north, longitude: east)
      guard metres > farthestOfName else { return changes }
      if options.naming(latitude, longitude) == name, let other = options.naming(north, east) {
        changes.append(FieldAssignment(field, .set, other))
        return changes
      }
    }
    changes.append(FieldAssignment(field, .remove, ""))
    return changes
  }
}
