// What the watcher believes of each folder, for whoever wants to compare it with the disk.

import VitrineFiles
package import VitrineSource

/// A folder as the watcher knows it.
package struct FolderBelief: Sendable, Hashable {
  /// How its changes are seen.
  package enum Watching: Sendable, Hashable {
    /// By events.
    case events
    /// By reading it from time to time, because events do not tell everything.
    case polling(WatchState.Reason)
    /// Not at all, but with the folder above: it cannot be opened.
    case none
  }

  /// The path, relative to the root; "" for the root.
  package let path: Path
  /// How its changes are seen.
  package let watching: Watching
  /// How many files are known in it, those in folders below not among them.
  package let files: Int
  /// True for a catalogue of its own, of which nothing is taken in.
  package let isCatalogue: Bool
  /// The error that kept it, or its ignore file, from being read when it was last looked at.
  package let error: Int32?
}

extension TreeWatcher {
  /// What is believed of every folder, in path order, those above first.
  package func folderBeliefs() -> [FolderBelief] {
    var beliefs: [FolderBelief] = []
    tree.forEachFolder(below: 0, path: []) { number, path in
      let folder = tree.folders[Int(number)]
      let isWatched = folder.watch >= 0
      let trouble = folderProblems.of(number).first { $0.kind == .unreadableFolder || $0.kind == .unreadableIgnoreFile }
      beliefs.append(
        FolderBelief(
          path: Path(bytes: path),
          watching: polling.reason(number).map { .polling($0) } ?? (isWatched ? .events : .none),
          files: folder.entries.count { !$0.isFolder }, isCatalogue: folder.isCatalogue, error: trouble?.errno))
    }
    return beliefs
  }
}
