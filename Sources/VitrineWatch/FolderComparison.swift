// The names of a folder as they were beside those that were found now.

import VitrineAlgorithms
import VitrineSystem

/// A walk through two lists of names at once.
///
/// Both are in path order (`PathOrder`), each name once for a file and once for a folder: so a name that is in both is met once, and nothing is passed over.
enum FolderComparison {
  /// What is met at a name.
  enum Step {
    /// It was found, and was not known.
    case new(FoundEntry)
    /// It was found, and is known.
    case known(FoundEntry, WatchedEntry)
    /// It is known, and was not found.
    case missing([UInt8], WatchedEntry)
  }

  /// Goes through what was known and what was found, in path order.
  static func walk(_ old: WatchedFolder, _ found: [FoundEntry], _ body: (Step) -> Void) {
    if Invariants.areChecked {
      for (left, right) in zip(found, found.dropFirst()) {
        Invariants.check(order(left, right.name, right.isFolder) < 0, "names are not in path order")
      }
    }
    var position = 0
    for entry in old.entries {
      let name = old.name(of: entry)
      while position < found.count, order(found[position], name, entry.isFolder) < 0 {
        body(.new(found[position]))
        position += 1
      }
      if position < found.count, found[position].isFolder == entry.isFolder, found[position].name == name {
        body(.known(found[position], entry))
        position += 1
      } else {
        body(.missing(name, entry))
      }
    }
    for entry in found[position...] { body(.new(entry)) }
  }

  private static func order(_ found: FoundEntry, _ name: [UInt8], _ isFolder: Bool) -> Int {
    found.name.withUnsafeBufferPointer { left in
      name.withUnsafeBufferPointer { right in PathOrder.compare(left, found.isFolder, right, isFolder) }
    }
  }
}

/// A name that was found in a folder.
struct FoundEntry {
  /// The bytes of the name.
  var name: [UInt8]
  /// What it stands for; a folder has no number yet.
  var entry: WatchedEntry
  /// True for a file that has other names as well.
  var hasOtherNames = false

  /// True for a folder.
  var isFolder: Bool { entry.status.kind == .folder }
}

/// The names of a folder as they will be, put together in path order.
struct FolderMerge {
  /// The names, one after the other.
  private(set) var names: [UInt8] = []
  /// The entries, in path order.
  private(set) var entries: [WatchedEntry] = []
  /// Folders that are new here and still to be taken in.
  var newFolders: [FoundEntry] = []

  /// Makes room for so many bytes of names, and so many entries.
  mutating func reserve(names: Int, entries: Int) {
    self.names.reserveCapacity(names)
    self.entries.reserveCapacity(entries)
  }

  /// Appends an entry.
  mutating func keep(_ name: some Collection<UInt8>, _ entry: WatchedEntry) {
    var entry = entry
    entry.nameStart = UInt32(truncatingIfNeeded: names.count)
    entry.nameCount = UInt16(truncatingIfNeeded: name.count)
    names += name
    entries.append(entry)
  }
}
