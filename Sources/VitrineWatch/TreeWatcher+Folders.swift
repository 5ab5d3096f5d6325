// Folders that come, go and move.

import Glibc
import VitrineFiles
import VitrineSource
import VitrineSystem

extension TreeWatcher {
  /// Takes a folder out of its place. It may be found again elsewhere in the same drain. Shape: `isReadAnyway` where whoever follows reads all files again.
  func detach(_ number: Int32, path: [UInt8], isReadAnyway: Bool = false) {
    if !phase.isFirstLook {
      tree.forEachFile(below: number, path: path) { path, entry in
        noteGone(entry)
        log.note(path, was: entry, mayDiffer: entry.isFresh && !isReadAnyway)
      }
      tree.forEachFolder(below: number, path: path) { _, path in log.note(folderFrom: path) }
    }
    tree.detach(number)
  }

  /// Puts a folder that was found into its place: one that is known moves there with all below it, another is read.
  func attach(_ found: FoundEntry, _ look: Look) -> Int32? {
    let identity = FolderIdentity(found.entry.status)
    if !identity.isUnknown, let known = tree.byIdentity[identity], known != 0, !tree.isAbove(known, look.number),
      isElsewhere(known)
    {
      move(known, to: look, name: found.name)
      return known
    }
    return take(new: found, look)
  }

  /// True where a known folder is no longer where it was.
  func isElsewhere(_ number: Int32) -> Bool {
    guard let path = tree.path(of: number) else { return true }
    var status = stat()
    guard SystemCall.status(rootFolder.number, path + [0], &status) >= 0 else { return true }
    return FolderIdentity(FileStatus(status)) != tree.folders[Int(number)].identity
  }

  /// Puts a known folder into its new place, with all below it.
  func move(_ number: Int32, to look: Look, name: [UInt8]) {
    let path = tree.path(of: number)
    let above = Int(tree.folders[Int(number)].parent)
    if above >= 0 { tree.folders[above].remove(name: tree.folders[Int(number)].name, isFolder: true) }
    // Below a folder that was taken out, what was here is noted already.
    if let path { detach(number, path: path) }
    tree.attach(number, to: look.number, name: name)
    mounts.mayHaveMoved = true
    let newPath = look.path(of: name)
    tree.forEachFile(below: number, path: newPath) { path, _ in note(path, was: nil) }
    // Ignore patterns, problems and the limit of depth depend on the path.
    let hasPatterns = tree.folders[Int(number)].ignores != nil || tree.folders[Int(look.number)].ignores != nil
    var stale: [Int32] = []
    tree.forEachFolder(below: number, path: newPath) { folder, path in
      if log.hadFolder(path) { carry.foldersBack.insert(folder) }
      let isAtLimit = (tree.depth(of: folder) ?? 0) >= FileTree.mostDepth || path.count > Int(PATH_MAX) - 512
      if hasPatterns || isAtLimit || folderProblems.has(folder) || tree.folders[Int(folder)].watch < 0 { stale.append(folder) }
    }
    for folder in stale { queue.mark(folder) }
    // An event of its permissions named the place where it was then.
    queue.mark(number)
  }

  /// Watches a new folder first, then reads it: what is made in between brings an event.
  private func take(new found: FoundEntry, _ look: Look) -> Int32? {
    let name = found.name + [0]
    let descriptor = name.withUnsafeBufferPointer { SystemCall.openFolder(look.descriptor, $0.baseAddress) }
    let path = look.path(of: found.name)
    if descriptor < 0, descriptor == -ENOENT || descriptor == -ENOTDIR || descriptor == -ELOOP { return nil }
    var identity = FolderIdentity(found.entry.status)
    defer { if descriptor >= 0 { close(descriptor) } }
    if descriptor >= 0 {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      identity = FolderIdentity(FileStatus(status))
      if tree.byIdentity[identity] != nil, identity != FolderIdentity(found.entry.status) {
        // Another known folder came here since it was listed.
        queue.mark(found.name, in: look.number)
        return nil
      }
    }
    let number = tree.insert(WatchedFolder(name: found.name, parent: look.number, identity: identity))
    if log.hadFolder(path) { carry.foldersBack.insert(number) }
    mounts.mayHaveMoved = true
    guard descriptor >= 0 else {
      if ErrorNumber.isScarcity(-descriptor) {
        doubt(number, FolderMarks(isWhole: true), -descriptor)
      } else {
        take(rootFolder.rules.failure(-descriptor, path), Look(number: number, descriptor: -1, path: path))
      }
      return number
    }
    watch(number, descriptor)
    readWhole(Look(number: number, descriptor: descriptor, path: path))
    return number
  }

  /// Forgets a folder and all below it.
  func drop(_ number: Int32) {
    for entry in tree.folders[Int(number)].entries where entry.isFolder { drop(entry.child) }
    let watch = tree.folders[Int(number)].watch
    if watch >= 0 { backend.remove(watch) }
    pending.removeAll(in: number)
    polling.forget(number)
    let hadProblems = folderProblems.forget(number)
    if hadProblems || tree.folders[Int(number)].isCatalogue { carry.haveProblemsChanged = true }
    if hadProblems { carry.haveTargetsChanged = true }
    queue.forget(number)
    tree.forget(number)
  }

  /// What was taken out of its place and not found elsewhere is gone.
  func dropOrphans() {
    for number in tree.orphans { drop(number) }
  }
}
