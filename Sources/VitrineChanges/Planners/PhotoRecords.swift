// Many new records, each from its photos.

import VitrineEditing
package import VitrineModel
package import VitrineSource

/// Plans a new record for each group of photos.
package enum PhotoRecords {
  /// The photos of one record.
  package struct Group {
    /// What the first photo is called, without its suffix: the record is called so where it has no other name.
    package var stem: String
    /// The photos in the order they were taken, those that say nothing last.
    package var photos: [PhotoPlanner.Addition]

    /// A group of the given parts.
    package init(stem: String, photos: [PhotoPlanner.Addition]) {
      self.stem = stem
      self.photos = photos
    }
  }

  /// The plan: each record has the fields that were typed, and what its first photo says for the others.
  ///
  /// Errors: a field or value that the kind does not have; a place for a record cannot be told.
  package static func plan(
    _ kind: Kind, _ groups: [Group], _ typed: [FieldAssignment], _ options: NewPlanner.Options, in source: some ChangeSource,
    at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    try planned(kind, groups, typed, options, in: source, at: moment).plan
  }

  /// The plan that makes orphans the photos of one new record: they move beside it, with what goes with them.
  ///
  /// Errors: as of `plan`; a photo is gone.
  package static func adopt(
    _ photos: [(path: Path, addition: PhotoPlanner.Addition)], by kind: Kind, _ typed: [FieldAssignment],
    _ options: NewPlanner.Options,
    in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    let name = photos.first?.path.name.string ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] }.flatMap { $0.isEmpty ? nil : String($0) } ?? name
    let group = Group(stem: stem, photos: photos.map(\.addition))
    let planned = try planned(kind, [group], typed, options, in: source, at: moment)
    let goals = planned.paths.flatMap(\.photos)
    let edits = planned.plan.edits.filter { edit in !goals.contains(edit.path) }
    let what = photos.count == 1 ? "'\(photos[0].path.string)'" : "\(photos.count) photos"
    return try PhotoPlanner.moved(photos.map(\.path), to: goals, in: source) { moves, summary in
      Plan("write a new \(kind.name) for \(what)", edits, moves: moves, summary: summary)
    }
  }

  /// The same, and where each record and its photos will stand, in the order of the groups.
  ///
  /// Errors: as of `plan`.
  package static func planned(
    _ kind: Kind, _ groups: [Group], _ typed: [FieldAssignment], _ options: NewPlanner.Options, in source: some ChangeSource,
    at moment: ChangeMoment
  ) throws(PlanRefusal) -> (plan: Plan, paths: [(record: Path, photos: [Path])]) {
    let binder = FieldBinder(kind, in: source, moment)
    let own = try binder.bind(typed)
    let typedNames = binder.names(of: typed)
    let folder = options.folder
    if folder == nil, let parent = kind.parent {
      throw PlanRefusal("a \(kind.name) belongs to a \(parent): say where with '--in FOLDER'")
    }
    let display = kind.display.flatMap { kind.field($0) }
    func title(_ group: Group) -> String {
      let title = Self.title(of: group.stem, within: display?.maximumLength)
      return title.isEmpty ? kind.name : title
    }
    var place = RecordPlace(kind, in: source, by: options.pattern)
    var edits: [FileEdit] = []
    var given: Set<Path> = []
    var paths: [(record: Path, photos: [Path])] = []
    for group in groups {
      let first = group.photos.first { $0.metadata != nil }
      let taken = first.flatMap { PhotoPlanner.said(of: $0, among: group.photos) }.map {
        PhotoFilling.ofSameDay(
          PhotoFilling.assignments(of: kind, from: $0, besides: typedNames), as: own, of: kind, from: $0)
      }
      let bound = try own + binder.bind(taken ?? [])
      var draft = RecordDraft(.map([]), kind: kind)
      for assignment in bound { draft.apply(assignment) }
      let path = display.map { $0.path.names.map { PathStep.key($0) } } ?? []
      let isNamed = path.isEmpty || draft.value.value(at: path) != nil
      if !isNamed, display?.isRequired == true { draft.set(path, .string(title(group))) }
      let value = NewPlanner.filled(draft, bound, kind, options, moment)
      var named = draft
      if !isNamed { named.set(path, .string(title(group))) }
      let record = try place.path(for: isNamed ? value : NewPlanner.filled(named, bound, kind, options, moment), in: folder)
      edits.append(.create(record, YAMLDocument.text(value)))
      var names = PhotoNaming(beside: record) { given.contains($0) || source.isTaken($0) }
      let photos = try names.paths(for: group.photos)
      given.formUnion(photos)
      edits += zip(photos, group.photos).map { FileEdit.create($0, $1.bytes) }
      paths.append((record, photos))
    }
    let photos = groups.reduce(0) { $0 + $1.photos.count }
    let plan = Plan(
      "write \(groups.count == 1 ? "1 \(kind.name)" : "\(groups.count) \(kind.plural)") from \(photos == 1 ? "1 photo" : "\(photos) photos")",
      edits, isDestructive: groups.count > SetPlanner.mostUnasked)
    return (plan, paths)
  }

  /// A title made of the name of a file: without control characters and blanks around it, cut where it is too long, behind a word if there is one in its second half.
  static func title(of stem: String, within most: Int?) -> String {
    let scalars = stem.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      return String(view)
    }
    func trimmed(_ text: some StringProtocol) -> String {
      let start = text.drop { $0.isWhitespace }
      return String(
        start.prefix(start.lastIndex { !$0.isWhitespace }.map { start.distance(from: start.startIndex, to: $0) + 1 } ?? 0))
    }
    let whole = trimmed(text(scalars))
    guard let most, whole.unicodeScalars.count > most else { return whole }
    var cut = whole.prefix(0)
    var count = 0
    for index in whole.indices {
      count += whole[index].unicodeScalars.count
      guard count <= most else { break }
      cut = whole[...index]
    }
    let words = cut.lastIndex { $0.isWhitespace || $0 == "-" || $0 == "_" }.map { cut[..<$0] }
    let isInWord = whole[cut.endIndex...].first?.isWhitespace == false
    if isInWord, let words, words.count * 2 >= cut.count { cut = words }
    return trimmed(cut)
  }
}
