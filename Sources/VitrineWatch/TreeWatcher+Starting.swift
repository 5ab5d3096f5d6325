// The first look at all files, when all folders are known and watched: the most of what it costs to begin, so that all cores share it.

import Glibc
import VitrineFiles

/// What a look at a file gave.
struct FileTimes: Sendable {
  /// What the system said of it; of a symbolic link, of the file it leads to.
  var status: FileStatus
  /// When anything about it last changed. Units: nanoseconds since 1970.
  var changed: Int64
  /// True for a file that has other names as well.
  var hasTwins: Bool

  /// The values of a `stat`.
  init(_ status: stat) {
    self.status = FileStatus(status)
    let (seconds, overflow) = Int64(status.st_ctim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    changed = overflow ? 0 : seconds &+ Int64(status.st_ctim.tv_nsec)
    hasTwins = status.st_nlink > 1
  }
}

extension TreeWatcher {
  /// Looks at every file of the tree, whose folders were listed and are watched. Folders that are not as they were listed are read again.
  func lookAtFiles() {
    for (number, times) in firstLooks().enumerated() {
      guard let times else {
        mark(Int32(number))
        continue
      }
      let look = Look(number: Int32(number), descriptor: -1, path: [])
      var entries = tree.folders[number].entries
      tree.folders[number].entries = []
      for (index, seen) in times.enumerated() where !entries[index].isFolder {
        guard let seen else {
          mark(Int32(number))
          continue
        }
        let kind = entries[index].status.kind
        entries[index] = entry(like: entries[index], seen)
        if kind == .link { entries[index].status.kind = .link }
        if seen.hasTwins, kind == .regular {
          noteTwins(tree.folders[number].name(of: entries[index]), true, entries[index], look, was: nil)
        }
      }
      tree.folders[number].entries = entries
    }
    work()
  }

  /// For each folder its entries, in order, each with what was seen; nil for what is not there, or is no file, any more.
  private func firstLooks() -> [[FileTimes?]?] {
    let (tree, root) = (tree, rootFolder)
    return Parallel.map(tree.folders.count, inlineBelow: 2, chunk: max(1, min(64, tree.folders.count / 64)), state: {}) {
      _, number in
      Self.looks(at: number, tree, root)
    }
  }

  private static func looks(at number: Int, _ tree: WatchedTree, _ root: OpenRoot) -> [FileTimes?]? {
    let folder = tree.folders[number]
    guard folder.isUsed, folder.entries.contains(where: { !$0.isFolder }) else { return [] }
    guard let path = tree.path(of: Int32(number)) else { return nil }
    let descriptor = SystemCall.openFolder(root.number, (number == 0 ? [UInt8(ascii: ".")] : path) + [0])
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, FolderIdentity(FileStatus(status)) == folder.identity else { return nil }
    var name: [UInt8] = []
    return folder.entries.map { entry in
      if entry.isFolder { return nil }
      name.removeAll(keepingCapacity: true)
      name += folder.names[entry.nameRange]
      name.append(0)
      let isLink = entry.status.kind == .link
      guard SystemCall.status(descriptor, name, &status, following: isLink) >= 0 else { return nil }
      let kind = FileKind(mode: UInt32(status.st_mode))
      return isLink && kind != .folder || kind == entry.status.kind ? FileTimes(status) : nil
    }
  }
}
