// Paths as texts: nothing here asks the disk, but where it says so.

import Glibc
package import VitrineSource

/// Work on paths.
extension Path {
  /// An absolute path without `.`, `..` and double slashes.
  package static func absolute(_ path: String, from folder: String) -> String {
    var parts: [Slice] = []
    for part in Path(path.utf8.first == 0x2F ? path : folder + "/" + path).parts {
      switch part {
      case ".": continue
      case "..": if !parts.isEmpty { parts.removeLast() }
      default: parts.append(part)
      }
    }
    return "/" + Path(parts: parts).string
  }

  /// The path with symbolic links followed, as far as it exists; asks the disk. Source: realpath(3).
  package static func real(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// What is left of a path below a folder: "" for the folder itself, nil for a path elsewhere. Both are absolute.
  package static func relative(_ path: String, to folder: String) -> String? {
    Path(path).rest(below: Path(folder))?.string
  }

  /// How a path is written from a folder, with `..` where it lies elsewhere, and never like an option. Both are absolute.
  package static func shortest(_ path: String, from folder: String) -> String {
    let parts = Path(path).parts
    let base = Path(folder).parts
    let shared = zip(parts, base).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: base.count - shared) + parts.dropFirst(shared).map(\.string)
    let written = steps.isEmpty ? "." : steps.joined(separator: "/")
    return written.hasPrefix("-") ? "./" + written : written
  }

  /// The folder that an absolute path lies in.
  package static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: 0x2F), slash > path.utf8.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Whether something is there; asks the disk.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether a regular file is there that we may read; asks the disk.
  package static func isReadableFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, R_OK) == 0
  }

  /// Whether a symbolic link is there, wherever it leads; asks the disk.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a folder is there; asks the disk.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
