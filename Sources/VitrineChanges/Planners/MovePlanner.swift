// `mv`: a record to another place or name; what speaks of it follows.

import VitrineEditing
import VitrineModel
import VitrineRules

/// Plans moves of records.
package enum MovePlanner {
  /// The plan that moves a record to the path `goal`, with its photos; references, listed photos and views follow.
  ///
  /// - Parameter takesFolder: true where what lies below the record by place, in the same folder or under it, goes along; then the folder of
  ///   `goal` takes the place of the record's folder.
  ///
  /// Errors: something stands at a new place; the record would be of another kind there; a file that speaks of it cannot be edited.
  package static func plan(
    _ path: String, to goal: String, takesFolder: Bool, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    guard let record = source.record(at: path) else { throw PlanRefusal("this is no record any more", path: path) }
    var moving = Moving(source)
    moving.records[path] = goal
    if takesFolder {
      let (old, new) = (String(RecordID.folder(ofPath: path)), String(RecordID.folder(ofPath: goal)))
      for child in below(path, in: source) where child.path.hasPrefix(old + "/") {
        moving.records[child.path] = join(new, String(child.path.dropFirst(old.utf8.count + 1)))
      }
      for moved in moving.records.keys.sorted() {
        for photo in source.photos(of: moved) where photo.path.hasPrefix(old + "/") {
          moving.photos[photo.path] = join(new, String(photo.path.dropFirst(old.utf8.count + 1)))
        }
      }
      moving.folder = (old, new)
    } else {
      moving.takePhotos(of: path, to: goal)
    }
    return try moving.plan(title: title(record, goal, takesFolder), moment)
  }

  private static func title(_ record: RecordEntry, _ goal: String, _ takesFolder: Bool) -> String {
    "move '\(record.title)' to \(takesFolder ? String(RecordID.folder(ofPath: goal)) : RecordID.id(ofPath: goal))"
  }

  private static func below(_ path: String, in source: some ChangeSource) -> [RecordEntry] {
    var found: [RecordEntry] = []
    var seen: Set<String> = [path]
    var open = source.children(of: path)
    while let next = open.popLast() {
      guard seen.insert(next.path).inserted else { continue }
      found.append(next)
      open += source.children(of: next.path)
    }
    return found
  }

  /// A path of a folder and what follows.
  static func join(_ folder: String, _ rest: String) -> String { folder.isEmpty ? rest : folder + "/" + rest }
}

/// A move while it is planned.
private struct Moving<Source: ChangeSource> {
  let source: Source
  /// Where each record goes.
  var records: [String: String] = [:]
  /// Where each image goes.
  var photos: [String: String] = [:]
  /// The folder that goes as a whole.
  var folder: (old: String, new: String)?
  private var drafts: [String: RecordDraft] = [:]
  /// The shortest new name of each record that goes.
  private var shortest: [String: String] = [:]
  private var texts: [String: [UInt8]] = [:]

  init(_ source: Source) { self.source = source }

  /// The images beside a record go along; one that is named after the record gets its new name.
  mutating func takePhotos(of path: String, to goal: String) {
    let (old, new) = (String(RecordID.folder(ofPath: path)), String(RecordID.folder(ofPath: goal)))
    let (stem, newStem) = (RecordID.lastPart(ofPath: path), RecordID.lastPart(ofPath: goal))
    let listed = source.listedPhotos(of: path).map { PhotoPath.resolve($0.file, from: path) }
    for photo in source.photos(of: path) where RecordID.folder(ofPath: photo.path) == old {
      let name = String(photo.path.dropFirst(old.isEmpty ? 0 : old.utf8.count + 1))
      let rest = name.dropFirst(stem.count)
      let isNamed = name.hasPrefix(stem) && rest.first.map { ".-_ ".contains($0) } == true
      let isShared = photo.owners.contains { $0 != path }
      if isNamed {
        photos[photo.path] = MovePlanner.join(new, newStem + rest)
      } else if old != new, !isShared {
        // In a folder with other records, only its name tells whose an image is.
        photos[photo.path] = MovePlanner.join(new, listed.contains(photo.path) ? name : newStem + "-" + name)
      }
    }
    photos = photos.filter { $0.key != $0.value }
  }

  mutating func plan(title: String, _ moment: ChangeMoment) throws(PlanRefusal) -> Plan {
    records = records.filter { $0.key != $0.value }
    try checkGoals()
    nameRecords()
    for path in records.keys.sorted() { try follow(recordAt: path) }
    var listers = Set(records.keys)
    for path in records.keys { for photo in source.photos(of: path) { listers.formUnion(photo.owners) } }
    for path in listers.sorted() { try follow(photosListedIn: path) }
    var edits: [FileEdit] = []
    for path in drafts.keys.sorted() {
      guard var draft = drafts[path], let bytes = texts[path], let record = source.record(at: path) else { continue }
      draft.stamp(moment, except: [])
      edits += try RecordText.edit(draft.changes, of: bytes, at: path, kind: source.kinds[record.kind]).map { [$0] } ?? []
    }
    let others = edits.count { records[$0.path] == nil }
    var views = 0
    for view in source.viewPaths {
      guard let edit = try ViewQueries.edit(of: view, in: source, replacing: { newWord(for: $0) }) else { continue }
      edits.append(edit)
      views += 1
    }
    let moves = try (records.merging(photos) { first, _ in first }).map { old, new throws(PlanRefusal) in
      FileMove(from: old, to: new, expected: try expected(at: old))
    }
    return Plan(title, edits, moves: moves, summary: summary(others, views))
  }

  private func expected(at path: String) throws(PlanRefusal) -> ExpectedContent {
    if records[path] != nil, let bytes = texts[path] ?? source.text(at: path) { return .bytes(bytes) }
    guard let trace = source.trace(at: path) else { throw PlanRefusal("this file cannot be read", path: path) }
    return .file(trace)
  }

  private func checkGoals() throws(PlanRefusal) {
    guard !records.isEmpty else { throw PlanRefusal("it stands there already") }
    for (old, new) in records.sorted(by: { $0.key < $1.key }) {
      let kind = source.record(at: old).map { source.kinds[$0.kind].name } ?? ""
      let claimed = source.manifest.collections.kind(ofRecordAt: new)
      guard claimed == kind else {
        let what = claimed.map { "would be a \($0)" } ?? "belongs to no collection of vitrine.yaml"
        throw PlanRefusal("'\(new)' \(what), and '\(old)' is a \(kind)")
      }
    }
    for (old, new) in records.merging(photos, uniquingKeysWith: { first, _ in first }).sorted(by: { $0.key < $1.key })
    where source.isTaken(new) && records[new] == nil && photos[new] == nil {
      throw PlanRefusal("'\(old)' cannot go to '\(new)': something stands there")
    }
  }

  // MARK: what follows

  /// Finds the last parts that mean one record of a kind only, when all is moved.
  private mutating func nameRecords() {
    var uses: [Int: [String: Int]] = [:]
    for (path, goal) in records {
      guard let kind = source.record(at: path)?.kind else { continue }
      if uses[kind] == nil {
        var counts: [String: Int] = [:]
        for record in source.records(ofKind: kind) {
          counts[RecordID.lastPart(ofPath: records[record.path] ?? record.path), default: 0] += 1
        }
        uses[kind] = counts
      }
      let last = RecordID.lastPart(ofPath: goal)
      shortest[path] = uses[kind]?[last] == 1 ? last : RecordID.id(ofPath: goal)
    }
  }

  private mutating func draft(at path: String, _ change: (inout RecordDraft) -> Void) throws(PlanRefusal) {
    if drafts[path] == nil {
      guard let record = source.record(at: path), let bytes = source.text(at: path) else { return }
      texts[path] = bytes
      drafts[path] = RecordDraft(try RecordText.value(of: bytes, at: path), kind: source.kinds[record.kind])
    }
    guard var draft = drafts[path] else { return }
    change(&draft)
    drafts[path] = draft
  }

  /// Values that name a record get its new name.
  private mutating func follow(recordAt path: String) throws(PlanRefusal) {
    for mention in source.references(to: path) {
      guard let name = newName(for: mention.text, of: path) else { continue }
      try draft(at: mention.path) { draft in
        guard let steps = [PathStep](pointer: mention.pointer, in: draft.value) else { return }
        draft.set(steps, .string(name))
      }
    }
  }

  /// Values that name photos lead to where these stand afterwards.
  private mutating func follow(photosListedIn path: String) throws(PlanRefusal) {
    let goal = records[path] ?? path
    for listed in source.listedPhotos(of: path) {
      let old = PhotoPath.resolve(listed.file, from: path)
      let new = photos[old] ?? old
      guard PhotoPath.resolve(listed.file, from: goal) != new else { continue }
      let name = listed.file.hasPrefix("/") ? "/" + new : Self.relative(new, from: String(RecordID.folder(ofPath: goal)))
      try draft(at: path) { draft in
        guard let steps = [PathStep](pointer: listed.pointer, in: draft.value) else { return }
        draft.set(steps, .string(name))
      }
    }
  }

  /// The name to write in the place of another, which meant the record at a path; nil where it stays right.
  private func newName(for text: String, of path: String) -> String? {
    guard let goal = records[path] else { return nil }
    let name = RecordID.id(ofPath: text)
    let suffix = String(text.dropFirst(name.count))
    let new: String
    if name == RecordID.id(ofPath: path) {
      new = RecordID.id(ofPath: goal)
    } else {
      new = shortest[path] ?? RecordID.id(ofPath: goal)
    }
    return new == name ? nil : new + suffix
  }

  /// The word to write in the place of one in a view; nil where it speaks of something else.
  private func newWord(for mention: ViewQueries.Mention) -> String? {
    if mention.names == ["path"] {
      if let goal = records[mention.text] { return goal }
      if let (old, goal) = records.first(where: { RecordID.id(ofPath: $0.key) == mention.text }), !old.isEmpty {
        return RecordID.id(ofPath: goal)
      }
      guard let folder, mention.text == folder.old || mention.text.hasPrefix(folder.old + "/") else { return nil }
      return folder.new + mention.text.dropFirst(folder.old.utf8.count)
    }
    for (path, _) in records.sorted(by: { $0.key < $1.key }) {
      guard let record = source.record(at: path) else { continue }
      let kind = source.kinds[record.kind].name
      let isReference = mention.fields.contains { $0.field.meaning == .reference(kind: kind) }
      guard isReference, [RecordID.id(ofPath: path), RecordID.lastPart(ofPath: path)].contains(mention.text) else { continue }
      return newName(for: mention.text, of: path)
    }
    return nil
  }

  private func summary(_ others: Int, _ views: Int) -> [String] {
    var parts = [records.count == 1 ? "1 record" : "\(records.count) records"]
    if !photos.isEmpty { parts.append(photos.count == 1 ? "1 photo" : "\(photos.count) photos") }
    var line = "moves " + parts.joined(separator: " and ")
    if others > 0 { line += "; \(others == 1 ? "1 other record follows" : "\(others) other records follow")" }
    if views > 0 { line += "; \(views == 1 ? "1 view follows" : "\(views) views follow")" }
    return [line]
  }

  /// A path as it is written in a file of a folder.
  static func relative(_ path: String, from folder: String) -> String {
    var parts = path.split(separator: "/")[...]
    var folders = folder.split(separator: "/")[...]
    while let first = folders.first, parts.count > 1, parts.first == first {
      parts.removeFirst()
      folders.removeFirst()
    }
    return (folders.map { _ in ".." } + parts).joined(separator: "/")
  }
}
