// What a record says of one of its photos.

import VitrineEditing
package import VitrineModel
import VitrineRules
package import VitrineSource

/// Plans the words about a photo.
package enum PhotoCaptioning {
  /// The plan that gives a photo of a record these words; without any, it has none any more.
  ///
  /// Errors: the record does not parse, or its kind has no list of photos with words about each.
  package static func plan(
    _ words: String, about photo: Path, of path: Path, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    guard let record = source.record(at: path), let bytes = source.text(at: path) else {
      throw .unreadable(path, in: source)
    }
    let kind = source.kinds[record.kind]
    let fields = fields(of: kind)
    guard !fields.isEmpty else {
      throw PlanRefusal("a \(kind.name) has no list of photos in which there are words about each", path: path)
    }
    let start = words.drop { $0.isWhitespace }
    let words = String(
      start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex))
    var draft = RecordDraft(try RecordText.value(of: bytes, at: path), kind: kind)
    // Where the photo is listed already, else at the end of the first list.
    let lists = fields.map { (field: $0, steps: $0.path.names.dropLast().map { PathStep.key($0) }) }
    let places = lists.map { list in
      draft.value.value(at: list.steps)?.items?.firstIndex { item in
        item["file"]?.text.map { PhotoPath.resolve($0, from: path) == photo } ?? false
      }
    }
    let chosen = places.firstIndex { $0 != nil } ?? 0
    let (place, steps, name) = (places[chosen], lists[chosen].steps, fields[chosen].path.names.last ?? "")
    let items = draft.value.value(at: steps)?.items ?? []
    let value = DataValue.string(words)
    switch place {
    case let place? where !words.isEmpty: draft.set(steps + [.item(place), .key(name)], value)
    case let place? where items[place][name] != nil:
      // What says nothing of a photo any more that is the record's anyway goes as a whole.
      let isBare = items[place].entries.map { $0.allSatisfy { ["file", name].contains($0.key) } } ?? false
      if isBare, PhotoOrdering.isBeside(photo, path) {
        draft.remove(items.count == 1 ? steps : steps + [.item(place)])
      } else {
        draft.remove(steps + [.item(place), .key(name)])
      }
    case nil where !words.isEmpty:
      let file = DataValue.string(PhotoPath.relative(photo, to: Path(path.folder)))
      let item = DataValue.map([DataValue.Entry("file", file), DataValue.Entry(name, value)])
      if items.isEmpty { draft.set(steps, .list([item])) } else { draft.append(item, to: steps) }
    case .some, nil: break
    }
    let isChanged = !draft.changes.isEmpty
    if isChanged { draft.stamp(moment, except: []) }
    let edit = isChanged ? try RecordText.edit(draft.changes, of: bytes, at: path, kind: kind) : nil
    return Plan("caption a photo of '\(record.title)'", edit.map { [$0] } ?? [])
  }

  /// The fields of words about a photo, one for each list of photos that has such words: the one that is called so, else the only text in it.
  package static func fields(of kind: Kind) -> [Kind.Field] {
    PhotoOrdering.lists(of: kind).compactMap { list in
      let texts = kind.fields.filter { field in
        field.path.names.dropLast().elementsEqual(list) && field.meaning == .text && !field.isPhoto && !field.isMap
          && !field.isOwnList && field.values.isEmpty && field.format == nil
      }
      for name in ["caption", "description", "title"] {
        if let field = texts.first(where: { $0.path.names.last == name }) { return field }
      }
      return texts.count == 1 ? texts[0] : nil
    }
  }
}
