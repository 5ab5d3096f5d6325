// Watching folders, and what is done where events do not reach: folders read again from time to time, and a root that is gone.

import Glibc
import VitrineFiles
import VitrineSource
import VitrineSystem

extension TreeWatcher {
  /// True where polled folders are to be read in this drain.
  var isSweepDue: Bool {
    if !carry.hasMore, cookies.takePlain(now: now) { carry.isBarrier = true }
    guard let deadline = polling.deadline(tree) else { return false }
    return carry.isBarrier || now >= deadline
  }

  /// Has all polled folders read, and tries to watch them again.
  func sweep() {
    polling.sweep(now: now)
    if backend.descriptor < 0 || polling.isSilent {
      // Events may be possible by now; if not, everything is read all the same.
      return restart()
    }
    for number in polling.folders { queue.mark(number) }
    lookAtRefusedFiles()
    if polling.reason(0) != nil { _ = checkRoot() }
  }

  /// Watches an open folder, or says why it is polled.
  func watch(_ number: Int32, _ descriptor: Int32) {
    if tree.folders[Int(number)].watch < 0 {
      return takeWatch(addWatch(to: descriptor, number == 0 ? [.ofFolder, .ofRoot] : .ofFolder), of: number)
    }
    // What is reported there was found when the folder got its watch.
    if !polling.trustsEvents { notePolled(number) }
  }

  /// Takes over what adding a folder's watch gave: its number, or why the folder is polled.
  func takeWatch(_ result: Int32, of number: Int32) {
    guard result >= 0 else {
      if result == -ENOSPC || result == -ENOMEM { polling.reachLimit() }
      polling.note(number, reason(result))
      return
    }
    if let other = tree.byWatch[result], other != number, tree.folders[Int(other)].isUsed {
      guard isGone(other) else {
        polling.note(number, .mountedTwice)
        return
      }
      tree.loseWatch(of: other)
      markPlace(of: other)
    }
    tree.watch(number, by: result)
    notePolled(number)
  }

  /// Says why a folder that is watched is polled all the same, if it is.
  private func notePolled(_ number: Int32) {
    polling.note(number, polling.isSilent ? .silent : remoteType(number).map { .fileSystem($0) })
  }

  /// Watches an open folder: the number of the watch, or minus the number of the error.
  func addWatch(to descriptor: Int32, _ events: WatchEvents) -> Int32 {
    if backend.descriptor < 0 { return -EMFILE }
    if polling.isLimitReached { return -ENOSPC }
    return withoutFileWatches { backend.add(folder: descriptor, events: events) }
  }

  /// Watches an open file that has several names: the number of the watch, or minus the number of the error.
  func addWatch(to file: Int32) -> Int32 { withoutFileWatches { backend.add(file: file, events: .ofFile) } }

  /// Where too few watches are allowed, those of files with one name are given up, and it is tried once more.
  private func withoutFileWatches(_ add: () -> Int32) -> Int32 {
    let watch = add()
    guard watch == -ENOSPC || watch == -ENOMEM, fileWatches.isGivable else { return watch }
    giveUpFileWatches()
    return add()
  }

  private func isGone(_ number: Int32) -> Bool {
    guard let path = tree.path(of: number) else { return true }
    var status = stat()
    let result = SystemCall.status(rootFolder.number, (path.isEmpty ? [UInt8(ascii: ".")] : path) + [0], &status)
    return result < 0 || FolderIdentity(FileStatus(status)) != tree.folders[Int(number)].identity
  }

  private func reason(_ result: Int32) -> WatchState.Reason {
    switch -result {
    case ENOSPC, ENOMEM: .watchLimit
    case EMFILE, ENFILE, EBADF: .instanceLimit
    default: .failure(-result)
    }
  }

  /// The type of a folder's file system, if others may change it unseen. It is asked for only where a file system begins.
  private func remoteType(_ number: Int32) -> String? {
    let folder = tree.folders[Int(number)]
    if folder.parent >= 0, tree.folders[Int(folder.parent)].identity.device == folder.identity.device {
      if case .fileSystem(let type) = polling.reason(folder.parent) { return type }
      return nil
    }
    return MountTypes.remoteType(device: folder.identity.device)
  }

  /// Sees whether the root's path leads to the catalogue. Answers true where it does again, and everything is read anew.
  func checkRoot() -> Bool {
    let isSeen = !phase.isRootGone && (tree.folders[0].watch >= 0 || polling.reason(0) != nil)
    switch rootFolder.find(tree.folders[0].identity, isSeen: isSeen, now: now) {
    case .same: phase.findRoot(isThere: true)
    case .gone: phase.findRoot(isThere: false)
    case .unknown: phase.suspectRoot()
    case .opened(let identity):
      tree.identify(0, as: identity)
      phase.findRoot(isThere: true)
      loseEvents()
      return true
    }
    return false
  }
}
