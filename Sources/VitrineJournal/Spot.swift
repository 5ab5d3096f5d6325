// A file by its folder and its name.

import VitrineSource

/// Where a file stands or shall stand, relative to a root.
struct Spot: Sendable {
  /// The folder, without a slash at its end; "" for the root.
  let folder: Path
  /// The name in it.
  let name: String

  /// The spot of a path that lies below the root.
  init(_ path: Path) {
    folder = Path(path.folder)
    name = path.name.string
  }

  /// A name in a folder.
  init(folder: Path, name: String) {
    self.folder = folder
    self.name = name
  }

  /// The whole path.
  var path: Path { folder.appending(name) }

  /// The folder as a key: bytes, since texts of different bytes may be equal to Swift.
  var folderKey: [UInt8] { Array(folder.utf8) }
}
