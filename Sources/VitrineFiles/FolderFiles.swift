// All files of a folder, for those who take it as a whole: nothing is left out for its name.

package import VitrineSource
package import VitrineSystem

/// The files below a folder.
package enum FolderFiles {
  /// The paths of all files below a folder, relative to the root, in byte order, each with its kind; folders are entered and not told. No
  /// symbolic link is followed.
  ///
  /// Errors: what the system said of a folder.
  package static func all(below folder: Path, of root: OpenRoot) throws(FileError) -> [(path: Path, kind: FileKind)] {
    var desk = FolderReader(root)
    var files: [(path: Path, kind: FileKind)] = []
    var folders = [folder]
    while let next = folders.popLast() {
      for name in try FolderNames.names(of: next, below: root) {
        let path = next.appending(name)
        let kind = try desk.status(path: path).kind
        if kind == .folder { folders.append(path) } else { files.append((path, kind)) }
      }
    }
    return files.sorted { $0.path < $1.path }
  }
}
