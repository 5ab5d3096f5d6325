// Files with several names: a write through one of them brings no event of the others.

import VitrineSystem

/// The places of files that have hard links, as far as they were met.
///
/// A name outside of the catalogue is not known: what is written through it is seen when its file is next looked at.
struct TwinTable {
  private var places: [FolderIdentity: Set<PendingFiles.Place>] = [:]
  private var most = 1024
  /// Files that got a name: others of theirs may be in the tree and not known as such.
  private(set) var sought: Set<FolderIdentity> = []
  /// Files that changed: their other names are to be looked at.
  private(set) var changed: Set<FolderIdentity> = []

  /// Notes a file that has several names.
  mutating func note(_ place: PendingFiles.Place, _ identity: FolderIdentity, isChanged: Bool, isNew: Bool) {
    places[identity, default: []].insert(place)
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

  /// Forgets places where the file is no more, from time to time.
  mutating func prune(_ tree: WatchedTree) {
    guard places.count > most else { return }
    for (identity, found) in places {
      let live = found.filter { Self.identity(at: $0, in: tree) == identity }
      places[identity] = live.isEmpty ? nil : live
    }
    most = max(1024, places.count * 2)
  }

  private static func identity(at place: PendingFiles.Place, in tree: WatchedTree) -> FolderIdentity? {
    let folder = tree.folders[Int(place.folder)]
    return folder.index(of: place.name, isFolder: false).map { FolderIdentity(folder.entries[$0].status) }
  }
}
