// Looking at the marked places, folders above before those below, until nothing is marked.

import Glibc
import VitrineFiles
import VitrineSource
import VitrineSystem

extension TreeWatcher {
  /// Looks at all that is marked. What is not where it should be stays in doubt: something moved that no event read so far told of.
  func work() {
    shortage = nil
    workOnce()
    dropOrphans()
    if queue.markDoubts() {
      workOnce()
      dropOrphans()
    }
    queue.doubtPlaces { number in
      let folder = tree.folders[Int(number)]
      return folder.isUsed && folder.parent >= 0 ? (folder.parent, folder.name) : nil
    }
  }

  private func workOnce() {
    var homeless: [Int32: FolderMarks] = [:]
    var rounds = 0
    while !queue.isEmpty {
      // A round for each level there can be, and some; where others move folders faster than that, the next drain goes on.
      rounds += 1
      if rounds > 4 * FileTree.mostDepth {
        carry.hasMore = true
        for (number, mark) in homeless { queue.mark(number, mark) }
        return
      }
      let batch = queue.take()
      for number in inOrder(batch) where tree.folders[Int(number)].isUsed {
        guard let mark = batch[number] else { continue }
        guard let path = tree.path(of: number) else {
          homeless[number, default: FolderMarks()].formUnion(mark)
          continue
        }
        look(at: number, path, mark)
      }
      if queue.isEmpty {
        // A folder that came to a new place meanwhile can be looked at now.
        for (number, mark) in homeless where tree.folders[Int(number)].isUsed && tree.path(of: number) != nil {
          queue.mark(number, mark)
          homeless[number] = nil
        }
      }
    }
  }

  /// The marked folders, those above first.
  private func inOrder(_ batch: [Int32: FolderMarks]) -> [Int32] {
    if batch.count == 1 { return Array(batch.keys) }
    return batch.keys.map { (number: $0, depth: tree.depth(of: $0)) }
      .sorted { ($0.depth ?? Int.max, $0.number) < ($1.depth ?? Int.max, $1.number) }.map(\.number)
  }

  /// Looks at a folder, if it is where it should be.
  private func look(at number: Int32, _ path: [UInt8], _ mark: FolderMarks) {
    if !mark.isWhole, refresh(mark.names, in: number, path) { return }
    let descriptor = number == 0 ? SystemCall.openFolder(rootFolder.number, [UInt8(ascii: "."), 0]) : open(path)
    guard descriptor >= 0 else {
      return takeFailure(-descriptor, of: number, path, mark)
    }
    defer { close(descriptor) }
    var status = stat()
    // A removed root can still be opened here, and has no links left. Below it, only a folder that is mounted elsewhere is there without links: it is empty
    // for good.
    guard fstat(descriptor, &status) == 0, number > 0 || status.st_nlink > 0,
      FolderIdentity(FileStatus(status)) == tree.folders[Int(number)].identity
    else {
      return doubt(number, mark)
    }
    var look = Look(number: number, descriptor: descriptor, path: path)
    look.mayDiffer = mark.names
    look.hadWatch = tree.folders[Int(number)].watch >= 0
    watch(number, descriptor)
    if mark.isWhole || !look.hadWatch || !folderProblems.areNone(in: number) || !update(mark.names, look) {
      readWhole(look)
    }
  }

  /// Takes in that a folder cannot be opened by its path.
  ///
  /// That says something about the folder only where the folder above it can be opened: else the reason lies above, and once that is gone, no event
  /// would lead here again.
  private func takeFailure(_ error: Int32, of number: Int32, _ path: [UInt8], _ mark: FolderMarks) {
    if Self.saysNothing(error) { return doubt(number, mark, error) }
    let look = Look(number: number, descriptor: -1, path: path)
    let folder = tree.folders[Int(number)]
    guard folder.parent >= 0 else { return take(rootFolder.rules.failure(error, path), look) }
    let above = openKnown(folder.parent)
    guard above >= 0 else {
      queue.mark(folder.parent)
      return doubt(number, mark)
    }
    defer { close(above) }
    let result = SystemCall.openFolder(above, folder.name + [0])
    if result >= 0 { close(result) }
    if result >= 0 || Self.saysNothing(-result) { return doubt(number, mark, -result) }
    take(rootFolder.rules.failure(-result, path), look)
  }

  /// True for errors that say nothing of a folder: it is not where it should be, or there is too little to open it with.
  private static func saysNothing(_ error: Int32) -> Bool {
    [ENOENT, ENOTDIR, ELOOP].contains(error) || ErrorNumber.isScarcity(error)
  }

  /// Opens a folder where it should be; -1 where it cannot be opened, or is not there.
  private func openKnown(_ number: Int32) -> Int32 {
    guard let path = tree.path(of: number) else { return -1 }
    let descriptor = open(path.isEmpty ? [UInt8(ascii: ".")] : path)
    guard descriptor >= 0 else { return -1 }
    var status = stat()
    if fstat(descriptor, &status) == 0, FolderIdentity(FileStatus(status)) == tree.folders[Int(number)].identity {
      return descriptor
    }
    close(descriptor)
    return -1
  }

  /// What was asked of a folder that is not as it should be is still to be seen. Shape: `error` is what opening it failed with, if it did.
  func doubt(_ number: Int32, _ mark: FolderMarks, _ error: Int32 = 0) {
    if ErrorNumber.isScarcity(error) { shortage = error }
    if number == 0 { phase.suspectRoot() }
    queue.doubt(number, mark)
  }

  private func open(_ path: [UInt8]) -> Int32 { SystemCall.openFolder(rootFolder.number, path + [0]) }

  /// Reads all names of an open folder.
  func readWhole(_ look: Look) {
    let parent = tree.folders[Int(look.number)].parent
    let spot = FolderSpot(descriptor: look.descriptor, path: look.path, depth: tree.depth(of: look.number) ?? 0)
    let above = parent >= 0 ? tree.folders[Int(parent)].ignores : nil
    let contents = rootFolder.rules.contents(of: spot, ignores: above)
    if ErrorNumber.isScarcity(contents.failure) {
      return doubt(look.number, FolderMarks(isWhole: true, names: look.mayDiffer), contents.failure)
    }
    take(contents, look)
  }

  /// Looks at single names; answers false where the folder has to be read whole.
  private func update(_ names: [[UInt8]: Bool], _ look: Look) -> Bool {
    let index = Int(look.number)
    if tree.folders[index].isCatalogue { return true }
    var unknown: [FolderName] = []
    var scope: Set<[UInt8]> = []
    for (name, mayDiffer) in names {
      if pending.contains(PendingFiles.Place(folder: look.number, name: name)) { continue }
      var status = stat()
      let result = SystemCall.status(look.descriptor, name + [0], &status)
      let kind = FileKind(mode: UInt32(status.st_mode))
      // Where nobody may ask what it is, the list of names says whether it is there.
      if result < 0, result != -ENOENT { return false }
      if result >= 0, kind == .link { return false }
      if result >= 0, kind == .regular, status.st_nlink < 2, isMadeAgain(name, in: look.number) { continue }
      if result >= 0, kind == .regular, let place = tree.folders[index].index(of: name, isFolder: false) {
        refresh(place, status, look, mayDiffer: mayDiffer)
        continue
      }
      scope.insert(name)
      if result >= 0 { unknown.append(FolderName(bytes: name, kind: kind)) }
    }
    if scope.isEmpty { return true }
    let spot = FolderSpot(descriptor: look.descriptor, path: look.path, depth: tree.depth(of: look.number) ?? 0)
    let contents = rootFolder.rules.contents(of: spot, names: unknown, ignores: tree.folders[index].ignores)
    if !contents.problems.isEmpty { return false }
    var look = look
    look.scope = scope
    take(contents, look)
    return true
  }

  /// True where a name was removed by all that was read, and stands there all the same: the event of its making is still to be read.
  /// It is waited for like any file that is made.
  private func isMadeAgain(_ name: [UInt8], in number: Int32) -> Bool {
    if events.gone.isEmpty { return false }
    let place = PendingFiles.Place(folder: number, name: name)
    return events.gone.contains(place) && pending.wait(for: place, now: now)
  }

  /// Looks at single names of a folder without opening it, where all of them are files as before. Answers false, having done nothing, where that
  /// is not so, or anything about the folder is out of the ordinary.
  private func refresh(_ names: [[UInt8]: Bool], in number: Int32, _ path: [UInt8]) -> Bool {
    guard events.gone.isEmpty, number > 0, names.count <= Self.fewNames, polling.trustsEvents, folderProblems.areNone(in: number),
      let found = found(names, in: tree.folders[Int(number)], number, path)
    else { return false }
    let look = Look(number: number, descriptor: -1, path: path, mayDiffer: names)
    for (place, status, mayDiffer) in found { refresh(place, status, look, mayDiffer: mayDiffer) }
    return true
  }

  /// Names that are files as before, by their places in the folder; nil where one is not, or the folder is not what it was.
  private func found(
    _ names: [[UInt8]: Bool], in folder: WatchedFolder, _ number: Int32, _ path: [UInt8]
  ) -> [(place: Int, status: stat, mayDiffer: Bool)]? {
    guard folder.watch >= 0, !folder.isCatalogue else { return nil }
    var way = path
    way.reserveCapacity(path.count + 256)
    way.append(0)
    var status = stat()
    let result = way.withUnsafeBufferPointer { SystemCall.status(rootFolder.number, $0.baseAddress, &status) }
    guard result >= 0, FolderIdentity(FileStatus(status)) == folder.identity else { return nil }
    var found: [(place: Int, status: stat, mayDiffer: Bool)] = []
    for (name, mayDiffer) in names where !pending.contains(PendingFiles.Place(folder: number, name: name)) {
      guard let place = folder.index(of: name, isFolder: false) else { return nil }
      way.removeSubrange(path.count...)
      way.append(UInt8(ascii: "/"))
      way += name
      way.append(0)
      let result = way.withUnsafeBufferPointer { SystemCall.status(rootFolder.number, $0.baseAddress, &status) }
      guard result >= 0, FileKind(mode: UInt32(status.st_mode)) == .regular else { return nil }
      found.append((place, status, mayDiffer))
    }
    return found
  }

  /// A known file that is still a file: it stays where it is among the names.
  private func refresh(_ place: Int, _ status: stat, _ look: Look, mayDiffer: Bool) {
    let old = tree.folders[Int(look.number)].entries[place]
    let new = entry(like: old, SeenStatus(status))
    if mayDiffer || new.status != old.status || new.changed != old.changed {
      let name = tree.folders[Int(look.number)].name(of: old)
      noteNames(name, status.st_nlink > 1, new, look, was: old)
      note(look.path(of: name), was: old, mayDiffer: mayDiffer)
    }
    tree.folders[Int(look.number)].entries[place] = new
  }

  /// Notes a file that changed or came, if it has other names, or may get some.
  func noteNames(_ name: [UInt8], _ hasOtherNames: Bool, _ entry: WatchedEntry, _ look: Look, was old: WatchedEntry?) {
    let identity = FolderIdentity(entry.status)
    let before = old.map { FolderIdentity($0.status) }
    if let old, before != identity { noteGone(old) }
    let place = PendingFiles.Place(folder: look.number, name: name)
    if before != identity, entry.status.kind == .regular, !identity.isUnknown { fileWatches.note(place, now: now) }
    guard hasOtherNames || isBound(name, in: look.number) else { return }
    hardLinks.note(place, identity, isChanged: !phase.isFirstLook, isNew: !phase.isFirstLook && before != identity)
  }

  /// Notes that a name went, or stands for another file.
  func noteGone(_ entry: WatchedEntry) {
    hardLinks.noteGone(FolderIdentity(entry.status))
    fileWatches.noteGone()
  }

  /// Looks at all files where something was written that nobody can find out about otherwise.
  func lookForUnseenWrites() {
    unseenWrites.endLook { state(of: $0) }
    guard let deadline = unseenWrites.deadline(interval: PollSchedule.interval(files: tree.entryCount)),
      carry.isBarrier || deadline <= now
    else { return }
    unseenWrites.compare(now: now)
    markEverything()
    work()
  }

  /// What is known of a name. One that is left out and stands for a file without other names need not be known.
  private func state(of place: PendingFiles.Place) -> UnseenWrites.State {
    let folder = tree.folders[Int(place.folder)]
    if !folder.isUsed { return .folderGone }
    if pending.contains(place) || folder.index(of: place.name, isFolder: false) != nil { return .seen }
    if folder.index(of: place.name, isFolder: true) != nil { return .seen }
    guard let path = tree.path(of: place.folder) else { return .absent }
    var status = stat()
    let name = (path.isEmpty ? [] : path + [UInt8(ascii: "/")]) + place.name + [0]
    let result = name.withUnsafeBufferPointer { SystemCall.status(rootFolder.number, $0.baseAddress, &status) }
    if result < 0 { return .absent }
    return FileKind(mode: UInt32(status.st_mode)) != .regular || status.st_nlink < 2 ? .seen : .absent
  }

  /// Looks at the other names of files that changed, and at symbolic links, which may lead to what changed.
  func lookAtHardLinks() {
    if log.isEmpty && !carry.haveTargetsChanged || folderProblems.hasNoLinks && hardLinks.changed.isEmpty { return }
    leftOutTargets.forget()
    for number in folderProblems.foldersWithLinks {
      queue.mark(number)
      for name in folderProblems.links(in: number) where mayLookTheSame(PendingFiles.Place(folder: number, name: name)) {
        queue.mark(name, in: number, mayDiffer: true)
      }
    }
    work()
    for _ in 0..<4 where !hardLinks.changed.isEmpty {
      hardLinks.seek(in: tree)
      for place in hardLinks.takeChanged() where tree.folders[Int(place.folder)].isUsed {
        queue.mark(place.name, in: place.folder, mayDiffer: mayLookTheSame(place))
      }
      work()
    }
    for watch in hardLinks.prune(tree) where ignoreFiles.folders(ofWatch: watch).isEmpty { backend.remove(watch) }
  }

  /// True for a file that may have been written through another name without looking different, and is not reported anyway.
  private func mayLookTheSame(_ place: PendingFiles.Place) -> Bool {
    let folder = tree.folders[Int(place.folder)]
    guard let index = folder.index(of: place.name, isFolder: false), folder.entries[index].isFresh,
      let path = tree.path(of: place.folder)
    else { return false }
    return !log.has(path.isEmpty ? place.name : path + [UInt8(ascii: "/")] + place.name)
  }

  /// Watches files that have several names, and has the next drain look at them once more: something may have been written before they were watched. This one
  /// does not: what is in doubt is to be looked at only after more events are read. Shape: with `mayDiffer`, what was written may look the same.
  func watchHardLinks(mayDiffer: Bool = false) {
    if hardLinks.unwatched.isEmpty { return }
    for identity in hardLinks.takeUnwatched() {
      let places = hardLinks.places(of: identity, in: tree)
      guard let place = places.first, let folder = tree.path(of: place.folder) else { continue }
      let path = (folder.isEmpty ? [] : folder + [UInt8(ascii: "/")]) + place.name + [0]
      let file = path.withUnsafeBufferPointer { SystemCall.openPath(rootFolder.number, $0.baseAddress) }
      guard file >= 0 else { continue }
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0, FolderIdentity(FileStatus(status)) == identity else { continue }
      // Of a bound file one place is where it is bound, the other where it is from.
      guard status.st_nlink > 1 || places.contains(where: { isBound($0.name, in: $0.folder) }) else { continue }
      hardLinks.watch(identity, by: hardLinks.mayWatch ? addWatch(to: file) : -ENOSPC)
      for place in places { queue.mark(place.name, in: place.folder, mayDiffer: mayDiffer && entry(at: place)?.isFresh == true) }
    }
  }

  /// Looks at files with several names that cannot be watched, where that is due or somebody asks.
  func lookAtPolledHardLinks() {
    guard let deadline = hardLinks.deadline, carry.isBarrier || deadline <= now else { return }
    hardLinks.sweep(now: now)
    for place in hardLinks.polledPlaces(in: tree) {
      // While a write can still leave what was seen, each look is a doubt.
      let mayDiffer = entry(at: place).map { freshness.isLasting($0, now: now) } ?? false
      queue.mark(place.name, in: place.folder, mayDiffer: mayDiffer)
    }
  }

  /// Looks at symbolic links to what is not watched, where that is due or somebody asks.
  func lookAtLeftOutTargets() {
    guard let deadline = leftOutTargets.deadline(folderProblems), carry.isBarrier || deadline <= now else { return }
    for number in leftOutTargets.sweep(tree, folderProblems, now: now) where tree.folders[Int(number)].isUsed {
      queue.mark(number)
    }
    for place in leftOutTargets.places where tree.folders[Int(place.folder)].isUsed {
      let mayDiffer = entry(at: place).map { freshness.isLasting($0, now: now) } ?? false
      queue.mark(place.name, in: place.folder, mayDiffer: mayDiffer)
    }
  }

  /// An entry with a new status. Shape: `newest` is a change that had been seen when the file was looked at; the newest ever, where that is now.
  func entry(like old: WatchedEntry, _ seen: SeenStatus, newest: Int64? = nil) -> WatchedEntry {
    var entry = old
    entry.status = seen.status
    entry.changed = seen.changed
    if !old.isLeft { freshness.change(from: old.changed, to: seen.changed, now: now) }
    freshness.see(seen.changed, now: now)
    entry.isFresh = freshness.isFresh(seen.changed, newest: newest)
    return entry
  }

  /// Notes what a path was, unless the tree is being read for the first time.
  func note(_ path: @autoclosure () -> [UInt8], was entry: WatchedEntry?, mayDiffer: Bool = false) {
    if !phase.isFirstLook { log.note(path(), was: entry, mayDiffer: mayDiffer) }
  }
}

/// A look at an open folder.
struct Look {
  /// The number of the folder.
  var number: Int32
  /// The open folder, or -1 where it cannot be opened.
  var descriptor: Int32
  /// Its path.
  var path: [UInt8]
  /// The names looked at; nil for all.
  var scope: Set<[UInt8]>?
  /// Names whose bytes may be others though the status is the same.
  var mayDiffer: [[UInt8]: Bool] = [:]
  /// False where the folder had no watch before this look, so that no event told of its files.
  var hadWatch = true

  /// The path of a name in the folder.
  func path(of name: [UInt8]) -> [UInt8] { path.isEmpty ? name : path + [UInt8(ascii: "/")] + name }
}
