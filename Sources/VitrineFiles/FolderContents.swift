// What reading one folder gives.

package import VitrineSource
package import VitrineSystem

/// The names of one folder, sorted, and what is wrong with them.
package struct FolderContents: Sendable {
  /// The names, each followed by a NUL.
  package internal(set) var names: [UInt8] = []
  /// The files and folders taken in.
  package internal(set) var entries: [FolderEntry] = []
  /// What is wrong here.
  package internal(set) var problems: [ListingProblem] = []
  /// Where symbolic links to files lead, relative to the root.
  package internal(set) var links: [(nameStart: UInt32, target: Path)] = []
  /// The ignore files in force for the folders below.
  package internal(set) var ignores: IgnoreChain?
  /// True where the folder has an ignore file, be it one that cannot be read.
  package internal(set) var hasIgnoreFile = false
  /// True for a catalogue of its own; it has no entries then.
  package internal(set) var isCatalogue = false
  /// The number of the error that kept the folder from being opened, or 0.
  package internal(set) var failure: Int32 = 0
}

/// One name in a folder.
package struct FolderEntry: Sendable {
  /// Where its name starts. Units: bytes.
  package internal(set) var nameStart: UInt32
  /// The bytes of its name.
  var nameCount: UInt16
  /// `.regular`, `.link` or `.folder`.
  package internal(set) var kind: FileKind
  /// For a folder, its number in the walk.
  var child: UInt32 = 0

  /// The bytes of its name among the names.
  package var nameRange: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameCount) }
}

extension FolderContents {
  /// Sorts the entries by the bytes of their names, those of folders with a slash at the end.
  mutating func sort() {
    guard entries.count > 1 else { return }
    let entries = entries
    self.entries = names.withUnsafeBufferPointer { names in
      let common = Self.commonPrefix(entries, names)
      var keys = entries.indices.map { index in
        SortKey(prefix: Self.packed(entries[index], names, from: common), index: UInt32(truncatingIfNeeded: index))
      }
      keys.sort { left, right in
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        return Self.precedes(entries[Int(left.index)], entries[Int(right.index)], names, from: common + 8)
      }
      return keys.map { entries[Int($0.index)] }
    }
  }

  private struct SortKey {
    var prefix: UInt64
    var index: UInt32
  }

  /// The number of bytes all names begin with alike; each name is longer.
  private static func commonPrefix(_ entries: [FolderEntry], _ names: UnsafeBufferPointer<UInt8>) -> Int {
    let first = names[entries[0].nameRange]
    var common = first.count - 1
    for entry in entries {
      common = min(common, Int(entry.nameCount) - 1)
      var index = 0
      while index < common, names[first.startIndex + index] == names[Int(entry.nameStart) + index] { index += 1 }
      common = index
    }
    return max(common, 0)
  }

  /// The byte of a name at an index, with a slash after a folder's name and zeros after that.
  @inline(__always)
  private static func byte(_ entry: FolderEntry, _ names: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt8 {
    if index < Int(entry.nameCount) { return names[Int(entry.nameStart) + index] }
    return entry.kind == .folder && index == Int(entry.nameCount) ? UInt8(ascii: "/") : 0
  }

  private static func packed(_ entry: FolderEntry, _ names: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
    var key: UInt64 = 0
    for index in start..<start + 8 { key = key << 8 | UInt64(byte(entry, names, index)) }
    return key
  }

  private static func precedes(
    _ left: FolderEntry, _ right: FolderEntry, _ names: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Bool {
    let end = Int(max(left.nameCount, right.nameCount)) + 1
    guard start < end else { return false }
    for index in start..<end {
      let leftByte = byte(left, names, index)
      let rightByte = byte(right, names, index)
      if leftByte != rightByte { return leftByte < rightByte }
    }
    return false
  }
}
