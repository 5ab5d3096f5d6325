// Files that a reader was refused: the permissions of a folder above may be back before anybody looks, and of a polled folder no event tells.

import Glibc
import VitrineFiles
import VitrineSystem

/// The places of files that could not be opened when they were read last.
struct RefusedFiles {
  private(set) var places: Set<PendingFiles.Place> = []

  /// True where every file could be opened.
  var isEmpty: Bool { places.isEmpty }

  /// A reader could not open a file.
  mutating func note(_ place: PendingFiles.Place) { places.insert(place) }

  /// A file was read, or is to be looked at, or is not known any more.
  mutating func forget(_ place: PendingFiles.Place) {
    if !places.isEmpty { places.remove(place) }
  }
}

extension TreeWatcher {
  /// Has those files looked at again that can be opened now.
  func lookAtRefusedFiles() {
    for place in refusedFiles.places {
      guard tree.folders[Int(place.folder)].isUsed, known(place) != nil, let folder = tree.path(of: place.folder) else {
        refusedFiles.forget(place)
        continue
      }
      let path = (folder.isEmpty ? place.name : folder + [UInt8(ascii: "/")] + place.name) + [0]
      let file = SystemCall.openFile(rootFolder.number, path)
      guard file >= 0 else { continue }
      close(file)
      refusedFiles.forget(place)
      queue.mark(place.name, in: place.folder, mayDiffer: true)
    }
  }
}
