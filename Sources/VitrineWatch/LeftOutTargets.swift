// Symbolic links to what is not watched: no event tells what changes there.

import VitrineFiles
import VitrineSource

/// Links that lead to a file which an ignore file leaves out, to a place outside, or to nothing. They are looked at from time to time, and whenever somebody asks.
struct LeftOutTargets {
  /// The folders of such links; nil where they are to be found anew.
  private var folders: Set<Int32>?
  /// The links among them that are files of the catalogue.
  private(set) var places: [PendingFiles.Place] = []
  /// How many links there are, where `folders` is known.
  private var known = 0
  private var lastSweep = Int64.min / 2

  /// Files came or went, or what links lead to is something else.
  mutating func forget() { folders = nil }

  /// When they are to be looked at; nil while there are none. Units: nanoseconds.
  func deadline(_ problems: FolderProblems) -> Int64? {
    if problems.hasNoLinks || folders?.isEmpty == true { return nil }
    return lastSweep &+ PollSchedule.interval(files: places.count)
  }

  /// The folders to look at, which are due now.
  mutating func sweep(_ tree: WatchedTree, _ problems: FolderProblems, now: Int64) -> Set<Int32> {
    lastSweep = now
    return find(tree, problems).folders
  }

  /// How many links there are.
  mutating func count(_ tree: WatchedTree, _ problems: FolderProblems) -> Int {
    problems.hasNoLinks ? 0 : find(tree, problems).count
  }

  private mutating func find(_ tree: WatchedTree, _ problems: FolderProblems) -> (folders: Set<Int32>, count: Int) {
    if let folders { return (folders, known) }
    var found: Set<Int32> = []
    (places, known) = ([], 0)
    for number in problems.foldersWithLinks {
      let unresolved = problems.of(number).count { $0.kind.dependsOnWhatIsLeftOut }
      if unresolved > 0 { found.insert(number) }
      known += unresolved
      for link in problems.targets(in: number) where tree.entry(at: Array(link.target.utf8)) == nil {
        found.insert(number)
        places.append(PendingFiles.Place(folder: number, name: link.name))
      }
    }
    known += places.count
    folders = found
    return (found, known)
  }
}

extension ListingProblem.Kind {
  /// Whether it may be over without any event: what a link leads to is outside, or left out. A link to a folder is not looked at for that.
  fileprivate var dependsOnWhatIsLeftOut: Bool {
    switch self {
    case .linkOutside, .brokenLink, .linkTargetNotUTF8: true
    case .folderLink, .special, .unreadableFolder, .unreadableIgnoreFile, .nameNotUTF8, .nameControlCharacter, .tooDeep,
      .pathTooLong:
      false
    }
  }
}
