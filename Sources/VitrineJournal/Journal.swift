// The journal of a catalogue: every change that vitrine made, with what it takes to take it back.

import Glibc
package import VitrineChanges
import VitrineFiles
package import VitrineSource
package import VitrineSystem

/// The journal in `.vitrine/journal`, one folder an entry. Reading needs nothing; whoever writes takes the lock first: `JournalWriter`.
///
/// Shape of an entry's folder: `entry.json`; an empty file whose name is the state, which only renames change; `K.old` and `K.new`, the side of
/// step K that does not stand in its place. Removed files are in `.vitrine/trash/NUMBER/` at their own paths.
package struct Journal: Sendable {
  /// What writes below the root.
  let writer: FileWriter

  /// The journal of the catalogue in `root`, with the system calls to use for what changes something.
  ///
  /// Errors: the root is missing, no folder or not readable.
  package init(root: String, calls: WriteCalls = .system) throws(FileError) {
    writer = try FileWriter(root: root, calls: calls)
  }

  /// An entry as it lies there.
  package struct Record: Sendable, Hashable {
    /// Its number, counted from 1.
    package var number: Int
    /// How far it has come.
    package var state: JournalState
    /// What it is.
    package var entry: JournalEntry

    /// Where the trash holds a file that it removed.
    package func trashPath(of path: Path) -> Path { JournalPlaces.trashFolder(number).appending(path) }
  }

  /// The changes that are done or undone, the oldest first.
  ///
  /// Errors: the journal cannot be read. What is no entry is passed over.
  package func records() throws(FileError) -> [Record] {
    var records: [Record] = []
    for number in try numbers() {
      if let state = state(of: number), state.isSettled, let entry = try entry(number) {
        records.append(Record(number: number, state: state, entry: entry))
      }
    }
    return records
  }

  /// One of them; nil where there is none of that number.
  package func record(_ number: Int) throws(FileError) -> Record? {
    guard let state = state(of: number), state.isSettled, let entry = try entry(number) else { return nil }
    return Record(number: number, state: state, entry: entry)
  }

  /// The old and the new bytes of a step, wherever they are now; nil for a side that does not exist, is too large, or is not there any more.
  package func sides(of record: Record, step index: Int) -> (before: [UInt8]?, after: [UInt8]?) {
    let place = StepPlace(number: record.number, index: index)
    var desk = FileDesk(writer.root, writer.calls)
    func bytes(_ desk: inout FileDesk, _ spots: [Spot], _ content: FileContent) -> [UInt8]? {
      guard case .digest(let digest) = content else { return nil }
      for spot in spots {
        if let (bytes, _) = (try? desk.read(spot)) ?? nil, ContentDigest(bytes) == digest { return bytes }
      }
      return nil
    }
    switch record.entry.steps[index] {
    case .create(let path, let after): return (nil, bytes(&desk, [Spot(path), place.slot(.new)], after))
    case .replace(let path, let before, let after):
      return (
        bytes(&desk, [place.slot(.old), Spot(path)], before), bytes(&desk, [place.slot(.new), Spot(path)], after)
      )
    case .remove(let path, let before): return (bytes(&desk, [place.trashed(path), Spot(path)], before), nil)
    case .drop(let path, let before): return (bytes(&desk, [place.slot(.old), Spot(path)], before), nil)
    case .move: return (nil, nil)
    }
  }

  // MARK: what lies there

  /// The numbers of all entries, whatever their state, ascending.
  func numbers() throws(FileError) -> [Int] {
    try FolderNames.names(of: JournalPlaces.journal, below: writer.root).compactMap { JournalPlaces.number($0) }.sorted()
  }

  /// The numbers of the changes that are neither done nor undone nor taken back: under way just now, or interrupted; ascending. It costs a call of the system an
  /// entry.
  ///
  /// Errors: the journal cannot be read.
  func unsettled() throws(FileError) -> [Int] {
    var desk = FileDesk(writer.root, writer.calls)
    var unsettled: [Int] = []
    for number in try numbers() {
      let states = [JournalState.done, .undone, .aborted].map { "\(JournalPlaces.name(number))/\($0.rawValue)" }
      var isSettled = false
      for state in states where !isSettled {
        isSettled = try desk.status(Spot(folder: JournalPlaces.journal, name: state)) != nil
      }
      if !isSettled { unsettled.append(number) }
    }
    return unsettled
  }

  /// Whether a change was begun that is neither done nor undone.
  ///
  /// Errors: the journal cannot be read.
  package func isUnsettled() throws(FileError) -> Bool { try !unsettled().isEmpty }

  /// The state of an entry; nil where it has none.
  func state(of number: Int) -> JournalState? {
    var desk = FileDesk(writer.root, writer.calls)
    return JournalState.allCases.first { state in
      ((try? desk.status(stateSpot(number, state))) ?? nil) != nil
    }
  }

  /// The file whose name is a state.
  func stateSpot(_ number: Int, _ state: JournalState) -> Spot {
    Spot(folder: JournalPlaces.entryFolder(number), name: state.rawValue)
  }

  /// An entry; nil where its text is none.
  func entry(_ number: Int) throws(FileError) -> JournalEntry? {
    var desk = FileDesk(writer.root, writer.calls)
    let spot = Spot(folder: JournalPlaces.entryFolder(number), name: JournalPlaces.entry)
    return try desk.read(spot).flatMap { JournalEntry(json: $0.bytes) }
  }
}
