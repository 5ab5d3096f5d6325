// Open folders on the way from the root to where the work is: every step by openat(2), none through a symbolic link.

import Glibc
import VitrineSystem

/// Descriptors of one folder and of those above it, up to the root. Moving to a neighbour opens one folder.
///
/// It holds at most as many descriptors as the tree is deep (`FolderWalk.mostDepth`), and closes them when it goes.
struct FolderCursor: ~Copyable {
  /// The root.
  let root: OpenRoot
  private var numbers: [UInt32] = [0]
  private var descriptors: [Int32]
  private var way: [UInt32] = []
  private var knownIdentity: FolderIdentity?

  /// A cursor that stands on the root.
  init(_ root: OpenRoot) {
    self.root = root
    descriptors = [root.descriptor]
  }

  deinit {
    for descriptor in descriptors.dropFirst() { close(descriptor) }
  }

  /// The descriptor of a folder, open until the next call.
  ///
  /// Errors: what openat(2) said on the first folder of the way that could not be opened.
  mutating func descriptor(of folder: UInt32, in table: borrowing FolderTable) throws(FileError) -> Int32 {
    if numbers[numbers.count - 1] == folder { return descriptors[descriptors.count - 1] }
    way.removeAll(keepingCapacity: true)
    var current = folder
    while current > 0 {
      way.append(current)
      current = table.folders[Int(current)].parent
    }
    var common = 1
    while common < numbers.count, common <= way.count, numbers[common] == way[way.count - common] { common += 1 }
    while numbers.count > common { closeLast() }
    while numbers.count <= way.count {
      let next = way[way.count - numbers.count]
      let name = Int(table.folders[Int(next)].nameStart)
      let parent = descriptors[descriptors.count - 1]
      let descriptor = table.names.withUnsafeBufferPointer { SystemCall.openFolder(parent, $0.baseAddress.map { $0 + name }) }
      guard descriptor >= 0 else { throw FileError(.list, table.path(ofFolder: Int(next)), errno: -descriptor) }
      knownIdentity = nil
      numbers.append(next)
      descriptors.append(descriptor)
    }
    return descriptors[descriptors.count - 1]
  }

  /// What the folder is that it stands on: the last one that was asked for, or one above it where that could not be opened.
  mutating func identity() -> FolderIdentity? {
    if knownIdentity == nil {
      var status = stat()
      if fstat(descriptors[descriptors.count - 1], &status) == 0 { knownIdentity = FolderIdentity(FileStatus(status)) }
    }
    return knownIdentity
  }

  private mutating func closeLast() {
    knownIdentity = nil
    numbers.removeLast()
    close(descriptors.removeLast())
  }
}
