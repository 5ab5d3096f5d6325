// The files of a sparse checkout that git keeps out of the worktree: what a catalogue's folder lacks of what the next commit has. Decision 0101 says why.

import Glibc
import Synchronization
package import VitrineGit
package import VitrineSource
import VitrineSystem

/// What git leaves out of a worktree, beside what is there. Nobody removed these files, so that whoever compares the folder with a version reads them from the
/// index.
///
/// Source: git-sparse-checkout(1); git-update-index(1), "skip-worktree bit".
package final class SparseFiles: Sendable {
  /// The names of the folder and of what is left out of it.
  package let listing: Listing
  /// The repository.
  package let repository: GitRepository
  private let objects: [Path: GitObjectID]
  private let reader: Mutex<VersionReader>

  /// The files that git leaves out of the worktree, of the catalogue in `root`; nil where there are none.
  ///
  /// Errors: what git says; the folder cannot be listed.
  package init?(of repository: GitRepository, root: String) throws {
    var skipped = try repository.skippedFiles().filter { $0.kind != .submodule }
    guard !skipped.isEmpty else { return nil }
    let folder = try FileTree.list(root: root)
    var known = folder.files.map { GitEntry(path: Array(folder.path(of: $0).utf8), kind: .file, object: .none) }
    let present = Set(known.map(\.path))
    skipped.removeAll { present.contains($0.path) }
    guard !skipped.isEmpty else { return nil }

    // The rules of the folder hold for these files, too.
    var files = try FolderReader(root: root)
    let left = Set(skipped.map(\.path))
    for path in Self.ignoreFiles(above: skipped) where !left.contains(path) {
      if files.has(Path(bytes: path)) { known.append(GitEntry(path: path, kind: .file, object: .none)) }
    }
    let entries = (known + skipped).sorted { $0.path.lexicographicallyPrecedes($1.path) }
    var reader = VersionReader(repository)
    let all = VersionListing(entries, root: root).listing { entry, limit in
      do {
        return entry.object == .none
          ? try files.read(path: Path(bytes: entry.path), limit: limit) : try reader.objects.bytes(of: entry.object, limit: limit)
      } catch {
        return nil
      }
    }
    self.repository = repository
    objects = Dictionary(skipped.lazy.filter { $0.kind == .file }.map { (Path(bytes: $0.path), $0.object) }) { first, _ in first }
    listing = Self.union(folder, all, left: left)
    self.reader = Mutex(reader)
  }

  /// The bytes of a file that is left out; nil for any other, and for what git does not have.
  package func text(at path: Path) -> [UInt8]? {
    guard let object = objects[path] else { return nil }
    return reader.withLock { reader in
      do throws(GitError) { return try reader.objects.bytes(of: object) } catch { return nil }
    }
  }

  /// The object of a file that is left out; nil for any other.
  func object(at path: Path) -> GitObjectID? { objects[path] }

  /// Where ignore files may stand that concern some files.
  private static func ignoreFiles(above entries: [GitEntry]) -> Set<[UInt8]> {
    let name = Array(FileTree.ignoreName.utf8)
    var found: Set<[UInt8]> = [name]
    for entry in entries {
      var folder = entry.path[...]
      while let slash = folder.lastIndex(of: UInt8(ascii: "/")), found.insert(folder[...slash] + name).inserted {
        folder = folder[..<slash]
      }
    }
    return found
  }

  /// The files that the rules of both take in, with what is wrong with the folder.
  private static func union(_ folder: Listing, _ all: Listing, left: Set<[UInt8]>) -> Listing {
    var targets: [Path: Path] = [:]
    for link in folder.links { targets[folder.path(of: folder.files[Int(link.file)])] = link.target }
    var maker = ListingMaker(root: folder.root)
    for (index, file) in all.files.enumerated() {
      let path = all.path(of: file)
      maker.add(path.utf8, target: left.contains(Array(path.utf8)) ? all.target(ofFileAt: index) : targets[path])
    }
    let problems = Set(folder.problems + all.problems).sorted { $0.path != $1.path ? $0.path < $1.path : $0.errno < $1.errno }
    return maker.finished(
      problems: problems, nestedCatalogues: Set(folder.nestedCatalogues + all.nestedCatalogues).sorted())
  }
}

extension FolderReader {
  /// Whether there is a file at a path.
  fileprivate mutating func has(_ path: Path) -> Bool {
    do throws(FileError) { return try status(path: path).kind == .regular } catch { return false }
  }
}
