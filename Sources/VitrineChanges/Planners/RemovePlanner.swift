// `rm`: records to the trash, with what belongs to them.

import VitrineEditing
import VitrineModel
package import VitrineSource

/// Plans removals of records.
package enum RemovePlanner {
  /// The most records or photos that are named one by one.
  private static let mostNamed = 10

  /// What becomes of records elsewhere that name one of those that go.
  package enum Naming: Sendable {
    /// They lose the name.
    case unlinked
    /// They go, too, and so do those that name them.
    case cascaded
    /// They keep the name, which leads nowhere then.
    case kept
  }

  /// The plan that removes records, those below them by place, and the photos that no other record shows, with what goes with these.
  ///
  /// Errors: a file is not there any more; a record that is `unlinked` must have the reference, or holds it in a way that cannot be edited.
  package static func plan(
    _ records: [Path], naming: Naming, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    let doomed = closure(of: records, cascades: naming == .cascaded, in: source)
    let paths = Set(doomed.map(\.record.path))
    var edits: [FileEdit] = []
    var photos: Set<Path> = []
    var kept: [String] = []
    for path in doomed.map(\.record.path) {
      guard let bytes = source.text(at: path) else { throw PlanRefusal("this file cannot be read", path: path) }
      edits.append(.remove(path, expecting: .bytes(bytes)))
      for photo in source.photos(of: path) where !photos.contains(photo.path) {
        if let other = photo.owners.first(where: { !paths.contains($0) }) {
          let line = "'\(photo.path.string)' stays, since '\(other.string)' shows it, too"
          if !kept.contains(line) { kept.append(line) }
        } else if let trace = source.trace(at: photo.path) {
          photos.insert(photo.path)
          edits.append(.remove(photo.path, expecting: .file(trace)))
        }
      }
    }
    let companions = source.removals(ofCompanionsOf: photos)
    edits += companions
    let users = mentions(of: doomed.map(\.record), besides: paths, in: source)
    var summary = [words(for: doomed, photos.count, companions.count, source.kinds)] + kept
    if !users.isEmpty {
      switch naming {
      case .unlinked:
        for (path, mentions) in users {
          edits += try edit(path, without: mentions, in: source, moment).map { [$0] } ?? []
        }
        summary.append("takes what names it out of \(list(users.map { "'\($0.path.string)'" }))")
      case .cascaded, .kept:
        let advice = naming == .kept ? "; --unlink takes it out, --cascade removes what has it, too" : ""
        summary.append(
          "\(list(users.map { "'\($0.path.string)'" })) \(users.count == 1 ? "keeps" : "keep") a name that leads nowhere then\(advice)"
        )
      }
    }
    return Plan(title(doomed.map(\.record), photos.count), edits, summary: summary, isDestructive: true)
  }

  /// The records that stay where others go, with what lies below these, and that name one of those; in byte order of their paths.
  package static func references(to records: [Path], in source: some ChangeSource) -> [Path] {
    let doomed = closure(of: records, cascades: false, in: source).map(\.record)
    return mentions(of: doomed, besides: Set(doomed.map(\.path)), in: source).map(\.path)
  }

  /// Why a record goes.
  private enum Cause {
    /// It was named.
    case named
    /// It lies below one that goes.
    case below
    /// It names one that goes.
    case naming
  }

  /// Records, all that lie below them by place and, where it `cascades`, all that name one; each once, in byte order of the paths.
  private static func closure(
    of records: [Path], cascades: Bool, in source: some ChangeSource
  ) -> [(record: RecordEntry, cause: Cause)] {
    var found: [Path: (record: RecordEntry, cause: Cause)] = [:]
    var open = records.map { ($0, Cause.named) }
    var next = 0
    while next < open.count {
      let (path, cause) = open[next]
      next += 1
      guard found[path] == nil, let record = source.record(at: path) else { continue }
      found[path] = (record, cause)
      open += source.children(of: path).map { ($0.path, .below) }
      if cascades { open += source.references(to: path).map { ($0.path, .naming) } }
    }
    return found.values.sorted { $0.record.path < $1.record.path }
  }

  /// The values in other records that name some, by file.
  private static func mentions(
    of doomed: [RecordEntry], besides paths: Set<Path>, in source: some ChangeSource
  ) -> [(path: Path, mentions: [RecordMention])] {
    var byFile: [Path: [RecordMention]] = [:]
    for record in doomed {
      for mention in source.references(to: record.path) where !paths.contains(mention.path) {
        byFile[mention.path, default: []].append(mention)
      }
    }
    return byFile.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The edit that takes values out of a file: an item of a list, the item that cannot be without it, or the key.
  private static func edit(
    _ path: Path, without mentions: [RecordMention], in source: some ChangeSource, _ moment: ChangeMoment
  ) throws(PlanRefusal) -> FileEdit? {
    guard let record = source.record(at: path), let bytes = source.text(at: path) else { return nil }
    let kind = source.kinds[record.kind]
    let value = try RecordText.value(of: bytes, at: path)
    var draft = RecordDraft(value, kind: kind)
    var places: [[PathStep]] = []
    for mention in mentions {
      guard let steps = [PathStep](pointer: mention.pointer, in: value) else { continue }
      guard let place = removable(steps, kind) else {
        throw PlanRefusal(
          "'\(mention.pointer)' names '\(mention.text)', and a \(kind.name) must have it; set another first, or --cascade removes this record, too",
          path: path)
      }
      if !places.contains(place) { places.append(place) }
    }
    // The last items go first, so that the numbers of the others stay.
    for place in places.sorted(by: { isLater($0, than: $1) }) { draft.remove(place) }
    draft.stamp(moment, except: [])
    return try RecordText.edit(draft.changes, of: bytes, at: path, kind: kind)
  }

  /// What has to go with a value: itself, or the item of a list that must have it; nil where nothing can go.
  private static func removable(_ steps: [PathStep], _ kind: Kind) -> [PathStep]? {
    let names = steps.compactMap { step -> String? in if case .key(let key) = step { key } else { nil } }
    guard case .key = steps.last, kind.field(FieldPath(names))?.isRequired == true else { return steps }
    guard steps.count > 1, case .item = steps[steps.count - 2] else { return nil }
    return steps.dropLast()
  }

  /// A total order in which of two items of one list the later one comes first, and what is inside of a value before the value.
  private static func isLater(_ left: [PathStep], than right: [PathStep]) -> Bool {
    for (first, second) in zip(left, right) where first != second {
      switch (first, second) {
      case (.item(let first), .item(let second)): return first > second
      case (.key(let first), .key(let second)): return first.utf8.lexicographicallyPrecedes(second.utf8)
      case (.key, .item): return true
      case (.item, .key): return false
      }
    }
    return left.count > right.count
  }
}

// MARK: words

extension RemovePlanner {
  private static func title(_ doomed: [RecordEntry], _ photos: Int) -> String {
    let what = doomed.count == 1 ? "'\(doomed[0].title)'" : "\(doomed.count) records"
    return "remove \(what)" + (photos == 0 ? "" : photos == 1 ? " and 1 photo" : " and \(photos) photos")
  }

  /// Some of many names, and how many there are besides.
  private static func list(_ names: [String]) -> String {
    names.prefix(mostNamed).joined(separator: ", ") + (names.count > mostNamed ? " and \(names.count - mostNamed) more" : "")
  }

  /// What goes, counted by kind, with what goes along with the records that were named.
  private static func words(
    for doomed: [(record: RecordEntry, cause: Cause)], _ photos: Int, _ companions: Int, _ kinds: [Kind]
  ) -> String {
    var counts: [Int: Int] = [:]
    for (record, _) in doomed { counts[record.kind, default: 0] += 1 }
    var parts = counts.sorted { $0.key < $1.key }.map { kind, count in
      count == 1 ? "1 \(kinds[kind].name)" : "\(count) \(kinds[kind].plural)"
    }
    if photos > 0 { parts.append(photos == 1 ? "1 photo" : "\(photos) photos") }
    if companions > 0 { parts.append(CompanionWords.count(companions, beside: photos)) }
    let last = parts.removeLast()
    var line = "removes " + (parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last)
    for (cause, words) in [(Cause.below, "what lies below"), (.naming, "what names it")] {
      let titles = doomed.filter { $0.cause == cause }.map { "'\($0.record.title)'" }
      if !titles.isEmpty { line += ", among them \(words): \(list(titles))" }
    }
    return line
  }
}
