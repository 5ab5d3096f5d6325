// Where a watcher is in its life.

import VitrineAlgorithms

/// What a watcher does now, and what may be asked of it.
///
/// ```
/// starting ─── leftFiles ─── takingFiles ─── watching ─── rootSuspect ─── rootGone
///     └──────────────────────────────────────────┘ └─────────────┴─────────────┘
/// ```
/// From the last three it goes to any other of them; it never goes back to one before.
enum WatchPhase {
  /// The tree is read for the first time: nothing of it is a change. With `leavesFiles`, files are listed and not looked at.
  case starting(leavesFiles: Bool)
  /// Files are listed and not looked at: nothing but `listing` and `take` may be asked.
  case leftFiles
  /// What readers saw of the files is taken over: nothing of it is a change.
  case takingFiles
  /// Events tell what changes, and polling does where they do not.
  case watching
  /// The same, but the root may not be where its path leads: the next drain sees to that.
  case rootSuspect
  /// The root's path leads nowhere, or not to the catalogue: everything is as it was last seen.
  case rootGone

  /// True while nothing that is read is a change.
  var isFirstLook: Bool {
    switch self {
    case .starting, .leftFiles, .takingFiles: true
    case .watching, .rootSuspect, .rootGone: false
    }
  }

  /// True while files are listed and not looked at.
  var leavesFiles: Bool {
    if case .starting(let leavesFiles) = self { leavesFiles } else { false }
  }

  /// True where files were listed that nobody has looked at.
  var hasLeftFiles: Bool {
    if case .leftFiles = self { true } else { false }
  }

  /// True where the root's path did not lead to the catalogue when it was last tried.
  var isRootGone: Bool {
    if case .rootGone = self { true } else { false }
  }

  /// True where the root's path is to be tried.
  var isRootDoubtful: Bool {
    switch self {
    case .rootSuspect, .rootGone: true
    case .starting, .leftFiles, .takingFiles, .watching: false
    }
  }

  /// The first look is over.
  mutating func start() {
    switch self {
    case .starting(let leavesFiles): self = leavesFiles ? .leftFiles : .watching
    case .takingFiles: self = .watching
    case .leftFiles, .watching, .rootSuspect, .rootGone: preconditionFailure("a watcher starts once")
    }
  }

  /// The files that were left are taken over.
  mutating func takeFiles() {
    guard case .leftFiles = self else { preconditionFailure("only files that were left can be taken over") }
    self = .takingFiles
  }

  /// Something says that the root may not be where it was. A root that is gone is tried anyway; in the first look the folder itself is in doubt, and the
  /// first drain comes upon that.
  mutating func suspectRoot() {
    if case .watching = self { self = .rootSuspect }
  }

  /// The root's path was tried, and this is what came of it.
  mutating func findRoot(isThere: Bool) {
    Invariants.check(!isFirstLook, "the root is opened before the first look, and tried again in drains")
    self = isThere ? .watching : .rootGone
  }
}
