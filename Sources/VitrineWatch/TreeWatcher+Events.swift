// From events to places to look at.

import Glibc
import VitrineFiles
import VitrineSystem

extension TreeWatcher {
  /// Marks a folder to be read whole.
  func mark(_ number: Int32) { marks[number, default: FolderMarks()].isWhole = true }

  /// Marks a name to be looked at.
  func mark(_ name: [UInt8], in number: Int32, mayDiffer: Bool = false) {
    marks[number, default: FolderMarks()].add(name, mayDiffer: mayDiffer)
  }

  /// Reads the events that are there and notes where to look. Answers true where some were lost, and everything will be looked at.
  func readEvents() -> Bool {
    var event = WatchEvent()
    var count = 0
    var overflowed = false
    var read = EventsRead()
    while count < Self.mostEvents, backend.next(&event) {
      count += 1
      if event.events.contains(.overflow) {
        overflowed = true
      } else if event.watch == cookies.watch {
        takeCookie(event)
      } else if let number = tree.byWatch[event.watch] {
        if event.name.isEmpty { takeOwn(event, number) } else { take(event, in: number, &read) }
      }
    }
    hasMoreEvents = count == Self.mostEvents
    if overflowed { loseEvents() }
    for place in read.created where pending.contains(place) { checkCreated(place) }
    gone = read.gone
    return overflowed
  }

  /// What the events of one drain came to, file by file.
  private struct EventsRead {
    /// The names that were made.
    var created: [PendingFiles.Place] = []
    /// The names of which the last event says that they were removed.
    var gone: Set<PendingFiles.Place> = []
    /// Files that are being written and were renamed, by the cookies of the events.
    var moving: [UInt32: PendingFiles.Waiting] = [:]
  }

  /// An event of a watched folder itself.
  private func takeOwn(_ event: WatchEvent, _ number: Int32) {
    if number == 0, !event.events.isDisjoint(with: [.deletedSelf, .movedSelf, .unmounted, .ignored]) { isRootSuspect = true }
    if event.events.contains(.attributes), number == 0 {
      foldersBack.insert(0)
      mark(0)
    }
    guard event.events.contains(.ignored) else { return }
    tree.byWatch[event.watch] = nil
    tree.folders[Int(number)].watch = -1
    let identity = tree.folders[Int(number)].identity
    if tree.byIdentity[identity] == number, number != 0 { tree.byIdentity[identity] = nil }
    // Should it be in its place all the same, it is another folder with the same number, or has lost its watch.
    mark(number)
    markPlace(of: number)
  }

  /// Has the folder above look whether a folder is still where it should be.
  func markPlace(of number: Int32) {
    let folder = tree.folders[Int(number)]
    if folder.parent >= 0 { mark(folder.name, in: folder.parent) }
  }

  /// An event of a name in a watched folder.
  private func take(_ event: WatchEvent, in number: Int32, _ read: inout EventsRead) {
    let name = event.name
    if name.elementsEqual(FileTree.ignoreName.utf8) { return mark(number) }
    if FolderRules.skips(name) { return }
    if number != 0, name.elementsEqual(FileTree.manifestName.utf8) { mark(number) }
    if tree.folders[Int(number)].isCatalogue { return }
    if event.events.contains(.isFolder) { return mark(name, in: number) }
    let place = PendingFiles.Place(folder: number, name: name)
    // Not so of a name that was moved away: of two that change places at once, the last event of one says that it went.
    if event.events == .deleted { read.gone.insert(place) } else { read.gone.remove(place) }
    switch event.events {
    case .modified:
      if !pending.wait(for: place, now: now, isWritten: true) { mark(name, in: number, mayDiffer: true) }
    case .created:
      if pending.wait(for: place, now: now) { read.created.append(place) } else { mark(name, in: number) }
    case .attributes:
      if !pending.contains(place) { mark(name, in: number) }
    case .movedFrom:
      read.moving[event.cookie] = pending.remove(place)
      mark(name, in: number)
    case .movedTo:
      _ = pending.remove(place)
      if let waiting = read.moving.removeValue(forKey: event.cookie) { return pending.insert(waiting, at: place) }
      mark(name, in: number, mayDiffer: true)
    default:
      _ = pending.remove(place)
      mark(name, in: number, mayDiffer: event.events.contains(.closed))
    }
  }

  /// A new name is only waited for where somebody may be writing: links are there at once.
  private func checkCreated(_ place: PendingFiles.Place) {
    guard let path = tree.path(of: place.folder) else { return }
    var status = stat()
    let name = (path.isEmpty ? [] : path + [UInt8(ascii: "/")]) + place.name + [0]
    let result = name.withUnsafeBufferPointer { SystemCall.status(rootFolder.number, $0.baseAddress, &status) }
    if result >= 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink < 2 { return }
    _ = pending.remove(place)
    mark(place.name, in: place.folder)
  }

  /// Marks the files that were waited for long enough; on a barrier also those that nobody is known to write.
  func takeDueFiles() {
    let now = now
    let isBarrier = isBarrier
    for (place, waiting) in pending.take(where: { $0.deadline <= now || (isBarrier && !$0.isWritten) }) {
      if waiting.deadline > now, !waiting.isFound, isEmpty(place) {
        pending.insert(waiting, at: place)
      } else {
        mark(place.name, in: place.folder, mayDiffer: true)
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
    foldersBack.insert(0)
    restart()
  }

  /// Has the next drain list everything from the disk as if nothing were known yet, so that nothing that is believed wrongly stays.
  package func relist() {
    loseEvents()
    let top = tree.folders[0]
    for entry in top.entries {
      let name = top.name(of: entry)
      if entry.isFolder { detach(entry.child, path: name) } else { note(name, was: entry.status) }
    }
    tree.folders[0].names = []
    tree.folders[0].entries = []
    for number in orphans { drop(number) }
    orphans = []
  }

  /// Begins anew with no watches, and has everything looked at again.
  func restart() {
    let failure = backend.reset()
    tree.byWatch = [:]
    polled = [:]
    isLimitReached = false
    hasLostEvents = true
    cookies.loseEvents()
    isBarrier = isBarrier || cookies.hasPlain
    marks = [:]
    unsure = [:]
    _ = pending.take { _ in true }
    if failure != 0 { isLimitReached = true }
    for index in tree.folders.indices where tree.folders[index].isUsed {
      tree.folders[index].watch = -1
      mark(Int32(index))
    }
    testEvents()
  }
}
