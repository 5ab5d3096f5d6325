// Folders by their paths, held open one after the other.

import Glibc
package import VitrineSource
import VitrineSystem

/// The folders on the way to the one last asked for, held open: of a neighbour, only the steps that differ are opened. No step goes through
/// a symbolic link.
package struct OpenFolders: ~Copyable {
  private let root: Int32
  private var current: [UInt8] = []
  private var names: [[UInt8]] = []
  private var descriptors: [Int32] = []

  /// Stands on the open folder `root`, which stays the caller's to close.
  package init(_ root: Int32) { self.root = root }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  /// The descriptor of a folder, open until the next call; minus the number of the error.
  package mutating func descriptor(of folder: Path) -> Int32 {
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
