// A file by its folder and its name.

/// Where a file stands or shall stand, relative to a root.
struct Spot: Sendable {
  /// The folder, without a slash at its end; "" for the root.
  let folder: String
  /// The name in it.
  let name: String

  /// The spot of a path that lies below the root.
  init(_ path: String) {
    let bytes = path.utf8
    if let slash = bytes.lastIndex(of: UInt8(ascii: "/")) {
      folder = String(path[..<slash])
      name = String(path[bytes.index(after: slash)...])
    } else {
      (folder, name) = ("", path)
    }
  }

  /// A name in a folder.
  init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  /// The whole path.
  var path: String { folder.isEmpty ? name : folder + "/" + name }

  /// The folder as a key: bytes, since texts of different bytes may be equal to Swift.
  var folderKey: [UInt8] { Array(folder.utf8) }
}
