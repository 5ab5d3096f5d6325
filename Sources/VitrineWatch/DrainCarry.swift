// What one drain leaves for the next.

import VitrineSource

/// What is carried over from one drain to the next.
///
/// All of it is about the time since the last batch was given. A drain begins with what the one before left, and with what was asked for from outside meanwhile
/// (`relist`, `placeCookie`); `end` makes what is left for the next.
struct DrainCarry {
  /// True where there may be more to read than this drain has read.
  var hasMore = false
  /// True where events were lost since the last drain was done: a file with the status that is known may have other bytes.
  var hasLostEvents = false
  /// True where somebody waits for all that was done so far: files that may be under way are looked at now.
  var isBarrier = false
  /// True where problems or nested catalogues may not be what they were in the last batch.
  var haveProblemsChanged = false
  /// True where something is different that is no file of the catalogue, such as a pipe, to which a symbolic link may lead.
  var haveTargetsChanged = false
  /// Known folders that events told of, and that were met where they were.
  var foldersBack: Set<Int32> = []

  /// All that was marked is looked at, and the batch is given. Shape: `isHolding` where cookies are held for a later drain.
  mutating func end(isHolding: Bool) {
    let hasMore = hasMore
    self = DrainCarry()
    self.hasMore = hasMore
    isBarrier = isHolding
  }

  /// The paths of the folders that events told of and that are where they were.
  func paths(_ tree: WatchedTree) -> Set<Path> {
    if foldersBack.isEmpty { return [] }
    let paths = foldersBack.filter { tree.folders[Int($0)].isUsed }.compactMap { tree.path(of: $0) }
    return Set(paths.map { Path(bytes: $0) })
  }
}
