// Writing files so that at every moment the old or the new text stands there, whole.

import Glibc
package import VitrineChanges
import VitrineFiles
package import VitrineSource
package import VitrineSystem

/// A writer of files below one root.
///
/// A file is written beside its place under a name that starts with `.vitrine-`, forced to the disk, and renamed over the old one. Permission
/// bits stay, owner and group where the system allows; hard links, extended attributes and access lists do not. A
/// symbolic link is written through to the file it leads to, if that lies below the root.
package struct FileWriter: Sendable {
  /// The root.
  let root: OpenRoot
  /// The root's path with all links resolved.
  let realRoot: Path
  /// The system calls that are used.
  let calls: WriteCalls

  /// A writer below `root`, with the system calls to use.
  ///
  /// Errors: the root is missing, no folder or not readable.
  package init(root: String, calls: WriteCalls = .system) throws(FileError) {
    self.root = try OpenRoot(Path(root))
    guard let real = realpath(root, nil) else { throw FileError(.write, Path(root), errno: errno) }
    realRoot = Path(String(cString: real))
    free(real)
    self.calls = calls
  }

  /// Writes one file, making the folders it needs.
  ///
  /// Errors: `.changed`, `.appeared` or `.vanished` where the file is not as expected, looked at just before the rename; else
  /// what the system said. Unless the error came from the last step (forcing the folder to the disk), the old file stands there untouched;
  /// no partial file ever does.
  package func write(_ path: Path, _ bytes: [UInt8], expecting expected: ExpectedContent) throws(FileError) {
    let target = try target(of: path, expecting: expected)
    guard target.present != bytes else { return }
    let staged = try stage(bytes, for: target)
    do throws(FileError) {
      try force(staged)
    } catch {
      discard(staged)
      throw error
    }
    try place(staged)
    for path in [staged.path] + staged.madeFolders { try sync(folderOf: path) }
  }

  /// A file that is to be written, as it stands now.
  struct Target {
    /// The path that was asked for.
    var shownPath: Path
    /// The path without symbolic links, relative to the root.
    var path: Path
    /// The bytes now; nil where there is no file.
    var present: [UInt8]?
    /// The status of the file, where there is one.
    var status: FileStatus?
    /// What failed operations are called.
    var operation: FileOperation { present == nil ? .create : .write }
  }

  /// Finds the file, reads it and compares it with what is expected.
  func target(of path: Path, expecting expected: ExpectedContent) throws(FileError) -> Target {
    var target = Target(shownPath: path, path: try resolved(path), present: nil, status: nil)
    (target.present, target.status) = try present(target.path, shownAs: path)
    if !expected.matches(target.present) { throw FileError(target.operation, path, Self.fault(expected, target.present)) }
    if target.present != nil { try checkMayWrite(target) }
    return target
  }

  /// Why what stands there is not what was expected.
  static func fault(_ expected: ExpectedContent, _ present: [UInt8]?) -> FileFault {
    if present == nil { return .vanished }
    if case .absent = expected { return .appeared }
    return .changed
  }

  /// The bytes and the status of a file; nil where it or a folder on the way is missing.
  func present(_ path: Path, shownAs shown: Path) throws(FileError) -> ([UInt8]?, FileStatus?) {
    do throws(FileError) {
      let place = try FilePlace(root: root.descriptor, path: path, operation: .write)
      let descriptor = place.withName { SystemCall.openFile(place.folder, $0) }
      guard descriptor >= 0 else { throw FileError(.write, shown, errno: -descriptor) }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw FileError(.write, shown, errno: errno) }
      let bytes = try FileReader.bytes(of: descriptor, shownAs: shown, limit: FileReader.defaultLimit)
      return (bytes, FileStatus(status))
    } catch {
      if error.isMissing { return (nil, nil) }
      throw FileError(.write, shown, error.cause)
    }
  }

  /// A file that is write-protected stays as it is, though a rename could replace it.
  private func checkMayWrite(_ target: Target) throws(FileError) {
    let place = try FilePlace(root: root.descriptor, path: target.path, operation: .write)
    let result = place.withName { name in
      name?.withMemoryRebound(to: CChar.self, capacity: 1) { name in
        SystemCall.repeated { faccessat(place.folder, name, W_OK, AT_EACCESS) }
      } ?? 0
    }
    if result < 0, result != -ENOENT { throw FileError(.write, target.shownPath, errno: -result) }
  }
}

extension FileWriter {
  /// The path without symbolic links, relative to the root.
  ///
  /// Errors: a link out of the root, in a circle or to nowhere.
  func resolved(_ path: Path) throws(FileError) -> Path {
    guard path.isBelowRoot else { throw FileError(.write, path, .invalidPath) }
    let parts = path.parts
    for count in 1...parts.count {
      let prefix = Path(parts: parts[..<count])
      let kind: FileKind
      do throws(FileError) {
        kind = try FilePlace(root: root.descriptor, path: prefix, operation: .write).status(.write).kind
      } catch {
        if error.isMissing { return path }
        throw FileError(.write, path, error.cause)
      }
      guard kind == .link else { continue }
      let rest = Path(parts: parts[count...])
      switch RealPath.below(realRoot, realRoot.appending(prefix)) {
      case .below(let target): return try resolvedOnce(target.appending(rest), path)
      case .root: return try resolvedOnce(rest, path)
      case .outside: throw FileError(.write, path, .outsideRoot)
      case .failure: throw FileError(.write, path, errno: ELOOP)
      case .notUTF8: throw FileError(.write, path, .invalidPath)
      }
    }
    return path
  }

  /// A path after its first link was followed: a second link on the rest of the way is refused rather than followed for ever.
  private func resolvedOnce(_ path: Path, _ shown: Path) throws(FileError) -> Path {
    guard path.isBelowRoot else { throw FileError(.write, shown, .invalidPath) }
    return path
  }

  /// Forces the entries of a file's folder to the disk. Some file systems cannot (`EINVAL`); then there is nothing to wait for.
  func sync(folderOf path: Path) throws(FileError) {
    let place = try FilePlace(root: root.descriptor, path: path, operation: .write)
    let result = calls.sync(place.folder)
    if result < 0, result != -EINVAL, result != -EROFS { throw FileError(.write, path, errno: -result) }
  }
}
