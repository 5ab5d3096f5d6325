// A catalogue's files as git keeps them: those of a commit, or those that are staged. Decision 0051.

import Glibc
import Synchronization
package import VitrineGit
package import VitrineSource
package import VitrineSystem

/// The files of one version of a catalogue. It is read like a folder: whoever is handed an `OpenRoot` of it need not know.
package final class VersionedFiles: Sendable {
  /// Which version is meant.
  package enum Choice: Sendable, Hashable {
    /// What the next commit would have: git's index.
    case staged
    /// What a commit has.
    case commit(GitObjectID)
  }

  /// The names that belong to the catalogue.
  package let listing: Listing
  /// The paths of files with conflicts that nobody has resolved; our side of each is read.
  package let unmerged: [Path]
  /// When the version was made; 0 for what is staged. Units: nanoseconds since 1970.
  let modified: Int64
  /// The commit; nil for what is staged.
  package let commit: GitObjectID?
  /// The repository.
  package let repository: GitRepository
  private let objects: [Path: GitObjectID]
  /// The files that are read from the worktree: they are the same there, or git leaves them to it.
  private let inFolder: Set<Path>
  private let reader: Mutex<VersionReader>

  /// The version of the catalogue in `root`.
  ///
  /// Photos that are in the worktree just as they are in the version are read there, which is faster and does for git-lfs, too. Photos that git ignores are taken
  /// to be part of every version: no commit has them, and the records name them all the same.
  ///
  /// - Parameter isPhoto: whether a name is that of a photo.
  ///
  /// Errors: what git says.
  package init(
    _ choice: Choice, of repository: GitRepository, root: String, isPhoto: (Path) -> Bool
  ) throws(GitError) {
    self.repository = repository
    var entries: [GitEntry]
    let since: GitObjectID?
    switch choice {
    case .staged:
      (entries, unmerged) = try repository.stagedFiles()
      (since, modified) = (nil, 0)
    case .commit(let commit):
      entries = try repository.files(of: commit)
      (unmerged, since) = ([], commit)
      modified = try repository.time(of: commit).multipliedReportingOverflow(by: 1_000_000_000).partialValue
    }
    commit = since
    var objects: [Path: GitObjectID] = [:]
    objects.reserveCapacity(entries.count)
    var photos: Set<Path> = []
    for entry in entries where entry.kind != .submodule {
      let path = Path(bytes: entry.path)
      guard entry.kind == .file else { continue }
      objects[path] = entry.object
      if isPhoto(path) { photos.insert(path) }
    }
    if repository.worktree != nil {
      if !photos.isEmpty { photos.subtract(try repository.changedFiles(since: since)) }
      let ignored = try repository.ignoredFiles().filter { isPhoto($0) && objects[$0] == nil }
      if !ignored.isEmpty {
        photos.formUnion(ignored)
        entries += ignored.map { GitEntry(path: Array($0.utf8), kind: .file, object: .none) }
        entries.sort { $0.path.lexicographicallyPrecedes($1.path) }
      }
    } else {
      photos = []
    }
    self.objects = objects
    inFolder = photos
    var reader = VersionReader(repository)
    listing = VersionListing(entries, root: root).listing { entry, limit in
      do throws(GitError) { return try reader.objects.bytes(of: entry.object, limit: limit) } catch { return nil }
    }
    self.reader = Mutex(reader)
  }

  /// The bytes of a file, through no symbolic link; nil for what is none or cannot be read.
  package func text(at path: Path) -> [UInt8]? {
    guard let object = objects[path] else { return nil }
    return reader.withLock { reader in
      do throws(GitError) { return try reader.objects.bytes(of: object) } catch { return nil }
    }
  }

  /// What git-lfs keeps of a file elsewhere; nil for one that git keeps itself.
  package func stored(at path: Path) -> StoredFile? {
    guard let object = objects[path] else { return nil }
    return reader.withLock { reader in
      do throws(GitError) {
        return StoredFile(try reader.objects.bytes(of: object, limit: StoredFile.maximumPointer))
      } catch {
        return nil
      }
    }
  }

  /// The bytes of a file, or of the one that a symbolic link leads to.
  ///
  /// Errors: there is no such file, or it cannot be read.
  package func read(path: Path) throws(FileError) -> [UInt8] {
    let target = target(of: path)
    guard objects[target] != nil else { throw FileError(.read, path, errno: ENOENT) }
    guard let bytes = text(at: target) else { throw FileError(.read, path, .notInGit) }
    return bytes
  }

  /// Whether there is such a file, or a symbolic link to one.
  package func hasFile(_ path: Path) -> Bool { objects[target(of: path)] != nil }

  /// Whether there is a file at a path, or below it.
  package func hasFiles(within path: Path) -> Bool {
    path.isEmpty || objects[path] != nil || objects.keys.contains { $0.isWithin(path) } || inFolder.contains { $0.isWithin(path) }
  }

  /// Whether the bytes of a file are the same in another version.
  package func isSame(_ path: Path, as other: VersionedFiles) -> Bool {
    guard let object = objects[path] else { return isInFolder(path) && other.isInFolder(path) }
    return object == other.objects[path]
  }

  /// Whether the bytes of a file are the same in the worktree, of which all that may be different is given.
  package func isSame(_ path: Path, asInFolderBut changed: Set<Path>) -> Bool {
    objects[path] == nil ? isInFolder(path) : !changed.contains(path)
  }

  /// The object of a file; nil for one that git does not keep.
  func object(at path: Path) -> GitObjectID? { objects[path] }

  /// Whether a file is read from the worktree.
  func isInFolder(_ path: Path) -> Bool { inFolder.contains(path) }

  /// Where a path leads, if it is a symbolic link's.
  private func target(of path: Path) -> Path {
    guard !listing.links.isEmpty else { return path }
    for link in listing.links where listing.path(of: listing.files[Int(link.file)]) == path { return link.target }
    return path
  }
}

/// A file that git-lfs keeps: what the pointer says that git has in its place. Source: git-lfs, docs/spec.md.
package struct StoredFile: Hashable, Sendable {
  /// The SHA-256 digest of the bytes, as 64 hexadecimal digits.
  package let digest: String
  /// How many bytes there are.
  package let size: Int

  /// The longest text that may be a pointer. Units: bytes.
  static let maximumPointer = 1024
  private static let start = Array("version https://git-lfs.github.com/spec/v1\n".utf8)

  /// The file of a pointer; nil where the text is none.
  init?(_ text: [UInt8]) {
    guard text.starts(with: Self.start) else { return nil }
    func value(_ key: StaticString) -> ArraySlice<UInt8>? {
      let prefix = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
      return text.split(separator: 0x0A).first { $0.starts(with: prefix) }?.dropFirst(prefix.count)
    }
    guard let object = value("oid sha256:").flatMap({ GitObjectID($0) }), object.text.utf8.count == 64,
      let size = value("size ").flatMap({ Int(String(decoding: $0, as: UTF8.self)) })
    else { return nil }
    (digest, self.size) = (object.text, size)
  }
}

/// One thread's reader of objects, and the file in memory that it shows them in.
struct VersionReader: ~Copyable {
  /// The reader of objects.
  var objects: GitObjects
  private let commonFolder: String
  private var file: Int32 = -1

  /// A reader of a repository's objects.
  init(_ repository: GitRepository) {
    objects = GitObjects(repository)
    commonFolder = repository.commonFolder
  }

  deinit { if file >= 0 { close(file) } }

  /// An open file with the bytes of an object, which is read from its start; the caller closes it. What git-lfs keeps elsewhere is looked for there.
  ///
  /// Errors: git does not have it, or there is not enough memory.
  mutating func open(_ object: GitObjectID, modified: Int64, shownAs path: Path) throws(FileError) -> Int32 {
    if file < 0 { file = SystemCall.openInMemory("object") }
    guard file >= 0 else { throw FileError(.read, path, errno: -file) }
    do throws(GitError) {
      try objects.write(object, to: file)
    } catch {
      throw FileError(.read, path, .notInGit)
    }
    if let stored = storedFile() { return stored }
    guard lseek(file, 0, SEEK_SET) == 0 else { throw FileError(.read, path, errno: errno) }
    let time = timespec(tv_sec: Int(modified / 1_000_000_000), tv_nsec: 0)
    _ = withUnsafePointer(to: (time, time)) {
      $0.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(file, $0) }
    }
    let descriptor = SystemCall.duplicate(file)
    guard descriptor >= 0 else { throw FileError(.read, path, errno: -descriptor) }
    return descriptor
  }

  /// The file that a pointer of git-lfs stands for, opened; nil where there is none.
  private func storedFile() -> Int32? {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size < StoredFile.maximumPointer else { return nil }
    let text = [UInt8](unsafeUninitializedCapacity: StoredFile.maximumPointer) { buffer, count in
      count = max(pread(file, buffer.baseAddress, StoredFile.maximumPointer, 0), 0)
    }
    guard let name = StoredFile(text)?.digest else { return nil }
    let found = SystemCall.open(
      "\(commonFolder)/lfs/objects/\(name.prefix(2))/\(name.dropFirst(2).prefix(2))/\(name)", SystemCall.readingFlags)
    return found >= 0 ? found : nil
  }
}
