// Photos of records added and removed.

import VitrineEditing
package import VitrineModel
import VitrineRules
package import VitrineSource

/// Plans changes of which photos a record has.
package enum PhotoPlanner {
  /// A photo that is to be added.
  package struct Addition {
    /// Its bytes.
    package var bytes: FileText
    /// The suffix that its name gets, without the dot.
    package var suffix: String
    /// What it says of itself.
    package var metadata: PhotoMetadata?
    /// What files have in common that are one shot, such as a raw file and its JPEG; nil where that is not known.
    package var shot: String?

    /// A photo of the given parts.
    package init(bytes: FileText, suffix: String, metadata: PhotoMetadata?, shot: String? = nil) {
      self.bytes = bytes
      self.suffix = suffix
      self.metadata = metadata
      self.shot = shot
    }
  }

  /// The plan that puts photos beside a record, under names that make them its own, and fills what the record does not say from the first of
  /// them that was taken.
  ///
  /// - Parameter present: the photos that the record has, where the new ones are other shots; none where they may be further files of these.
  ///
  /// Errors: the record does not parse; there are too many photos of one name.
  package static func add(
    _ photos: [Addition], to path: Path, having present: [PhotoFacts] = [], fills: Bool, in source: some ChangeSource,
    at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    guard let record = source.record(at: path) else { throw .unreadable(path, in: source) }
    var names = PhotoNaming(beside: path, having: present) { source.isTaken($0) }
    var edits = zip(try names.paths(for: photos), photos).map { FileEdit.create($0, $1.bytes) }
    if fills, let first = first(of: photos),
      let edit = try PhotoFilling.edit(of: path, from: first, in: source, at: moment)
    {
      edits.append(edit)
    }
    let what = photos.count == 1 ? "a photo" : "\(photos.count) photos"
    return Plan("add \(what) to '\(record.title)'", edits)
  }

  /// What the photo says of itself that was taken first, and what it does not say by other files of its shot; where none says when, the one that is named
  /// first.
  package static func first(of photos: [Addition]) -> PhotoMetadata? {
    func time(_ photo: Addition) -> String? { photo.metadata?.taken ?? photo.metadata?.takenDay }
    let dated = photos.filter { time($0) != nil }
    guard let first = dated.min(by: { (time($0) ?? "") < (time($1) ?? "") }) ?? photos.first else {
      return nil
    }
    return said(of: first, among: photos)
  }

  /// What a photo says of itself, and what it does not say by other files of its shot, the first that says it: a raw file may lack the place that its JPEG
  /// has.
  static func said(of photo: Addition, among photos: [Addition]) -> PhotoMetadata? {
    guard photo.shot != nil else { return photo.metadata }
    return photos.filter { $0.shot == photo.shot }.compactMap(\.metadata).reduce(photo.metadata) { said, other in
      said?.filled(from: other) ?? other
    }
  }

  /// The plan that makes orphans photos of a record: they move beside it, under names that make them its own, with what goes with them.
  ///
  /// Errors: the record or a photo is gone.
  package static func adopt(
    _ photos: [(path: Path, addition: Addition)], by path: Path, having present: [PhotoFacts] = [], in source: some ChangeSource
  ) throws(PlanRefusal) -> Plan {
    guard let record = source.record(at: path) else { throw .unreadable(path, in: source) }
    var names = PhotoNaming(beside: path, having: present) { source.isTaken($0) }
    let goals = try names.paths(for: photos.map(\.addition))
    let what = photos.count == 1 ? "'\(photos[0].path.string)'" : "\(photos.count) photos"
    return try moved(photos.map(\.path), to: goals, in: source) { moves, summary in
      Plan("give \(what) to '\(record.title)'", [], moves: moves, summary: summary)
    }
  }

  /// The moves of photos and of what goes with them, and what is to be said of these.
  ///
  /// Errors: a photo is gone.
  static func moved(
    _ photos: [Path], to goals: [Path], in source: some ChangeSource, _ plan: ([FileMove], [String]) -> Plan
  ) throws(PlanRefusal) -> Plan {
    var moves: [FileMove] = []
    for (photo, goal) in zip(photos, goals) where photo != goal {
      guard let trace = source.trace(at: photo) else { throw PlanRefusal("there is no such file", path: photo) }
      moves.append(FileMove(from: photo, to: goal, expected: .file(trace)))
    }
    let (others, staying) = source.moves(ofCompanionsOf: moves, lowersSuffix: true)
    return plan(moves + others, CompanionWords.line("moves", others.map(\.from), beside: moves.count) + staying)
  }

  /// The edits by which no record lists photos whose files are about to go.
  ///
  /// Errors: a record does not parse.
  package static func unlisted(
    _ photos: Set<Path>, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> [FileEdit] {
    var edits: [FileEdit] = []
    for path in Set(photos.flatMap { source.owners(ofPhotoAt: $0) }).sorted() {
      let listed = source.listedPhotos(of: path).filter { photos.contains(PhotoPath.resolve($0.file, from: path)) }
      guard !listed.isEmpty, let record = source.record(at: path), let bytes = source.text(at: path) else { continue }
      let kind = source.kinds[record.kind]
      let value = try RecordText.value(of: bytes, at: path)
      let places = Set(listed.compactMap { [PathStep](pointer: $0.pointer, in: value).map { place(of: $0) } })
      var draft = RecordDraft(value, kind: kind)
      for place in places.sorted(by: { isLater($0, than: $1) }) { draft.remove(place) }
      draft.stamp(moment, except: [])
      if let edit = try RecordText.edit(draft.changes, of: bytes, at: path, kind: kind) { edits.append(edit) }
    }
    return edits
  }

  /// What goes with the name of a photo: the item of a list that holds it, or the value alone.
  static func place(of steps: [PathStep]) -> [PathStep] {
    guard steps.count > 1, case .item = steps[steps.count - 2] else { return steps }
    return steps.dropLast()
  }

  /// A total order in which of two items of one list the later one comes first.
  static func isLater(_ left: [PathStep], than right: [PathStep]) -> Bool {
    for case (.item(let first), .item(let second)) in zip(left, right) where first != second { return first > second }
    return left.count > right.count
  }
}
