// The walk behind a listing: level by level, the folders of a level shared out among threads, then put in order.

import Glibc
import VitrineSource
import VitrineSystem

/// A walk over all folders below a root.
struct FolderWalk {
  private let scan: FolderScan
  private let root: OpenRoot

  /// Opens the root.
  ///
  /// Errors: the root is missing, no folder or not readable.
  init(root: String) throws(FileError) {
    self.root = try OpenRoot(Path(root))
    guard let real = realpath(root, nil) else { throw FileError(.list, Path(root), errno: errno) }
    scan = FolderScan(realRoot: Path(String(cString: real)))
    free(real)
  }

  /// Lists everything. Shape: see `Listing`.
  func listing(workers: Int) throws(FileError) -> Listing {
    var table = FolderTable()
    var contents: [FolderContents] = []
    var level = 0..<1
    while !level.isEmpty {
      contents += read(level, of: table, ignores: level.map { ignores(of: $0, in: table, contents) }, workers: workers)
      for number in level {
        for index in contents[number].entries.indices where contents[number].entries[index].kind == .folder {
          contents[number].entries[index].child = UInt32(truncatingIfNeeded: table.folders.count)
          try addFolder(contents[number].entries[index], of: number, names: contents[number].names, to: &table)
        }
      }
      level = level.upperBound..<table.folders.count
    }
    if let failure = contents.first?.failure, failure != 0 { throw FileError(.list, root.path, errno: failure) }
    return try inOrder(table, contents)
  }

  /// The ignore files in force for a folder, by its parent, which was read a level before.
  private func ignores(of folder: Int, in table: FolderTable, _ contents: [FolderContents]) -> IgnoreChain? {
    folder == 0 ? nil : contents[Int(table.folders[folder].parent)].ignores
  }

  private func read(_ level: Range<Int>, of table: FolderTable, ignores: [IgnoreChain?], workers: Int) -> [FolderContents] {
    let scan = scan
    let root = root
    return Parallel.map(
      level.count, workers: workers, inlineBelow: 16,
      state: { FolderCursor(root) },
      { cursor, index in scan.read(level.lowerBound + index, of: table, with: &cursor, ignores: ignores[index]) })
  }

  private func addFolder(_ entry: FolderEntry, of parent: Int, names: [UInt8], to table: inout FolderTable) throws(FileError) {
    guard table.hasRoom(for: Int(entry.nameCount) + 1), table.folders.count < Int(UInt32.max) else {
      throw FileError(.list, root.path, .tooManyFiles)
    }
    let start = names.withUnsafeBufferPointer { table.append(name: UnsafeBufferPointer(rebasing: $0[entry.nameRange])) }
    let above = table.folders[parent]
    table.folders.append(
      ListedFolder(
        parent: UInt32(truncatingIfNeeded: parent), nameStart: start, nameCount: entry.nameCount, depth: above.depth + 1,
        pathCount: above.pathCount + UInt32(entry.nameCount) + 1))
  }

  /// The order of paths by bytes is the order of a walk that goes down at once, if a folder's name is compared with a slash at its end.
  private func inOrder(_ found: FolderTable, _ contents: [FolderContents]) throws(FileError) -> Listing {
    var listing = Listing(root: root.path.string)
    listing.files.reserveCapacity(contents.reduce(0) { $0 + $1.entries.count } - found.folders.count + 1)
    listing.table.names.reserveCapacity(contents.reduce(1) { $0 + $1.names.count })
    var stack: [(found: Int, next: Int, folder: Int)] = [(0, 0, 0)]
    while let (number, start, folder) = stack.popLast() {
      var next = start
      let content = contents[number]
      if next == 0 {
        listing.problems += content.problems
        if content.isCatalogue { listing.nestedCatalogues.append(found.path(ofFolder: number)) }
      }
      while next < content.entries.count {
        let entry = content.entries[next]
        next += 1
        if entry.kind == .folder {
          stack.append((number, next, folder))
          let child = listing.table.folders.count
          try addFolder(entry, of: folder, names: content.names, to: &listing.table)
          stack.append((Int(entry.child), 0, child))
          break
        }
        try addFile(entry, in: folder, of: content, to: &listing)
      }
    }
    listing.problems.sort { $0.path != $1.path ? $0.path < $1.path : $0.errno < $1.errno }
    return listing
  }

  @inline(__always)
  private func addFile(
    _ entry: FolderEntry, in folder: Int, of content: FolderContents, to listing: inout Listing
  ) throws(FileError) {
    guard listing.table.hasRoom(for: Int(entry.nameCount) + 1), listing.files.count < Int(UInt32.max) else {
      throw FileError(.list, root.path, .tooManyFiles)
    }
    let start = content.names.withUnsafeBufferPointer {
      listing.table.append(name: UnsafeBufferPointer(rebasing: $0[entry.nameRange]))
    }
    if entry.kind == .link, let link = content.links.first(where: { $0.nameStart == entry.nameStart }) {
      listing.links.append((UInt32(truncatingIfNeeded: listing.files.count), link.target))
    }
    listing.files.append(
      ListedFile(
        folder: UInt32(truncatingIfNeeded: folder), nameStart: start, nameCount: entry.nameCount, kind: entry.kind))
  }
}
