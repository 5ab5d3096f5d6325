// Photos taken from a record: to the trash, or to another record that shows them.

import VitrineEditing
import VitrineModel
import VitrineRules
package import VitrineSource

extension PhotoPlanner {
  /// The plan that takes photos from a record: what the record says of them, and the files with what goes with these, unless another record shows them.
  /// A photo that is the record's by its place goes beside that other record then, for there is no other way to take it from this one.
  ///
  /// Errors: a path is none of its photos; a record does not parse.
  package static func remove(
    _ photos: [Path], from path: Path, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    guard let record = source.record(at: path), let bytes = source.text(at: path) else {
      throw .unreadable(path, in: source)
    }
    let kind = source.kinds[record.kind]
    let value = try RecordText.value(of: bytes, at: path)
    let own = source.photos(of: path)
    var removed: [Path] = []
    var moves = RecordMoves(source)
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
      guard let other = found.owners.first(where: { $0 != path }) else {
        removed.append(photo)
        continue
      }
      if owns(path, byPlace: found, in: source) {
        let goal = try goal(of: photo, beside: other, besides: moves, in: source)
        moves.photos[photo] = goal
        summary.append("'\(photo.string)' becomes '\(goal.string)', since '\(other.string)' shows it, too")
      } else {
        summary.append("'\(photo.string)' stays, since '\(other.string)' shows it, too")
      }
    }
    moves.takeCompanions()
    try moves.checkGoals()
    try moves.follow()
    var edits = try moves.edits(moment).filter { $0.path != path }
    edits += removed.compactMap { photo in source.trace(at: photo).map { .remove(photo, expecting: .file($0)) } }
    let companions = source.removals(ofCompanionsOf: removed)
    edits += companions
    summary += CompanionWords.line("removes", companions.map(\.path), beside: removed.count)
    summary += CompanionWords.line("moves", moves.companions.keys.sorted(), beside: moves.photos.count) + moves.staying
    var draft = RecordDraft(value, kind: kind)
    // The last items of a list go first, so that the numbers of the others stay.
    for place in places.sorted(by: { isLater($0, than: $1) }) { draft.remove(place) }
    if !places.isEmpty {
      draft.stamp(moment, except: [])
      if let edit = try RecordText.edit(draft.changes, of: bytes, at: path, kind: kind) { edits.append(edit) }
    }
    let what = photos.count == 1 ? "'\(photos[0].string)'" : "\(photos.count) photos"
    return Plan(
      "remove \(what) from '\(record.title)'", edits, moves: try moves.moves(), summary: summary, isDestructive: false)
  }

  /// Whether an image that others list is a record's by its name or its folder, whatever that record lists.
  private static func owns(_ record: Path, byPlace photo: RecordPhoto, in source: some ChangeSource) -> Bool {
    func lists(_ owner: Path) -> Bool {
      source.listedPhotos(of: owner).contains { PhotoPath.resolve($0.file, from: owner) == photo.path }
    }
    // By place an image is one record's alone.
    guard photo.owners.allSatisfy({ $0 == record || lists($0) }) else { return false }
    let folder = photo.path.folder
    if !lists(record) || folder == record.stem { return true }
    guard folder == record.folder else { return false }
    if let next = photo.path.name.rest(after: record.stem.name)?.utf8.first, ".-_ ".utf8.contains(next) { return true }
    return !source.files(below: Path(folder)).contains {
      $0.path != record && $0.path.folder == folder && source.record(at: $0.path) != nil
    }
  }

  /// A name beside another record that makes a photo its own.
  private static func goal(
    of photo: Path, beside other: Path, besides moves: RecordMoves<some ChangeSource>, in source: some ChangeSource
  ) throws(PlanRefusal) -> Path {
    let suffix = String(photo.name.suffixed.suffix.string.dropFirst())
    let goals = Set(moves.photos.values)
    var names = PhotoNaming(beside: other) { goals.contains($0) || source.isTaken($0) }
    let paths = try names.paths(for: [Addition(bytes: FileText([]), suffix: suffix, metadata: nil)])
    return paths[0]
  }
}
