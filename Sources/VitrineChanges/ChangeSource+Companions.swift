// Files beside photos that go with them, as planners find them.

import VitrineModel
package import VitrineSource

extension ChangeSource {
  /// The files that go with a photo, in the order of `PhotoCompanion`. No folder is listed for that.
  package func companions(of photo: Path) -> [Path] {
    PhotoCompanion.candidates(of: photo).flatMap { small, capital -> [Path] in
      let (first, second) = (trace(at: small), trace(at: capital))
      guard first != nil else { return second == nil ? [] : [capital] }
      // Some file systems take both names for one.
      guard let second, second.inode == 0 || second.inode != first?.inode else { return [small] }
      return [small, capital]
    }
  }

  /// The files that go with photos, in the order of their paths, each with the first photo it goes with. One that goes with an image besides these is not
  /// among them.
  package func companions(ofAll photos: some Collection<Path>) -> [(file: Path, photo: Path)] {
    let going = Set(photos)
    var found: [Path: Path] = [:]
    for photo in going.sorted() {
      for file in companions(of: photo) where found[file] == nil && !going.contains(file) {
        let stays = PhotoCompanion.images(of: file).contains { !going.contains($0) && trace(at: $0) != nil }
        if !stays { found[file] = photo }
      }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The edits that take to the trash what goes with photos.
  package func removals(ofCompanionsOf photos: some Collection<Path>) -> [FileEdit] {
    companions(ofAll: photos).compactMap { file, _ in trace(at: file).map { .remove(file, expecting: .file($0)) } }
  }

  /// The moves of what goes with photos that move, where nothing stands at the new place, and what stays where something does.
  package func moves(
    ofCompanionsOf moves: [FileMove], lowersSuffix: Bool
  ) -> (moves: [FileMove], staying: [String]) {
    let goals = [Path: Path](moves.map { ($0.from, $0.to) }) { first, _ in first }
    var taken = Set(moves.map(\.to))
    var result: [FileMove] = []
    var staying: [String] = []
    for (file, photo) in companions(ofAll: goals.keys) {
      guard let goal = goals[photo], let trace = trace(at: file) else { continue }
      let place = PhotoCompanion.path(of: file, with: photo, at: goal, lowersSuffix: lowersSuffix)
      guard place != file else { continue }
      if isTaken(place) || !taken.insert(place).inserted {
        staying.append("'\(file.string)' stays, since something stands at '\(place.string)'")
      } else {
        result.append(FileMove(from: file, to: place, expected: .file(trace)))
      }
    }
    return (result, staying)
  }
}

/// How plans speak of companions.
enum CompanionWords {
  /// "2 files beside them", where there are several photos.
  static func count(_ count: Int, beside photos: Int) -> String {
    "\(count == 1 ? "1 file" : "\(count) files") beside \(photos == 1 ? "it" : "them")"
  }

  /// A line for a summary; none where there are none.
  static func line(_ verb: String, _ files: [Path], beside photos: Int) -> [String] {
    guard !files.isEmpty else { return [] }
    let names = files.prefix(5).map { "'\($0.string)'" }.joined(separator: ", ")
    return ["\(verb) \(count(files.count, beside: photos)), too: \(names)\(files.count > 5 ? ", …" : "")"]
  }
}
