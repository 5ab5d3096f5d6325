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
    for goal in records.values.sorted() { try keep(referencesNear: goal) }
    var listers = Set(records.keys)
    for path in records.keys { for photo in source.photos(of: path) { listers.formUnion(photo.owners) } }
    for photo in photos.keys { listers.formUnion(source.owners(ofPhotoAt: photo)) }
    for path in listers.sorted() { try follow(photosListedIn: path) }
  }

  /// What becomes of the views of the catalogue.
  func views() -> ViewQueries<Source>.Result {
    ViewQueries(source).edits { value in value.text.flatMap { newWord(for: $0, value) }.map { .another($0) } ?? .same }
  }

  /// The name to write in the place of another, which meant the record at a path; nil where it stays right.
  func newName(for text: String, of path: Path) -> String? {
    guard let kind = source.record(at: path)?.kind else { return nil }
    let goal = records[path] ?? merged[path] ?? path
    if goal == path, isName(Path(text), of: goal, kind) { return nil }
    let name = Path(text).stem
    let suffix = Path(text).slice.rest(after: name)?.string ?? ""
    let new = self.name(of: goal, kind, isWhole: name.isCanonicallyEqual(to: path.stem), suffix: suffix)
    return Path(new) == Path(text) ? nil : new
  }

  /// A name that means the record of a kind at a path, once all is moved: its id where that is wanted; else the last part of it, if that will do.
  func name(of goal: Path, _ kind: Int, isWhole: Bool, suffix: String = "") -> String {
    let forms = (isWhole ? [] : [goal.stem.name.string + suffix]) + [goal.stem.string + suffix, goal.string]
    return forms.first { isName(Path($0), of: goal, kind) } ?? goal.stem.string + suffix
  }

  /// Whether a name means the record of a kind at a path, once all is moved.
  private func isName(_ name: Path, of goal: Path, _ kind: Int) -> Bool {
    var named = Set(arrivals[name.stem.canonical] ?? [])
    for record in source.records(named: name) where merged[record.path] == nil {
      named.insert(NamedRecord(path: records[record.path] ?? record.path, kind: record.kind))
    }
    return RecordNames.only(name, kind: kind, among: named) == goal
  }

  /// Notes what the records that go are called then.
  private mutating func nameRecords() {
    for (path, goal) in records {
      guard let kind = source.record(at: path)?.kind else { continue }
      for name in Set([goal.stem.canonical, goal.stem.name.canonical]) {
        arrivals[name, default: []].append(NamedRecord(path: goal, kind: kind))
      }
    }
  }

  /// Values that another record is about to lead astray, by the name that it gets, are written so that they lead where they did.
  private mutating func keep(referencesNear goal: Path) throws(PlanRefusal) {
    for (mention, target) in source.references(nearPath: goal) where records[target] == nil && merged[target] == nil {
      guard let name = newName(for: mention.text, of: target) else { continue }
      try draft(at: mention.path) { draft in
        guard let steps = [PathStep](pointer: mention.pointer, in: draft.value) else { return }
        draft.set(steps, .string(name))
      }
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
      let new = photos[old] ?? companions[old] ?? old
      guard PhotoPath.resolve(listed.file, from: goal) != new else { continue }
      let name = listed.file.hasPrefix("/") ? "/" + new.string : PhotoPath.relative(new, to: Path(goal.folder))
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
}
