// One folder as the watcher knows it: its names in path order, and what each stood for when it was last looked at. Decision 0041 says what is known of a folder that may only be listed.

import Glibc
import VitrineFiles
import VitrineSystem

/// A folder of the tree.
struct WatchedFolder {
  /// Its name in the folder above; empty for the root.
  var name: [UInt8]
  /// The number of the folder above; -1 for the root and for one that is not in the tree now.
  var parent: Int32
  /// What identifies it, wherever it is moved.
  var identity: FolderIdentity
  /// The number of its watch, or -1.
  var watch: Int32 = -1
  /// True for a catalogue of its own, of which nothing is taken in.
  var isCatalogue = false
  /// True while the number is in use.
  var isUsed = true
  /// The ignore files in force in it and below.
  var ignores: IgnoreChain?
  /// The names, one after the other.
  var names: [UInt8] = []
  /// The entries, in path order: by the bytes of the name, a folder's with a slash at its end.
  var entries: [WatchedEntry] = []
}

/// A file or a folder in a folder.
struct WatchedEntry {
  /// Where the name starts. Units: bytes.
  var nameStart: UInt32
  /// The bytes of the name.
  var nameCount: UInt16
  /// True where a later write could have left the same status: it had changed just when it was looked at.
  var isFresh = false
  /// For a folder its number, else -1.
  var child: Int32
  /// When anything about it last changed. Units: nanoseconds since 1970.
  var changed: Int64
  /// What the system said of it; of a symbolic link, of the file it leads to, but for the kind.
  var status: FileStatus

  /// The bytes of its name among the names.
  var nameRange: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameCount) }
  /// True for a folder.
  var isFolder: Bool { child >= 0 }
  /// True for a file that was listed and not looked at.
  var isLeft: Bool { status.size < 0 }

  /// What is known of a name before its status is. Shape: no file has such a status.
  init(kind: FileKind) {
    self.init(nameStart: 0, nameCount: 0, child: -1, changed: 0, status: FileStatus(stat()))
    status.kind = kind
    status.size = -1
  }

  /// An entry.
  init(nameStart: UInt32, nameCount: UInt16, child: Int32, changed: Int64, status: FileStatus) {
    self.nameStart = nameStart
    self.nameCount = nameCount
    self.child = child
    self.changed = changed
    self.status = status
  }
}

extension WatchedFolder {
  /// The bytes of an entry's name.
  func name(of entry: WatchedEntry) -> [UInt8] { Array(names[entry.nameRange]) }

  /// The index of a name, or nil.
  func index(of name: [UInt8], isFolder: Bool) -> Int? { name.withUnsafeBufferPointer { index(of: $0, isFolder: isFolder) } }

  /// The index of a name, or nil.
  func index(of name: UnsafeBufferPointer<UInt8>, isFolder: Bool) -> Int? {
    names.withUnsafeBufferPointer { names in
      entries.withUnsafeBufferPointer { entries in
        func order(_ entry: WatchedEntry) -> Int {
          PathOrder.compare(UnsafeBufferPointer(rebasing: names[entry.nameRange]), entry.isFolder, name, isFolder)
        }
        var low = 0
        var high = entries.count
        while low < high {
          let middle = (low + high) / 2
          if order(entries[middle]) < 0 { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && order(entries[low]) == 0 ? low : nil
      }
    }
  }

  /// Takes an entry out.
  mutating func remove(name: [UInt8], isFolder: Bool) {
    if let index = index(of: name, isFolder: isFolder) { entries.remove(at: index) }
  }
}

/// The order of names within a folder that makes the order of whole paths.
enum PathOrder {
  /// Below 0 where `left` comes first, 0 where both are the same, else above.
  static func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ leftIsFolder: Bool, _ right: UnsafeBufferPointer<UInt8>, _ rightIsFolder: Bool
  ) -> Int {
    let common = min(left.count, right.count)
    for index in 0..<common where left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
    let leftNext = next(left, leftIsFolder, common)
    let rightNext = next(right, rightIsFolder, common)
    if leftNext != rightNext { return leftNext < rightNext ? -1 : 1 }
    return left.count - right.count
  }

  private static func next(_ name: UnsafeBufferPointer<UInt8>, _ isFolder: Bool, _ index: Int) -> Int {
    if index < name.count { return Int(name[index]) }
    return isFolder ? 0x2F : -1
  }
}
