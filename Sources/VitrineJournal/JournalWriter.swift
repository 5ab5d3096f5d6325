// Whoever holds the lock: the one who may change files. Decision 0019 says why.

import Glibc
package import VitrineChanges
import VitrineFiles
package import VitrineSource
package import VitrineSystem

/// Makes changes through the journal. It holds the catalogue's lock as long as it lives.
package struct JournalWriter: ~Copyable {
  /// The journal.
  package let journal: Journal
  private let lock: JournalLock

  /// What writes below the root.
  var writer: FileWriter { journal.writer }
  /// The system calls.
  var calls: WriteCalls { journal.writer.calls }

  /// Takes the lock; `who` is the name that another writer sees who finds it taken. The folder of the journal is made if need be. Units: `timeout` is
  /// milliseconds.
  ///
  /// Errors: `.busy`; what the system said.
  package init(_ journal: Journal, who: String, timeout: Int? = nil) throws(JournalFailure) {
    self.journal = journal
    var desk = FileDesk(journal.writer.root, journal.writer.calls)
    do throws(FileError) {
      if try desk.status(Spot(JournalPlaces.journal)) == nil { try Self.makeHome(&desk) }
      let descriptor = try Self.open(JournalPlaces.lock, O_RDWR | O_CREAT, &desk)
      guard let lock = JournalLock(descriptor, timeout: timeout ?? JournalLock.timeout) else {
        throw FileError(.write, JournalPlaces.lock.path, errno: EWOULDBLOCK)
      }
      self.lock = lock
      // What it says is for people: it may fail.
      let text = Array("pid \(getpid()), \(who)\n".utf8.prefix(200))
      if ftruncate(descriptor, 0) == 0 { _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) } }
    } catch {
      guard error.cause == .system(EWOULDBLOCK) else { throw .file(error) }
      let text = (try? desk.read(JournalPlaces.lock)) ?? nil
      let who = String(decoding: text?.bytes.prefix(200).prefix { $0 >= 0x20 } ?? [], as: UTF8.self)
      throw .busy(who.isEmpty ? "unknown" : who)
    }
  }

  /// Makes `.vitrine` with what keeps git out of it. Several writers may do so at once.
  private static func makeHome(_ desk: inout FileDesk) throws(FileError) {
    // The file of another writer, half written, is there for a moment; one of a program that was killed stays, and is removed.
    let half = Spot(folder: JournalPlaces.home, name: ".gitignore.tmp")
    var attempts = 0
    try desk.makeFolder(JournalPlaces.home)
    while try desk.status(JournalPlaces.ignore) == nil {
      attempts += 1
      do throws(FileError) {
        if attempts.isMultiple(of: 20) { try desk.remove(half) }
        try makeIgnore(half, &desk)
      } catch {
        guard attempts < 200, error.isMissing || error.cause == .system(EEXIST) else {
          // Told is why it could not be written, not what came of tidying up.
          try? desk.remove(half)
          try? desk.removeFolder(JournalPlaces.home)
          throw error
        }
        MonotonicClock.sleep(milliseconds: 5)
      }
    }
    try desk.makeFolder(JournalPlaces.journal)
  }

  /// Writes the file that keeps git out, whole or not at all: it is no journal's business yet.
  private static func makeIgnore(_ half: Spot, _ desk: inout FileDesk) throws(FileError) {
    try desk.makeFolder(JournalPlaces.home)
    try desk.write(half, Array("*\n".utf8), isForced: true)
    try desk.rename(half, JournalPlaces.ignore, isNew: false, copy: "", shown: JournalPlaces.ignore.path)
    // Where the journal's folder is on the disk, nobody looks for this one again.
    try desk.syncFolder(JournalPlaces.home)
  }

  private static func open(_ spot: Spot, _ flags: Int32, _ desk: inout FileDesk) throws(FileError) -> Int32 {
    let folder = desk.folder(of: spot)
    let flags = flags | O_NOFOLLOW | O_CLOEXEC
    let descriptor = folder < 0 ? folder : desk.calls.open(folder, spot.name, flags, 0o666)
    if descriptor < 0 { throw FileError(.create, spot.path, errno: -descriptor) }
    return descriptor
  }

  /// A change that was made.
  package struct Made: Sendable, Hashable {
    /// The number of its entry.
    package let number: Int
    /// How many files it changed, moved or removed.
    package let files: Int
    /// The files outside the catalogue that were to leave, and cannot be removed.
    package let unreleased: [Path]
  }

  /// Makes a change, whole or not at all; nil where the files are so already.
  ///
  /// The order: every file is looked at; the entry is written; new texts are written beside their places, and old ones get a second name in the
  /// journal; all of that is forced to the disk; the entry says `pending`, for sure; then each file gets its new name, the folders are forced
  /// to the disk, and the entry says `done`.
  ///
  /// `count` is given the progress.
  ///
  /// Errors: as in `JournalFailure`.
  package func carryOut(
    _ plan: Plan, as head: JournalEntry.Head, count: WorkCount? = nil
  ) throws(JournalFailure) -> Made? {
    let prepared: PreparedPlan
    let number: Int
    do throws(FileError) {
      prepared = try PreparedPlan(plan, writer, count)
      number = try nextNumber()
    } catch { throw .file(error) }
    guard !prepared.steps.isEmpty else { return nil }
    let entry = prepared.entry(head)
    var folders = FolderIdentities(of: entry, below: writer.root)
    do throws(FileError) {
      try begin(number, entry)
      try stage(prepared, number, entry, &folders, count)
      count?.begin("forcing to the disk")
      try force(prepared, number, entry)
      try mark(number, from: .staging, as: .pending, isForced: true)
      try apply(prepared, number, folders, count)
      count?.begin("forcing to the disk")
      try forceFolders(entry, number)
      try mark(number, from: .pending, as: .done, isForced: false)
    } catch {
      try takeBack(number, entry, folders, after: error)
      throw .file(error)
    }
    return Made(number: number, files: entry.fileCount, unreleased: release(entry, isVerified: true))
  }

  /// Takes back what was begun, wherever its folders are now.
  private func takeBack(
    _ number: Int, _ entry: JournalEntry, _ folders: FolderIdentities, after error: FileError
  ) throws(JournalFailure) {
    let relocation = folders.relocation()
    do throws(FileError) {
      let entry = try follow(entry, number, relocation)
      if journal.state(of: number) == .pending { try mark(number, from: .pending, as: .failing, isForced: true) }
      try settle(number, journal.state(of: number), entry, relocation)
    } catch let back {
      throw .stuck(error, back: back)
    }
  }

  /// A number that no change had: the one after all that the journal and the trash have seen, and after the last that was given, which an empty
  /// file's name says.
  private func nextNumber() throws(FileError) -> Int {
    let trashed = try FolderNames.names(of: JournalPlaces.trash, below: writer.root).compactMap { JournalPlaces.number($0) }
    let given = try FolderNames.names(of: JournalPlaces.home, below: writer.root).compactMap { JournalPlaces.lastNumber($0) }
    return max(try journal.numbers().last ?? 0, trashed.max() ?? 0, given.max() ?? 0) + 1
  }

  /// Says that a number is given. Only the first time that needs any space.
  func give(_ number: Int) throws(FileError) {
    var desk = FileDesk(writer.root, calls)
    let spot = Spot(folder: JournalPlaces.home, name: JournalPlaces.lastNumber(number))
    let given = try FolderNames.names(of: JournalPlaces.home, below: writer.root).filter { JournalPlaces.lastNumber($0) != nil }
    guard let last = given.first else { return try desk.write(spot, [], isForced: false) }
    try desk.rename(Spot(folder: spot.folder, name: last), spot, isNew: false, copy: "", shown: spot.path)
  }

  /// Gives an entry another state.
  func mark(_ number: Int, from old: JournalState, as new: JournalState, isForced: Bool) throws(FileError) {
    var desk = FileDesk(writer.root, calls)
    let (from, to) = (journal.stateSpot(number, old), journal.stateSpot(number, new))
    try desk.rename(from, to, isNew: false, copy: "", shown: to.path)
    if isForced {
      try desk.syncFolder(JournalPlaces.entryFolder(number))
      try desk.syncFolder(JournalPlaces.journal)
    }
  }
}
