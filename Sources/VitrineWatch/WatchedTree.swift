// The tree as the watcher knows it: folders by number, by watch, by identity and by path.

import VitrineAlgorithms
import VitrineSystem

/// All folders that are known.
///
/// Shape: folder 0 is the root. A folder that is taken out of its place keeps its number until it is found again or dropped.
///
/// A folder that is used is the root, or has an entry in the folder above that has its name and its number, or is an orphan; between two drains there
/// are no orphans. A watch has one folder and a folder one watch. An identity leads to the first folder that had it, which has it still.
struct WatchedTree {
  /// The folders by their numbers.
  var folders: [WatchedFolder] = []
  /// Their numbers by watch.
  private(set) var byWatch: [Int32: Int32] = [:]
  /// Their numbers by identity.
  private(set) var byIdentity: [FolderIdentity: Int32] = [:]
  /// Folders that were taken out of their places, and were not found elsewhere so far.
  private(set) var orphans: Set<Int32> = []
  private var free: [Int32] = []

  /// A number for a new folder.
  mutating func insert(_ folder: WatchedFolder) -> Int32 {
    let number: Int32
    if let reused = free.popLast() {
      number = reused
      folders[Int(number)] = folder
    } else {
      number = Int32(truncatingIfNeeded: folders.count)
      folders.append(folder)
    }
    claimIdentity(of: number)
    return number
  }

  /// Has a folder found by its identity, if no other is.
  mutating func claimIdentity(of number: Int32) {
    let identity = folders[Int(number)].identity
    if !identity.isUnknown, byIdentity[identity] == nil { byIdentity[identity] = number }
  }

  /// Has a folder no longer found by its identity, which may be another one's by now.
  mutating func loseIdentity(of number: Int32) {
    let identity = folders[Int(number)].identity
    if byIdentity[identity] == number { byIdentity[identity] = nil }
  }

  /// Another folder is in the place of one.
  mutating func identify(_ number: Int32, as identity: FolderIdentity) {
    loseIdentity(of: number)
    folders[Int(number)].identity = identity
    byIdentity[identity] = number
  }

  /// A folder that has no watch has one.
  mutating func watch(_ number: Int32, by watch: Int32) {
    folders[Int(number)].watch = watch
    byWatch[watch] = number
  }

  /// The watch of a folder is gone, or another's.
  mutating func loseWatch(of number: Int32) {
    let watch = folders[Int(number)].watch
    if watch >= 0, byWatch[watch] == number { byWatch[watch] = nil }
    folders[Int(number)].watch = -1
  }

  /// All watches are gone.
  mutating func loseWatches() {
    byWatch = [:]
    for index in folders.indices { folders[index].watch = -1 }
  }

  /// Takes a folder out of its place. Shape: whoever calls takes its entry out of the folder above.
  mutating func detach(_ number: Int32) {
    folders[Int(number)].parent = -1
    orphans.insert(number)
  }

  /// Puts a folder that was taken out into a place. Shape: whoever calls puts its entry into the folder above.
  mutating func attach(_ number: Int32, to parent: Int32, name: [UInt8]) {
    orphans.remove(number)
    folders[Int(number)].name = name
    folders[Int(number)].parent = parent
  }

  /// Forgets a folder that has no folders below it any more.
  mutating func forget(_ number: Int32) {
    loseIdentity(of: number)
    loseWatch(of: number)
    orphans.remove(number)
    folders[Int(number)] = WatchedFolder(name: [], parent: -1, identity: folders[Int(number)].identity, isUsed: false)
    free.append(number)
  }

  /// How many names there are in all folders.
  var entryCount: Int { folders.reduce(0) { $0 + $1.entries.count } }

  /// The path of a folder, empty for the root; nil for one that is not in the tree now.
  func path(of number: Int32) -> [UInt8]? {
    var way: [Int32] = []
    var current = number
    while current > 0 {
      way.append(current)
      current = folders[Int(current)].parent
    }
    guard current == 0 else { return nil }
    var path: [UInt8] = []
    for number in way.reversed() {
      if !path.isEmpty { path.append(UInt8(ascii: "/")) }
      path += folders[Int(number)].name
    }
    return path
  }

  /// The folders between one and the root, itself included; nil for one that is not in the tree now.
  func depth(of number: Int32) -> Int? {
    var depth = 0
    var current = number
    while current > 0 {
      depth += 1
      current = folders[Int(current)].parent
    }
    return current == 0 ? depth : nil
  }

  /// True where `upper` is `lower` or lies above it.
  func isAbove(_ upper: Int32, _ lower: Int32) -> Bool {
    var current = lower
    while current >= 0 {
      if current == upper { return true }
      current = folders[Int(current)].parent
    }
    return false
  }

  /// What is known of a path: a file or a folder.
  func entry(at path: [UInt8]) -> WatchedEntry? {
    path.withUnsafeBufferPointer { path in
      var current = 0
      var start = 0
      while let slash = path[start...].firstIndex(of: UInt8(ascii: "/")) {
        let part = UnsafeBufferPointer(rebasing: path[start..<slash])
        guard let index = folders[current].index(of: part, isFolder: true) else { return nil }
        current = Int(folders[current].entries[index].child)
        start = slash + 1
      }
      let name = UnsafeBufferPointer(rebasing: path[start...])
      return folders[current].index(of: name, isFolder: false).map { folders[current].entries[$0] }
    }
  }

  /// The number of the folder at a path.
  func folder(at path: [UInt8]) -> Int32? {
    var current: Int32 = 0
    for part in path.split(separator: UInt8(ascii: "/")) {
      let index = part.withUnsafeBufferPointer { folders[Int(current)].index(of: $0, isFolder: true) }
      guard let index else { return nil }
      current = folders[Int(current)].entries[index].child
    }
    return current
  }

  /// Goes through the files of a folder and of all below it, in path order. Shape: `path` is the folder's own.
  func forEachFile(below number: Int32, path: [UInt8], _ body: ([UInt8], WatchedEntry) -> Void) {
    let folder = folders[Int(number)]
    var path = path
    if !path.isEmpty { path.append(UInt8(ascii: "/")) }
    let prefix = path.count
    for entry in folder.entries {
      path.removeSubrange(prefix...)
      path += folder.names[entry.nameRange]
      if entry.isFolder { forEachFile(below: entry.child, path: path, body) } else { body(path, entry) }
    }
  }

  /// Goes through a folder and all below it, those above first. Shape: `path` is the folder's own.
  func forEachFolder(below number: Int32, path: [UInt8], _ body: (Int32, [UInt8]) -> Void) {
    body(number, path)
    let folder = folders[Int(number)]
    for entry in folder.entries where entry.isFolder {
      let above = path.isEmpty ? [] : path + [UInt8(ascii: "/")]
      forEachFolder(below: entry.child, path: above + folder.names[entry.nameRange], body)
    }
  }

  /// Stops the program where the folders do not hang together as they must between two drains.
  func checkInvariants() {
    Invariants.check(orphans.isEmpty, "a folder is in no place")
    var used = 0
    for (number, folder) in folders.enumerated() where folder.isUsed {
      used += 1
      if folder.watch >= 0 {
        Invariants.check(byWatch[folder.watch] == Int32(number), "a watch leads to another folder than the one that has it")
      }
      for (left, right) in zip(folder.entries, folder.entries.dropFirst()) {
        Invariants.check(Self.precedes(left, right, in: folder), "names are not in path order")
      }
      for entry in folder.entries where entry.isFolder {
        let child = folders[Int(entry.child)]
        Invariants.check(
          child.isUsed && child.parent == Int32(number) && child.name == folder.name(of: entry),
          "a folder does not know its place")
      }
    }
    Invariants.check(used + free.count == folders.count, "a number is neither used nor free")
    let listed = folders.reduce(0) { $0 + $1.entries.count(where: \.isFolder) }
    Invariants.check(listed + 1 == used, "a folder is in no folder's list, or in two")
    for (watch, number) in byWatch {
      Invariants.check(folders[Int(number)].watch == watch, "a watch leads to a folder that has another")
    }
    for (identity, number) in byIdentity {
      Invariants.check(
        folders[Int(number)].isUsed && folders[Int(number)].identity == identity, "an identity leads to another folder")
    }
  }

  private static func precedes(_ left: WatchedEntry, _ right: WatchedEntry, in folder: WatchedFolder) -> Bool {
    folder.name(of: left).withUnsafeBufferPointer { first in
      folder.name(of: right).withUnsafeBufferPointer { second in
        PathOrder.compare(first, left.isFolder, second, right.isFolder) < 0
      }
    }
  }
}
