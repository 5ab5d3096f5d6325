// The first look at files: most of them are opened anyway by whoever reads them all, and what that shows is taken over.

import Glibc
package import VitrineFiles

extension TreeWatcher {
  /// Takes over what reading the files of `listing` showed of them. Shape: once, after `init` left the files, and before anything else but
  /// `listing`.
  ///
  /// What is known of a file is then what was read of it: a change since then brought an event, and is different from what is known. So it must
  /// not be looked at later than it was read. A file that could not be opened, or was opened in another folder than the one that is watched in its place,
  /// counts as changed in the next drain; those that nobody tried to open are looked at now.
  package func take(_ sights: [FileSights]) {
    precondition(leavesFiles, "only files that were left can be taken over")
    isStarting = true
    leavesFiles = false
    var files = FilesTaken(sights)
    takeFiles(of: 0, &files)
    isStarting = false
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
      let sight = files.next()
      guard entries[index].isLeft else { continue }
      switch sight {
      case .seen(let sight) where sight.seen.status.kind == .regular && sight.folder == identity:
        entries[index] = entry(like: entries[index], sight.seen, newest: sight.newest)
        if sight.seen.hasTwins { noteFirstTwins(entries[index], number) }
      case .seen, .missed: mark(tree.folders[Int(number)].name(of: entries[index]), in: number, mayDiffer: true)
      case .untouched: rest.append(index)
      }
    }
    if !rest.isEmpty { look(at: rest, of: number, &entries) }
    tree.folders[Int(number)].entries = entries
  }

  /// Looks at some files of a folder for the first time. What is not as it was listed is looked at again in the next drain.
  private func look(at indices: [Int], of number: Int32, _ entries: inout [WatchedEntry]) {
    guard let path = tree.path(of: number) else { return mark(number) }
    let descriptor = SystemCall.openFolder(rootFolder.number, (path.isEmpty ? [UInt8(ascii: ".")] : path) + [0])
    guard descriptor >= 0 else { return mark(number) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, FolderIdentity(FileStatus(status)) == tree.folders[Int(number)].identity else {
      return mark(number)
    }
    for index in indices {
      let name = tree.folders[Int(number)].name(of: entries[index])
      guard SystemCall.status(descriptor, name + [0], &status) >= 0, FileKind(mode: UInt32(status.st_mode)) == .regular else {
        mark(name, in: number, mayDiffer: true)
        continue
      }
      let seen = SeenStatus(status)
      entries[index] = entry(like: entries[index], seen)
      if seen.hasTwins { noteFirstTwins(entries[index], number) }
    }
  }

  private func noteFirstTwins(_ entry: WatchedEntry, _ number: Int32) {
    let name = tree.folders[Int(number)].name(of: entry)
    noteTwins(name, true, entry, Look(number: number, descriptor: -1, path: []), was: nil)
  }

  /// Puts new folders of a folder into their places, and reads them: many of them on all cores, where `adding` is how each of these watches. Each
  /// is watched before it is read.
  func attachFirst(
    _ folders: [FoundEntry], _ look: Look, adding: @escaping @Sendable (Int32, WatchEvents) -> Int32
  ) -> [FoundEntry] {
    var added: [FoundEntry] = []
    let depth = tree.depth(of: look.number) ?? 0
    let ignores = tree.folders[Int(look.number)].ignores
    // Those of a lot that have folders may be open at once, and so may be those of the lots above.
    let size = depth < Self.depthOfLots ? Self.foldersOfALot >> (depth / 2) : 1
    for start in stride(from: 0, to: folders.count, by: size) {
      let lot = folders[start..<min(start + size, folders.count)]
      let reader = FirstReader(
        rules: rules, ignores: ignores, parent: look.descriptor, depth: depth + 1, adding: isLimitReached ? nil : adding)
      let paths = lot.map { (name: $0.name, path: look.path(of: $0.name)) }
      let read = Parallel.map(paths.count, inlineBelow: 16, chunk: 4, state: {}) { _, index in
        reader.read(paths[index].name, paths[index].path)
      }
      var taken: [(own: Look, contents: FolderContents)] = []
      for ((found, names), read) in zip(zip(lot, paths), read) {
        guard let read else { continue }
        let (found, number) = settle(found, read, look)
        added.append(found)
        if let number {
          taken.append((Look(number: number, descriptor: read.descriptor, path: names.path), read.contents))
        } else if read.descriptor >= 0 {
          close(read.descriptor)
        }
      }
      for (own, contents) in taken {
        // Reading one of them may have met another that moved into it meanwhile.
        if tree.path(of: own.number) == own.path { take(contents, own) } else { mark(own.number) }
        if own.descriptor >= 0 { close(own.descriptor) }
      }
    }
    return added
  }

  /// How many folders are read at once near the root, where most of those with folders in them are; then half of that.
  private static var foldersOfALot: Int { 128 }
  /// So far below the root folders are read in lots.
  private static var depthOfLots: Int { 4 }

  /// Puts a folder that was read into its place. Shape: no number for one that is known and was moved here.
  private func settle(_ found: FoundEntry, _ read: FirstReader.Folder, _ look: Look) -> (found: FoundEntry, number: Int32?) {
    var found = found
    found.entry.status = read.status
    let identity = FolderIdentity(read.status)
    let known = tree.byIdentity[identity]
    if let known, known != 0, !tree.isAbove(known, look.number), isElsewhere(known) {
      move(known, to: look, name: found.name)
      found.entry.child = known
      return (found, nil)
    }
    let number = tree.insert(WatchedFolder(name: found.name, parent: look.number, identity: identity))
    if let known { tree.byIdentity[identity] = known }
    found.entry.child = number
    if let watch = read.watch { takeWatch(watch, of: number) }
    return (found, number)
  }

  /// True for a name whose status is left to whoever reads the file: not for the manifest, which everybody reads by its path, and not for
  /// symbolic links, of which the readers see the end alone.
  func leaves(_ listed: FolderEntry, _ contents: FolderContents, _ look: Look) -> Bool {
    guard leavesFiles, listed.kind == .regular else { return false }
    return look.number != 0 || !contents.names[listed.nameRange].elementsEqual(FileTree.manifestName.utf8)
  }
}

/// Opens, watches and reads folders, on any thread.
private struct FirstReader: Sendable {
  /// A folder that is there.
  struct Folder: Sendable {
    /// What the system said of it.
    var status: FileStatus
    /// The open folder, the caller's to close; -1 where there is nothing in it to open or to look at, or it cannot be opened.
    var descriptor: Int32 = -1
    /// What adding its watch gave; nil where it cannot be opened.
    var watch: Int32?
    /// What is in it.
    var contents: FolderContents
  }

  let rules: FolderRules
  /// Those in force for the folder above.
  let ignores: IgnoreChain?
  /// The folder above.
  let parent: Int32
  /// The folders between one and the root, itself included.
  let depth: Int
  /// How to watch; nil where there are no more watches to be had.
  let adding: (@Sendable (Int32, WatchEvents) -> Int32)?

  /// Opens a folder, watches it, and only then reads it; nil where there is none.
  func read(_ name: [UInt8], _ path: [UInt8]) -> Folder? {
    let name = name + [0]
    let descriptor = SystemCall.openFolder(parent, name)
    var status = stat()
    let result = descriptor >= 0 ? fstat(descriptor, &status) : SystemCall.status(parent, name, &status)
    guard result >= 0, FileKind(mode: UInt32(status.st_mode)) == .folder else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    guard descriptor >= 0 else { return Folder(status: FileStatus(status), contents: rules.failure(-descriptor, path)) }
    let watch = adding.map { $0(descriptor, .ofFolder) } ?? -ENOSPC
    let contents = rules.contents(of: FolderSpot(descriptor: descriptor, path: path, depth: depth), ignores: ignores)
    var folder = Folder(status: FileStatus(status), watch: watch, contents: contents)
    if contents.entries.allSatisfy({ $0.kind == .regular }) { close(descriptor) } else { folder.descriptor = descriptor }
    return folder
  }
}

/// The files of a listing, one after the other, each with what was seen of it.
private struct FilesTaken {
  enum Sight {
    case seen(FileSights.Sight)
    case missed
    case untouched
  }

  private static let missed = Int32.min
  private static let untouched: Int32 = -1

  private let sights: [FileSights]
  /// For each file whose sight it is, and which.
  private var places: [(reader: Int32, index: Int32)] = []
  private var last = -1

  init(_ sights: [FileSights]) {
    self.sights = sights
    let most = sights.reduce(-1) { max($0, Int($1.all.map(\.file).max() ?? 0), Int($1.missed.max() ?? 0)) }
    places = Array(repeating: (Self.untouched, 0), count: most + 1)
    for (reader, sights) in sights.enumerated() {
      for (index, sight) in sights.all.enumerated() {
        places[Int(sight.file)] = (Int32(truncatingIfNeeded: reader), Int32(truncatingIfNeeded: index))
      }
      for file in sights.missed { places[Int(file)] = (Self.missed, 0) }
    }
  }

  /// What was seen of the next file.
  mutating func next() -> Sight {
    last += 1
    guard last < places.count else { return .untouched }
    let (reader, index) = places[last]
    switch reader {
    case Self.missed: return .missed
    case Self.untouched: return .untouched
    default: return .seen(sights[Int(reader)].all[Int(index)])
    }
  }
}
