// Ignore files: a write through another name of one (a hard link) brings no event of its folder, and decides all the same what is in the catalogue.

import Glibc
import VitrineFiles
import VitrineSource
import VitrineSystem

/// The watches of ignore files themselves. There are few of them, so each is watched, however many names it has. Those that cannot be watched are compared with
/// what is known of them from time to time, and whenever somebody asks.
struct IgnoreFiles {
  /// The folders whose ignore file has a watch: several where these files are one.
  private var byWatch: [Int32: Set<Int32>] = [:]
  private var watches: [Int32: Int32] = [:]
  /// The folders whose ignore file cannot be watched.
  private(set) var polled: Set<Int32> = []
  private var lastSweep = Int64.min / 2

  /// The folders whose ignore file has a watch.
  func folders(ofWatch watch: Int32) -> Set<Int32> { byWatch.isEmpty ? [] : byWatch[watch] ?? [] }

  /// When those that cannot be watched are to be looked at; nil while there are none. Units: nanoseconds.
  var deadline: Int64? { polled.isEmpty ? nil : lastSweep &+ PollSchedule.interval(files: polled.count) }

  /// They are looked at now.
  mutating func sweep(now: Int64) { lastSweep = now }

  /// True where the ignore file of a folder has this watch already.
  func isWatched(_ folder: Int32, by watch: Int32) -> Bool { watches[folder] == watch }

  /// Takes over what watching the ignore file of a folder gave, of which nothing is known: its watch, or minus the number of an error.
  mutating func watch(_ folder: Int32, by result: Int32) {
    if result >= 0 {
      watches[folder] = result
      byWatch[result, default: []].insert(folder)
    } else {
      polled.insert(folder)
    }
  }

  /// A folder has no ignore file any more, or another one. Answers the watch that none of these needs now.
  mutating func forget(_ folder: Int32) -> Int32? {
    if watches.isEmpty, polled.isEmpty { return nil }
    polled.remove(folder)
    guard let watch = watches.removeValue(forKey: folder) else { return nil }
    byWatch[watch]?.remove(folder)
    guard byWatch[watch]?.isEmpty == true else { return nil }
    byWatch[watch] = nil
    return watch
  }

  /// A watch is gone.
  mutating func loseWatch(_ watch: Int32) {
    for folder in byWatch.removeValue(forKey: watch) ?? [] { watches[folder] = nil }
  }

  /// All watches are gone.
  mutating func loseWatches() { (byWatch, watches, polled) = ([:], [:], []) }
}

extension TreeWatcher {
  /// An event of the ignore file of some folders, through whichever of its names.
  func take(_ event: WatchEvent, ofIgnoreFileIn folders: Set<Int32>) {
    if event.events.contains(.ignored) { ignoreFiles.loseWatch(event.watch) }
    for number in folders where tree.folders[Int(number)].isUsed { queue.mark(number) }
  }

  /// Watches the ignore file of a folder that was read, and has the folder read again where the file was written before it was watched.
  func watchIgnoreFile(of number: Int32, _ contents: FolderContents) {
    guard contents.hasIgnoreFile else {
      if let watch = ignoreFiles.forget(number) { removeFileWatch(watch) }
      return
    }
    guard let folder = openFolder(number) else { return }
    defer { close(folder) }
    let file = SystemCall.openPath(folder, Array(FileTree.ignoreName.utf8) + [0])
    guard file >= 0 else { return }
    defer { close(file) }
    let watch = addWatch(to: file)
    if ignoreFiles.isWatched(number, by: watch) { return }
    if let other = ignoreFiles.forget(number) { removeFileWatch(other) }
    ignoreFiles.watch(number, by: watch)
    if isWrittenAgain(folder, contents.ignores) { queue.mark(number) }
  }

  /// Compares ignore files that cannot be watched with what is known of them, where that is due or somebody asks.
  func lookAtPolledIgnoreFiles() {
    guard let deadline = ignoreFiles.deadline, carry.isBarrier || deadline <= now else { return }
    ignoreFiles.sweep(now: now)
    for number in ignoreFiles.polled where tree.folders[Int(number)].isUsed {
      guard let folder = openFolder(number) else { continue }
      defer { close(folder) }
      if isWrittenAgain(folder, tree.folders[Int(number)].ignores) { queue.mark(number) }
    }
  }

  private func openFolder(_ number: Int32) -> Int32? {
    guard let path = tree.path(of: number) else { return nil }
    let folder = SystemCall.openFolder(rootFolder.number, (path.isEmpty ? [UInt8(ascii: ".")] : path) + [0])
    return folder >= 0 ? folder : nil
  }

  /// Whether the ignore file of an open folder is another than the last one of a chain. Shape: one that cannot be read is the same as before.
  private func isWrittenAgain(_ folder: Int32, _ known: IgnoreChain?) -> Bool {
    FolderRules.ignoreFile(in: folder).map { $0 != known?.source } ?? false
  }

  /// Removes the watch of a file that only its ignore patterns needed.
  private func removeFileWatch(_ watch: Int32) {
    if hardLinks.file(ofWatch: watch) == nil, fileWatches.file(ofWatch: watch) == nil { backend.remove(watch) }
  }
}
