// Where the catalogue is that a person stands in.

import Glibc
import VitrineModel
import VitrineSource
package import VitrineSystem

/// The search for a catalogue's root.
package enum RootSearch {
  /// The nearest folder, from `folder` upwards, that holds a `vitrine.yaml`; nil where none does. `folder` is absolute.
  package static func root(above folder: String) -> String? {
    first(above: folder) { folder in isThere(in: folder) ? (folder.isEmpty ? "/" : folder) : nil }
  }

  /// Why the nearest folder that could not be searched, from `folder` upwards, could not be; nil where all of them were. `folder` is absolute.
  package static func failure(above folder: String) -> FileError? {
    first(above: folder) { folder in
      if isThere(in: folder) { return nil }
      let number = errno
      return number == ENOENT || number == ENOTDIR ? nil : FileError(.read, Path(manifest(in: folder)), errno: number)
    }
  }

  /// What `look` first finds in a folder or one above it.
  private static func first<Found>(above folder: String, _ look: (String) -> Found?) -> Found? {
    var folder = folder
    while true {
      if let found = look(folder) { return found }
      guard let slash = folder.utf8.lastIndex(of: 0x2F), folder != "/" else { return nil }
      folder = String(folder[..<slash])
    }
  }

  /// Source: access(2); `errno` says why not.
  private static func isThere(in folder: String) -> Bool { access(manifest(in: folder), F_OK) == 0 }

  private static func manifest(in folder: String) -> String { folder + "/" + Manifest.fileName.string }
}
