// An ingest as a person asks for it: which kind, where to, up to the plan.

import VitrineCatalog
package import VitrineChanges
package import VitrineModel
package import VitrineSource
import VitrineSystem
import VitrineText

/// A request to make records of files in inboxes.
package struct IngestRequest {
  /// The kind of the records.
  package let kind: Kind
  /// How files are taken.
  package let options: IngestOptions
  private let open: OpenCatalogue
  private var planning: NewPlanner.Options
  private let fields: [FieldAssignment]

  /// What a batch comes to.
  package struct Planned {
    /// The files.
    package let batch: IngestBatch
    /// What is to be done.
    package let plan: Plan
    /// The path of the record of each shot, by what its files share (`InboxFile.key`).
    package let records: [(key: String, path: Path)]
    /// Where each file that is taken will stand, in the order of `IngestBatch.taken`.
    package let goals: [Path]
  }

  /// A request. Shape: `kind` is a kind's name or plural, nil for the one whose records take most from a photo; `pattern` is written like `new` of a collection.
  ///
  /// Errors: there is no such kind; none is made of photos; the pattern has a field that the kind has not.
  package init(
    into word: String?, naming pattern: String?, _ options: IngestOptions, fields: [FieldAssignment], in open: OpenCatalogue,
    makeID: @escaping () -> String
  ) throws(RequestError) {
    self.open = open
    self.options = options
    self.fields = fields
    planning = NewPlanner.Options(makeID: makeID)
    if let word {
      kind = try NewRecordRequest(kind: word, in: open, folder: open.catalogue.root, planning).kind
    } else {
      kind = try Self.kind(in: open)
    }
    planning.pattern = pattern ?? Self.pattern(of: kind, in: open)
    for field in pattern.map(PlacePattern.fields) ?? [] where kind.field(field) == nil {
      let names = kind.fields.map(\.path.dotted)
      let advice = NearestWord.nearest(to: field.dotted, in: names).map { "; did you mean '\($0)'?" } ?? ""
      throw RequestError("'--name' has a field '\(field.dotted)', which a \(kind.name) has not\(advice)")
    }
  }

  /// A request for shots that a person takes with the page's camera: records of the kind that takes most from photos.
  ///
  /// Errors: there is no such kind.
  package init(shotsIn open: OpenCatalogue) throws(RequestError) {
    try self.init(into: nil, naming: nil, IngestOptions(), fields: [], in: open) { RandomID.make() }
  }

  /// The plan for records of photos that lie in no inbox, and the records' paths.
  ///
  /// Errors: no path for a record.
  package func plan(
    _ groups: [PhotoRecords.Group], at moment: ChangeMoment
  ) throws(PlanRefusal) -> (plan: Plan, records: [Path]) {
    let (plan, paths) = try PhotoRecords.planned(kind, groups, fields, planning, in: open.catalogue, at: moment)
    return (plan, paths.map(\.record))
  }

  /// Folders of days, where the catalogue says nothing else: `shots/{taken.date}/{title}.yaml` for the files `shots/**/*.yaml`.
  static func pattern(of kind: Kind, in open: OpenCatalogue) -> String? {
    let collections = open.catalogue.manifest.collections.filter { $0.kind == kind.name }
    let days: [FieldMeaning] = [.date, .dateTime]
    guard let first = collections.first, !collections.contains(where: { $0.newRecord != nil }),
      first.pattern.hasSuffix("/**/*.yaml"),
      let display = kind.display, let taken = kind.fields.first(where: { $0.fromPhoto == "taken" && days.contains($0.meaning) })
    else { return nil }
    return "\(first.pattern.dropLast("/**/*.yaml".count))/{\(taken.path.dotted).date}/{\(display.dotted)}.yaml"
  }

  /// The kind whose records take most of their fields from a photo.
  private static func kind(in open: OpenCatalogue) throws(RequestError) -> Kind {
    let collected = Set(open.catalogue.manifest.collections.map(\.kind))
    let counts = open.kinds.filter { collected.contains($0.name) && $0.parent == nil }.map { kind in
      (kind: kind, count: kind.fields.count { $0.fromPhoto != nil })
    }
    guard let best = counts.map(\.count).max(), best > 0 else {
      throw RequestError("no kind of this catalogue takes its fields from photos; '--into KIND' says which records to write")
    }
    let all = counts.filter { $0.count == best }
    guard all.count == 1 else {
      let names = all.map { "'\($0.kind.name)'" }.joined(separator: " or ")
      throw RequestError("photos could become \(names); '--into KIND' says which")
    }
    return all[0].kind
  }

  /// Looks at files, and plans what becomes of them. `known` and `joins` are as for `IngestBatch`.
  ///
  /// Errors: a field or value that the kind does not have; no path for a record; the catalogue cannot be read.
  package func plan(
    _ files: [InboxFile], at moment: ChangeMoment, clock: WallClock, known: KnownPhotos? = nil,
    joins: (_ key: String) -> Path? = { _ in nil }
  ) throws -> Planned {
    let batch = try IngestBatch(files, into: kind, options, in: open.catalogue, clock: clock, known: known, joins: joins)
    var edits: [FileEdit] = []
    var goals: [Path] = []
    var records: [(key: String, path: Path)] = []
    if !batch.groups.isEmpty {
      let (plan, paths) = try PhotoRecords.planned(kind, batch.groups, fields, planning, in: open.catalogue, at: moment)
      edits += plan.edits
      var files = batch.taken[...]
      for (group, path) in zip(batch.groups, paths) {
        if let first = files.first { records.append((first.key, path.record)) }
        files.removeFirst(group.photos.count)
        goals += path.photos
      }
    }
    for (record, photos) in batch.additions {
      let plan = try PhotoPlanner.add(photos, to: record, fills: false, in: open.catalogue, at: moment)
      // The edits of a plan are in the order of their paths; the names were given in the order of the photos.
      goals += photos.compactMap { photo in plan.edits.first { $0.path.string.hasSuffix("." + photo.suffix) }?.path }
      edits += plan.edits
    }
    let what = batch.taken.count == 1 ? "1 file" : "\(batch.taken.count) files"
    let plan = Plan("ingest \(what) into \(kind.plural)", edits, isDestructive: false)
    return Planned(batch: batch, plan: plan, records: records, goals: goals)
  }
}
