// The tree as the watcher knows it: folders by number, by watch, by identity and by path.

import VitrineSystem

/// All folders that are known.
///
/// Shape: folder 0 is the root. A folder that is taken out of its place keeps its number until it is found again or dropped.
struct WatchedTree {
  /// The folders by their numbers.
  var folders: [WatchedFolder] = []
  /// Their numbers by watch.
  var byWatch: [Int32: Int32] = [:]
  /// Their numbers by identity.
  var byIdentity: [FolderIdentity: Int32] = [:]
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
    if !folder.identity.isUnknown { byIdentity[folder.identity] = number }
    return number
  }

  /// Forgets a folder that has no folders below it any more.
  mutating func forget(_ number: Int32) {
    let folder = folders[Int(number)]
    if byIdentity[folder.identity] == number { byIdentity[folder.identity] = nil }
    if folder.watch >= 0, byWatch[folder.watch] == number { byWatch[folder.watch] = nil }
    folders[Int(number)] = WatchedFolder(name: [], parent: -1, identity: folder.identity, isUsed: false)
    free.append(number)
  }

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
      forEachFolder(below: entry.child, path: path + [UInt8(ascii: "/")] + folder.names[entry.nameRange], body)
    }
  }
}
