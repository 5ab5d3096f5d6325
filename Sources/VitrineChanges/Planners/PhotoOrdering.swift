// A person's own order of a record's photos.

import VitrineEditing
package import VitrineModel
import VitrineRules
package import VitrineSource

/// Plans the numbers that a record gives its photos.
package enum PhotoOrdering {
  /// The plan that puts photos of a record first, in the order given; the others follow in the order they were taken. Without photos, all are in that
  /// order again.
  ///
  /// Errors: the record does not parse, or its kind has no list of photos with a number each.
  package static func plan(
    _ photos: [Path], of path: Path, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    guard let record = source.record(at: path), let bytes = source.text(at: path) else {
      throw .unreadable(path, in: source)
    }
    let kind = source.kinds[record.kind]
    guard let list = list(of: kind) else {
      throw PlanRefusal(
        "a \(kind.name) has no list of photos with an 'order' each, in which their order could be kept", path: path)
    }
    let steps = list.map { PathStep.key($0) }
    var draft = RecordDraft(try RecordText.value(of: bytes, at: path), kind: kind)
    let items = draft.value.value(at: steps)?.items ?? []
    let listed = items.map { item in item["file"]?.text.map { PhotoPath.resolve($0, from: path) } }
    var superfluous: [Int] = []
    for (number, item) in items.enumerated() where item[numberName] != nil && !(listed[number].map(photos.contains) ?? false) {
      draft.remove(steps + [.item(number), .key(numberName)])
      // What only said the order of a photo that is the record's anyway says nothing any more.
      let isBare = item.entries.map { $0.allSatisfy { ["file", numberName].contains($0.key) } } ?? false
      if isBare, let photo = listed[number], Self.isBeside(photo, path) { superfluous.append(number) }
    }
    var added: [DataValue] = []
    for (number, photo) in photos.enumerated() {
      let order = DataValue.number("\(number + 1)")
      if let place = listed.firstIndex(of: photo) {
        draft.set(steps + [.item(place), .key(numberName)], order)
      } else {
        let file = DataValue.string(PhotoPath.relative(photo, to: Path(path.folder)))
        added.append(.map([DataValue.Entry("file", file), DataValue.Entry(numberName, order)]))
      }
    }
    if !added.isEmpty {
      if items.isEmpty { draft.set(steps, .list(added)) } else { for item in added { draft.append(item, to: steps) } }
    }
    if superfluous.count == items.count, !items.isEmpty, added.isEmpty {
      draft.remove(steps)
    } else {
      for number in superfluous.reversed() { draft.remove(steps + [.item(number)]) }
    }
    draft.stamp(moment, except: [])
    let edit = try RecordText.edit(draft.changes, of: bytes, at: path, kind: kind)
    let what =
      photos.isEmpty ? "show the photos of '\(record.title)' as they were taken" : "put the photos of '\(record.title)' in order"
    return Plan(what, edit.map { [$0] } ?? [])
  }

  /// Whether records of a kind can keep an order of their photos.
  package static func isFor(_ kind: Kind) -> Bool { list(of: kind) != nil }

  /// The list of a kind whose items are maps of a photo and its number; nil where there is none.
  private static func list(of kind: Kind) -> [String]? {
    lists(of: kind).first { kind.field(FieldPath($0 + [numberName])) != nil }
  }

  /// The lists of a kind whose items are maps of a photo and what is said of it.
  static func lists(of kind: Kind) -> [[String]] {
    kind.photoFields.map(\.names).filter { $0.count > 1 && $0.last == "file" }.map { Array($0.dropLast()) }
  }

  /// The name of the number by which photos are ordered; it says nothing about what a photo shows.
  package static let numberName = "order"

  /// Whether a photo belongs to a record by its place, whatever the record lists.
  static func isBeside(_ photo: Path, _ record: Path) -> Bool {
    guard Path(photo.folder) == Path(record.folder) else { return false }
    let (name, stem) = (photo.name.utf8, record.stem.name.utf8)
    guard name.starts(with: stem), name.count > stem.count else { return false }
    return ".-_ ".utf8.contains(name[name.index(name.startIndex, offsetBy: stem.count)])
  }
}
