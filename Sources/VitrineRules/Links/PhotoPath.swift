// How records name photos.

package import VitrineSource

/// The paths in `photos:` lists.
package enum PhotoPath {
  /// The path from the root of a file named in a record: relative to the record's folder, or to the root where it starts with `/`. Parts `.`
  /// and `..` are followed as far as the root.
  package static func resolve(_ file: String, from record: Path) -> Path {
    let file = Path(file)
    var parts = file.isAbsolute ? [] : record.folder.parts
    for part in file.parts {
      switch part {
      case ".": continue
      case "..": if !parts.isEmpty { parts.removeLast() }
      default: parts.append(part)
      }
    }
    return Path(parts: parts)
  }

  /// A path as it is written in a record of a folder.
  package static func relative(_ path: Path, to folder: Path) -> String {
    var parts = path.parts[...]
    var folders = folder.parts[...]
    while let first = folders.first, parts.count > 1, parts.first == first {
      parts.removeFirst()
      folders.removeFirst()
    }
    return Path(parts: folders.map { _ in ".." } + parts).string
  }
}
