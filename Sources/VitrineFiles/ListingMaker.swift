// A listing of files that are known already, for whoever keeps a tree in mind.

package import VitrineSource
import VitrineSystem

/// Makes a listing of paths instead of a folder.
package struct ListingMaker {
  private var listing: Listing
  /// The path of the folder of the last file, with a slash at the end; empty for the root.
  private var folder: [UInt8] = []
  /// The folders on the way to it: their numbers, and where in `folder` their names end.
  private var way: [(number: UInt32, end: Int)] = []

  /// A listing of the catalogue in `root`, empty.
  package init(root: String) { listing = Listing(root: root) }

  /// Adds a file. Shape: paths come in byte order, relative to the root; `target` is where a symbolic link leads, relative to the root.
  package mutating func add(_ path: some Collection<UInt8>, target: Path? = nil) {
    let path = Array(path)
    let nameStart = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    path[nameStart...].withUnsafeBufferPointer { add($0, in: Array(path[..<nameStart]), target: target) }
  }

  /// Adds a file by its name. Shape: `folder` is the folder's path, with a slash at its end; empty for the root.
  package mutating func add(_ name: UnsafeBufferPointer<UInt8>, in folder: [UInt8], target: Path? = nil) {
    if folder != self.folder { go(to: folder) }
    if let target { listing.links.append((UInt32(truncatingIfNeeded: listing.files.count), target)) }
    listing.files.append(
      ListedFile(
        folder: way.last?.number ?? 0, nameStart: listing.table.append(name: name),
        nameCount: UInt16(truncatingIfNeeded: name.count), kind: target == nil ? .regular : .link))
  }

  /// Goes to another folder, and numbers it and those above it that had no file so far.
  private mutating func go(to path: [UInt8]) {
    var common = 0
    while common < folder.count, common < path.count, folder[common] == path[common] { common += 1 }
    while let last = way.last, last.end > common { way.removeLast() }
    var start = way.last?.end ?? 0
    while let slash = path[start...].firstIndex(of: UInt8(ascii: "/")) {
      let nameStart = path[start..<slash].withUnsafeBufferPointer { listing.table.append(name: $0) }
      let number = UInt32(truncatingIfNeeded: listing.table.folders.count)
      listing.table.folders.append(
        ListedFolder(
          parent: way.last?.number ?? 0, nameStart: nameStart, nameCount: UInt16(truncatingIfNeeded: slash - start),
          depth: UInt16(truncatingIfNeeded: way.count + 1), pathCount: UInt32(truncatingIfNeeded: slash + 1)))
      start = slash + 1
      way.append((number, start))
    }
    folder = path
  }

  /// The listing, with what is wrong with the tree and the catalogues below it, both sorted by path.
  package consuming func finished(problems: [ListingProblem] = [], nestedCatalogues: [Path] = []) -> Listing {
    listing.problems = problems
    listing.nestedCatalogues = nestedCatalogues
    return listing
  }
}
