// The first look at files: most of them are opened anyway by whoever reads them all, and what that shows is taken over.

import Glibc
package import VitrineFiles
import VitrineSystem

extension TreeWatcher {
  /// Takes over what reading the files of `listing` showed of them. Shape: once, after `init` left the files, and before anything else but
  /// `listing`.
  ///
  /// What is known of a file is then what was read of it: a change since then brought an event, and is different from what is known. So it must
  /// not be looked at later than it was read. A file that could not be opened, or was opened in another folder than the one that is watched in its place,
  /// counts as changed in the next drain; those that nobody tried to open are looked at now.
  package func take(_ snapshots: [FileSnapshots]) {
    phase.takeFiles()
    var files = FilesTaken(snapshots)
    takeFiles(of: 0, &files)
    phase.start()
    watchHardLinks()
  }

  private func takeFiles(of number: Int32, _ files: inout FilesTaken) {
    // Nobody else may hold the entries, so that they are changed where they are.
    var entries: [WatchedEntry] = []
    swap(&entries, &tree.folders[Int(number)].entries)
    let identity = tree.folders[Int(number)].identity
    var rest: [Int] = []
    for index in entries.indices {
      if entries[index].isFolder {
        takeFiles(of: entries[index].child, &files)
        continue
      }
      let snapshot = files.next()
      guard entries[index].isLeft else { continue }
      switch snapshot {
      case .seen(let snapshot) where snapshot.seen.status.kind == .regular && snapshot.folder == identity:
        entries[index] = entry(like: entries[index], snapshot.seen, newest: snapshot.newest)
        noteFirstNames(snapshot.seen.hasOtherNames, entries[index], number)
      case .seen, .missed: queue.mark(tree.folders[Int(number)].name(of: entries[index]), in: number, mayDiffer: true)
      case .untouched: rest.append(index)
      }
    }
    if !rest.isEmpty { look(at: rest, of: number, &entries) }
    tree.folders[Int(number)].entries = entries
  }

  /// Looks at some files of a folder for the first time. What is not as it was listed is looked at again in the next drain.
  private func look(at indices: [Int], of number: Int32, _ entries: inout [WatchedEntry]) {
    guard let path = tree.path(of: number) else { return queue.mark(number) }
    let descriptor = SystemCall.openFolder(rootFolder.number, (path.isEmpty ? [UInt8(ascii: ".")] : path) + [0])
    guard descriptor >= 0 else { return queue.mark(number) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, FolderIdentity(FileStatus(status)) == tree.folders[Int(number)].identity else {
      return queue.mark(number)
    }
    for index in indices {
      let name = tree.folders[Int(number)].name(of: entries[index])
      guard SystemCall.status(descriptor, name + [0], &status) >= 0, FileKind(mode: UInt32(status.st_mode)) == .regular else {
        queue.mark(name, in: number, mayDiffer: true)
        continue
      }
      let seen = SeenStatus(status)
      entries[index] = entry(like: entries[index], seen)
      noteFirstNames(seen.hasOtherNames, entries[index], number)
    }
  }

  private func noteFirstNames(_ hasOtherNames: Bool, _ entry: WatchedEntry, _ number: Int32) {
    if !hasOtherNames, fileWatches.isFull, mountPlaces.isEmpty { return }
    let name = tree.folders[Int(number)].name(of: entry)
    noteNames(name, hasOtherNames, entry, Look(number: number, descriptor: -1, path: []), was: nil)
  }

  /// Puts new folders of a folder into their places, and reads them on all cores; then those in them.
  ///
  /// Watches and places belong to this thread. So it goes by lots: while the others read one lot and open the next but one, it watches the next, which
  /// will be read then, and puts the one before into place.
  func attachFirst(_ folders: [FoundEntry], _ look: Look) -> [FoundEntry] {
    var added: [FoundEntry] = []
    let depth = tree.depth(of: look.number) ?? 0
    let reader = FirstReader(
      rules: rootFolder.rules, ignores: tree.folders[Int(look.number)].ignores, depth: depth + 1, look: look)
    var (opened, watched): ([FirstFolder], [FirstFolder]) = ([], [])
    var read: [(folder: FirstFolder, contents: FolderContents)] = []
    var upper: [(own: Look, contents: FolderContents)] = []
    let size = Self.foldersOfALot
    var start = 0
    repeat {
      let (closed, lot) = (folders[start..<min(start + size, folders.count)], watched)
      start += closed.count
      let results = Parallel.map(
        max(lot.count, closed.count), inlineBelow: 16, chunk: 4,
        first: {
          watched = watch(opened)
          upper += settle(read, look, &added)
        }, state: {}
      ) { _, index in
        (
          index < lot.count ? reader.read(lot[index]) : nil,
          index < closed.count ? reader.open(closed[closed.startIndex + index]) : nil
        )
      }
      (read, opened) = (results.compactMap(\.0), results.compactMap(\.1))
    } while start < folders.count || !(opened.isEmpty && watched.isEmpty && read.isEmpty)
    for (own, contents) in upper { take(contents, own, in: look) }
    return added
  }

  /// How many folders are read at once: 128, and fewer where the process may have few files open. Those of two lots are open, and one on each level above.
  ///
  /// Source: getrlimit(2).
  private static var foldersOfALot: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 16 }
    return Int(min(128, max(8, limit.rlim_cur / 8)))
  }

  private func watch(_ lot: [FirstFolder]) -> [FirstFolder] {
    lot.map { folder in
      var folder = folder
      if folder.descriptor >= 0 { folder.watch = addWatch(to: folder.descriptor, .ofFolder) }
      return folder
    }
  }

  /// Puts folders that were read into their places, and answers those in which there are more than files.
  private func settle(
    _ lot: [(folder: FirstFolder, contents: FolderContents)], _ look: Look, _ added: inout [FoundEntry]
  ) -> [(own: Look, contents: FolderContents)] {
    var upper: [(own: Look, contents: FolderContents)] = []
    for (folder, contents) in lot {
      guard let number = settle(folder, look, &added) else { continue }
      let own = Look(number: number, descriptor: -1, path: folder.path)
      if ErrorNumber.isScarcity(contents.failure) {
        doubt(number, FolderMarks(isWhole: true), contents.failure)
        continue
      }
      if contents.entries.allSatisfy({ $0.kind == .regular }) { take(contents, own) } else { upper.append((own, contents)) }
    }
    return upper
  }

  /// Takes in what is in a folder that was read and closed, if it is still where it was. Reading another may have met it elsewhere meanwhile.
  private func take(_ contents: FolderContents, _ own: Look, in look: Look) {
    guard tree.path(of: own.number) == own.path else { return queue.mark(own.number) }
    var own = own
    own.descriptor = SystemCall.openFolder(look.descriptor, tree.folders[Int(own.number)].name + [0])
    guard own.descriptor >= 0 else { return queue.mark(own.number) }
    defer { close(own.descriptor) }
    var status = stat()
    guard fstat(own.descriptor, &status) == 0, FolderIdentity(FileStatus(status)) == tree.folders[Int(own.number)].identity else {
      return queue.mark(own.number)
    }
    take(contents, own)
  }

  /// Puts a folder into its place. Shape: no number for one that is known and was moved here.
  private func settle(_ folder: FirstFolder, _ look: Look, _ added: inout [FoundEntry]) -> Int32? {
    var found = folder.found
    defer { added.append(found) }
    let identity = FolderIdentity(found.entry.status)
    let known = tree.byIdentity[identity]
    if let known, known != 0, !tree.isAbove(known, look.number), isElsewhere(known) {
      move(known, to: look, name: found.name)
      found.entry.child = known
      return nil
    }
    let number = tree.insert(WatchedFolder(name: found.name, parent: look.number, identity: identity))
    found.entry.child = number
    if let watch = folder.watch { takeWatch(watch, of: number) }
    return number
  }

  /// True for a name whose status is left to whoever reads the file: not for the manifest, which everybody reads by its path, and not for
  /// symbolic links, of which the readers see the end alone.
  func leaves(_ listed: FolderEntry, _ contents: FolderContents, _ look: Look) -> Bool {
    guard phase.leavesFiles, listed.kind == .regular else { return false }
    return look.number != 0 || !contents.names[listed.nameRange].elementsEqual(FileTree.manifestName.utf8)
  }
}

/// A folder that is looked at for the first time.
private struct FirstFolder: Sendable {
  /// Its name, and what the system said of it.
  let found: FoundEntry
  /// Its path.
  let path: [UInt8]
  /// The open folder, its reader's to close; or minus the number of the error.
  let descriptor: Int32
  /// What adding its watch gave; nil where it cannot be opened.
  var watch: Int32?
}

/// Opens and reads folders, on any thread.
private struct FirstReader: Sendable {
  let rules: FolderRules
  /// Those in force for the folder above.
  let ignores: IgnoreChain?
  /// The folders between one and the root, itself included.
  let depth: Int
  /// The folder above.
  let look: Look

  /// Opens a folder; nil where there is none.
  func open(_ found: FoundEntry) -> FirstFolder? {
    let name = found.name + [0]
    let descriptor = SystemCall.openFolder(look.descriptor, name)
    var status = stat()
    let result = descriptor >= 0 ? fstat(descriptor, &status) : SystemCall.status(look.descriptor, name, &status)
    guard result >= 0, FileKind(mode: UInt32(status.st_mode)) == .folder else {
      if descriptor >= 0 { close(descriptor) }
      // Who may list a folder and not enter it knows the names in it, and no more.
      guard descriptor == -EACCES, result == -EACCES else { return nil }
      let unknown = FoundEntry(name: found.name, entry: WatchedEntry(kind: .folder))
      return FirstFolder(found: unknown, path: look.path(of: found.name), descriptor: descriptor)
    }
    var found = found
    found.entry.status = FileStatus(status)
    return FirstFolder(found: found, path: look.path(of: found.name), descriptor: descriptor)
  }

  /// Reads a folder that is watched, and closes it.
  func read(_ folder: FirstFolder) -> (folder: FirstFolder, contents: FolderContents) {
    guard folder.descriptor >= 0 else { return (folder, rules.failure(-folder.descriptor, folder.path)) }
    let spot = FolderSpot(descriptor: folder.descriptor, path: folder.path, depth: depth)
    return (folder, rules.contents(closing: spot, ignores: ignores))
  }
}

/// The files of a listing, one after the other, each with what was seen of it.
private struct FilesTaken {
  enum Snapshot {
    case seen(FileSnapshots.Snapshot)
    case missed
    case untouched
  }

  private static let missed = Int32.min
  private static let untouched: Int32 = -1

  private let snapshots: [FileSnapshots]
  /// For each file the reader that has its snapshot, and its place there.
  private var places: [(reader: Int32, index: Int32)] = []
  private var last = -1

  init(_ snapshots: [FileSnapshots]) {
    self.snapshots = snapshots
    let most = snapshots.reduce(-1) { max($0, Int($1.all.map(\.file).max() ?? 0), Int($1.missed.max() ?? 0)) }
    places = Array(repeating: (Self.untouched, 0), count: most + 1)
    for (reader, snapshots) in snapshots.enumerated() {
      for (index, snapshot) in snapshots.all.enumerated() {
        places[Int(snapshot.file)] = (Int32(truncatingIfNeeded: reader), Int32(truncatingIfNeeded: index))
      }
      for file in snapshots.missed { places[Int(file)] = (Self.missed, 0) }
    }
  }

  /// What was seen of the next file.
  mutating func next() -> Snapshot {
    last += 1
    guard last < places.count else { return .untouched }
    let (reader, index) = places[last]
    switch reader {
    case Self.missed: return .missed
    case Self.untouched: return .untouched
    default: return .seen(snapshots[Int(reader)].all[Int(index)])
    }
  }
}
