// `mv`: a record to another place or name; what speaks of it follows.

import VitrineEditing
import VitrineModel
package import VitrineSource

/// Plans moves of records.
package enum MovePlanner {
  /// The plan that moves a record to the path `goal`, with its photos; references, listed photos and views follow.
  ///
  /// - Parameter takesFolder: true where what lies below the record by place, in the same folder or under it, goes along, and so do files that
  ///   are no records; then the folder of `goal` takes the place of the record's folder.
  ///
  /// Errors: something stands at a new place; the record would be of another kind there; a file that speaks of it cannot be edited.
  package static func plan(
    _ path: Path, to goal: Path, takesFolder: Bool, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    guard let record = source.record(at: path) else { throw .unreadable(path, in: source) }
    var moves = RecordMoves(source)
    if takesFolder {
      let (old, new) = (Path(path.folder), Path(goal.folder))
      moves.takeBelow(path, to: new)
      moves.takePhotos(of: path, below: old) { $0.moved(from: old, to: new) }
      moves.records[path] = goal
      moves.takeOtherFiles(besides: path, leavesTaken: false)
    } else {
      moves.records[path] = goal
      moves.takePhotos(of: path, to: goal)
    }
    moves.records = moves.records.filter { $0.key != $0.value }
    guard !moves.records.isEmpty else { throw PlanRefusal("it stands there already") }
    moves.takeCompanions()
    try moves.checkGoals()
    try moves.follow()
    let edits = try moves.edits(moment)
    let views = moves.views()
    return Plan(
      "move '\(record.title)' to \(takesFolder ? goal.folder.string : goal.stem.string)",
      edits + views.edits, moves: try moves.moves(),
      summary: [summary(moves.words, edits.count { moves.records[$0.path] == nil }, views.edits.count)] + moves.staying
        + views.notes)
  }

  /// The plan of what follows where an editor gives records, photos and folders of these other names itself: references, listed photos and views. Of its moves are only those that the
  /// editor does not make: photos beside a record that goes alone, and what goes with photos.
  ///
  /// Errors: as for one record; no record and no photo of one is among them.
  package static func plan(
    following renamed: [Path: Path], in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    var moves = RecordMoves(source)
    var folders: [(old: Path, new: Path)] = []
    for (old, new) in renamed.sorted(by: { $0.key < $1.key }) {
      if source.record(at: old) != nil {
        moves.records[old] = new
        moves.takePhotos(of: old, to: new)
        continue
      }
      if !source.owners(ofPhotoAt: old).isEmpty {
        moves.photos[old] = new
        continue
      }
      let files = source.files(below: old).map(\.path)
      for photo in files where !source.owners(ofPhotoAt: photo).isEmpty { moves.photos[photo] = photo.moved(from: old, to: new) }
      let found = files.filter { source.record(at: $0) != nil }
      guard !found.isEmpty else { continue }
      folders.append((old, new))
      for path in found {
        moves.records[path] = path.moved(from: old, to: new)
        moves.takePhotos(of: path, below: old) { $0.moved(from: old, to: new) }
      }
    }
    if folders.count == 1 { moves.folder = folders[0] }
    moves.records = moves.records.filter { $0.key != $0.value }
    // A photo that is renamed for itself goes there, whatever its record does.
    for (old, new) in renamed where moves.photos[old] != nil { moves.photos[old] = new }
    guard !moves.records.isEmpty || !moves.photos.isEmpty else { throw PlanRefusal("no record and no photo is among them") }
    moves.takeCompanions()
    try moves.checkGoals()
    try moves.follow()
    let edits = try moves.edits(moment)
    let others = try moves.moves().filter { move in !renamed.keys.contains { move.from.isWithin($0) } }
    return Plan("move \(moves.words)", edits + moves.views().edits, moves: others)
  }

  private static func summary(_ words: String, _ others: Int, _ views: Int) -> String {
    var line = "moves " + words
    if others > 0 { line += "; \(others == 1 ? "1 other record follows" : "\(others) other records follow")" }
    if views > 0 { line += "; \(views == 1 ? "1 view follows" : "\(views) views follow")" }
    return line
  }
}
