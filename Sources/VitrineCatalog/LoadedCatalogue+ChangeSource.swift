// A loaded catalogue as the source of plans.

package import VitrineChanges
import VitrineFiles
import VitrineIndex
package import VitrineModel
import VitrineQuery
import VitrineRules
package import VitrineSource
import VitrineSystem
import VitrineText

extension LoadedCatalogue: ChangeSource {
  /// The files of saved queries.
  package var viewPaths: [Path] {
    views.keys.flatMap { name in
      SavedView.suffixes.map { SavedView.folder.appending(name + $0) }
    }.filter { status(at: $0)?.kind == .regular }.sorted()
  }

  /// The status of a plain file; nil for a folder, or a link.
  package func trace(at path: Path) -> FileTrace? {
    guard let status = status(at: path), status.kind == .regular else { return nil }
    return FileTrace(size: status.size, modified: status.modified, inode: status.inode)
  }

  /// The file of the catalogue that a path leads to through links.
  package func target(ofLinkAt path: Path) -> Path? { RealPath.target(of: path, below: root) }

  /// Whether any file or folder stands at a path.
  package func isTaken(_ path: Path) -> Bool { status(at: path) != nil || source.overlay?.covers(path) == true }

  /// All files below a folder; those of a folder that cannot be listed are left out.
  package func files(below folder: Path) -> [FolderFile] {
    do throws(FileError) {
      return try FolderFiles.all(below: folder, of: try OpenRoot(Path(root))).map { path, kind in
        FolderFile(path: path, isPlain: kind == .regular)
      }
    } catch {
      return []
    }
  }

  /// The record at a path.
  package func record(at path: Path) -> RecordEntry? {
    book.withWriter { $0.facts(ofRecordAt: path).map { RecordEntry($0) } }
  }

  /// All records of a kind.
  package func records(ofKind kind: Int) -> [RecordEntry] {
    book.withWriter { $0.records(ofKind: kind).map { RecordEntry($0) } }
  }

  /// The records of a kind that a name may mean: all of them where no names are kept.
  package func records(ofKind kind: Int, maybeCalled name: String) -> [RecordEntry] {
    let folded = Folding.fold(name)
    guard let table = index?.tables[kind], let named = table.rows(maybeNamed: folded),
      let titled = table.rows(maybeTitled: folded)
    else { return records(ofKind: kind) }
    return Set(named).union(titled).map { table.path(ofRow: $0) }.sorted().compactMap { record(at: $0) }
  }

  /// The records of a kind with a value. Shape: the catalogue was loaded with its columns.
  package func records(ofKind kind: Int, with field: FieldPath, where isMeant: (String) -> Bool) -> [RecordEntry] {
    guard let table = index?.tables[kind], let column = table.layout.column(at: field) else { return [] }
    let pool = table.pools[column]
    var wanted: Set<ValueID> = []
    for value in 0..<ValueID(pool.count) where value > .map && isMeant(pool.text(value)) { wanted.insert(value) }
    guard !wanted.isEmpty else { return [] }
    let rows = (0..<table.rowCount).filter { table.isLive($0) && table.values($0, column).contains(where: wanted.contains) }
    return rows.map { RecordEntry(path: table.path(ofRow: $0), kind: kind, title: table.title(ofRow: $0)) }
      .sorted { $0.path < $1.path }
  }

  /// The values that name a record.
  package func references(to path: Path) -> [RecordMention] {
    book.withWriter { writer in
      writer.references(toRecordAt: path).map { path, reference in RecordMention(reference, in: path) }
    }
  }

  /// The values of a record that name others.
  package func references(from path: Path) -> [(mention: RecordMention, target: Path)] {
    book.withWriter { writer in
      writer.references(fromRecordAt: path).map { (RecordMention($0.reference, in: path), $0.target) }
    }
  }

  /// The records that a name may mean.
  package func records(named name: Path) -> [RecordEntry] {
    book.withWriter { $0.records(named: name).map { RecordEntry($0) } }
  }

  /// The values that another record at a path may lead astray.
  package func references(nearPath path: Path) -> [(mention: RecordMention, target: Path)] {
    book.withWriter { writer in
      writer.references(nearPath: path).map { (RecordMention($0.reference, in: $0.path), $0.target) }
    }
  }

  /// The record above one.
  package func parent(of path: Path) -> RecordEntry? {
    book.withWriter { $0.parent(ofRecordAt: path).map { RecordEntry($0) } }
  }

  /// The records below one.
  package func children(of path: Path) -> [RecordEntry] {
    book.withWriter { $0.children(ofRecordAt: path).map { RecordEntry($0) } }
  }

  /// The photos of a record.
  package func photos(of path: Path) -> [RecordPhoto] {
    book.withWriter { writer in
      writer.photos(ofRecordAt: path).map { photo in
        RecordPhoto(path: photo.path, owners: writer.owners(ofPhotoAt: photo.path).map(\.path))
      }
    }
  }

  /// The records of an image.
  package func owners(ofPhotoAt path: Path) -> [Path] {
    book.withWriter { $0.owners(ofPhotoAt: path).map(\.path) }
  }

  /// The values of a record that name photos.
  package func listedPhotos(of path: Path) -> [ListedPhoto] {
    book.withWriter { $0.facts(ofRecordAt: path)?.photos ?? [] }
  }

  private func status(at path: Path) -> FileStatus? {
    do throws(FileError) {
      var reader = try FolderReader(root: root)
      return try reader.status(path: path)
    } catch {
      return nil
    }
  }
}

extension RecordMention {
  fileprivate init(_ reference: Reference, in path: Path) {
    self.init(path: path, pointer: reference.pointer, text: reference.target, kind: reference.wantedKind)
  }
}
