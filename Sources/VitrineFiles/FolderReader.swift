// Reading many files of a catalogue: folders stay open while their files are read one after another.

package import Glibc
import VitrineGit
package import VitrineSource
package import VitrineSystem

/// A reader of files below one root. No path leads through a symbolic link, whatever happens on the disk meanwhile.
///
/// One reader serves one thread. It keeps the folders on the way to the last file open.
package struct FolderReader: ~Copyable {
  /// What listed files were when they were opened; nil unless somebody wants to know. Of symbolic links nothing is noted; a reader for few files does
  /// not tell the folder.
  package var snapshots: FileSnapshots?
  private let source: FileSource
  private var cursor: FolderCursor
  private let isForFew: Bool
  /// The reader of objects, where a version is read in place of the folder.
  private var objects: VersionReader?

  /// A reader of the files below `root`.
  ///
  /// Errors: the root is missing, no folder or not readable.
  package init(root: String, source: FileSource = .folder) throws(FileError) {
    self.init(try OpenRoot(Path(root), source: source))
  }

  /// A reader of the files below an open root, which it may share with the readers of other threads.
  ///
  /// One that is `forFew` files opens no folders on the way to each, where the system can do without.
  package init(_ root: OpenRoot, forFew isForFew: Bool = false) {
    cursor = FolderCursor(root)
    source = root.source
    self.isForFew = isForFew
    objects = (root.source.version?.repository ?? root.source.sparse?.repository).map { VersionReader($0) }
  }

  /// Reads a listed file; of a symbolic link, the file it led to when it was listed.
  ///
  /// Errors: what the system said; no regular file any more; more than `limit` bytes.
  package mutating func read(
    fileAt index: Int, of listing: borrowing Listing, limit: Int = FileReader.defaultLimit
  ) throws(FileError) -> [UInt8] {
    try readWithStatus(fileAt: index, of: listing, limit: limit).bytes
  }

  /// Reads a listed file as `read(fileAt:of:limit:)` does, and tells the status it had.
  package mutating func readWithStatus(
    fileAt index: Int, of listing: borrowing Listing, limit: Int = FileReader.defaultLimit
  ) throws(FileError) -> (bytes: [UInt8], status: FileStatus) {
    if source.overlay != nil {
      let path = listing.target(ofFileAt: index) ?? listing.path(of: listing.files[index])
      if let text = try covering(path, limit: limit) { return (text, statusOrNone(path)) }
    }
    return try withDescriptor(at: index, of: listing) { (descriptor, status) throws(FileError) in
      let path = listing.target(ofFileAt: index) ?? listing.path(of: listing.files[index])
      let bytes = try FileReader.bytes(of: descriptor, shownAs: path, limit: limit, status: &status)
      return (bytes, FileStatus(status))
    }
  }

  /// Reads a file by its path relative to the root.
  ///
  /// Errors: a path that does not lead below the root; what the system said; no regular file; more than `limit` bytes.
  package mutating func read(path: Path, limit: Int = FileReader.defaultLimit) throws(FileError) -> [UInt8] {
    var status = stat()
    return try read(path: path, limit: limit, status: &status)
  }

  /// The same, and the status that the file had when it was opened; as it was given for what is no file of the folder.
  package mutating func read(
    path: Path, limit: Int = FileReader.defaultLimit, status: inout stat
  ) throws(FileError) -> [UInt8] {
    if let text = try covering(path, limit: limit) { return text }
    if let version = source.version { return try version.read(path: path) }
    if let sparse = source.sparse, sparse.object(at: path) != nil {
      guard let bytes = sparse.text(at: path) else { throw FileError(.read, path, .notInGit) }
      return bytes
    }
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try FileReader.bytes(of: descriptor, shownAs: path, limit: limit, status: &status)
  }

  /// Reads the first and the last bytes of a listed file. Units: `most` is bytes for either end.
  ///
  /// Errors: what the system said; no regular file any more.
  package mutating func ends(
    ofFileAt index: Int, of listing: borrowing Listing, most: Int = 65_536
  ) throws(FileError) -> FileEnds {
    try withFile(at: index, of: listing) { file throws(FileError) in try file.ends(most: most) }
  }

  /// Opens a listed file for reading parts of it, and closes it after `body`; of a symbolic link, the file it led to when it was listed.
  ///
  /// Errors: what the system said; no regular file any more; what `body` throws.
  package mutating func withFile<Result>(
    at index: Int, of listing: borrowing Listing, _ body: (OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    try withDescriptor(at: index, of: listing) { (descriptor, status) throws(FileError) in
      try body(try OpenFile(descriptor, shownAs: listing.path(of: listing.files[index]), status: &status))
    }
  }

  /// Opens a file by its path relative to the root for reading parts of it, and closes it after `body`.
  ///
  /// Errors: a path that does not lead below the root; what the system said; no regular file; what `body` throws.
  package mutating func withFile<Result>(
    path: Path, _ body: (OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try body(try OpenFile(descriptor, shownAs: path))
  }

  /// Opens a listed file, notes the status that `body` saw of it, whatever comes of that, and closes it.
  private mutating func withDescriptor<Result>(
    at index: Int, of listing: borrowing Listing, _ body: (Int32, inout stat) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let target = listing.target(ofFileAt: index)
    var status = stat()
    do throws(FileError) {
      let descriptor: Int32
      if let version = source.version {
        descriptor = try open(index, target, of: listing, in: version)
      } else if let object = sparseObject(index, target, of: listing) {
        let path = target ?? listing.path(of: listing.files[index])
        descriptor = try objects?.open(object, modified: 0, shownAs: path) ?? -1
      } else if let target {
        descriptor = try open(target)
      } else {
        descriptor = try open(listing.files[index], listing)
      }
      defer { close(descriptor) }
      let result = try body(descriptor, &status)
      note(index, status, isLink: target != nil)
      return result
    } catch {
      note(index, status, isLink: target != nil, isGone: error.isGone)
      throw error
    }
  }

  /// The status of a file by its path relative to the root; the link's own for a symbolic link.
  ///
  /// Errors: a path that does not lead below the root; what the system said.
  package mutating func status(path: Path) throws(FileError) -> FileStatus {
    let place = try FilePlace(root: cursor.root.descriptor, path: path, operation: .read)
    return try place.status(.read)
  }

  /// The text over a file.
  ///
  /// Errors: it has more than `limit` bytes.
  private func covering(_ path: Path, limit: Int) throws(FileError) -> [UInt8]? {
    guard let text = source.overlay?.text(at: path) else { return nil }
    guard text.count <= limit else { throw FileError(.read, path, .tooLarge(size: text.count, limit: limit)) }
    return text
  }

  /// The status of a file; that of no file where it cannot be had.
  private mutating func statusOrNone(_ path: Path) -> FileStatus {
    do throws(FileError) { return try status(path: path) } catch { return FileStatus(stat()) }
  }

  /// Notes what a file was, where somebody wants to know.
  private mutating func note(_ file: Int, _ status: stat, isLink: Bool, isGone: Bool = false) {
    if snapshots != nil, !isLink { snapshots?.note(file, status, in: isForFew ? nil : cursor.identity(), isGone: isGone) }
  }

  /// Opens what a version has of a listed file: the file itself, where that is the same.
  private mutating func open(
    _ index: Int, _ target: Path?, of listing: borrowing Listing, in version: VersionedFiles
  ) throws(FileError) -> Int32 {
    let path = target ?? listing.path(of: listing.files[index])
    let object = version.object(at: path)
    if version.isInFolder(path) {
      do throws(FileError) { return try open(path) } catch { if object == nil { throw error } }
    }
    guard let object else { throw FileError(.read, path, errno: ENOENT) }
    return try objects?.open(object, modified: version.modified, shownAs: path) ?? -1
  }

  private mutating func open(_ file: ListedFile, _ listing: borrowing Listing) throws(FileError) -> Int32 {
    if isForFew {
      let path = listing.table.systemPath(in: Int(file.folder), nameStart: Int(file.nameStart), nameCount: Int(file.nameCount))
      let descriptor = path.withUnsafeBufferPointer { SystemCall.openFile(beneath: cursor.root.descriptor, $0.baseAddress) }
      if descriptor >= 0 { return descriptor }
    }
    var (folder, error): (Int32, FileError?) = (-1, nil)
    do throws(FileError) { folder = try cursor.descriptor(of: file.folder, in: listing.table) } catch let failure {
      error = failure
    }
    if let error { throw FileError(.read, listing.path(of: file), error.cause) }
    let descriptor = listing.table.names.withUnsafeBufferPointer { names in
      SystemCall.openFile(folder, names.baseAddress.map { $0 + Int(file.nameStart) })
    }
    guard descriptor >= 0 else { throw FileError(.read, listing.path(of: file), errno: -descriptor) }
    return descriptor
  }

  /// The object of a listed file that a sparse checkout leaves out; nil for any other.
  private func sparseObject(_ index: Int, _ target: Path?, of listing: borrowing Listing) -> GitObjectID? {
    guard let sparse = source.sparse else { return nil }
    return sparse.object(at: target ?? listing.path(of: listing.files[index]))
  }

  private func open(_ path: Path) throws(FileError) -> Int32 {
    let place = try FilePlace(root: cursor.root.descriptor, path: path, operation: .read)
    let descriptor = place.withName { SystemCall.openFile(place.folder, $0) }
    guard descriptor >= 0 else { throw FileError(.read, path, errno: -descriptor) }
    return descriptor
  }
}
