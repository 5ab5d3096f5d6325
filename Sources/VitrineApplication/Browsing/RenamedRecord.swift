// A record that got another name while somebody had its form open: where it stands now, if that is certain.

package import VitrineCatalog
import VitrineChanges
import VitrineJournal
package import VitrineModel
package import VitrineSource
import VitrineSystem

/// What a form knows about the record that it was made of.
package struct RenamedRecord {
  /// The index of the record's kind.
  private let kind: Int
  /// The digest of its file when the form was made.
  private let digest: ContentDigest?
  /// What one of its `fields` held then; "" for nothing.
  private let held: (FieldPath) -> String

  /// The record of a form: its kind, the digest of its file in hexadecimal, and what its `fields` held.
  package init(kind: Int, digest: String, held: @escaping (FieldPath) -> String) {
    (self.kind, self.digest, self.held) = (kind, ContentDigest(hexadecimal: digest), held)
  }

  /// The fields that a form says of its record, whichever of them it changes: the title and the id.
  package static func fields(of kind: Kind) -> [FieldPath] { [kind.display, id(of: kind)].compactMap(\.self) }

  private static func id(of kind: Kind) -> FieldPath? { kind.fields.first { $0.initial == .uuid && !$0.isList }?.path }

  /// The path by now of the record that stood at `path`, which is nobody's any more; nil where nothing tells it for certain.
  ///
  /// An id tells it, else the same bytes under one other name, else the journal.
  package func path(of path: Path, in catalogue: LoadedCatalogue) -> Path? {
    let byID = records(withIDIn: catalogue)
    guard byID.isEmpty else { return byID.count == 1 ? byID[0] : nil }
    guard let digest else { return nil }
    let title = catalogue.kinds[kind].display.map(held) ?? ""
    let alike = title.isEmpty ? [] : catalogue.records(ofKind: kind, maybeCalled: title)
    let same = alike.map(\.path).filter { path in catalogue.text(at: path).map { ContentDigest($0) } == digest }
    guard same.isEmpty else { return same.count == 1 ? same.first : nil }
    return journalled(path, digest, in: catalogue)
  }

  /// The records that have the id which the form held.
  private func records(withIDIn catalogue: LoadedCatalogue) -> [Path] {
    guard let field = Self.id(of: catalogue.kinds[kind]) else { return [] }
    let id = held(field)
    return id.isEmpty ? [] : catalogue.records(ofKind: kind, with: field) { $0 == id }.map(\.path)
  }

  /// Where the journal says that the file went which had the form's bytes, whatever was changed in it before or since.
  private func journalled(_ path: Path, _ digest: ContentDigest, in catalogue: LoadedCatalogue) -> Path? {
    guard let journal = try? Journal(root: catalogue.root), let records = try? journal.records() else { return nil }
    var trail = Trail(path: path)
    // From the last change that has the path: what it says of other names is true of later changes, too.
    guard let start = records.lastIndex(where: { trail.takes($0) }) else { return nil }
    for record in records[start...] where !trail.follow(record) { return nil }
    for record in records[..<start].reversed() where !trail.contents.contains(digest) { trail.note(record, at: path) }
    guard trail.contents.contains(digest), trail.path != path, catalogue.record(at: trail.path)?.kind == kind else { return nil }
    return trail.path
  }
}

/// A file on its way through the journal.
private struct Trail {
  /// Where it stands.
  var path: Path
  /// The digests of what it held.
  var contents: Set<ContentDigest> = []

  /// Whether a change takes the file away from its path, or puts one there.
  func takes(_ record: Journal.Record) -> Bool {
    record.entry.steps.contains { step in
      switch step {
      case .move(let from, let to, _): from == path || to == path
      case .create(let path, _), .remove(let path, _), .drop(let path, _): path == self.path
      case .replace: false
      }
    }
  }

  /// Follows the file through a change; false where it is not there any more.
  mutating func follow(_ record: Journal.Record) -> Bool {
    note(record, at: path)
    for step in record.entry.steps {
      switch step {
      case .move(let from, let to, _) where (record.state == .done ? from : to) == path:
        path = record.state == .done ? to : from
        note(record, at: path)
        return true
      case .drop(path, _) where record.state == .done:
        let made = record.entry.steps.compactMap { step -> Path? in
          if case .create(let path, _) = step, path.isRecordFile { path } else { nil }
        }
        guard made.count == 1 else { return false }
        path = made[0]
        return true
      case .remove(path, _) where record.state == .done, .create(path, _) where record.state == .undone: return false
      case .move, .drop, .remove, .create, .replace: continue
      }
    }
    return true
  }

  /// Keeps what a file held before and after a change.
  mutating func note(_ record: Journal.Record, at path: Path) {
    for step in record.entry.steps {
      switch step {
      case .create(path, let content), .remove(path, let content), .drop(path, let content): keep(content)
      case .replace(path, let before, let after):
        keep(before)
        keep(after)
      case .move(let from, let to, let content) where from == path || to == path: keep(content)
      case .create, .remove, .drop, .replace, .move: continue
      }
    }
  }

  private mutating func keep(_ content: FileContent) { if case .digest(let digest) = content { contents.insert(digest) } }
}
