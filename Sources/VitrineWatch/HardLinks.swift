// Files with several names: a write through one of them brings no event of the others. Decision 0047 says why they are watched themselves, 0077 how it is known
// that a file got a second name.

import VitrineSystem

/// The places of files that have hard links, as far as they were met.
///
/// A name outside of the catalogue, or in a folder that is left out, is not known. So the file itself is watched: what is written through any of its names is
/// reported. Where no more files may be watched, they are polled. That a file has got a name elsewhere is known by its own watch (`FileWatches`), or else when it is
/// next looked at: no event of its folder tells.
struct HardLinks {
  private var places: [FolderIdentity: Set<PendingFiles.Place>] = [:]
  private var most = 1024
  /// Files that got a name: others of theirs may be in the tree and not known as such.
  private(set) var sought: Set<FolderIdentity> = []
  /// Files that changed: their other names are to be looked at.
  private(set) var changed: Set<FolderIdentity> = []

  /// The most files that are watched, so that folders have watches left.
  private static let mostWatches = 8_192
  private var byWatch: [Int32: FolderIdentity] = [:]
  private var watched: Set<FolderIdentity> = []
  /// Files that are not watched yet.
  private(set) var unwatched: Set<FolderIdentity> = []
  /// Files that cannot be watched.
  private var polled: Set<FolderIdentity> = []
  private var lastSweep = Int64.min / 2

  /// The file of a watch; nil for none of these.
  func file(ofWatch watch: Int32) -> FolderIdentity? { byWatch.isEmpty ? nil : byWatch[watch] }

  /// The places at which a file stands, as far as is known.
  func places(of identity: FolderIdentity, in tree: WatchedTree) -> [PendingFiles.Place] {
    places[identity, default: []].filter { Self.identity(at: $0, in: tree) == identity }
  }

  /// True for a file that is known to have several names.
  func knows(_ identity: FolderIdentity) -> Bool { places[identity] != nil }

  /// The files that are to be watched now; each is to be handed to `watch`.
  mutating func takeUnwatched() -> Set<FolderIdentity> {
    defer { unwatched = [] }
    return unwatched
  }

  /// True where more files may be watched.
  var mayWatch: Bool { watched.count < Self.mostWatches }

  /// Takes over what watching a file gave: its watch, or minus the number of an error.
  mutating func watch(_ identity: FolderIdentity, by result: Int32) {
    guard result >= 0 else {
      polled.insert(identity)
      return
    }
    byWatch[result] = identity
    watched.insert(identity)
    polled.remove(identity)
  }

  /// A watch is gone.
  mutating func loseWatch(_ watch: Int32) {
    guard let identity = byWatch.removeValue(forKey: watch) else { return }
    watched.remove(identity)
    // The number of a file that is gone may be another's by now, which has several names as well.
    if places[identity] != nil { unwatched.insert(identity) }
  }

  /// All watches are gone.
  mutating func loseWatches() {
    (byWatch, watched, polled) = ([:], [], [])
    unwatched = Set(places.keys)
  }

  /// The places of files that cannot be watched.
  func polledPlaces(in tree: WatchedTree) -> [PendingFiles.Place] {
    polled.flatMap { places(of: $0, in: tree) }
  }

  /// True where all files are watched.
  var isNonePolled: Bool { polled.isEmpty }

  /// When files that cannot be watched are to be looked at; nil where all can.
  var deadline: Int64? { polled.isEmpty ? nil : lastSweep &+ PollSchedule.interval(files: polled.count) }

  /// They are looked at now.
  mutating func sweep(now: Int64) { lastSweep = now }

  /// Notes a file that has several names.
  mutating func note(_ place: PendingFiles.Place, _ identity: FolderIdentity, isChanged: Bool, isNew: Bool) {
    places[identity, default: []].insert(place)
    if !watched.contains(identity), !polled.contains(identity) { unwatched.insert(identity) }
    if isNew { sought.insert(identity) }
    if isChanged { changed.insert(identity) }
  }

  /// Notes a name of a file that went, or stands for another file: what was written through it since the last look is seen by the other names.
  mutating func noteGone(_ identity: FolderIdentity) {
    if !places.isEmpty, places[identity] != nil { changed.insert(identity) }
  }

  /// Goes once through the tree for the other names of files that got one.
  mutating func seek(in tree: WatchedTree) {
    if sought.isEmpty { return }
    for (number, folder) in tree.folders.enumerated() where folder.isUsed {
      for entry in folder.entries where !entry.isFolder && entry.status.kind == .regular {
        let identity = FolderIdentity(entry.status)
        if sought.contains(identity) {
          places[identity, default: []].insert(PendingFiles.Place(folder: Int32(number), name: folder.name(of: entry)))
        }
      }
    }
    sought = []
  }

  /// The places of the files that changed.
  mutating func takeChanged() -> [PendingFiles.Place] {
    defer { changed = [] }
    return changed.flatMap { places[$0] ?? [] }
  }

  /// Forgets places where the file is no more, from time to time. Answers the watches that nobody needs any more.
  mutating func prune(_ tree: WatchedTree) -> [Int32] {
    guard places.count > most else { return [] }
    for (identity, found) in places {
      let live = found.filter { Self.identity(at: $0, in: tree) == identity }
      places[identity] = live.isEmpty ? nil : live
    }
    most = max(1024, places.count * 2)
    polled = polled.filter { places[$0] != nil }
    return byWatch.filter { places[$0.value] == nil }.map(\.key)
  }

  private static func identity(at place: PendingFiles.Place, in tree: WatchedTree) -> FolderIdentity? {
    let folder = tree.folders[Int(place.folder)]
    guard folder.isUsed else { return nil }
    return folder.index(of: place.name, isFolder: false).map { FolderIdentity(folder.entries[$0].status) }
  }
}
