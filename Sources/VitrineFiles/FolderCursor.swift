// Open folders on the way from the root to where the work is: every step by openat(2), none through a symbolic link.

import Glibc

/// Descriptors of one folder and of those above it, up to the root. Moving to a neighbour opens one folder.
///
/// It holds at most as many descriptors as the tree is deep (`FolderWalk.mostDepth`), and closes them when it goes.
struct FolderCursor: ~Copyable {
  /// The root's path, for errors.
  let root: String
  private var numbers: [UInt32] = []
  private var descriptors: [Int32] = []
  private var way: [UInt32] = []
  private let ownsRoot: Bool

  /// Opens the root folder. The root itself may be a symbolic link: a person named it.
  init(root: String) throws(FileError) {
    self.root = root
    ownsRoot = true
    let descriptor = SystemCall.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.list, root, errno: -descriptor) }
    numbers.append(0)
    descriptors.append(descriptor)
  }

  /// Shares the root that another cursor has open and keeps open for longer than this one lives.
  init(root: String, sharing descriptor: Int32) {
    self.root = root
    ownsRoot = false
    numbers.append(0)
    descriptors.append(descriptor)
  }

  deinit {
    for descriptor in ownsRoot ? descriptors[...] : descriptors.dropFirst() { close(descriptor) }
  }

  /// The descriptor of the root.
  var rootDescriptor: Int32 { descriptors[0] }

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
      numbers.append(next)
      descriptors.append(descriptor)
    }
    return descriptors[descriptors.count - 1]
  }

  /// Forgets all open folders but the root: after the tree on the disk changed.
  mutating func rewind() {
    while numbers.count > 1 { closeLast() }
  }

  private mutating func closeLast() {
    numbers.removeLast()
    close(descriptors.removeLast())
  }
}
