// Staged files that did not get to their places: removed wherever they are now; and changes followed to where their folders went.

import Glibc
import VitrineChanges
import VitrineFiles
package import VitrineSource
package import VitrineSystem

extension JournalWriter {
  /// Follows a change to where its folders are now: the entry, as it is to be taken back, and what the trash holds for it. The entry as it was where
  /// all folders stand where they stood.
  ///
  /// Errors: what the system said of the trash.
  func follow(
    _ entry: JournalEntry, _ number: Int, _ relocation: FolderRelocation
  ) throws(FileError) -> JournalEntry {
    guard !relocation.moved.isEmpty else { return entry }
    let followed = relocation.entry(entry)
    var desk = FileDesk(writer.root, calls)
    for (index, step) in entry.steps.enumerated() {
      guard case .remove(let path, _) = step else { continue }
      let place = StepPlace(number: number, index: index)
      let (old, new) = (place.trashed(path), place.trashed(followed.steps[index].path))
      guard old.path != new.path, try desk.status(old) != nil else { continue }
      try desk.makeFolders(new.folder)
      try desk.rename(old, new, isNew: false, copy: place.copy, shown: path)
    }
    try rewrite(followed, number, &desk)
    return followed
  }

  /// Writes the text of an entry anew. A full disk does not keep a change from being taken back: then the entry is what it was, which matters to nobody
  /// unless this program dies, too.
  private func rewrite(_ entry: JournalEntry, _ number: Int, _ desk: inout FileDesk) throws(FileError) {
    let folder = JournalPlaces.entryFolder(number)
    let (half, whole) = (Spot(folder: folder, name: "entry.tmp"), Spot(folder: folder, name: JournalPlaces.entry))
    do throws(FileError) {
      try desk.write(half, entry.json, isForced: true)
    } catch {
      return try desk.remove(half)
    }
    try desk.rename(half, whole, isNew: false, copy: "", shown: whole.path)
  }

  /// Removes the staged files of a change wherever they are below the root. Answers how many there were.
  @discardableResult
  func removeStaged(of number: Int) -> Int { removeStaged { $0.change == number } }

  /// Removes every staged file that lies below the root, of whatever change: nobody else can be at work while this writer has the lock. Entries that were
  /// kept for such files go, too. What was interrupted must have been ended before. Answers how many files there were.
  ///
  /// Errors: what the system said of an entry.
  package func removeAllStaged() throws(FileError) -> Int {
    let count = removeStaged { _ in true }
    for number in try journal.numbers() where journal.state(of: number) == .aborted { try removeEntry(number) }
    return count
  }

  private func removeStaged(_ isMeant: (StagedName) -> Bool) -> Int {
    var count = 0
    FolderSearch(isOneCatalogue: true).run(writer.root.descriptor) { visit in
      for name in visit.staged where isMeant(name) && calls.remove(visit.descriptor, name.text) >= 0 { count += 1 }
      return true
    }
    return count
  }

  /// Removes what a change had staged, and then its entry; the entry stays as `aborted` where one of its folders is nowhere, so that its files are
  /// looked for again by the next writer.
  func leave(_ number: Int, _ entry: JournalEntry, isSomethingLost: Bool) throws(FileError) {
    guard isSomethingLost, let state = journal.state(of: number) else { return try removeEntry(number) }
    if state != .aborted { try mark(number, from: state, as: .aborted, isForced: false) }
    let folder = JournalPlaces.entryFolder(number)
    var desk = FileDesk(writer.root, calls)
    let kept = [JournalState.aborted.rawValue, JournalPlaces.entry]
    for name in try FolderNames.names(of: folder, below: writer.root) where !kept.contains(name) {
      try desk.remove(Spot(folder: folder, name: name))
    }
  }

  /// True where a folder that a change worked in, and did not make, is not there.
  func lacksFolders(_ entry: JournalEntry) throws(FileError) -> Bool {
    var desk = FileDesk(writer.root, calls)
    var seen: Set<Path> = [""]
    for step in entry.steps {
      for folder in step.folders where seen.insert(folder).inserted && !entry.madeFolders.contains(folder) {
        let status = try desk.status(Spot(folder))
        if status?.kind != .folder { return true }
      }
    }
    return false
  }
}

extension Journal {
  /// The staged files below the root that belong to no change that is under way, in the order of their paths; at most so many.
  ///
  /// Errors: the journal cannot be read.
  package func leftStagedFiles(atMost most: Int) throws(FileError) -> [Path] {
    let underWay = Set(try unsettled())
    var left: [Path] = []
    FolderSearch(isOneCatalogue: true).run(writer.root.descriptor) { visit in
      for name in visit.staged where !underWay.contains(name.change) { left.append(visit.path.appending(name.text)) }
      return left.count < most
    }
    return left.sorted().prefix(most).map { $0 }
  }
}
