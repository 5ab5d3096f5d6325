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
    guard let field = field(of: kind), let name = field.path.names.last else {
      throw PlanRefusal("a \(kind.name) has no list of photos in which there are words about each", path: path)
    }
    let steps = field.path.names.dropLast().map { PathStep.key($0) }
    var draft = RecordDraft(try RecordText.value(of: bytes, at: path), kind: kind)
    let items = draft.value.value(at: steps)?.items ?? []
    let place = items.firstIndex { item in
      item["file"]?.text.map { PhotoPath.resolve($0, from: path) == photo } ?? false
    }
    let value = DataValue.string(words)
    switch place {
    case let place? where !words.isEmpty: draft.set(steps + [.item(place), .key(name)], value)
    case let place?:
      // What says nothing of a photo any more that is the record's anyway goes as a whole.
      let isBare = items[place].entries.map { $0.allSatisfy { ["file", name].contains($0.key) } } ?? false
      if isBare, PhotoOrdering.isBeside(photo, path) {
        draft.remove(items.count == 1 ? steps : steps + [.item(place)])
      } else if items[place][name] != nil {
        draft.remove(steps + [.item(place), .key(name)])
      }
    case nil where !words.isEmpty:
      let file = DataValue.string(PhotoPath.relative(photo, to: Path(path.folder)))
      let item = DataValue.map([DataValue.Entry("file", file), DataValue.Entry(name, value)])
      if items.isEmpty { draft.set(steps, .list([item])) } else { draft.append(item, to: steps) }
    case nil: break
    }
    let isChanged = !draft.changes.isEmpty
    if isChanged { draft.stamp(moment, except: []) }
    let edit = isChanged ? try RecordText.edit(draft.changes, of: bytes, at: path, kind: kind) : nil
    return Plan("caption a photo of '\(record.title)'", edit.map { [$0] } ?? [])
  }

  /// The field of words about a photo; nil where a kind has none.
  package static func field(of kind: Kind) -> Kind.Field? {
    for list in PhotoOrdering.lists(of: kind) {
      let words = kind.fields.first { field in
        field.path.names.dropLast().elementsEqual(list) && field.meaning == .text && !field.isPhoto && field.values.isEmpty
      }
      if let words { return words }
    }
    return nil
  }
}
