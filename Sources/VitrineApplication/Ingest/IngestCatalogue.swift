// The catalogue of an ingest that goes on: read once, then kept.

import Glibc
package import VitrineCatalog
import VitrineChanges
import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineSource
package import VitrineSystem

/// A catalogue that is brought up to date with what an ingest writes itself, and read anew only where somebody else was there. Decision 0074 says how that
/// is seen.
package final class IngestCatalogue {
  private let root: String
  private let clock: WallClock
  private var kept: KeptCatalogue?
  private var stamps: [Path: Stamp?] = [:]
  /// The photos of the catalogue by their bytes; nil where they are to be looked up again.
  package private(set) var known: KnownPhotos?

  /// When a folder's names changed last, or a file.
  private struct Stamp: Hashable {
    let modified: Int64
    let inode: UInt64
  }

  /// The catalogue in a root, not read yet.
  package init(root: String, clock: WallClock) { (self.root, self.clock) = (Path.real(root), clock) }

  /// True where nobody has made, removed or renamed a file in the catalogue's folders since it was read, or changed its manifest or its schemas.
  package var isCurrent: Bool { kept != nil && stamps.allSatisfy { Self.stamp($0.key, root) == $0.value } }

  /// The catalogue as it is on the disk.
  ///
  /// Errors: it cannot be read.
  package func catalogue() throws(FileError) -> LoadedCatalogue {
    if isCurrent, let catalogue = kept?.catalogue { return catalogue }
    forget()
    var options = KeptCatalogue.Options()
    options.offset = clock.offset
    // The folders are looked at before the files are: what happens between the two is seen the next time.
    let listing = try FileTree.list(root: root)
    var next = try KeptCatalogue(listing, options: options)
    next.prepare()
    let catalogue = next.catalogue
    kept = consume next
    var folders: Set<Path> = []
    for kind in catalogue.kinds.indices {
      for record in catalogue.records(ofKind: kind) {
        Self.add(record.path, to: &folders)
        for photo in catalogue.book.withWriter({ $0.photos(ofRecordAt: record.path) }) { Self.add(photo.path, to: &folders) }
      }
    }
    for path in catalogue.schemas.ownPaths { Self.add(path, to: &folders) }
    for path in catalogue.schemas.ownPaths + [Manifest.fileName, Path("views"), .root] + folders {
      stamps[path] = Self.stamp(path, root)
    }
    return catalogue
  }

  /// Takes in what an ingest has written.
  package func take(_ planned: IngestRequest.Planned) {
    let plan = planned.plan
    var photos = planned.batch.known
    let records = Dictionary(planned.records.map { ($0.key, $0.path) }) { first, _ in first }
    for (file, goal) in zip(planned.batch.taken, planned.goals) {
      photos.move(file.path, ofSize: file.status.size, to: Path(root).appending(goal), of: records[file.key])
    }
    var changes = CatalogueChanges()
    var folders: Set<Path> = []
    for edit in plan.edits {
      changes.files[edit.path] = edit.change == .remove ? .gone : .there(linkTo: nil)
      Self.add(edit.path, to: &folders)
    }
    do throws(FileError) {
      _ = try kept?.apply(changes) {
        // Only a plan that changes schemas or the manifest needs all files again, and no ingest does.
        ListingMaker(root: root).finished()
      }
    } catch {
      return forget()
    }
    known = photos
    for folder in folders { stamps[folder] = Self.stamp(folder, root) }
  }

  /// Lets go of what is known: it is read anew.
  package func forget() {
    kept = nil
    known = nil
    stamps = [:]
  }

  /// Adds the folders on the way to a file.
  private static func add(_ path: Path, to folders: inout Set<Path>) {
    var folder = path.folder
    while folders.insert(Path(folder)).inserted, let above = folder.parent { folder = above }
  }

  private static func stamp(_ path: Path, _ root: String) -> Stamp? {
    var found = stat()
    guard lstat(path.isEmpty ? root : Path(root).appending(path).string, &found) == 0 else { return nil }
    let status = FileStatus(found)
    return Stamp(modified: status.modified, inode: status.inode)
  }
}
