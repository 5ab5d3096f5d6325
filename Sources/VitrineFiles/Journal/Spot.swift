// A file by its folder and its name, and the open folders that lead there.

import Glibc

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

/// The folders on the way to the one last asked for, held open: of a neighbour, only the steps that differ are opened. No step goes through
/// a symbolic link.
struct OpenFolders: ~Copyable {
  private let root: Int32
  private var current: [UInt8] = []
  private var names: [[UInt8]] = []
  private var descriptors: [Int32] = []

  /// Stands on the open folder `root`, which stays the caller's to close.
  init(_ root: Int32) { self.root = root }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  /// The descriptor of a folder, open until the next call; minus the number of the error.
  mutating func descriptor(of folder: String) -> Int32 {
    if folder.utf8.elementsEqual(current) { return descriptors.last ?? root }
    let parts = folder.utf8.split(separator: UInt8(ascii: "/"))
    var common = 0
    while common < names.count, common < parts.count, parts[common].elementsEqual(names[common]) { common += 1 }
    while names.count > common { leave() }
    // Until all of it is open, it stands nowhere that anybody can ask for.
    current = [0]
    for part in parts[common...] {
      let name = Array(part) + [0]
      let next = name.withUnsafeBufferPointer { SystemCall.openFolder(descriptors.last ?? root, $0.baseAddress) }
      if next < 0 { return next }
      names.append(Array(part))
      descriptors.append(next)
    }
    current = Array(folder.utf8)
    return descriptors.last ?? root
  }

  private mutating func leave() {
    names.removeLast()
    close(descriptors.removeLast())
  }
}
