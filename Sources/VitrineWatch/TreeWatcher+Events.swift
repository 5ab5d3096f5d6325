// From events to places to look at.

import Glibc
import VitrineFiles
import VitrineSystem

extension TreeWatcher {
  /// Reads the events that are there and notes where to look. Answers true where some were lost, and everything will be looked at.
  func readEvents() -> Bool {
    var event = WatchEvent()
    var count = 0
    var overflowed = false
    events = NameEvents()
    while count < Self.mostEvents, backend.next(&event) {
      count += 1
      if event.events.contains(.overflow) {
        overflowed = true
      } else if event.watch == cookies.watch {
        takeCookie(event)
      } else if let number = tree.byWatch[event.watch] {
        if event.name.isEmpty { takeOwn(event, number) } else { take(event, in: number) }
      } else {
        takeOfFile(event)
      }
    }
    carry.hasMore = count == Self.mostEvents
    if overflowed { loseEvents() }
    for place in events.created where pending.contains(place) { checkCreated(place) }
    return overflowed
  }

  /// An event of a watched file: what it is watched for may be several things.
  private func takeOfFile(_ event: WatchEvent) {
    let folders = ignoreFiles.folders(ofWatch: event.watch)
    if !folders.isEmpty { take(event, ofIgnoreFileIn: folders) }
    if let file = hardLinks.file(ofWatch: event.watch) {
      take(event, ofFile: file)
    } else if let file = fileWatches.file(ofWatch: event.watch) {
      take(event, of: file)
    }
  }

  /// An event of a watched folder itself.
  private func takeOwn(_ event: WatchEvent, _ number: Int32) {
    if number == 0, !event.events.isDisjoint(with: [.deletedSelf, .movedSelf, .unmounted, .ignored]) { phase.suspectRoot() }
    if event.events.contains(.attributes), number == 0 {
      carry.foldersBack.insert(0)
      queue.mark(0)
    }
    guard event.events.contains(.ignored) else { return }
    tree.loseWatch(of: number)
    if number != 0 { tree.loseIdentity(of: number) }
    // Should it be in its place all the same, it is another folder with the same number, or has lost its watch.
    queue.mark(number)
    markPlace(of: number)
  }

  /// An event of a file with several names, through whichever of them.
  private func take(_ event: WatchEvent, ofFile file: FolderIdentity) {
    if event.events.contains(.ignored) {
      fileWatches.loseWatch(event.watch, now: now)
      return hardLinks.loseWatch(event.watch)
    }
    for place in hardLinks.places(of: file, in: tree) { events.take(event, at: place, &queue, &pending, now: now) }
  }

  /// Has the folder above look whether a folder is still where it should be.
  func markPlace(of number: Int32) {
    let folder = tree.folders[Int(number)]
    if folder.parent >= 0 { queue.mark(folder.name, in: folder.parent) }
  }

  /// An event of a name in a watched folder.
  private func take(_ event: WatchEvent, in number: Int32) {
    let name = event.name
    if name.elementsEqual(FileTree.ignoreName.utf8) { return queue.mark(number) }
    if FolderRules.skips(name) { return }
    if number != 0, name.elementsEqual(FileTree.manifestName.utf8) { queue.mark(number) }
    if tree.folders[Int(number)].isCatalogue { return }
    let place = PendingFiles.Place(folder: number, name: name)
    unseenWrites.take(event, at: place)
    if event.events.contains(.isFolder) { return queue.mark(name, in: number) }
    events.take(event, at: place, &queue, &pending, now: now)
  }

  /// A new name is only waited for where somebody may be writing: links are there at once.
  private func checkCreated(_ place: PendingFiles.Place) {
    guard let path = tree.path(of: place.folder) else { return }
    var status = stat()
    let name = (path.isEmpty ? [] : path + [UInt8(ascii: "/")]) + place.name + [0]
    let result = name.withUnsafeBufferPointer { SystemCall.status(rootFolder.number, $0.baseAddress, &status) }
    if result >= 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink < 2 { return }
    _ = pending.remove(place)
    queue.mark(place.name, in: place.folder)
  }

  /// Marks the files that were waited for long enough; on a barrier also those that nobody is known to write.
  func takeDueFiles() {
    let now = now
    let isBarrier = carry.isBarrier
    for (place, waiting) in pending.take(where: { $0.deadline <= now || (isBarrier && !$0.isWritten) }) {
      if waiting.deadline > now, !waiting.isFound, isEmpty(place) {
        pending.insert(waiting, at: place)
      } else {
        queue.mark(place.name, in: place.folder, mayDiffer: true)
      }
    }
  }

  private func isEmpty(_ place: PendingFiles.Place) -> Bool {
    guard let path = tree.path(of: place.folder) else { return false }
    var status = stat()
    let name = (path.isEmpty ? [] : path + [UInt8(ascii: "/")]) + place.name + [0]
    return name.withUnsafeBufferPointer { SystemCall.status(rootFolder.number, $0.baseAddress, &status) } >= 0
      && status.st_size == 0
  }

  /// Has everything looked at again, as events may be lost: nobody knows what was where meanwhile.
  func loseEvents() {
    carry.foldersBack.insert(0)
    restart()
  }

  /// Has the next drain list everything from the disk as if nothing were known yet, so that nothing that is believed wrongly stays.
  package func relist() {
    loseEvents()
    let top = tree.folders[0]
    for entry in top.entries {
      let name = top.name(of: entry)
      if entry.isFolder { detach(entry.child, path: name, isReadAnyway: true) } else { note(name, was: entry) }
    }
    tree.folders[0].names = []
    tree.folders[0].entries = []
    dropOrphans()
  }

  /// Begins anew with no watches, and has everything looked at again.
  func restart() {
    let failure = backend.reset()
    tree.loseWatches()
    hardLinks.loseWatches()
    fileWatches.loseWatches(now: now)
    ignoreFiles.loseWatches()
    polling.restart()
    if failure != 0 { polling.reachLimit() }
    carry.hasLostEvents = true
    cookies.loseEvents()
    carry.isBarrier = carry.isBarrier || cookies.hasPlain
    queue.removeAll()
    _ = pending.take { _ in true }
    markEverything()
    testEvents()
  }

  /// Has all folders read.
  func markEverything() {
    for index in tree.folders.indices where tree.folders[index].isUsed { queue.mark(Int32(index)) }
  }
}
