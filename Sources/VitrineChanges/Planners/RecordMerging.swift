// `merge`: two records of one thing made one; who named the one that goes names the one that stays.

import VitrineEditing
package import VitrineModel
import VitrineSource

/// What a person decided of a merge.
package struct MergeWishes: Sendable {
  /// Whose value fields have.
  package var decided: [FieldPath: MergeSide]
  /// True where the record that stays wins wherever nothing is decided.
  package var keepsAll: Bool

  /// Decisions of the given kind.
  package init(decided: [FieldPath: MergeSide] = [:], keepsAll: Bool = false) {
    self.decided = decided
    self.keepsAll = keepsAll
  }
}

/// Plans the merge of two records.
package enum RecordMerging {
  /// The longest value that is told whole. Units: characters.
  private static let longestShown = 30

  /// The plan that takes the record at `other` into the one at `kept`: values, photos, references; then it goes to the trash.
  ///
  /// Shape: what only one has stays or is taken over, lists are joined without doubles, and of two values the one that was decided on holds.
  ///
  /// Errors: they are one record, or of two kinds; fields differ and nobody decided; records lie below the one that goes.
  package static func plan(
    keeping kept: String, taking other: String, _ wishes: MergeWishes, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    guard let keeper = source.record(at: kept), let goer = source.record(at: other) else {
      throw PlanRefusal("a record is not there any more")
    }
    guard kept != other else { throw PlanRefusal("'\(kept)' is both; name two records") }
    guard keeper.kind == goer.kind else {
      throw PlanRefusal(
        "'\(kept)' is a \(source.kinds[keeper.kind].name) and '\(other)' a \(source.kinds[goer.kind].name); only records of one kind can be merged"
      )
    }
    let below = source.children(of: other)
    if let first = below.first {
      throw PlanRefusal(
        "'\(other)' has \(below.count == 1 ? "a record" : "\(below.count) records") below it, such as '\(first.path)'; move \(below.count == 1 ? "it" : "them") first, with 'vitrine mv'"
      )
    }
    guard let keptBytes = source.text(at: kept), let otherBytes = source.text(at: other) else {
      throw PlanRefusal("a record is not there any more")
    }
    let kind = source.kinds[keeper.kind]
    let photos = MovedPhotos(from: other, to: kept, in: source)
    let keptValue = try RecordText.value(of: keptBytes, at: kept)
    let merged = MergedValues(
      keptValue, photos.renamed(in: try RecordText.value(of: otherBytes, at: other)), kind: kind, decided: wishes.decided,
      keepsAll: wishes.keepsAll)
    guard merged.conflicts.isEmpty else { throw refusal(merged.conflicts) }

    var draft = RecordDraft(keptValue, kind: kind)
    let references = MovedReferences(from: other, to: kept, in: source)
    draft.make(merged.changes)
    draft.make(references.changes(in: kept, of: draft.value))
    draft.stamp(moment, except: [])
    var edits: [FileEdit] = [.remove(other, expecting: .bytes(otherBytes))]
    if let edit = try RecordText.edit(draft.changes, of: keptBytes, at: kept, kind: kind) { edits.append(edit) }
    edits += try references.edits(except: [kept, other])
    var summary = ["'\(other)' goes to the trash"]
    if merged.taken > 0 { summary.append("'\(kept)' gets \(merged.taken == 1 ? "1 value" : "\(merged.taken) values") from it") }
    if references.count > 0 {
      summary.append("\(references.count == 1 ? "1 reference leads" : "\(references.count) references lead") to '\(kept)' now")
    }
    for move in photos.moves { summary.append("the photo '\(move.from)' becomes '\(move.to)'") }
    summary += references.viewNotes
    return Plan("merge '\(other)' into '\(kept)'", edits, moves: photos.moves, summary: summary, isDestructive: true)
  }

  private static func refusal(_ conflicts: [MergedValues.Conflict]) -> PlanRefusal {
    let fields = conflicts.map { "\($0.field) (\(shown($0.kept)) and \(shown($0.other)))" }.joined(separator: ", ")
    let first = conflicts[0].field
    return PlanRefusal(
      "they differ in \(fields); '--take \(first)=other' or '--take \(first)=keep' says which holds, and '--keep-all' takes what the first one has"
    )
  }

  private static func shown(_ value: DataValue) -> String {
    let text =
      switch value {
      case .string(let text), .number(let text): text
      case .bool(let value): value ? "true" : "false"
      case .null: "nothing"
      case .list(let items): "\(items.count) items"
      case .map: "a map"
      }
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count <= longestShown ? line : line.prefix(longestShown) + "…"
  }
}

/// The values that named one record and name another then.
private struct MovedReferences<Source: ChangeSource> {
  private let source: Source
  private let other: String
  private let kept: String
  private let mentions: [RecordMention]
  private let shortName: String

  /// How many values there are.
  var count: Int { mentions.count { $0.path != other } }

  init(from other: String, to kept: String, in source: Source) {
    self.source = source
    self.other = other
    self.kept = kept
    mentions = source.references(to: other)
    let kind = source.record(at: kept)?.kind ?? 0
    shortName = ReferenceWords.shortest(for: kept, among: source.records(ofKind: kind).map(\.path).filter { $0 != other })
  }

  /// The edits of all files that name the record, but for some.
  func edits(except paths: [String]) throws(PlanRefusal) -> [FileEdit] {
    var edits: [FileEdit] = []
    var done: Set<String> = Set(paths)
    for mention in mentions where done.insert(mention.path).inserted {
      guard let bytes = source.text(at: mention.path) else { continue }
      let kind = source.record(at: mention.path).map { source.kinds[$0.kind] }
      let changes = changes(in: mention.path, of: try RecordText.value(of: bytes, at: mention.path))
      if let edit = try RecordText.edit(changes, of: bytes, at: mention.path, kind: kind) { edits.append(edit) }
    }
    return edits
  }

  /// The changes of one file; where a list names the other record already, or would name itself, the item goes.
  func changes(in path: String, of value: DataValue) -> [ValueChange] {
    var changes = RecordChanges()
    let names: Set<String> = [RecordID.id(ofPath: kept), RecordID.lastPart(ofPath: kept)]
    var lists: Set<[PathStep]> = []
    for mention in mentions where mention.path == path {
      guard let steps = [PathStep](pointer: mention.pointer, in: value) else { continue }
      let list = Array(steps.dropLast())
      if case .item? = steps.last {
        let isThere = value.value(at: list)?.items?.contains { item in
          item.text.map { names.contains(RecordID.id(ofPath: $0)) } ?? false
        }
        if isThere == true || path == kept || !lists.insert(list).inserted {
          changes.removed.append(steps)
          continue
        }
      } else if path == kept {
        changes.removed.append(steps)
        continue
      }
      let isWhole = mention.text.contains("/")
      changes.set.append(.set(steps, .string(isWhole ? RecordID.id(ofPath: kept) : shortName)))
    }
    return changes.ordered
  }

  /// What is told of saved queries that have the name in them.
  var viewNotes: [String] {
    let name = Array(RecordID.lastPart(ofPath: other).utf8)
    return source.viewPaths.filter { path in
      guard let bytes = source.text(at: path), bytes.count >= name.count else { return false }
      return (0...(bytes.count - name.count)).contains { bytes[$0...].starts(with: name) }
    }.map { "'\($0)' may ask for it by name, and stays as it is: have a look" }
  }
}

/// The photos that change their record.
private struct MovedPhotos<Source: ChangeSource> {
  /// The moves: of photos beside the record that goes, which no other record has.
  private(set) var moves: [FileMove] = []

  private let source: Source
  private let other: String
  private let kept: String

  init(from other: String, to kept: String, in source: Source) {
    self.source = source
    self.other = other
    self.kept = kept
    let folder = RecordID.folder(ofPath: other)
    var taken: Set<String> = []
    for photo in source.photos(of: other) where photo.owners == [other] && RecordID.folder(ofPath: photo.path) == folder {
      guard let trace = source.trace(at: photo.path) else { continue }
      let goal = goal(of: String(photo.path.split(separator: "/").last ?? ""), taken)
      guard goal != photo.path else { continue }
      taken.insert(goal)
      moves.append(FileMove(from: photo.path, to: goal, expected: .file(trace)))
    }
  }

  /// The values of the record that goes, with the photos it lists named as from the place of the one that stays.
  func renamed(in value: DataValue) -> DataValue {
    var value = value
    for listed in source.listedPhotos(of: other) {
      guard let path = [PathStep](pointer: listed.pointer, in: value) else { continue }
      let present = Self.resolve(listed.file, from: other)
      let file = moves.first { $0.from == present }?.to ?? present
      let folder = RecordID.folder(ofPath: kept)
      let name = folder.isEmpty ? file : file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.utf8.count + 1)) : "/" + file
      value = value.setting(.string(name), at: path[...])
    }
    return value
  }

  /// A free place beside the record that stays: the name begins with its stem, so that the photo is its own.
  private func goal(of name: String, _ taken: Set<String>) -> String {
    let stem = RecordID.lastPart(ofPath: other)
    let newStem = RecordID.lastPart(ofPath: kept)
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var rest = String(name[..<dot])
    let suffix = String(name[dot...])
    if rest.hasPrefix(stem) {
      rest = newStem + rest.dropFirst(stem.count)
    } else {
      rest = newStem + "-" + rest
    }
    let folder = RecordID.folder(ofPath: kept)
    let base = folder.isEmpty ? rest : folder + "/" + rest
    var number = 1
    var goal = base + suffix
    while taken.contains(goal) || source.isTaken(goal) {
      number += 1
      goal = "\(base)-\(number)\(suffix)"
    }
    return goal
  }

  private static func resolve(_ file: String, from record: String) -> String {
    var parts = file.hasPrefix("/") ? [] : RecordID.folder(ofPath: record).split(separator: "/").map(String.init)
    for part in file.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }
}
