// A change made for the first time: the entry, the new texts beside their places, the disk, the new names.

import Glibc
import VitrineChanges
import VitrineFiles
import VitrineSource
import VitrineSystem

extension JournalWriter {
  /// Up to so many files each is forced to the disk by itself; of more, the whole file system is, once.
  static var fewFiles: Int { 8 }

  /// Writes the entry and says that texts are being written.
  func begin(_ number: Int, _ entry: JournalEntry) throws(FileError) {
    var desk = FileDesk(writer.root, calls)
    let folder = JournalPlaces.entryFolder(number)
    let text = entry.json
    let spot = Spot(folder: folder, name: JournalPlaces.entry)
    guard text.count <= FileReader.defaultLimit else {
      throw FileError(.create, spot.path, .tooLarge(size: text.count, limit: FileReader.defaultLimit))
    }
    try give(number)
    // Without a state it is no entry yet: what is left of it goes when somebody looks.
    try desk.makeFolder(folder)
    try desk.write(spot, text, isForced: true)
    try desk.write(journal.stateSpot(number, .staging), [], isForced: false)
  }

  /// Writes the new texts beside their places, and gives the old ones a second name; many on all cores.
  ///
  /// Errors: the first that failed; the rest may be there.
  func stage(
    _ prepared: PreparedPlan, _ number: Int, _ entry: JournalEntry, _ folders: inout FolderIdentities, _ count: WorkCount?
  ) throws(FileError) {
    count?.begin("writing", of: prepared.steps.count)
    var desk = FileDesk(writer.root, calls)
    for folder in prepared.madeFolders {
      do throws(FileError) { try desk.makeFolder(folder) } catch { throw error.sincePrepared }
      folders.note(folder)
    }
    try makeTrash(entry, number, &desk)
    let (root, calls, steps) = (writer.root, self.calls, prepared.steps)
    let isForced = prepared.writtenCount <= Self.fewFiles
    let failures = Parallel.map(steps.count, state: { [folders] in FileDesk(root, calls, in: folders) }) { desk, index in
      defer { count?.advance() }
      return Result<Void, FileError> { () throws(FileError) in
        do throws(FileError) {
          try desk.stage(steps[index], StepPlace(number: number, index: index), isForced: isForced)
        } catch {
          throw error.sincePrepared
        }
      }
    }
    for failure in failures { try failure.get() }
  }

  /// Forces all that was staged to the disk: a few texts were by themselves, of many the file systems they lie on are.
  func force(_ prepared: PreparedPlan, _ number: Int, _ entry: JournalEntry) throws(FileError) {
    guard prepared.writtenCount > Self.fewFiles else { return }
    try forceFileSystems(entry, number)
  }

  /// Gives every file its new name, after a last look at the old one; folders that are empty then go.
  ///
  /// Errors: a file is not what it was, or its folder is not where it was; what the system said.
  func apply(_ prepared: PreparedPlan, _ number: Int, _ folders: FolderIdentities, _ count: WorkCount?) throws(FileError) {
    count?.begin("putting in place", of: prepared.steps.count)
    var desk = FileDesk(writer.root, calls, in: folders)
    for (index, step) in prepared.steps.enumerated() {
      guard folders.stand(for: step.step) else { throw FileError(step.operation, step.shownPath, .vanished) }
      try desk.apply(step, StepPlace(number: number, index: index))
      count?.advance()
    }
    var leaving = FileDesk(writer.root, calls)
    for folder in prepared.leftFolders { try leaving.removeFolder(folder.path) }
  }

  /// Forces the new names to the disk.
  func forceFolders(_ entry: JournalEntry, _ number: Int) throws(FileError) {
    var folders: Set<[UInt8]> = []
    for (index, step) in entry.steps.enumerated() {
      let place = StepPlace(number: number, index: index)
      folders.insert(Spot(step.path).folderKey)
      if case .move(_, let to, _) = step { folders.insert(Spot(to).folderKey) }
      if case .remove(let path, _) = step { folders.insert(place.trashed(path).folderKey) }
      if folders.count > Self.fewFiles { break }
    }
    for folder in entry.madeFolders + entry.leftFolders.map(\.path) {
      if folders.count > Self.fewFiles { break }
      folders.insert(Spot(folder).folderKey)
    }
    guard folders.count <= Self.fewFiles else { return try forceFileSystems(entry, number) }
    var desk = FileDesk(writer.root, calls)
    for folder in folders.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      try desk.syncFolder(Path(bytes: folder))
    }
  }

  /// Forces each file system that the change touches to the disk, whole. Source: syncfs(2).
  private func forceFileSystems(_ entry: JournalEntry, _ number: Int) throws(FileError) {
    var desk = FileDesk(writer.root, calls)
    var devices: Set<UInt64> = []
    var last: [UInt8]?
    for folder in [JournalPlaces.entryFolder(number), ""] { try desk.syncFileSystem(folder, &devices) }
    for step in entry.steps {
      let folder = Spot(step.path).folderKey
      if folder != last { try desk.syncFileSystem(Path(bytes: folder), &devices) }
      last = folder
      if case .move(_, let to, _) = step { try desk.syncFileSystem(Spot(to).folder, &devices) }
    }
  }

  /// Makes the folders of the trash that removed files go to, and the note that says who removed them.
  func makeTrash(_ entry: JournalEntry, _ number: Int, _ desk: inout FileDesk) throws(FileError) {
    var hasNote = false
    for (index, step) in entry.steps.enumerated() {
      guard case .remove(let path, _) = step else { continue }
      try desk.makeFolders(StepPlace(number: number, index: index).trashed(path).folder)
      guard !hasNote else { continue }
      hasNote = true
      try desk.writeNote(entry.head, number)
    }
  }
}

extension FileDesk {
  /// Writes a new file; one that is in the way is a failure.
  mutating func write(_ spot: Spot, _ bytes: [UInt8], like status: FileStatus? = nil, isForced: Bool) throws(FileError) {
    let folder = folder(of: spot)
    let mode: mode_t = status == nil ? 0o666 : 0o600
    let descriptor =
      folder < 0 ? folder : calls.open(folder, spot.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileError(.create, spot.path, errno: -descriptor) }
    var result = calls.fill(descriptor, with: bytes, like: status)
    if result >= 0, isForced { result = calls.sync(descriptor) }
    let closed = calls.close(descriptor)
    if result >= 0 { result = closed }
    if result < 0 { throw FileError(.create, spot.path, errno: -result) }
  }

  /// Writes a staged file. What has its name was left behind: only the one who has the lock writes such, and each of them has another name.
  private mutating func write(
    staged spot: Spot, _ bytes: [UInt8], like status: FileStatus?, isForced: Bool
  ) throws(FileError) {
    do throws(FileError) { try write(spot, bytes, like: status, isForced: isForced) } catch {
      guard error.cause == .system(EEXIST) else { throw error }
      try remove(spot)
      try write(spot, bytes, like: status, isForced: isForced)
    }
  }

  /// Writes the note of the trash that says who removed what lies there, unless it is there already.
  mutating func writeNote(_ head: JournalEntry.Head, _ number: Int) throws(FileError) {
    let note = JournalPlaces.trashNote(number)
    guard try status(note) == nil else { return }
    try write(note, JournalEntry(head: head, steps: []).json, isForced: false)
  }

  /// Readies a step: nothing has its new name afterwards.
  fileprivate mutating func stage(_ step: PreparedStep, _ place: StepPlace, isForced: Bool) throws(FileError) {
    do throws(FileError) {
      if let original = step.text?.original {
        try take(original, as: place.temporary(for: step.step.newPath), isForced: isForced)
      } else if let text = step.text {
        try write(staged: place.temporary(for: step.step.newPath), text.bytes, like: step.status, isForced: isForced)
      } else if let origin = step.origin {
        try keep(origin, as: place.slot(.new), copy: place.copy, shown: step.shownPath)
      }
      if case .replace(let path, _, _) = step.step {
        try keep(Spot(path), as: place.slot(.old), copy: place.copy, shown: step.shownPath)
      }
    } catch {
      if step.text?.original?.path == error.path { throw error }
      throw FileError(step.operation, step.shownPath, error.cause)
    }
  }

  /// Does a step that was readied, after a last look.
  fileprivate mutating func apply(_ step: PreparedStep, _ place: StepPlace) throws(FileError) {
    let source = step.text == nil ? place.slot(.new) : place.temporary(for: step.step.newPath)
    switch step.step {
    case .create(let path, _): try rename(source, Spot(path), isNew: true, copy: place.copy, shown: step.shownPath)
    case .replace(let path, let before, _):
      try check(path, before, step)
      try rename(source, Spot(path), isNew: false, copy: place.copy, shown: step.shownPath)
    case .remove(let path, let before):
      try check(path, before, step)
      try rename(Spot(path), place.trashed(path), isNew: false, copy: place.copy, shown: step.shownPath)
    case .drop(let path, let before):
      try check(path, before, step)
      try rename(Spot(path), place.slot(.old), isNew: false, copy: place.copy, shown: step.shownPath)
    case .move(let from, let to, let content):
      try check(from, content, step)
      try rename(Spot(from), Spot(to), isNew: true, copy: place.copy, shown: step.shownPath)
    }
  }

  private mutating func check(_ path: Path, _ content: FileContent, _ step: PreparedStep) throws(FileError) {
    switch try found(Spot(path), content) {
    case .same: return
    case .nothing: throw FileError(step.operation, step.shownPath, .vanished)
    case .other: throw FileError(step.operation, step.shownPath, .changed)
    }
  }

  /// Forces the file system of a folder to the disk, unless it was already.
  fileprivate mutating func syncFileSystem(_ path: Path, _ devices: inout Set<UInt64>) throws(FileError) {
    let folder = folder(of: Spot(folder: path, name: ""))
    guard folder >= 0 else { return }
    var status = stat()
    guard fstat(folder, &status) == 0, devices.insert(UInt64(status.st_dev)).inserted else { return }
    let result = calls.syncAll(folder)
    if result < 0, result != -EROFS { throw FileError(.write, path.isEmpty ? "." : path, errno: -result) }
  }
}

extension PreparedStep {
  /// What a failure is called.
  fileprivate var operation: FileOperation {
    switch step {
    case .create: .create
    case .replace, .drop, .move: .write
    case .remove: .remove
    }
  }
}

extension PreparedPlan {
  /// How many files are written.
  fileprivate var writtenCount: Int { steps.count { $0.text != nil || $0.origin != nil } }
}

extension JournalStep {
  /// Where a new text comes to stand: for all but a move, the path itself.
  var newPath: Path {
    if case .move(_, let to, _) = self { to } else { path }
  }
}

extension FileError {
  /// This failure, where the path led to a file or folder when the change was prepared: what is not there by now went meanwhile.
  var sincePrepared: FileError { cause == .system(ENOENT) ? FileError(operation, path, .vanished) : self }
}
