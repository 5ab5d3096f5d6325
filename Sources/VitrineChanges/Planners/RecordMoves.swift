// Records on their way to other places: what goes with them, what of it may not be, and the parts of the plan.

import VitrineEditing
import VitrineModel
import VitrineRules
import VitrineSource

/// Moves of records while they are planned. What names them follows: see `RecordMoves+Following.swift`.
struct RecordMoves<Source: ChangeSource> {
  /// The catalogue.
  let source: Source
  /// Where each record goes.
  var records: [Path: Path] = [:]
  /// Where each image goes.
  var photos: [Path: Path] = [:]
  /// Where files go that go with these images.
  private(set) var companions: [Path: Path] = [:]
  /// Where other files go that lie in a folder which goes as a whole.
  private(set) var others: [Path: Path] = [:]
  /// What stays in such a folder though it might go, each with why.
  private(set) var staying: [String] = []
  /// The folder that goes as a whole.
  var folder: (old: Path, new: Path)?
  /// Records that become another: their files go, and who named them names that one.
  var merged: [Path: Path] = [:]
  /// The records that change, and the texts they were read from.
  private(set) var drafts: [Path: RecordDraft] = [:]
  private var texts: [Path: [UInt8]] = [:]
  /// The records at their new paths, by their ids and by the last parts of these.
  var arrivals: [Path.Canonical: [NamedRecord]] = [:]

  /// No moves yet.
  init(_ source: Source) { self.source = source }

  /// Records, photos and other files, as plans take them.
  private var all: [Path: Path] {
    [photos, companions, others].reduce(records) { all, more in all.merging(more) { first, _ in first } }
  }

  // MARK: what goes along

  /// The images beside a record go along; one that is named after the record gets its new name, and so does a folder of its images.
  mutating func takePhotos(of path: Path, to goal: Path) {
    let (old, new) = (Path(path.folder), Path(goal.folder))
    let (stem, newStem) = (path.stem.name, goal.stem.name)
    let listed = source.listedPhotos(of: path).map { PhotoPath.resolve($0.file, from: path) }
    for photo in source.photos(of: path) where photo.path.folder == old {
      let name = photo.path.name
      let rest = name.rest(after: stem)
      let isNamed = rest?.utf8.first.map { ".-_ ".utf8.contains($0) } == true
      let isShared = photo.owners.contains { $0 != path }
      if isNamed, let rest {
        photos[photo.path] = new.appending(newStem.string + rest.string)
      } else if old != new, !isShared {
        // In a folder with other records, only its name tells whose an image is.
        photos[photo.path] = new.appending(listed.contains(photo.path) ? name.string : newStem.string + "-" + name.string)
      }
    }
    let own = Path(path.stem)
    for photo in source.photos(of: path) where photo.path.folder == own {
      photos[photo.path] = Path(goal.stem).appending(photo.path.name)
    }
    photos = photos.filter { $0.key != $0.value }
  }

  /// What lies below a record by place, in its folder or under it, goes along to another folder, with its photos.
  mutating func takeBelow(_ record: Path, to new: Path) {
    let old = Path(record.folder)
    func goal(_ path: Path) -> Path { path.moved(from: old, to: new) }
    var found: [Path] = []
    var seen: Set<Path> = [record]
    var open = source.children(of: record).map(\.path)
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      open += source.children(of: next).map(\.path)
      if next.isWithin(old) { found.append(next) }
    }
    for path in found {
      records[path] = goal(path)
      takePhotos(of: path, below: old, goal)
    }
    folder = (old, new)
  }

  /// The images of a record that lie below a folder go where `goal` says.
  mutating func takePhotos(of record: Path, below old: Path, _ goal: (Path) -> Path) {
    for photo in source.photos(of: record) where photo.path.isWithin(old) {
      photos[photo.path] = goal(photo.path)
    }
  }

  /// Files that are neither records nor photos go along with the folder: notes, lists, whatever a person put there. Those beside a record that
  /// stays, in a folder below, stay with it.
  ///
  /// - Parameter leavesTaken: true where a file stays whose new place is taken; else that is for `checkGoals` to refuse.
  mutating func takeOtherFiles(besides record: Path, leavesTaken: Bool) {
    guard let folder, !folder.old.isEmpty, folder.old != folder.new else { return }
    let files = source.files(below: folder.old)
    var goes: [Path.Slice: Bool] = [record.folder: true]
    var known = Set(photos.keys)
    for file in files where source.record(at: file.path) != nil {
      known.insert(file.path)
      let isGoing = file.path == record || records[file.path] != nil
      goes[file.path.folder, default: false] = isGoing || goes[file.path.folder] == true
      known.formUnion(source.photos(of: file.path).map(\.path))
    }
    for file in files where !known.contains(file.path) {
      var place = file.path.folder
      while goes[place] == nil, place.utf8.count > folder.old.utf8.count { place = place.folder }
      guard goes[place] ?? true else { continue }
      let goal = file.path.moved(from: folder.old, to: folder.new)
      if !file.isPlain {
        staying.append("'\(file.path.string)' stays, since it is no plain file")
      } else if leavesTaken, source.isTaken(goal) {
        staying.append("'\(file.path.string)' stays, since something stands at '\(goal.string)'")
      } else {
        others[file.path] = goal
      }
    }
  }

  /// The files that go with the images go along, under their names. One that other files take along, or whose new place is taken, does not.
  mutating func takeCompanions() {
    // What goes with its folder takes along what lies beside it.
    let single = photos.filter { photo, goal in
      guard let folder, !folder.old.isEmpty, photo.isWithin(folder.old) else { return true }
      return photo.moved(from: folder.old, to: folder.new) != goal
    }
    for (file, photo) in source.companions(ofAll: single.keys) where records[file] == nil && others[file] == nil {
      guard let photoGoal = photos[photo] else { continue }
      let goal = PhotoCompanion.path(of: file, with: photo, at: photoGoal, lowersSuffix: false)
      guard goal != file else { continue }
      if source.isTaken(goal) || companions.values.contains(goal) || others.values.contains(goal) {
        let line = "'\(file.string)' stays, since something stands at '\(goal.string)'"
        if !staying.contains(line) { staying.append(line) }
      } else {
        companions[file] = goal
      }
    }
  }

  // MARK: what may not be

  /// Refuses moves to where something stands, and such as would make another kind of a record.
  func checkGoals() throws(PlanRefusal) {
    for (old, new) in records.sorted(by: { $0.key < $1.key }) {
      let kind = source.record(at: old).map { source.kinds[$0.kind].name } ?? ""
      let claimed = source.manifest.collections.kind(ofRecordAt: new)
      guard claimed == kind else {
        let what = claimed.map { "would be a \($0)" } ?? "belongs to no collection of vitrine.yaml"
        throw PlanRefusal("'\(new.string)' \(what), and '\(old.string)' is a \(kind)")
      }
    }
    let all = all
    for (old, new) in all.sorted(by: { $0.key < $1.key }) where source.isTaken(new) && all[new] == nil {
      throw PlanRefusal("'\(old.string)' cannot go to '\(new.string)': something stands there")
    }
  }

  // MARK: the parts of a plan

  /// Changes the value of a record, wherever it goes. One that becomes another is left alone.
  mutating func draft(at path: Path, _ change: (inout RecordDraft) -> Void) throws(PlanRefusal) {
    guard merged[path] == nil else { return }
    if drafts[path] == nil {
      guard let record = source.record(at: path), let bytes = source.text(at: path) else { return }
      texts[path] = bytes
      drafts[path] = RecordDraft(try RecordText.value(of: bytes, at: path), kind: source.kinds[record.kind])
    }
    guard var draft = drafts[path] else { return }
    change(&draft)
    drafts[path] = draft
  }

  /// The edits of all records that change.
  func edits(_ moment: ChangeMoment) throws(PlanRefusal) -> [FileEdit] {
    var edits: [FileEdit] = []
    for path in drafts.keys.sorted() {
      guard var draft = drafts[path], let bytes = texts[path], let record = source.record(at: path) else { continue }
      draft.stamp(moment, except: [])
      edits += try RecordText.edit(draft.changes, of: bytes, at: path, kind: source.kinds[record.kind]).map { [$0] } ?? []
    }
    return edits
  }

  /// The moves of all files.
  func moves() throws(PlanRefusal) -> [FileMove] {
    try all.map { old, new throws(PlanRefusal) in FileMove(from: old, to: new, expected: try expected(at: old)) }
  }

  /// How many files go, in words: "2 records, 1 photo and 3 other files".
  var words: String {
    var parts: [String] = []
    func add(_ count: Int, _ word: String) { if count > 0 { parts.append("\(count) \(word)\(count == 1 ? "" : "s")") } }
    add(records.count, "record")
    add(photos.count, "photo")
    if !companions.isEmpty { parts.append(CompanionWords.count(companions.count, beside: photos.count)) }
    add(others.count, "other file")
    guard parts.count > 1, let last = parts.popLast() else { return parts.first ?? "" }
    return parts.joined(separator: ", ") + " and " + last
  }

  private func expected(at path: Path) throws(PlanRefusal) -> ExpectedContent {
    if records[path] != nil, let bytes = texts[path] ?? source.text(at: path) { return .bytes(bytes) }
    guard let trace = source.trace(at: path) else { throw PlanRefusal("this file cannot be read", path: path) }
    return .file(trace)
  }
}
