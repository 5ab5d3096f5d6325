// `merge`: two records of one thing made one; who named the one that goes names the one that stays.

import VitrineEditing
package import VitrineModel
import VitrineRules
package import VitrineSource

/// What a person decided of a merge.
package struct MergeOptions: Sendable {
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
  /// The most records that are named one by one.
  private static let mostNamed = 10
  /// The longest value that is shown whole. Units: characters.
  private static let longestShown = 30

  /// The plan that takes the record at `other` into the one at `kept`: values, photos, references; then it goes to the trash.
  ///
  /// Shape: what only one has stays or is taken over, lists are joined without doubles, and of two values the one that was decided on holds.
  ///
  /// What lies below the one that goes moves below the one that stays.
  ///
  /// Errors: they are one record, or of two kinds; fields differ and nobody decided; something stands where a record below would go.
  package static func plan(
    keeping kept: Path, taking other: Path, _ options: MergeOptions, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    guard let keeper = source.record(at: kept), let goer = source.record(at: other) else {
      throw PlanRefusal("a record is not there any more")
    }
    guard kept != other else { throw PlanRefusal("'\(kept.string)' is both; name two records") }
    guard keeper.kind == goer.kind else {
      throw PlanRefusal(
        "'\(kept.string)' is a \(source.kinds[keeper.kind].name) and '\(other.string)' a \(source.kinds[goer.kind].name); only records of one kind can be merged"
      )
    }
    guard let keptBytes = source.text(at: kept), let otherBytes = source.text(at: other) else {
      throw PlanRefusal("a record is not there any more")
    }
    let kind = source.kinds[keeper.kind]
    var moves = RecordMoves(source)
    moves.merged = [other: kept]
    try takeBelow(other, to: kept, &moves)
    let photos = MovedPhotos(from: other, to: kept, in: source)
    for move in photos.moves { moves.photos[move.from] = move.to }
    moves.takeCompanions()
    try moves.checkGoals()
    try moves.follow()

    var otherValue = photos.renamed(in: try RecordText.value(of: otherBytes, at: other))
    for (mention, target) in source.references(from: other) {
      guard let name = moves.newName(for: mention.text, of: target),
        let steps = [PathStep](pointer: mention.pointer, in: otherValue)
      else { continue }
      otherValue = otherValue.setting(.string(name), at: steps[...])
    }
    let merged = MergedValues(
      try RecordText.value(of: keptBytes, at: kept), otherValue, kind: kind, decided: options.decided, keepsAll: options.keepsAll)
    guard merged.conflicts.isEmpty else { throw refusal(merged.conflicts) }
    try moves.draft(at: kept) { $0.make(merged.changes) }
    let references = MovedReferences(from: other, to: kept, in: source) { [moves] in
      moves.name(of: kept, keeper.kind, isWhole: $0)
    }
    for path in references.paths {
      try moves.draft(at: path) { $0.make(references.changes(in: path, of: $0.value)) }
    }
    let views = moves.views()
    let edits = [FileEdit.remove(other, expecting: .bytes(otherBytes))] + (try moves.edits(moment)) + views.edits
    var summary = ["'\(other.string)' goes to the trash"]
    if merged.taken > 0 {
      summary.append("'\(kept.string)' gets \(merged.taken == 1 ? "1 value" : "\(merged.taken) values") from it")
    }
    if references.count > 0 {
      summary.append(
        "\(references.count == 1 ? "1 reference leads" : "\(references.count) references lead") to '\(kept.string)' now")
    }
    if references.ownCount > 0 { summary.append("what '\(kept.string)' names it by is taken out, since it would name itself") }
    for (old, new) in moves.records.sorted(by: { $0.key < $1.key }).prefix(mostNamed) {
      summary.append("'\(old.string)', which lies below it, becomes '\(new.string)'")
    }
    if moves.records.count > mostNamed { summary.append("and \(moves.records.count - mostNamed) more") }
    for move in photos.moves { summary.append("the photo '\(move.from.string)' becomes '\(move.to.string)'") }
    let companions = moves.companions.keys.sorted()
    summary += CompanionWords.line("moves", companions, beside: photos.moves.count) + moves.staying + views.summary
    return Plan(
      "merge '\(other.string)' into '\(kept.string)'", edits, moves: try moves.moves(), summary: summary, isDestructive: true)
  }

  /// The records below one go below the other, with their photos and what else lies in the folder.
  private static func takeBelow(
    _ other: Path, to kept: Path, _ moves: inout RecordMoves<some ChangeSource>
  ) throws(PlanRefusal) {
    guard !moves.source.children(of: other).isEmpty else { return }
    moves.takeBelow(other, to: Path(kept.folder))
    guard moves.records[kept] == nil else {
      throw PlanRefusal("'\(kept.string)' lies below '\(other.string)'; merge them the other way round")
    }
    moves.takeOtherFiles(besides: other, leavesTaken: true)
    moves.records = moves.records.filter { $0.key != $0.value }
    moves.photos = moves.photos.filter { $0.key != $0.value }
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
  private let other: Path
  private let kept: Path
  private let mentions: [RecordMention]
  private let name: (_ isWhole: Bool) -> String

  /// How many values there are.
  var count: Int { mentions.count { $0.path != other && $0.path != kept } }
  /// How many values of the record that stays name the other; they would name itself.
  var ownCount: Int { mentions.count { $0.path == kept } }

  /// `name` gives a name of the record that stays: its id, or the shortest.
  init(from other: Path, to kept: Path, in source: Source, name: @escaping (_ isWhole: Bool) -> String) {
    self.source = source
    self.other = other
    self.kept = kept
    self.name = name
    mentions = source.references(to: other)
  }

  /// The files that name the record, besides its own.
  var paths: [Path] { Set(mentions.map(\.path)).subtracting([other]).sorted() }

  /// The changes of one file; where a list names the other record already, or would name itself, the item goes.
  func changes(in path: Path, of value: DataValue) -> [ValueChange] {
    var changes = RecordChanges()
    let listed = source.references(to: kept).filter { $0.path == path }.compactMap {
      [PathStep](pointer: $0.pointer, in: value)?.dropLast()
    }
    var lists: Set<[PathStep]> = []
    for mention in mentions where mention.path == path {
      guard let steps = [PathStep](pointer: mention.pointer, in: value) else { continue }
      let list = Array(steps.dropLast())
      if case .item? = steps.last {
        if listed.contains(list[...]) || path == kept || !lists.insert(list).inserted {
          changes.removed.append(steps)
          continue
        }
      } else if path == kept {
        changes.removed.append(steps)
        continue
      }
      let isWhole = mention.text.utf8.contains(0x2F)
      changes.set.append(.set(steps, .string(name(isWhole))))
    }
    return changes.ordered
  }
}

/// The photos that change their record.
private struct MovedPhotos<Source: ChangeSource> {
  /// The moves: of photos beside the record that goes, which no other record has.
  private(set) var moves: [FileMove] = []

  private let source: Source
  private let other: Path
  private let kept: Path

  init(from other: Path, to kept: Path, in source: Source) {
    self.source = source
    self.other = other
    self.kept = kept
    let folders = [other.folder, other.stem]
    var taken: Set<Path> = []
    for photo in source.photos(of: other) where photo.owners == [other] && folders.contains(photo.path.folder) {
      guard let trace = source.trace(at: photo.path) else { continue }
      let goal = goal(of: photo.path.name, taken)
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
      let present = PhotoPath.resolve(listed.file, from: other)
      let file = moves.first { $0.from == present }?.to ?? present
      let name = file.rest(below: Path(kept.folder))?.string ?? "/" + file.string
      value = value.setting(.string(name), at: path[...])
    }
    return value
  }

  /// A free place beside the record that stays: the name begins with its stem, so that the photo is its own.
  private func goal(of name: Path.Slice, _ taken: Set<Path>) -> Path {
    let newStem = kept.stem.name.string
    let (start, suffix) = name.suffixed
    let rest = start.rest(after: other.stem.name).map { newStem + $0.string } ?? newStem + "-" + start.string
    let base = Path(kept.folder).appending(rest)
    var number = 1
    var goal = base.adding(suffix: suffix.string)
    while taken.contains(goal) || source.isTaken(goal) {
      number += 1
      goal = base.adding(suffix: "-\(number)\(suffix.string)")
    }
    return goal
  }
}
