// What readers saw of files beside what is known of them.

package import VitrineFiles
import VitrineSource
import VitrineSystem

extension TreeWatcher {
  /// How often a file is looked at again in a row because a reader saw another one in its place.
  private static let mostAgain = 8

  /// Compares what the files of a listing were when they were opened with what is known of them. One that was another file, had changed, or was not there has
  /// its place looked at once more in the next drain, and counts as changed then: what was read of it may be neither what was there before nor what is
  /// there now. Events tell of most of that, but not everywhere.
  package func compare(_ snapshots: [FileSnapshots], of listing: Listing) { compare([SeenFiles(listing, snapshots)]) }

  /// The same of all that was read in a step, at once.
  package func compare(_ seen: [SeenFiles]) {
    var differing: [PendingFiles.Place: Int] = [:]
    for seen in seen {
      for snapshots in seen.snapshots { compare(snapshots, of: seen.listing, &differing) }
    }
    // Where a reader never sees what a look at the name sees, nobody goes on for ever.
    for (place, times) in differing where times <= Self.mostAgain {
      queue.doubt(place.folder, FolderMarks(names: [place.name: true]))
    }
    again = differing
  }

  /// Finds what one reader saw otherwise than it is known, and how many times in a row by now.
  private func compare(
    _ snapshots: FileSnapshots, of listing: borrowing Listing, _ differing: inout [PendingFiles.Place: Int]
  ) {
    for snapshot in snapshots.all {
      guard let place = place(of: listing.files[Int(snapshot.file)], listing), let known = known(place), !known.isLeft else {
        continue
      }
      refusedFiles.forget(place)
      let isSame = snapshot.seen.status == known.status && snapshot.seen.changed == known.changed
      let isInPlace = snapshot.folder.map { $0 == tree.folders[Int(place.folder)].identity } ?? true
      if !isSame || !isInPlace { differing[place] = again[place, default: 0] + 1 }
    }
    for file in snapshots.missed {
      if let place = place(of: listing.files[Int(file)], listing), known(place) != nil { refusedFiles.note(place) }
    }
    for file in snapshots.gone {
      guard let place = place(of: listing.files[Int(file)], listing), known(place) != nil else { continue }
      differing[place] = again[place, default: 0] + 1
    }
  }

  /// What is known of a file that is neither a link nor waited for.
  func known(_ place: PendingFiles.Place) -> WatchedEntry? {
    let folder = tree.folders[Int(place.folder)]
    guard let index = folder.index(of: place.name, isFolder: false), !pending.contains(place) else { return nil }
    let entry = folder.entries[index]
    return entry.status.kind == .regular ? entry : nil
  }

  /// Where a listed file is; nil where its folder is not known any more.
  private func place(of file: ListedFile, _ listing: borrowing Listing) -> PendingFiles.Place? {
    let path = Array(listing.path(of: file).utf8)
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    guard let folder = tree.folder(at: Array(path[..<(slash ?? 0)])) else { return nil }
    return PendingFiles.Place(folder: folder, name: Array(path[(slash.map { $0 + 1 } ?? 0)...]))
  }
}
