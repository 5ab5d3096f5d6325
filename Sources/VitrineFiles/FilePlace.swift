// A file by its path below a root: the open folder it lies in, and its name there.

import Glibc
package import VitrineSource
package import VitrineSystem

/// The folder of a file, opened step by step from the root without following any symbolic link, and the file's name in it.
package struct FilePlace: ~Copyable {
  /// The path relative to the root.
  package let path: Path
  /// The open folder; the place closes it.
  package let folder: Int32
  private let ownsFolder: Bool
  private let name: [UInt8]

  /// Opens the folder of `path` below the open folder `root`.
  ///
  /// Errors: a path that does not lead below the root; what openat(2) said of a folder on the way.
  package init(root: Int32, path: Path, operation: FileOperation) throws(FileError) {
    self.path = path
    guard path.isBelowRoot else {
      (folder, ownsFolder, name) = (root, false, [])
      throw FileError(operation, path, .invalidPath)
    }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    var current = root
    for part in parts.dropLast() {
      let next = (Array(part) + [0]).withUnsafeBufferPointer { SystemCall.openFolder(current, $0.baseAddress) }
      if current != root { close(current) }
      guard next >= 0 else {
        (folder, ownsFolder, name) = (root, false, [])
        throw FileError(operation, path, errno: -next)
      }
      current = next
    }
    folder = current
    ownsFolder = current != root
    name = Array(parts.last ?? Substring("").utf8) + [0]
  }

  deinit {
    if ownsFolder { close(folder) }
  }

  /// Gives the name as the system wants it.
  package func withName<Result>(_ body: (UnsafePointer<UInt8>?) -> Result) -> Result {
    name.withUnsafeBufferPointer { body($0.baseAddress) }
  }

  /// The status of the file, not of what a symbolic link leads to.
  package func status(_ operation: FileOperation) throws(FileError) -> FileStatus {
    var status = stat()
    let result = withName { SystemCall.status(folder, $0, &status) }
    guard result >= 0 else { throw FileError(operation, path, errno: -result) }
    return FileStatus(status)
  }
}
