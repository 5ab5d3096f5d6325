// How well the watcher can see, and what would make it see better.

package import VitrineSource

/// The state of a watcher beside the files.
package struct WatchState: Sendable, Hashable {
  /// Why there are folders whose changes no event tells.
  package enum Reason: Sendable, Hashable {
    /// The system allows no more watches.
    case watchLimit
    /// The system allows no more inotify instances.
    case instanceLimit
    /// The file system changes without this machine knowing. Shape: its type, such as `nfs4`.
    case fileSystem(String)
    /// A file that was made on purpose brought no event.
    case silent
    /// The folder is the same as another one of the tree, mounted twice.
    case mountedTwice
    /// Files in it have other names elsewhere, and cannot be watched themselves.
    case hardLinks
    /// Another error of the system, by its number.
    case failure(Int32)
  }

  /// Folders that are read again from time to time, with all below them that have the same reason.
  package struct Polled: Sendable, Hashable {
    /// The path of the topmost folder; "" for the root.
    package let path: Path
    /// How many folders it is with those below.
    package let folders: Int
    /// Why.
    package let reason: Reason
  }

  /// What is polled, in path order.
  package internal(set) var polled: [Polled] = []
  /// How many symbolic links are looked at from time to time, because they lead to what is not watched: outside, nowhere, or to a file that is left out.
  package internal(set) var links = 0
  /// The system error that keeps folders from being looked at now: too many open files, too little memory. Nil while there is none.
  package internal(set) var shortage: Int32?
  /// True while the root's path leads nowhere, or not to the catalogue: everything is as it was last seen.
  package internal(set) var isRootGone = false
}

extension WatchState.Reason {
  /// Why, and what helps, in one sentence without a full stop.
  package var words: String {
    switch self {
    case .watchLimit:
      "the system's limit of watches is reached; 'sysctl fs.inotify.max_user_watches=1048576' raises it (as root)"
    case .instanceLimit:
      "the system's limit of inotify instances is reached; 'sysctl fs.inotify.max_user_instances=1024' raises it (as root)"
    case .fileSystem(let type): "changes made elsewhere on a file system of type \(type) are not reported"
    case .silent: "the file system reports no changes"
    case .mountedTwice: "the folder is mounted at two places of the catalogue"
    case .hardLinks: "files in it have other names (hard links), and no more of them can be watched"
    case .failure(let number): "the system refused to watch it (error \(number))"
    }
  }
}
