// The hands of the journal: files looked at, linked, renamed and removed by their spots, with ways out where a file system cannot.

import Glibc
import VitrineChanges
import VitrineFiles
import VitrineSource
import VitrineSystem

/// Works on files below a root. One thread's: it holds open folders.
struct FileDesk: ~Copyable {
  /// The system calls that change something.
  let calls: WriteCalls
  /// True where an empty file may be one that stood for another for a moment, when that was interrupted: on file systems that know no better
  /// way to a new name.
  let isRecovering: Bool
  /// The folders as they were when the change began; nil where nothing is known of that. Nothing is done in another folder that stands in the place
  /// of one of these.
  private let known: FolderIdentities?
  /// The folders of files in the catalogue.
  private var near: OpenFolders
  /// The folders of the journal and the trash, and where a file moves to.
  private var far: OpenFolders

  /// What stands at a spot, compared with what might.
  enum Found {
    /// Nothing.
    case nothing
    /// The very content.
    case same
    /// Something else. Units: bytes; -1 for what is no regular file.
    case other(size: Int)
  }

  /// The largest file that is read in one piece to be compared. Units: bytes.
  private static let readWhole = 4 << 20

  /// A desk below the open folder `root`.
  init(_ root: OpenRoot, _ calls: WriteCalls, isRecovering: Bool = false, in known: FolderIdentities? = nil) {
    self.calls = calls
    self.known = known
    self.isRecovering = isRecovering
    near = OpenFolders(root.descriptor)
    far = OpenFolders(root.descriptor)
  }

  /// The open folder of a spot, or minus the number of the error.
  mutating func folder(of spot: Spot) -> Int32 { checked(near.descriptor(of: spot.folder), spot.folder) }

  /// The open folder that a file is to go to, or minus the number of the error.
  private mutating func target(_ spot: Spot) -> Int32 { checked(far.descriptor(of: spot.folder), spot.folder) }

  /// An open folder, or as if it was not there where it is not the one that is known.
  private func checked(_ descriptor: Int32, _ path: Path) -> Int32 {
    guard descriptor >= 0, let known, !known.isKnown(descriptor, as: path) else { return descriptor }
    return -ENOENT
  }

  /// The status of what stands at a spot, not of what a link leads to; nil for nothing.
  mutating func status(_ spot: Spot) throws(FileError) -> FileStatus? {
    let folder = folder(of: spot)
    var status = stat()
    let result = folder < 0 ? folder : SystemCall.repeated { fstatat(folder, spot.name, &status, AT_SYMLINK_NOFOLLOW) }
    if result >= 0 { return FileStatus(status) }
    if FileDesk.meansNothing(result) { return nil }
    throw FileError(.read, spot.path, errno: -result)
  }

  /// The bytes of the file at a spot and its status; nil for nothing. Never through a link.
  ///
  /// Errors: what the system said; no regular file; too large.
  mutating func read(_ spot: Spot) throws(FileError) -> (bytes: [UInt8], status: FileStatus)? {
    let folder = folder(of: spot)
    let descriptor =
      folder < 0 ? folder : SystemCall.repeated { openat(folder, spot.name, SystemCall.readingFlags) }
    guard descriptor >= 0 else {
      if FileDesk.meansNothing(descriptor) { return nil }
      throw FileError(.read, spot.path, errno: -descriptor)
    }
    defer { close(descriptor) }
    var status = stat()
    let bytes = try FileReader.bytes(of: descriptor, shownAs: spot.path, limit: FileReader.defaultLimit, status: &status)
    return (bytes, FileStatus(status))
  }

  /// Compares what stands at a spot with a content.
  ///
  /// Errors: what the system said; not for what is no regular file or too large, which is another content.
  mutating func found(_ spot: Spot, _ content: FileContent) throws(FileError) -> Found {
    guard let status = try status(spot) else { return .nothing }
    switch content {
    case .trace(let trace): return trace.matches(status.trace) ? .same : .other(size: status.plainSize)
    case .digest(let digest):
      guard status.kind == .regular else { return .other(size: status.plainSize) }
      guard status.size <= Self.readWhole else {
        guard let found = try self.digest(of: spot) else { return .nothing }
        return found == digest ? .same : .other(size: status.size)
      }
      guard let (bytes, _) = try read(spot) else { return .nothing }
      return ContentDigest(bytes) == digest ? .same : .other(size: bytes.count)
    }
  }

  /// True where the spot holds the content.
  mutating func holds(_ spot: Spot, _ content: FileContent) throws(FileError) -> Bool {
    if case .same = try found(spot, content) { true } else { false }
  }

  /// Gives a file another name: one that nothing has (`isNew`), or in place of what has it. `copy` is the name in the new folder that a copy
  /// has meanwhile, where the two lie on different file systems. `shown` is what an error calls the file.
  mutating func rename(_ from: Spot, _ to: Spot, isNew: Bool, copy: String, shown: Path) throws(FileError) {
    let operation: FileOperation = isNew ? .create : .write
    let source = folder(of: from)
    guard source >= 0 else { throw FileError(operation, shown, errno: -source) }
    let goal = target(to)
    guard goal >= 0 else { throw FileError(operation, shown, errno: -goal) }
    var result = isNew ? calls.place(source, from.name, goal, to.name) : calls.rename(source, from.name, goal, to.name)
    if result == -EXDEV {
      result = calls.copy(source, from.name, goal, copy)
      if result >= 0 { result = isNew ? calls.place(goal, copy, goal, to.name) : calls.rename(goal, copy, goal, to.name) }
      if result >= 0 { result = calls.remove(source, from.name) }
    }
    if result == -EEXIST { throw FileError(operation, shown, .appeared) }
    if result < 0 { throw FileError(operation, shown, errno: -result) }
  }

  /// Gives a file a second name that nothing has, or makes a copy where a second name cannot be: there may be no links, or no rights to make one.
  mutating func keep(_ from: Spot, as to: Spot, copy: String, shown: Path) throws(FileError) {
    let source = folder(of: from)
    guard source >= 0 else { throw FileError(.write, shown, errno: -source) }
    let goal = target(to)
    guard goal >= 0 else { throw FileError(.write, to.path, errno: -goal) }
    var result = calls.link(source, from.name, goal, to.name)
    if [EPERM, EXDEV, EOPNOTSUPP, ENOSYS, EMLINK, EINVAL, EACCES].contains(-result) {
      result = calls.copy(source, from.name, goal, copy)
      if result >= 0 { result = calls.rename(goal, copy, goal, to.name) }
    }
    if result < 0 { throw FileError(.write, to.path, errno: -result) }
  }

  /// Removes a file; what is gone already is gone.
  mutating func remove(_ spot: Spot) throws(FileError) {
    let folder = folder(of: spot)
    let result = folder < 0 ? folder : calls.remove(folder, spot.name)
    if result < 0, !FileDesk.meansNothing(result) { throw FileError(.remove, spot.path, errno: -result) }
  }

  /// Removes a folder if it is empty; one that is not, or is gone, stays as it is.
  mutating func removeFolder(_ path: Path) throws(FileError) {
    let spot = Spot(path)
    let folder = folder(of: spot)
    let result = folder < 0 ? folder : calls.removeFolder(folder, spot.name)
    if result < 0, ![ENOTEMPTY, EEXIST].contains(-result), !FileDesk.meansNothing(result) {
      throw FileError(.remove, path, errno: -result)
    }
  }

  /// Makes a folder; one that is there already will do.
  mutating func makeFolder(_ path: Path, mode: UInt32 = 0o777) throws(FileError) {
    let spot = Spot(path)
    let folder = folder(of: spot)
    let result = folder < 0 ? folder : calls.makeFolder(folder, spot.name, mode_t(mode))
    if result < 0, result != -EEXIST { throw FileError(.create, path, errno: -result) }
  }

  /// Makes a folder and those above it that are missing.
  mutating func makeFolders(_ path: Path) throws(FileError) {
    guard !path.isEmpty, near.descriptor(of: path) == -ENOENT else { return }
    try makeFolders(Spot(path).folder)
    try makeFolder(path)
  }

  /// Forces the names in a folder to the disk. Some file systems cannot (`EINVAL`); then there is nothing to wait for. A folder that is gone
  /// has none.
  mutating func syncFolder(_ path: Path) throws(FileError) {
    let folder = near.descriptor(of: path)
    let result = folder < 0 ? folder : calls.sync(folder)
    if result < 0, result != -EINVAL, result != -EROFS, !FileDesk.meansNothing(result) {
      throw FileError(.write, path.isEmpty ? "." : path, errno: -result)
    }
  }

  /// True for the errors of a path at which nothing stands.
  static func meansNothing(_ result: Int32) -> Bool { [-ENOENT, -ENOTDIR].contains(result) }
}

extension FileStatus {
  /// What tells that the file is the same.
  var trace: FileTrace { FileTrace(size: size, modified: modified, inode: inode) }
  /// The size of a regular file; -1 for others.
  fileprivate var plainSize: Int { kind == .regular ? size : -1 }
}

extension WriteCalls {
  /// Copies a file with its mode, owner and time, and forces the copy to the disk; an older copy of the name goes.
  func copy(_ fromFolder: Int32, _ from: String, _ toFolder: Int32, _ to: String) -> Int32 {
    let source = SystemCall.repeated { openat(fromFolder, from, SystemCall.readingFlags) }
    guard source >= 0 else { return source }
    defer { Glibc.close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { return -errno }
    guard FileKind(mode: UInt32(status.st_mode)) == .regular else { return -EXDEV }
    _ = remove(toFolder, to)
    let goal = open(toFolder, to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard goal >= 0 else { return goal }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var result: Int32 = 0
    while result >= 0 {
      let count = buffer.withUnsafeMutableBufferPointer { FileReader.readSome(source, $0.baseAddress, $0.count) }
      if count < 0 { result = Int32(truncatingIfNeeded: count) }
      if count <= 0 { break }
      result = buffer.withUnsafeBytes { write(goal, all: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    let like = FileStatus(status)
    if result >= 0 { result = setMode(goal, mode_t(keepOwner(goal, like))) }
    if result >= 0 { result = setModified(goal, like.modified) }
    if result >= 0 { result = sync(goal) }
    let closed = close(goal)
    if result >= 0 { result = closed }
    if result < 0 { _ = remove(toFolder, to) }
    return result
  }
}
