// `rm`: records to the trash, with what belongs to them.

import VitrineEditing
import VitrineModel

/// Plans removals of records.
package enum RemovePlanner {
  /// The most records or photos that are named one by one.
  private static let mostNamed = 10

  /// The plan that removes records, those below them by place, and the photos that no other record shows.
  ///
  /// - Parameter unlinks: true where values of other records that name them go, too; else these are named.
  ///
  /// Errors: a file is not there any more; a reference cannot be taken out of its file.
  package static func plan(
    _ records: [String], unlinks: Bool, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    let doomed = closure(of: records, in: source)
    let paths = Set(doomed.map(\.path))
    var edits: [FileEdit] = []
    var photos: Set<String> = []
    var kept: [String] = []
    for record in doomed {
      guard let bytes = source.text(at: record.path) else {
        throw PlanRefusal("this file cannot be read", path: record.path)
      }
      edits.append(.remove(record.path, expecting: .bytes(bytes)))
      for photo in source.photos(of: record.path) where !photos.contains(photo.path) {
        if let other = photo.owners.first(where: { !paths.contains($0) }) {
          let line = "'\(photo.path)' stays, since '\(other)' shows it, too"
          if !kept.contains(line) { kept.append(line) }
        } else if let trace = source.trace(at: photo.path) {
          photos.insert(photo.path)
          edits.append(.remove(photo.path, expecting: .file(trace)))
        }
      }
    }
    let users = mentions(of: doomed, besides: paths, in: source)
    if unlinks {
      for (path, mentions) in users { edits += try edit(path, without: mentions, in: source, moment).map { [$0] } ?? [] }
    }
    var summary = [words(for: doomed, among: records, photos: photos.count, source.kinds)] + kept
    if !users.isEmpty {
      let names = users.map { "'\($0.path)'" }
      let list =
        names.prefix(mostNamed).joined(separator: ", ") + (names.count > mostNamed ? " and \(names.count - mostNamed) more" : "")
      summary.append(
        unlinks
          ? "takes it out of \(list)" : "\(list) still \(users.count == 1 ? "names" : "name") it; --unlink takes that out, too")
    }
    return Plan(title(doomed, photos.count), edits, summary: summary, isDestructive: true)
  }

  /// Records, and all that lie below them by place; each once, in byte order of the paths.
  private static func closure(of records: [String], in source: some ChangeSource) -> [RecordEntry] {
    var found: [String: RecordEntry] = [:]
    var open = records
    while let path = open.popLast() {
      guard found[path] == nil, let record = source.record(at: path) else { continue }
      found[path] = record
      open += source.children(of: path).map(\.path)
    }
    return found.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The values in other records that name some, by file.
  private static func mentions(
    of doomed: [RecordEntry], besides paths: Set<String>, in source: some ChangeSource
  ) -> [(path: String, mentions: [RecordMention])] {
    var byFile: [String: [RecordMention]] = [:]
    for record in doomed {
      for mention in source.references(to: record.path) where !paths.contains(mention.path) {
        byFile[mention.path, default: []].append(mention)
      }
    }
    return byFile.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
  }

  /// The edit that takes values out of a file: an item of a list, the item that cannot be without it, or the key.
  private static func edit(
    _ path: String, without mentions: [RecordMention], in source: some ChangeSource, _ moment: ChangeMoment
  ) throws(PlanRefusal) -> FileEdit? {
    guard let record = source.record(at: path), let bytes = source.text(at: path) else { return nil }
    let kind = source.kinds[record.kind]
    let value = try RecordText.value(of: bytes, at: path)
    var draft = RecordDraft(value, kind: kind)
    var places: [[PathStep]] = []
    for mention in mentions {
      guard let steps = [PathStep](pointer: mention.pointer, in: value) else { continue }
      let place = removable(steps, kind)
      if !places.contains(place) { places.append(place) }
    }
    // The last items go first, so that the numbers of the others stay.
    for place in places.sorted(by: { isLater($0, than: $1) }) { draft.remove(place) }
    draft.stamp(moment, except: [])
    return try RecordText.edit(draft.changes, of: bytes, at: path, kind: kind)
  }

  /// What has to go with a value: itself, or the item of a list that must have it.
  private static func removable(_ steps: [PathStep], _ kind: Kind) -> [PathStep] {
    let names = steps.compactMap { step -> String? in if case .key(let key) = step { key } else { nil } }
    guard case .key = steps.last, steps.count > 1, case .item = steps[steps.count - 2],
      kind.field(FieldPath(names))?.isRequired == true
    else { return steps }
    return steps.dropLast()
  }

  private static func isLater(_ left: [PathStep], than right: [PathStep]) -> Bool {
    for (first, second) in zip(left, right) {
      if case .item(let a) = first, case .item(let b) = second, a != b { return a > b }
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

  /// What goes, counted by kind, with what belongs to the records that were named.
  private static func words(for doomed: [RecordEntry], among named: [String], photos: Int, _ kinds: [Kind]) -> String {
    var counts: [Int: Int] = [:]
    for record in doomed { counts[record.kind, default: 0] += 1 }
    var parts = counts.sorted { $0.key < $1.key }.map { kind, count in
      count == 1 ? "1 \(kinds[kind].name)" : "\(count) \(kinds[kind].plural)"
    }
    if photos > 0 { parts.append(photos == 1 ? "1 photo" : "\(photos) photos") }
    let last = parts.removeLast()
    let all = parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
    let below = doomed.filter { !named.contains($0.path) }
    guard !below.isEmpty else { return "removes \(all)" }
    let names = below.prefix(mostNamed).map { "'\($0.title)'" }.joined(separator: ", ")
    let more = below.count > mostNamed ? " and \(below.count - mostNamed) more" : ""
    return "removes \(all), among them what lies below: \(names)\(more)"
  }
}
