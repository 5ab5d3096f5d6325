// A new record, as a person asks for it: what is typed, up to the plan.

package import VitrineCatalog
package import VitrineChanges
package import VitrineModel
import VitrinePhotos
package import VitrineSource
import VitrineText

/// A request for a new record of a kind.
package struct NewRecordRequest {
  /// The kind.
  package let kind: Kind
  /// What is wanted besides fields.
  package private(set) var options: NewPlanner.Options
  /// The photos that it begins with.
  private var photos: [PhotoPlanner.Addition] = []
  /// What a person should know of these, each a sentence.
  package private(set) var remarks: [String] = []
  private let open: OpenCatalogue
  /// The folder that the person stands in, absolute.
  private let folder: String

  /// A request for a record of the kind that a word names.
  ///
  /// Errors: there is no such kind, with the nearest.
  package init(kind word: String, in open: OpenCatalogue, folder: String, _ options: NewPlanner.Options) throws(RequestError) {
    guard let index = Kind.index(calledBy: word, among: open.kinds) else {
      let nearest = NearestWord.nearest(to: word, in: open.kinds.flatMap { [$0.name, $0.plural] })
      let advice = nearest.map { "; did you mean '\($0)'?" } ?? "; 'vitrine schema list' lists the kinds"
      throw RequestError("there is no kind '\(word)'\(advice)")
    }
    kind = open.kinds[index]
    self.open = open
    self.folder = folder
    self.options = options
  }

  /// Puts the record into a folder.
  ///
  /// Errors: it lies outside the catalogue.
  package mutating func setFolder(_ name: String) throws(RequestError) {
    let absolute = Path.absolute(name, from: folder)
    let root = Path.real(open.catalogue.root)
    guard let found = Path.relative(absolute, to: root) ?? Path.relative(Path.real(absolute), to: root) else {
      throw RequestError("'\(name)' lies outside the catalogue in '\(root)'")
    }
    options.folder = Path(found)
  }

  /// Puts the record below another, where that one is named like a field: `parent=ultramarines`. That is no field then.
  ///
  /// Errors: there is no such record, or it is of another kind.
  package mutating func takeParent(from assignments: inout [FieldAssignment]) throws {
    guard let parent = kind.parent, kind.field(FieldPath(["parent"])) == nil else { return }
    guard
      let index = assignments.firstIndex(where: { ["parent", parent].contains($0.name) && $0.operation == .set }),
      kind.field(FieldPath([assignments[index].name])) == nil
    else { return }
    let name = assignments.remove(at: index).value
    let path = try RecordResolver(open, standingIn: folder).path(
      of: name, expecting: open.kinds.firstIndex { $0.name == parent })
    let found = open.catalogue.record(at: path).map { open.kinds[$0.kind].name } ?? ""
    guard found == parent else {
      throw RequestError("a \(kind.name) belongs to a \(parent), and '\(name)' is a \(found)")
    }
    options.parent = path
  }

  /// The field for the place that a photo of some name was taken at.
  ///
  /// Errors: the kind has no field for it, or it was typed as well.
  package func placeField(for name: String, besides typed: [FieldAssignment]) throws(RequestError) -> Kind.Field {
    guard let field = kind.fields.first(where: { $0.meaning == .location && !$0.isList }) else {
      throw RequestError("a \(kind.name) has no field for a place")
    }
    if typed.contains(where: { $0.names == field.path.names || ["lat", "lon"].contains($0.names.last ?? "") }) {
      throw RequestError("'\(field.path.dotted)' is typed and wanted from '\(name)' as well; say one of them")
    }
    return field
  }

  /// The place that a photo was taken at, as if it had been typed.
  ///
  /// Errors: it is no photo, or does not tell.
  package func place(from photo: ReadPhoto?, name: String, for field: Kind.Field) throws(RequestError) -> FieldAssignment {
    guard let photo else { throw RequestError("'\(name)' is no photo, so that no place can be taken from it") }
    guard let latitude = photo.metadata?.latitude, let longitude = photo.metadata?.longitude else {
      throw RequestError(
        "'\(name)' does not say where it was taken; write '\(field.path.dotted)=LATITUDE,LONGITUDE' instead")
    }
    return FieldAssignment(field.path.names, .set, "\(latitude),\(longitude)")
  }

  /// Gives the record a photo, from which it takes what its fields do not say. `text` is what is written of it, where that is not the bytes themselves.
  ///
  /// Errors: it is no image, or one that records of the kind may not have.
  package mutating func setPhoto(
    _ bytes: [UInt8], name: String, text: FileText? = nil, isForced: Bool, excess: PhotoAddition.Excess
  ) throws {
    var addition = try PhotoAddition(to: kind, having: [], in: open.catalogue, excess: excess)
    try addition.take(bytes, name: name, text: text, isForced: isForced)
    (photos, remarks) = (addition.photos, addition.remarks)
    options.stem = PhotoName.stem(of: Path(name).name.string)
  }

  /// Gives the record photos, from the first of which it takes what its fields do not say.
  package mutating func setPhotos(_ addition: PhotoAddition) { photos = addition.photos }

  /// The plan for a record of these fields. `offers` are values that nobody typed, such as the day that a form begins with: what the photos say goes before
  /// them.
  ///
  /// Errors: a field that the kind has not, a value that is none; no path for the record.
  package func plan(
    _ assignments: [FieldAssignment], offers: [FieldAssignment] = [], at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    guard !photos.isEmpty else { return try NewPlanner.plan(kind, assignments + offers, options, in: open.catalogue, at: moment) }
    let first = PhotoPlanner.first(of: photos)
    let given = FieldBinder(kind).names(of: assignments)
    let taken = first.map { PhotoFilling.assignments(of: kind, from: $0, besides: given, before: offers) } ?? []
    let rest = offers.filter { offer in !taken.contains { offer.names.starts(with: $0.names) } }
    var unsaid = rest + taken
    if let first {
      let bound = try FieldBinder(kind, in: open.catalogue, moment).bind(assignments)
      unsaid = PhotoFilling.ofSameDay(unsaid, as: bound, of: kind, from: first)
    }
    let plan = try NewPlanner.plan(kind, assignments + unsaid, options, in: open.catalogue, at: moment)
    guard let path = plan.edits.first?.path else { return plan }
    var names = PhotoNaming(beside: path) { open.catalogue.isTaken($0) }
    let edits = plan.edits + zip(try names.paths(for: photos), photos).map { FileEdit.create($0, $1.bytes) }
    let what = photos.count == 1 ? "a photo" : "\(photos.count) photos"
    return Plan(plan.title + " with \(what)", edits, summary: plan.summary)
  }

  /// The plan for a record of each group of photos.
  ///
  /// Errors: as of `plan`.
  package func plan(
    _ groups: [PhotoRecords.Group], _ assignments: [FieldAssignment], at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    var options = options
    options.folder = options.folder ?? options.parent.map { Path($0.folder) }
    return try PhotoRecords.plan(kind, groups, assignments, options, in: open.catalogue, at: moment)
  }

  /// The plan for one record of photos that belong to none; they move beside it.
  ///
  /// Errors: as of `plan`.
  package func plan(
    adopting photos: [(path: Path, addition: PhotoPlanner.Addition)], _ assignments: [FieldAssignment], at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    var options = options
    options.folder = options.folder ?? options.parent.map { Path($0.folder) }
    return try PhotoRecords.adopt(photos, by: kind, assignments, options, in: open.catalogue, at: moment)
  }

  /// The plan for a record whose text a person wrote.
  ///
  /// Errors: the text does not parse; no path for the record.
  package func plan(text: [UInt8], at moment: ChangeMoment) throws(PlanRefusal) -> Plan {
    try NewPlanner.plan(kind, text: text, options, in: open.catalogue, at: moment)
  }

  /// Fields that a person might begin with.
  package var example: String {
    let fields = kind.fields.filter { $0.path.names.count == 1 && $0.isRequired && !$0.isMap }
    return fields.map { "\($0.path.dotted)=…" }.joined(separator: " ")
  }
}
