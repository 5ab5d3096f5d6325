// Whether the folders that photos may be picked from may be read.

import Glibc
import VitrineModel

extension Manifest {
  /// Looks which of the `libraries` are there and no folder, or may not be read. One that is not there is no fault: the catalogue may be on another machine,
  /// or a disk not plugged in.
  mutating func lookAtLibraries(root: String) {
    for (place, library) in libraries.enumerated() {
      let path = Self.expanded(library.path, root: root)
      var found = stat()
      if stat(path, &found) == 0, found.st_mode & S_IFMT != S_IFDIR {
        libraryFiles.insert(place)
      } else if faccessat(AT_FDCWD, path, R_OK | X_OK, AT_EACCESS) != 0, errno == EACCES || errno == EPERM {
        unreadableLibraries[place] = path
      }
    }
  }

  /// A path as a manifest writes it: absolute, or from the home folder behind `~/`, else from the catalogue's root.
  private static func expanded(_ path: String, root: String) -> String {
    if path.hasPrefix("/") { return path }
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME").map({ String(cString: $0) }), !home.isEmpty else {
      return root + "/" + path
    }
    return home + path.dropFirst(1)
  }
}
