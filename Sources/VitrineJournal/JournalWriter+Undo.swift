// Changes undone and done again, whole or not at all; and old entries that go.

import Glibc
import VitrineChanges
import VitrineFiles
import VitrineSource
package import VitrineSystem

extension JournalWriter {
  /// The most entries that are kept.
  package static var mostEntries: Int { 100 }
  /// The most that they hold for the way back. Units: bytes.
  package static var mostBytes: Int { 1 << 30 }

  /// Undoes a change that is done.
  ///
  /// Errors: `.refused` with every file that is not as the change left it; then nothing is changed.
  package func undo(_ number: Int) throws(JournalFailure) {
    try turn(number, from: .done, by: .undoing, to: .before, as: .undone)
  }

  /// Does a change again that was undone.
  ///
  /// Errors: as for `undo`.
  package func redo(_ number: Int) throws(JournalFailure) { try turn(number, from: .undone, by: .redoing, to: .after, as: .done) }

  private func turn(
    _ number: Int, from old: JournalState, by way: JournalState, to goal: StepSide, as new: JournalState
  ) throws(JournalFailure) {
    guard journal.state(of: number) == old else { throw .notThere }
    let entry: JournalEntry
    let observations: [StepObservation]
    var faults: [FileError] = []
    do throws(FileError) {
      guard let found = try journal.entry(number) else {
        throw FileError(.read, JournalPlaces.entryFolder(number).appending(JournalPlaces.entry), .lost)
      }
      entry = found
      observations = try self.observations(of: entry, number, isRecovering: false)
      var desk = FileDesk(writer.root, calls)
      for (index, observe) in observations.enumerated() where observe.side != goal.other || !observe.canTurn {
        let place = StepPlace(number: number, index: index)
        faults.append(try desk.fault(of: entry.steps[index], place, turningTo: goal))
      }
    } catch { throw .file(error) }
    if goal == .before { faults += missingHomes(of: entry) }
    guard faults.isEmpty else { throw .refused(faults) }
    var folders: FolderIdentities? = FolderIdentities(of: entry, below: writer.root)
    do throws(FileError) {
      try mark(number, from: old, as: way, isForced: true)
      _ = try turnAll(entry, number, to: goal, observations, in: &folders)
      if goal == .before { try giveBack(entry, number) }
      try mark(number, from: way, as: new, isForced: false)
      if goal == .after { _ = release(entry, isVerified: false) }
    } catch {
      let error = error.sincePrepared
      try turnBack(number, entry, folders, way, after: error)
      throw .file(error)
    }
  }

  /// Brings an entry that could not be turned back to where it was, wherever its folders are now.
  private func turnBack(
    _ number: Int, _ entry: JournalEntry, _ folders: FolderIdentities?, _ way: JournalState, after error: FileError
  ) throws(JournalFailure) {
    do throws(FileError) {
      guard journal.state(of: number) == way else { return }
      let relocation = folders?.relocation() ?? FolderRelocation()
      let entry = try follow(entry, number, relocation)
      try mark(number, from: way, as: way == .undoing ? .redoing : .undoing, isForced: true)
      try settle(number, journal.state(of: number), entry, relocation)
    } catch let back {
      throw .stuck(error, back: back)
    }
  }

  /// Removes the oldest entries beyond what is kept; of what they removed, nothing leaves the trash. The newest entry stays, however large.
  ///
  /// Errors: what the system said; it goes on with the next change.
  package func prune(mostEntries: Int = mostEntries, mostBytes: Int = mostBytes) throws(FileError) {
    let numbers = try journal.numbers()
    var bytes = 0
    for (count, number) in numbers.reversed().enumerated() {
      bytes += journal.kept(number)
      guard count > 0, count >= mostEntries || bytes > mostBytes else { continue }
      try removeEntry(number)
    }
    try removeNotes(Set(journal.numbers()))
  }

  /// Removes the notes of the trash that are about nothing: no file is there, and no change that could bring one back.
  private func removeNotes(_ numbers: Set<Int>) throws(FileError) {
    let names = Set(try FolderNames.names(of: JournalPlaces.trash, below: writer.root))
    var desk = FileDesk(writer.root, calls)
    for name in names where name.hasSuffix(".json") {
      guard let number = JournalPlaces.number(String(name.dropLast(5))) else { continue }
      if !numbers.contains(number), !names.contains(JournalPlaces.name(number)) {
        try desk.remove(JournalPlaces.trashNote(number))
      }
    }
  }
}

extension Journal {
  /// How much an entry holds for the way back. Units: bytes.
  fileprivate func kept(_ number: Int) -> Int {
    var folders = OpenFolders(writer.root.descriptor)
    let folder = folders.descriptor(of: JournalPlaces.entryFolder(number))
    guard folder >= 0 else { return 0 }
    let file = SystemCall.repeated { openat(folder, JournalPlaces.entry, SystemCall.readingFlags) }
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return 0 }
    let start = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = max(0, FileReader.readSome(file, buffer.baseAddress, 64))
    }
    return JournalEntry.kept(inStart: start) + Int(status.st_size)
  }
}
