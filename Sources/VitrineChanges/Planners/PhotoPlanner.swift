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

    /// A photo of the given parts.
    package init(bytes: FileText, suffix: String, metadata: PhotoMetadata?) {
      self.bytes = bytes
      self.suffix = suffix
      self.metadata = metadata
    }
  }

  /// The plan that puts photos beside a record, under names that make them its own, and fills what the record does not say from the first of
  /// them that was taken.
  ///
  /// Errors: the record does not parse; there are too many photos of one name.
  package static func add(
    _ photos: [Addition], to path: Path, fills: Bool, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    guard let record = source.record(at: path) else { throw PlanRefusal("this is no record any more", path: path) }
    var names = PhotoNaming(beside: path) { source.isTaken($0) }
    var edits: [FileEdit] = []
    for photo in photos {
      edits.append(.create(try names.path(suffix: photo.suffix, taken: photo.metadata?.taken), photo.bytes))
    }
    if fills, let first = first(of: photos),
      let edit = try PhotoFilling.edit(of: path, from: first, overwrites: false, in: source, at: moment)
    {
      edits.append(edit)
    }
    let what = photos.count == 1 ? "a photo" : "\(photos.count) photos"
    return Plan("add \(what) to '\(record.title)'", edits)
  }

  /// What the photo says of itself that was taken first; where none says when, the one that is named first.
  package static func first(of photos: [Addition]) -> PhotoMetadata? {
    let dated = photos.compactMap(\.metadata).filter { $0.taken != nil }
    return dated.min { ($0.taken ?? "") < ($1.taken ?? "") } ?? photos.first?.metadata
  }

  /// The plan that makes an orphan a photo of a record: it moves beside it, under a name that makes it its own.
  ///
  /// Errors: the record or the photo is gone.
  package static func adopt(
    _ photos: [(path: Path, taken: String?)], by path: Path, in source: some ChangeSource
  ) throws(PlanRefusal) -> Plan {
    guard let record = source.record(at: path) else { throw PlanRefusal("this is no record any more", path: path) }
    var names = PhotoNaming(beside: path) { source.isTaken($0) }
    var moves: [FileMove] = []
    for photo in photos {
      guard let trace = source.trace(at: photo.path) else { throw PlanRefusal("there is no such file", path: photo.path) }
      let suffix = photo.path.name.string.split(separator: ".").last.map { $0.lowercased() } ?? ""
      moves.append(
        FileMove(from: photo.path, to: try names.path(suffix: suffix, taken: photo.taken), expected: .file(trace)))
    }
    let what = photos.count == 1 ? "'\(photos[0].path.string)'" : "\(photos.count) photos"
    return Plan("give \(what) to '\(record.title)'", [], moves: moves)
  }

  /// The plan that takes photos from a record: what the record says of them, and the files, unless another record shows them.
  ///
  /// Errors: a path is none of its photos; the record does not parse.
  package static func remove(
    _ photos: [Path], from path: Path, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    guard let record = source.record(at: path), let bytes = source.text(at: path) else {
      throw PlanRefusal("this is no record any more", path: path)
    }
    let kind = source.kinds[record.kind]
    let value = try RecordText.value(of: bytes, at: path)
    let own = source.photos(of: path)
    var edits: [FileEdit] = []
    var summary: [String] = []
    var places: [[PathStep]] = []
    for photo in photos {
      let listed = source.listedPhotos(of: path).filter { PhotoPath.resolve($0.file, from: path) == photo }
      for listed in listed {
        guard let steps = [PathStep](pointer: listed.pointer, in: value) else { continue }
        let place = self.place(of: steps)
        if !places.contains(place) { places.append(place) }
      }
      guard let found = own.first(where: { $0.path == photo }) else {
        guard listed.isEmpty else { continue }
        throw PlanRefusal("'\(photo.string)' is no photo of '\(record.title)'", path: path)
      }
      if let other = found.owners.first(where: { $0 != path }) {
        summary.append("'\(photo.string)' stays, since '\(other.string)' shows it, too")
      } else if let trace = source.trace(at: photo) {
        edits.append(.remove(photo, expecting: .file(trace)))
      }
    }
    var draft = RecordDraft(value, kind: kind)
    // The last items of a list go first, so that the numbers of the others stay.
    for place in places.sorted(by: { isLater($0, than: $1) }) { draft.remove(place) }
    if !places.isEmpty {
      draft.stamp(moment, except: [])
      if let edit = try RecordText.edit(draft.changes, of: bytes, at: path, kind: kind) { edits.append(edit) }
    }
    let what = photos.count == 1 ? "'\(photos[0].string)'" : "\(photos.count) photos"
    return Plan("remove \(what) from '\(record.title)'", edits, summary: summary, isDestructive: false)
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
  private static func place(of steps: [PathStep]) -> [PathStep] {
    guard steps.count > 1, case .item = steps[steps.count - 2] else { return steps }
    return steps.dropLast()
  }

  private static func isLater(_ left: [PathStep], than right: [PathStep]) -> Bool {
    for case (.item(let first), .item(let second)) in zip(left, right) where first != second { return first > second }
    return left.count > right.count
  }
}

/// Names for photos beside a record.
///
/// Shape: `captain.jpg`; where that is taken `captain-20261120T170231.jpg`, by when it was taken; then `captain-2.jpg`.
package struct PhotoNaming {
  private let stem: Path
  private let isTaken: (Path) -> Bool
  private var given: Set<Path> = []

  /// The names beside the record at a path.
  package init(beside record: Path, isTaken: @escaping (Path) -> Bool) {
    stem = Path(record.stem)
    self.isTaken = isTaken
  }

  /// A path that nothing has, which is not given away again.
  ///
  /// Errors: there are too many of one name.
  package mutating func path(suffix: String, taken: String?) throws(PlanRefusal) -> Path {
    var middles = [""]
    if let taken { middles.append("-" + taken.prefix(19).filter { $0 != "-" && $0 != ":" }) }
    for number in 0..<PlacePattern.mostNumbers {
      let middle = number < middles.count ? middles[number] : "-\(number - middles.count + 2)"
      let path = stem.adding(suffix: middle + "." + suffix)
      if !given.contains(path), !isTaken(path) {
        given.insert(path)
        return path
      }
    }
    throw PlanRefusal("there are too many photos of one name beside '\(stem.string)'")
  }
}
