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

  /// The same as far as it can be read, and what below the folder cannot be: other people's folders, and names that are not UTF-8.
  ///
  /// Errors: what the system said of the folder itself.
  package static func readable(
    below folder: Path, of root: OpenRoot
  ) throws(FileError) -> (files: [(path: Path, kind: FileKind)], unread: [(path: Path, reason: String)]) {
    var desk = FolderReader(root)
    var files: [(path: Path, kind: FileKind)] = []
    var unread: [(path: Path, reason: String)] = []
    var folders = [folder]
    while let next = folders.popLast() {
      let names: [String]
      do throws(FileError) { names = try FolderNames.names(of: next, below: root) } catch {
        if next == folder { throw error }
        unread.append((next, error.reason))
        continue
      }
      for name in names {
        let path = next.appending(name)
        do throws(FileError) {
          let kind = try desk.status(path: path).kind
          if kind == .folder { folders.append(path) } else { files.append((path, kind)) }
        } catch {
          // A file that went away meanwhile is not there.
          if isMisnamed(name) { unread.append((path, misnamed)) } else if !error.isGone { unread.append((path, error.reason)) }
        }
      }
    }
    return (files.sorted { $0.path < $1.path }, unread.sorted { $0.path < $1.path })
  }

  /// Whether a name that the system does not know as it is given stands for one that is not UTF-8.
  package static func isMisnamed(_ name: String) -> Bool { name.unicodeScalars.contains("\u{FFFD}") }

  /// Why such a file is left out.
  package static let misnamed = "its name is not UTF-8; rename it"
}
