// Changes that were interrupted, ended one way or the other.

import Glibc
import VitrineChanges
import VitrineFiles
import VitrineSource
package import VitrineSystem

extension JournalWriter {
  /// Ends every change that was interrupted, and removes what is left of it. Answers what became of them, in their order.
  ///
  /// Errors: what the system said; then it can be tried again.
  package func recover() throws(FileError) -> [RecoveredChange] {
    var recovered: [RecoveredChange] = []
    for number in try journal.numbers() {
      let state = journal.state(of: number)
      if let state, state.isSettled { continue }
      guard let state, state != .leaving else {
        // A half-made or half-removed entry; one that holds a file's other side is somebody's work on it, and none of ours.
        let isNone = state == .leaving ? true : try !holdsSides(number)
        if isNone {
          if state == nil { try removeBegun(number) }
          try removeEntry(number)
        }
        continue
      }
      guard let entry = try journal.entry(number) else {
        if state == .staging || state == .aborted {
          try removeEntry(number)
          continue
        }
        throw FileError(.read, JournalPlaces.entryFolder(number).appending(JournalPlaces.entry), .lost)
      }
      if state == .aborted {
        let isFound = removeStaged(of: number) > 0
        let isLacking = try lacksFolders(entry)
        if isFound || !isLacking { try removeEntry(number) }
        continue
      }
      let ended = try settle(number, state, entry, nil)
      // Texts that were only being written concern nobody: the command that failed has told.
      if state != .staging { recovered.append(ended) }
    }
    return recovered
  }

  /// Removes what a change wrote of which no state is known: after a power cut its staged files and folders may be there, and the name of its first state not.
  private func removeBegun(_ number: Int) throws(FileError) {
    guard let entry = try journal.entry(number) else { return }
    removeStaged(of: number)
    try tidy(entry, number, .before)
  }

  private func holdsSides(_ number: Int) throws(FileError) -> Bool {
    try FolderNames.names(of: JournalPlaces.entryFolder(number), below: writer.root).contains {
      $0.hasSuffix("." + JournalSlot.old.rawValue) || $0.hasSuffix("." + JournalSlot.new.rawValue)
    }
  }

  /// Ends a change that is in `state`, as `Recovery` says. `relocation` says where its folders went; nil where nothing is known of that, because
  /// another program began the change.
  @discardableResult
  func settle(
    _ number: Int, _ state: JournalState?, _ entry: JournalEntry, _ relocation: FolderRelocation?
  ) throws(FileError) -> RecoveredChange {
    var ended = RecoveredChange(number: number, title: entry.head.title, isCompleted: false, left: [], rescued: [])
    guard let state else {
      try removeEntry(number)
      return ended
    }
    let observations = state == .staging ? [] : try observations(of: entry, number, isRecovering: true)
    var way = Recovery(state, observations)
    // Where files came from outside, going back would write there. What another program began may have been written by anybody: it is completed, and stays
    // in the catalogue.
    if relocation == nil, !entry.origins.isEmpty, case .settle(.before, .some) = way,
      observations.allSatisfy({ $0.reaches(.after) })
    {
      way = .settle(.after, as: .done)
    }
    switch way {
    case .nothing: return ended
    case .remove: try removeEntry(number)
    case .discard: try discard(number, entry, relocation)
    case .settle(let goal, let next):
      var state = state
      // An end that is not the one that was meant is written down first: whoever goes on from here must not turn around again.
      if goal == .before, state == .pending {
        try mark(number, from: state, as: .failing, isForced: true)
        state = .failing
      }
      if state == .undoing, goal == .after {
        try mark(number, from: state, as: .redoing, isForced: true)
        state = .redoing
      }
      if state == .redoing, goal == .before {
        try mark(number, from: state, as: .undoing, isForced: true)
        state = .undoing
      }
      ended.isCompleted = goal == .after
      var none: FolderIdentities?
      for index in try turnAll(entry, number, to: goal, observations, in: &none) {
        var desk = FileDesk(writer.root, calls)
        let place = StepPlace(number: number, index: index)
        ended.left.append(try desk.fault(of: entry.steps[index], place, turningTo: goal))
        if let path = try desk.rescue(entry, place) { ended.rescued.append(path) }
      }
      if goal == .before, next != nil, relocation != nil, missingHomes(of: entry).isEmpty { try giveBack(entry, number) }
      if let next {
        if relocation?.isNone != true { removeStaged(of: number) }
        try mark(number, from: state, as: next, isForced: false)
        if goal == .after, relocation != nil { _ = release(entry, isVerified: false) }
      } else {
        try discard(number, entry, relocation)
      }
    }
    return ended
  }

  /// What is seen of all steps, many on all cores.
  func observations(of entry: JournalEntry, _ number: Int, isRecovering: Bool) throws(FileError) -> [StepObservation] {
    let (root, calls, steps) = (writer.root, self.calls, entry.steps)
    let seen = Parallel.map(steps.count, state: { FileDesk(root, calls, isRecovering: isRecovering) }) { desk, index in
      Result<StepObservation, FileError> { () throws(FileError) in
        try desk.observe(steps[index], StepPlace(number: number, index: index))
      }
    }
    var observations: [StepObservation] = []
    observations.reserveCapacity(seen.count)
    for observation in seen { observations.append(try observation.get()) }
    return observations
  }

  /// Brings all steps to a side, but for those that somebody else changed; answers the places of those.
  ///
  /// Errors: what the system said; `.vanished` where one of `folders` is not where it was.
  func turnAll(
    _ entry: JournalEntry, _ number: Int, to goal: StepSide, _ observations: [StepObservation],
    in folders: inout FolderIdentities?
  ) throws(FileError) -> [Int] {
    let isRecovering = folders == nil
    var left: [Int] = []
    var making = FileDesk(writer.root, calls, in: folders)
    switch goal {
    case .before:
      for folder in entry.leftFolders.reversed() {
        try making.makeMissingFolder(folder)
        folders?.note(folder.path)
      }
    case .after:
      // The folder above may have been moved away since.
      for folder in entry.madeFolders {
        try making.makeFolders(folder)
        folders?.note(folder)
      }
      try makeTrash(entry, number, &making)
    }
    var desk = FileDesk(writer.root, calls, isRecovering: isRecovering, in: folders)
    let order = goal == .after ? Array(entry.steps.indices) : entry.steps.indices.reversed()
    try keepSides(entry, number, goal, observations, &desk)
    for index in order {
      let place = StepPlace(number: number, index: index)
      guard observations[index].reaches(goal) else {
        left.append(index)
        continue
      }
      if let folders, !folders.stand(for: entry.steps[index]) { throw FileError(.write, entry.steps[index].path, .vanished) }
      try desk.turn(entry.steps[index], to: goal, place)
      try desk.removeSpare(entry.steps[index], goal, place)
    }
    try tidy(entry, number, goal)
    try forceFolders(entry, number)
    return left
  }

  /// Sees to it that the journal has the sides that files are about to lose, on the disk: a new name may be there after a power cut where an older name, given
  /// in another folder, is not.
  private func keepSides(
    _ entry: JournalEntry, _ number: Int, _ goal: StepSide, _ observations: [StepObservation], _ desk: inout FileDesk
  ) throws(FileError) {
    var isKept = false
    for (index, step) in entry.steps.enumerated() where observations[index].side == goal.other && observations[index].canTurn {
      if try desk.keepSide(of: step, turningTo: goal, StepPlace(number: number, index: index)) { isKept = true }
    }
    if isKept { try desk.syncFolder(JournalPlaces.entryFolder(number)) }
  }

  /// Removes what only an unfinished change needs, and the folders that its side has not.
  private func tidy(_ entry: JournalEntry, _ number: Int, _ goal: StepSide) throws(FileError) {
    var desk = FileDesk(writer.root, calls)
    for (index, step) in entry.steps.enumerated() { try desk.tidy(step, StepPlace(number: number, index: index)) }
    switch goal {
    case .before:
      for folder in entry.madeFolders.reversed() { try desk.removeFolder(folder) }
      try desk.leaveTrash(entry, number)
    case .after: for folder in entry.leftFolders { try desk.removeFolder(folder.path) }
    }
  }

  /// Removes a change of which nothing stands in its place.
  private func discard(_ number: Int, _ entry: JournalEntry, _ relocation: FolderRelocation?) throws(FileError) {
    if relocation?.isNone != true { removeStaged(of: number) }
    try tidy(entry, number, .before)
    let isSomethingLost = if let relocation { !relocation.lost.isEmpty } else { try lacksFolders(entry) }
    try leave(number, entry, isSomethingLost: isSomethingLost)
  }

  /// Removes an entry, so that it is one to the end or, once that has begun, none.
  func removeEntry(_ number: Int) throws(FileError) {
    var desk = FileDesk(writer.root, calls)
    if let state = journal.state(of: number), state != .leaving {
      try mark(number, from: state, as: .leaving, isForced: false)
    }
    let folder = JournalPlaces.entryFolder(number)
    let names = try FolderNames.names(of: folder, below: writer.root)
    for name in names where name != JournalState.leaving.rawValue { try desk.remove(Spot(folder: folder, name: name)) }
    try desk.remove(journal.stateSpot(number, .leaving))
    try desk.removeFolder(folder)
  }
}

extension FileDesk {
  /// Makes a folder again that files had left.
  fileprivate mutating func makeMissingFolder(_ folder: JournalEntry.LeftFolder) throws(FileError) {
    guard self.folder(of: Spot(folder: folder.path, name: "")) == -ENOENT else { return }
    try makeFolders(Spot(folder.path).folder)
    try makeFolder(folder.path, mode: folder.mode)
  }

  /// Removes the texts beside a step's places.
  fileprivate mutating func tidy(_ step: JournalStep, _ place: StepPlace) throws(FileError) {
    let folder = Spot(step.path).folder
    switch step {
    case .create(let path, _), .replace(let path, _, _): try remove(place.temporary(for: path))
    case .move(_, let to, _): try remove(Spot(folder: Spot(to).folder, name: place.copy))
    case .remove(let path, _): try remove(Spot(folder: place.trashed(path).folder, name: place.copy))
    case .drop: break
    }
    try remove(Spot(folder: folder, name: place.copy))
    try remove(Spot(folder: JournalPlaces.entryFolder(place.number), name: place.copy))
  }

  /// Removes what the journal held for the side that now stands in its place: what was interrupted may have left a second name of it.
  fileprivate mutating func removeSpare(_ step: JournalStep, _ goal: StepSide, _ place: StepPlace) throws(FileError) {
    switch (step, goal) {
    case (.create, .after), (.replace, .after): try remove(place.slot(.new))
    case (.replace, .before), (.drop, .before): try remove(place.slot(.old))
    case (.remove(let path, let before), .before):
      if try holds(place.trashed(path), before) { try remove(place.trashed(path)) }
    case (.create, .before), (.drop, .after), (.remove, .after), (.move, _): break
    }
  }

  /// Removes the folders of the trash that hold nothing any more, and the note of an entry that has nothing there.
  fileprivate mutating func leaveTrash(_ entry: JournalEntry, _ number: Int) throws(FileError) {
    var folders: Set<[UInt8]> = []
    let top = JournalPlaces.trashFolder(number)
    for case .remove(let path, _) in entry.steps {
      var folder = Spot(top.appending(path)).folder
      while folder.utf8.count >= top.utf8.count, folders.insert(Array(folder.utf8)).inserted { folder = Spot(folder).folder }
    }
    guard !folders.isEmpty else { return }
    for folder in folders.sorted(by: { $1.lexicographicallyPrecedes($0) }) {
      try removeFolder(Path(bytes: folder))
    }
    if try status(Spot(top)) == nil { try remove(JournalPlaces.trashNote(number)) }
  }

  /// Puts the old side of a file into the trash, which somebody else's file stands in the way of; answers its path where that was needed.
  fileprivate mutating func rescue(_ entry: JournalEntry, _ place: StepPlace) throws(FileError) -> Path? {
    let (path, before): (Path, FileContent)
    switch entry.steps[place.index] {
    case .replace(let own, let content, _), .drop(let own, let content): (path, before) = (own, content)
    case .create, .remove, .move: return nil
    }
    guard try holds(place.slot(.old), before) else { return nil }
    try makeFolders(place.trashed(path).folder)
    try rename(place.slot(.old), place.trashed(path), isNew: false, copy: place.copy, shown: path)
    try writeNote(entry.head, place.number)
    return path
  }
}

extension Journal {
  /// Ends what was interrupted, where that can be done without waiting: for a program that reads. Nothing is written where nothing was
  /// interrupted. `who` is the name that another writer sees meanwhile.
  ///
  /// Errors: what the system said; a change that cannot be ended now; `.busy` where files of a change are being put in place by another program.
  package func recoverAtOnce(who: String) throws(JournalFailure) -> [RecoveredChange] {
    let unsettled: [Int]
    do throws(FileError) { unsettled = try self.unsettled() } catch { throw .file(error) }
    guard !unsettled.isEmpty else { return [] }
    let writer: JournalWriter
    do throws(JournalFailure) { writer = try JournalWriter(self, who: who, timeout: 0) } catch {
      // Texts that are written beside their places are nothing that a reader sees.
      if unsettled.allSatisfy({ !changesFiles(state(of: $0)) }) { return [] }
      throw error
    }
    do throws(FileError) { return try writer.recover() } catch { throw .file(error) }
  }

  /// Whether files of the catalogue get other contents or names in a state.
  private func changesFiles(_ state: JournalState?) -> Bool {
    switch state {
    case .pending, .failing, .undoing, .redoing: true
    case nil, .staging, .done, .undone, .aborted, .leaving: false
    }
  }
}
