// What is to be looked at: marked places, and those where something was not as it should be.

import VitrineAlgorithms

/// Where to look in a folder.
struct FolderMarks {
  /// True to read it whole.
  var isWhole = false
  /// The names to look at; true for those whose bytes may be others even if their status is the same.
  var names: [[UInt8]: Bool] = [:]

  /// Looks at a name.
  mutating func add(_ name: [UInt8], mayDiffer: Bool) {
    if mayDiffer || names[name] == nil { names[name] = mayDiffer }
  }

  /// Looks at what either names.
  mutating func formUnion(_ other: FolderMarks) {
    isWhole = isWhole || other.isWhole
    names.merge(other.names) { $0 || $1 }
  }
}

/// The places to look at, by folder.
///
/// A place that is marked is looked at in this drain. A place in doubt was looked at and not found as it should be: something moved that no event read so far
/// told of. It is marked once more in the same drain, and then again in each drain until it is found or its folder is forgotten.
///
/// Between two drains nothing is marked but what was asked for from outside (`relist`), or was too much for one drain. A folder that is forgotten is
/// in neither set.
struct LookQueue {
  private var marks: [Int32: FolderMarks] = [:]
  private var doubts: [Int32: FolderMarks] = [:]
  /// Drains in a row after which some folder was not where it should be.
  private var doubtfulDrains = 0
  /// After so many, nobody is kept waiting.
  private static let mostDoubtfulDrains = 16

  /// True where nothing is marked.
  var isEmpty: Bool { marks.isEmpty }
  /// True where some place was not as it should be.
  var hasDoubts: Bool { !doubts.isEmpty }
  /// True where all that was asked for before was seen, or is not to be waited for.
  var isSure: Bool { doubts.isEmpty || doubtfulDrains > Self.mostDoubtfulDrains }

  /// When places in doubt are to be looked at again: soon at first, later and later.
  func deadline(now: Int64) -> Int64? { doubts.isEmpty ? nil : now &+ 1_000_000 << min(Int64(doubtfulDrains), 10) }

  /// Reads a folder whole.
  mutating func mark(_ number: Int32) { marks[number, default: FolderMarks()].isWhole = true }

  /// Looks at a name.
  mutating func mark(_ name: [UInt8], in number: Int32, mayDiffer: Bool = false) {
    marks[number, default: FolderMarks()].add(name, mayDiffer: mayDiffer)
  }

  /// Looks at what was asked of a folder before.
  mutating func mark(_ number: Int32, _ mark: FolderMarks) { marks[number, default: FolderMarks()].formUnion(mark) }

  /// A folder is not as it should be, and what was asked of it is still to be seen.
  mutating func doubt(_ number: Int32, _ mark: FolderMarks) { doubts[number, default: FolderMarks()].formUnion(mark) }

  /// Has the folder above each one in doubt look whether that is still there. Shape: the folder above and the name there; nil for none.
  mutating func doubtPlaces(_ place: (Int32) -> (folder: Int32, name: [UInt8])?) {
    for number in Array(doubts.keys) {
      if let place = place(number) { doubts[place.folder, default: FolderMarks()].names[place.name] = false }
    }
  }

  /// Takes out all that is marked.
  mutating func take() -> [Int32: FolderMarks] {
    defer { marks = [:] }
    return marks
  }

  /// Marks what is in doubt; answers false where nothing is.
  mutating func markDoubts() -> Bool {
    if doubts.isEmpty { return false }
    for (number, mark) in doubts { marks[number, default: FolderMarks()].formUnion(mark) }
    doubts = [:]
    return true
  }

  /// A drain ends.
  mutating func endDrain() { doubtfulDrains = doubts.isEmpty ? 0 : doubtfulDrains + 1 }

  /// A number is no folder's any more.
  mutating func forget(_ number: Int32) {
    marks[number] = nil
    doubts[number] = nil
  }

  /// Everything is marked anew by whoever calls.
  mutating func removeAll() { (marks, doubts) = ([:], [:]) }

  /// Whether a folder is to be looked at.
  func asks(_ number: Int32) -> Bool { marks[number] != nil || doubts[number] != nil }

  /// Stops the program where a folder is asked for that is not known.
  func checkInvariants(_ tree: WatchedTree) {
    for number in [marks.keys, doubts.keys].joined() {
      Invariants.check(tree.folders[Int(number)].isUsed, "a forgotten folder is to be looked at")
    }
  }
}
