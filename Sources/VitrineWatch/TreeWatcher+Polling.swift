// Where events do not reach: folders read again from time to time, and a root that is gone.

import Glibc
import VitrineFiles
import VitrineSource
import VitrineSystem

extension TreeWatcher {
  /// How long a root that is gone stays unasked. Units: nanoseconds.
  static let rootInterval: Int64 = 1_000_000_000

  /// How long polled folders stay unread: a second, and more where reading them takes long.
  var sweepInterval: Int64 {
    let files = polled.keys.reduce(0) { $0 + tree.folders[Int($1)].entries.count + 8 }
    return min(max(1_000_000_000, Int64(files) * 100_000), 60_000_000_000)
  }

  /// True where polled folders are to be read in this drain.
  var isSweepDue: Bool {
    if !hasMoreEvents, cookies.takePlain(now: now) { isBarrier = true }
    return !polled.isEmpty && (isBarrier || now >= lastSweep &+ sweepInterval)
  }

  /// Has all polled folders read, and tries to watch them again.
  func sweep() {
    lastSweep = now
    isLimitReached = false
    if backend.descriptor < 0 || isSilent {
      // Events may be possible by now; if not, everything is read all the same.
      return restart()
    }
    for number in polled.keys { mark(number) }
    if polled[0] != nil { _ = checkRoot() }
  }

  /// Watches an open folder, or says why it is polled.
  func watch(_ number: Int32, _ descriptor: Int32) {
    if tree.folders[Int(number)].watch < 0 {
      return takeWatch(addWatch(to: descriptor, number == 0 ? [.ofFolder, .ofRoot] : .ofFolder), of: number)
    }
    // What is reported there was found when the folder got its watch.
    if !polled.isEmpty || isSilent { notePolled(number) }
  }

  /// Takes over what adding a folder's watch gave: its number, or why the folder is polled.
  func takeWatch(_ result: Int32, of number: Int32) {
    guard result >= 0 else {
      isLimitReached = isLimitReached || result == -ENOSPC || result == -ENOMEM
      polled[number] = reason(result)
      return
    }
    if let other = tree.byWatch[result], other != number, tree.folders[Int(other)].isUsed {
      guard isGone(other) else {
        polled[number] = .mountedTwice
        return
      }
      tree.folders[Int(other)].watch = -1
      markPlace(of: other)
    }
    tree.folders[Int(number)].watch = result
    tree.byWatch[result] = number
    notePolled(number)
  }

  /// Says why a folder that is watched is polled all the same, if it is.
  private func notePolled(_ number: Int32) {
    polled[number] = isSilent ? .silent : remoteType(number).map { .fileSystem($0) }
  }

  /// Watches an open folder: the number of the watch, or minus the number of the error.
  func addWatch(to descriptor: Int32, _ events: WatchEvents) -> Int32 {
    if backend.descriptor < 0 { return -EMFILE }
    if isLimitReached { return -ENOSPC }
    return backend.add(folder: descriptor, events: events)
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
      if case .fileSystem(let type) = polled[folder.parent] { return type }
      return nil
    }
    return MountTypes.remoteType(device: folder.identity.device)
  }

  /// Sees whether the root's path leads to the catalogue. Answers true where it does again, and everything is read anew.
  func checkRoot() -> Bool {
    isRootSuspect = false
    lastRootCheck = now
    let folder = SystemCall.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var status = stat()
    if folder < 0, ErrorNumber.isScarcity(-folder) {
      isRootSuspect = true
      return false
    }
    guard folder >= 0, fstat(folder, &status) == 0 else {
      if folder >= 0 { close(folder) }
      state.isRootGone = true
      return false
    }
    defer { close(folder) }
    let identity = FolderIdentity(FileStatus(status))
    let isSame = identity == tree.folders[0].identity
    if isSame, !state.isRootGone, tree.folders[0].watch >= 0 || polled[0] != nil { return false }
    let manifest = Array(FileTree.manifestName.utf8) + [0]
    if !isSame, hasManifest, SystemCall.status(folder, manifest, &status) < 0 {
      state.isRootGone = true
      return false
    }
    guard let again = try? OpenRoot(Path(root)), let rules = try? FolderRules(root: root) else {
      state.isRootGone = true
      return false
    }
    rootFolder = again
    self.rules = rules
    tree.byIdentity[tree.folders[0].identity] = nil
    tree.folders[0].identity = identity
    tree.byIdentity[identity] = 0
    state.isRootGone = false
    loseEvents()
    return true
  }

  /// Makes the state anew; answers true where it is another one.
  func renewState() -> Bool {
    if polled.isEmpty, state == publishedState, state.polled.isEmpty { return false }
    var state = WatchState()
    state.isRootGone = self.state.isRootGone
    var tops: [Int32: Int] = [:]
    for (number, reason) in polled {
      var top = number
      while tree.folders[Int(top)].parent >= 0, polled[tree.folders[Int(top)].parent] == reason {
        top = tree.folders[Int(top)].parent
      }
      tops[top, default: 0] += 1
    }
    for (number, count) in tops {
      guard let path = tree.path(of: number), let reason = polled[number] else { continue }
      state.polled.append(.init(path: Path(bytes: path), folders: count, reason: reason))
    }
    state.polled.sort { $0.path < $1.path }
    let isOther = state != publishedState
    self.state = state
    publishedState = state
    return isOther
  }
}
