// What follows records that go elsewhere: values that name them, photos that are listed by a path, saved queries.

import VitrineEditing
import VitrineModel
import VitrineRules
import VitrineSource

extension RecordMoves {
  /// Drafts all changes of records that follow from the moves.
  mutating func follow() throws(PlanRefusal) {
    nameRecords()
    for path in records.keys.sorted() { try follow(recordAt: path) }
    var listers = Set(records.keys)
    for path in records.keys { for photo in source.photos(of: path) { listers.formUnion(photo.owners) } }
    for path in listers.sorted() { try follow(photosListedIn: path) }
  }

  /// What becomes of the views of the catalogue.
  func views() -> ViewQueries<Source>.Result {
    ViewQueries(source).edits { value in value.text.flatMap { newWord(for: $0, value) }.map { .another($0) } ?? .same }
  }

  /// The name to write in the place of another, which meant the record at a path; nil where it stays right.
  func newName(for text: String, of path: Path) -> String? {
    guard let goal = records[path] ?? merged[path] else { return nil }
    let name = Path(text).stem
    let suffix = Path(text).slice.rest(after: name)?.string ?? ""
    let new: String
    if name.isCanonicallyEqual(to: path.stem) {
      new = goal.stem.string
    } else {
      new = shortest[path] ?? goal.stem.string
    }
    return Path(new).slice == name ? nil : new + suffix
  }

  /// Finds the last parts that mean one record of a kind only, when all is moved.
  private mutating func nameRecords() {
    var uses: [Int: [Path.Slice: Int]] = [:]
    for (path, goal) in records.merging(merged, uniquingKeysWith: { first, _ in first }) {
      guard let kind = source.record(at: path)?.kind else { continue }
      if uses[kind] == nil {
        var counts: [Path.Slice: Int] = [:]
        for record in source.records(ofKind: kind) where merged[record.path] == nil {
          counts[(records[record.path] ?? record.path).stem.name, default: 0] += 1
        }
        uses[kind] = counts
      }
      let last = goal.stem.name
      shortest[path] = uses[kind]?[last] == 1 ? last.string : goal.stem.string
    }
  }

  /// Values that name a record get its new name.
  private mutating func follow(recordAt path: Path) throws(PlanRefusal) {
    for mention in source.references(to: path) {
      guard let name = newName(for: mention.text, of: path) else { continue }
      try draft(at: mention.path) { draft in
        guard let steps = [PathStep](pointer: mention.pointer, in: draft.value) else { return }
        draft.set(steps, .string(name))
      }
    }
  }

  /// Values that name photos lead to where these stand afterwards.
  private mutating func follow(photosListedIn path: Path) throws(PlanRefusal) {
    let goal = records[path] ?? path
    for listed in source.listedPhotos(of: path) {
      let old = PhotoPath.resolve(listed.file, from: path)
      let new = photos[old] ?? old
      guard PhotoPath.resolve(listed.file, from: goal) != new else { continue }
      let name = listed.file.hasPrefix("/") ? "/" + new.string : Self.relative(new, from: Path(goal.folder))
      try draft(at: path) { draft in
        guard let steps = [PathStep](pointer: listed.pointer, in: draft.value) else { return }
        draft.set(steps, .string(name))
      }
    }
  }

  /// The word to write in the place of one in a view; nil where it speaks of something else.
  private func newWord(for text: String, _ value: ViewQueries<Source>.Value) -> String? {
    let goals = records.merging(merged) { first, _ in first }
    if value.names == ["path"] {
      if let goal = goals[Path(text)] { return goal.string }
      if let (_, goal) = goals.first(where: { $0.key.stem == Path(text) }) { return goal.stem.string }
      guard let folder, !folder.old.isEmpty, merged.isEmpty, Path(text).isWithin(folder.old) else { return nil }
      return Path(text).moved(from: folder.old, to: folder.new).string
    }
    for path in goals.keys.sorted() {
      guard let record = source.record(at: path), case let kind = source.kinds[record.kind].name,
        value.fields.contains(where: { $0.field.meaning == .reference(kind: kind) }),
        [path.stem, path.stem.name].contains(Path(text).slice)
      else { continue }
      return newName(for: text, of: path)
    }
    return nil
  }

  /// A path as it is written in a file of a folder.
  static func relative(_ path: Path, from folder: Path) -> String {
    var parts = path.parts[...]
    var folders = folder.parts[...]
    while let first = folders.first, parts.count > 1, parts.first == first {
      parts.removeFirst()
      folders.removeFirst()
    }
    return Path(parts: folders.map { _ in ".." } + parts).string
  }
}
