// One folder at a time by the rules of a listing, for whoever keeps a tree in mind and reads only what changed.

import Glibc
import VitrineSource
package import VitrineSystem

/// What of a folder belongs to a catalogue: the rules of `FileTree.list`, for one open folder.
package struct FolderRules: Sendable {
  private let scan: FolderScan

  /// The rules of the catalogue in the folder `root`.
  ///
  /// Errors: the root is missing.
  package init(root: String) throws(FileError) {
    guard let real = realpath(root, nil) else { throw FileError(.list, Path(root), errno: errno) }
    scan = FolderScan(realRoot: Path(String(cString: real)))
    free(real)
  }

  /// True for names that are never part of a catalogue: dot-files and what editors leave behind.
  package static func skips(_ name: [UInt8]) -> Bool { name.withUnsafeBufferPointer { SkippedNames.contain($0) } }

  /// The bytes of the ignore file of an open folder; nil where it has none that can be read.
  package static func ignoreFile(in folder: Int32) -> [UInt8]? { try? FolderScan.ignoreFile(in: folder) }

  /// Lists a folder. Shape: `ignores` are those in force for the folder above; the answer's are those in force in it and below.
  package func contents(of folder: FolderSpot, ignores: IgnoreChain?) -> FolderContents {
    // A second number of the same open folder, since reading closes its own; both stand at one place in it.
    var folder = folder
    folder.descriptor = SystemCall.duplicate(folder.descriptor)
    guard folder.descriptor >= 0 else { return failure(-folder.descriptor, folder.path) }
    lseek(folder.descriptor, 0, SEEK_SET)
    return contents(closing: folder, ignores: ignores)
  }

  /// The same for a folder that was opened to be listed once: it is closed.
  package func contents(closing folder: FolderSpot, ignores: IgnoreChain?) -> FolderContents {
    var contents = FolderContents()
    contents.ignores = ignores
    return scan.read(folder.descriptor, folder.isRoot ? 0 : 1, of: folder.table, contents)
  }

  /// Looks at single names of a folder, whose kinds are known. Shape: `ignores` are those in force in the folder.
  package func contents(of folder: FolderSpot, names: [FolderName], ignores: IgnoreChain?) -> FolderContents {
    scan.look(at: names, folder.descriptor, folder.isRoot ? 0 : 1, of: folder.table, ignores: ignores)
  }

  /// What a listing says of a folder that cannot be opened.
  package func failure(_ number: Int32, _ path: [UInt8]) -> FolderContents {
    var contents = FolderContents()
    contents.failure = number
    if number != ENOENT {
      contents.problems = [ListingProblem(path: Path(Path.shown(path)), kind: .unreadableFolder, errno: number)]
    }
    return contents
  }
}

/// An open folder and where it lies.
package struct FolderSpot: Sendable {
  /// The open folder; it stays the caller's to close.
  package var descriptor: Int32
  /// Its path relative to the root, without a slash at either end; empty for the root.
  package var path: [UInt8]
  /// The folders between it and the root, itself included.
  package var depth: Int

  /// An open folder at a path.
  package init(descriptor: Int32, path: [UInt8], depth: Int) {
    self.descriptor = descriptor
    self.path = path
    self.depth = depth
  }

  /// True for the root.
  var isRoot: Bool { path.isEmpty }

  /// A table of this folder alone, its whole path being its name.
  var table: FolderTable {
    var table = FolderTable()
    guard !isRoot else { return table }
    let start = path.withUnsafeBufferPointer { table.append(name: $0) }
    table.folders.append(
      ListedFolder(
        parent: 0, nameStart: start, nameCount: UInt16(truncatingIfNeeded: path.count), depth: UInt16(truncatingIfNeeded: depth),
        pathCount: UInt32(truncatingIfNeeded: path.count + 1)))
    return table
  }
}

/// A name in a folder and what it stands for.
package struct FolderName: Sendable {
  /// The bytes of the name.
  package var bytes: [UInt8]
  /// What it is, links not followed.
  package var kind: FileKind

  /// A name of something.
  package init(bytes: [UInt8], kind: FileKind) {
    self.bytes = bytes
    self.kind = kind
  }
}
