// Records that list photos which stand elsewhere by now.

import VitrineEditing
import VitrineModel
import VitrineRules
package import VitrineSource

/// Plans records' lists of photos that follow their files.
package enum PhotoRelinking {
  /// A listed photo and where it stands now.
  package struct Link: Sendable, Hashable {
    /// The record that lists it.
    package var record: Path
    /// The JSON Pointer of the value that names it.
    package var pointer: String
    /// The name as it is written.
    package var name: String
    /// Where the photo stands.
    package var photo: Path

    /// A link of the given parts.
    package init(record: Path, pointer: String, name: String, photo: Path) {
      (self.record, self.pointer, self.name, self.photo) = (record, pointer, name, photo)
    }
  }

  /// The plan that writes where the photos stand.
  ///
  /// Errors: a record does not parse, or holds a name in a way that cannot be edited.
  package static func plan(_ links: [Link], in source: some ChangeSource, at moment: ChangeMoment) throws(PlanRefusal) -> Plan {
    let edits = try edits(links, in: source, at: moment)
    return Plan(
      "relink \(links.count == 1 ? "'\(links[0].name)'" : "\(links.count) photos")", edits,
      summary: links.prefix(10).map { "'\($0.name)' is '\($0.photo.string)' now" })
  }

  /// The edits of the records. Without a moment the time of their last change stays.
  ///
  /// Errors: as of `plan`.
  package static func edits(
    _ links: [Link], in source: some ChangeSource, at moment: ChangeMoment?
  ) throws(PlanRefusal) -> [FileEdit] {
    var byRecord: [Path: [Link]] = [:]
    for link in links { byRecord[link.record, default: []].append(link) }
    var edits: [FileEdit] = []
    for (path, links) in byRecord {
      guard let record = source.record(at: path), let bytes = source.text(at: path) else {
        throw .unreadable(path, in: source)
      }
      let kind = source.kinds[record.kind]
      let value = try RecordText.value(of: bytes, at: path)
      var draft = RecordDraft(value, kind: kind)
      for link in links {
        guard let steps = [PathStep](pointer: link.pointer, in: value) else { continue }
        let isFromRoot = link.name.hasPrefix("/")
        draft.set(
          steps, .string(isFromRoot ? "/" + link.photo.string : PhotoPath.relative(link.photo, to: Path(path.folder))))
      }
      if let moment { draft.stamp(moment, except: []) }
      if let edit = try RecordText.edit(draft.changes, of: bytes, at: path, kind: kind) { edits.append(edit) }
    }
    return edits
  }
}
