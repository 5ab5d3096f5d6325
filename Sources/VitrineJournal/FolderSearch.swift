// All folders below a root, visited one after the other, for what may lie anywhere.

import Glibc
import VitrineSource
import VitrineSystem

/// A search through all folders of a catalogue: also those that a reading passes over, but not through symbolic links, nor in vitrine's and git's own
/// folders.
struct FolderSearch {
  /// A folder that is visited.
  struct Visit {
    /// Its path.
    let path: Path
    /// The folder, open until the visit ends.
    let descriptor: Int32
    /// The names of staged files in it.
    let staged: [StagedName]
  }

  /// The deepest folder that is visited, counted from the root; each on the way is held open.
  private static let deepest = 256
  /// The folders that are passed over at any depth.
  private static let passedOver = [JournalPlaces.home.string, ".git"]
  /// How a folder is opened: by its name, never through a link.
  private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

  /// Whether folders that are catalogues of their own are passed over: what is staged there is theirs.
  let isOneCatalogue: Bool

  /// Visits an open folder and all below it, outer ones first, until `visit` answers false.
  func run(_ root: Int32, _ visit: (Visit) -> Bool) {
    let own = SystemCall.repeated { openat(root, ".", Self.flags) }
    if own >= 0 { _ = enter(own, "", 0, visit) }
  }

  /// Visits a folder, which it closes; false where the search has ended. What cannot be listed is passed over: nothing of it can be removed either.
  private func enter(_ descriptor: Int32, _ path: Path, _ depth: Int, _ visit: (Visit) -> Bool) -> Bool {
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return true
    }
    defer { closedir(stream) }
    var folders: [String] = []
    var staged: [StagedName] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 19)
      let name = start.assumingMemoryBound(to: CChar.self)
      let type = entry.pointee.d_type
      if type == UInt8(DT_REG) || type == UInt8(DT_UNKNOWN), name[0] == 0x2E, let own = StagedName(String(cString: name)) {
        staged.append(own)
        continue
      }
      guard type == UInt8(DT_DIR) || type == UInt8(DT_UNKNOWN) else {
        if isOneCatalogue, depth > 0, strcmp(name, JournalPlaces.manifest) == 0 { return true }
        continue
      }
      let text = String(cString: name)
      if text != ".", text != "..", !Self.passedOver.contains(text) { folders.append(text) }
    }
    guard visit(Visit(path: path, descriptor: descriptor, staged: staged)) else { return false }
    guard depth < Self.deepest else { return true }
    for name in folders {
      let next = SystemCall.repeated { openat(descriptor, name, Self.flags) }
      if next >= 0, !enter(next, path.appending(name), depth + 1, visit) { return false }
    }
    return true
  }
}
