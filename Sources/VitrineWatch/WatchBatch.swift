// What a drain of the watcher gives: how the tree is different from what it was.

package import VitrineSource
package import VitrineSystem

/// The differences between two settled states of a tree.
package struct WatchBatch: Sendable {
  /// The files that came, went or changed, each path once, in byte order of the paths.
  package internal(set) var changes: [FileChange] = []
  /// The folders that are gone from where they were, those above first; not the folders below them.
  package internal(set) var foldersGone: [Path] = []
  /// The folders that are where they were, and that events told of all the same: whoever read below them since the batch before
  /// may have read while they were elsewhere, or others in their places. The root, whose path is empty, where events were lost.
  package internal(set) var foldersBack: Set<Path> = []
  /// True where the system lost events and everything was read again: the batch is as right as any other.
  package internal(set) var overflowed = false
  /// True where `TreeWatcher.state` is not what it was.
  package internal(set) var stateChanged = false
  /// True where `TreeWatcher.problems` or `nestedCatalogues` may not be what they were.
  package internal(set) var problemsChanged = false
  /// The cookies that came back: all that was finished before they were placed is in this batch or an earlier one.
  package internal(set) var cookies: [WatchCookie] = []
  /// Why these, or earlier ones, came late; nil where they did not.
  package internal(set) var delay: Delay?

  /// A file that cookies waited for.
  package struct Delay: Sendable, Hashable {
    /// The file, which was being written.
    package let path: Path
    /// How long they waited for it. Units: nanoseconds.
    package let nanoseconds: Int64
  }

  /// True where there is nothing to tell.
  package var isEmpty: Bool {
    changes.isEmpty && foldersGone.isEmpty && foldersBack.isEmpty && cookies.isEmpty && !overflowed && !stateChanged
      && !problemsChanged
  }
}

/// How a path is different.
package struct FileChange: Sendable, Hashable {
  /// What became of a file.
  package enum Kind: Sendable, Hashable {
    /// There was none.
    case added(FileStatus)
    /// There was one, and it may have other bytes now.
    case changed(FileStatus)
    /// There is none any more.
    case removed
  }

  /// The path relative to the root.
  package let path: Path
  /// What became of it.
  package let kind: Kind

  /// A change of a path.
  package init(path: Path, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// The mark of a moment in the stream of events. Later ones are greater.
package struct WatchCookie: Hashable, Sendable, Comparable {
  /// Counted from 1.
  package let serial: UInt64

  /// The order of placing.
  package static func < (left: WatchCookie, right: WatchCookie) -> Bool { left.serial < right.serial }
}

/// What was known of the paths that a drain touched, before it did.
struct ChangeLog {
  private struct Past {
    var entry: WatchedEntry?
    var mayDiffer: Bool
  }

  private var files: [[UInt8]: Past] = [:]
  private var folders: Set<[UInt8]> = []

  /// True where nothing was touched.
  var isEmpty: Bool { files.isEmpty && folders.isEmpty }

  /// Notes what a path was, if it is touched for the first time. Shape: nil for no file; `mayDiffer` where bytes may be others though
  /// the status is the same.
  mutating func note(_ path: [UInt8], was entry: WatchedEntry?, mayDiffer: Bool = false) {
    if files[path] == nil {
      files[path] = Past(entry: entry, mayDiffer: mayDiffer)
    } else if mayDiffer {
      files[path]?.mayDiffer = true
    }
  }

  /// Whether there was a file when the drain began.
  func had(_ path: [UInt8]) -> Bool { files[path]?.entry != nil }

  /// Whether anything was noted of a path.
  func has(_ path: [UInt8]) -> Bool { files[path] != nil }

  /// Whether a folder went from a path since the drain began: what is there now may have been somewhere else meanwhile.
  func hadFolder(_ path: [UInt8]) -> Bool { folders.contains(path) }

  /// Notes that a folder went from a path.
  mutating func note(folderFrom path: [UInt8]) { folders.insert(path) }

  /// The differences between then and now.
  func batch(_ tree: WatchedTree) -> WatchBatch {
    var batch = WatchBatch()
    let ordered = files.count == 1 ? Array(files) : files.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for (path, past) in ordered {
      let kind: FileChange.Kind
      switch (past.entry, tree.entry(at: path)) {
      case (nil, nil): continue
      case (nil, .some(let new)): kind = .added(new.status)
      case (.some, nil): kind = .removed
      case (.some(let old), .some(let new)):
        if old.status == new.status, old.changed == new.changed, !past.mayDiffer { continue }
        kind = .changed(new.status)
      }
      batch.changes.append(FileChange(path: Path(bytes: path), kind: kind))
    }
    if folders.isEmpty { return batch }
    let gone = folders.filter { tree.folder(at: $0) == nil }
    let topmost = gone.filter { path in
      !path.indices.contains { path[$0] == UInt8(ascii: "/") && gone.contains(Array(path[..<$0])) }
    }
    batch.foldersGone = topmost.sorted { $0.lexicographicallyPrecedes($1) }.map { Path(bytes: $0) }
    return batch
  }
}
