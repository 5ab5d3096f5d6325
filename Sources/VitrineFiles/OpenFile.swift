// An open file of which only parts are read.

import Glibc
package import VitrineSource
package import VitrineSystem

/// A regular file while it is open. It is of use only within the call that gave it: afterwards it is closed.
package struct OpenFile {
  /// The most bytes of one part. Units: bytes.
  package static let mostAtOnce = 1_048_576

  /// What the system says about it.
  package let status: FileStatus
  private let descriptor: Int32
  private let path: Path

  /// The file behind a descriptor, which stays the caller's to close.
  ///
  /// Errors: what fstat(2) said; no regular file.
  init(_ descriptor: Int32, shownAs path: Path) throws(FileError) {
    var status = stat()
    try self.init(descriptor, shownAs: path, status: &status)
  }

  /// The same, and the status as the system gave it.
  init(_ descriptor: Int32, shownAs path: Path, status: inout stat) throws(FileError) {
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path, errno: errno) }
    self.status = FileStatus(status)
    self.descriptor = descriptor
    self.path = path
    let kind = self.status.kind
    guard kind == .regular else { throw FileError(.read, path, kind == .folder ? .system(EISDIR) : .notRegular(kind)) }
  }

  /// The first and the last bytes. Units: `most` is bytes for either end.
  ///
  /// Errors: what pread(2) said.
  package func ends(most: Int = 65_536) throws(FileError) -> FileEnds {
    let most = min(max(most, 0), Self.mostAtOnce)
    let head = try part(from: 0, count: min(status.size, most))
    let tailCount = min(status.size - head.count, most)
    let tail = tailCount > 0 ? try part(from: status.size - tailCount, count: tailCount) : []
    return FileEnds(head: head, tail: tail, status: status)
  }

  /// Gives the file to another program as what it reads.
  package func connect(to child: inout ProgramStart) { child.connect(descriptor, as: STDIN_FILENO) }

  /// The file, to be read after it is closed here; nil where the system gives no more descriptors.
  package func held() -> HeldFile? { HeldFile.holding(descriptor) }

  /// As many bytes from an offset as there are, at most `count` and at most `mostAtOnce`; none where the offset lies past the end.
  ///
  /// Errors: what pread(2) said.
  package func part(from start: Int, count: Int) throws(FileError) -> [UInt8] {
    let count = min(max(count, 0), Self.mostAtOnce, max(status.size - start, 0))
    guard start >= 0, count > 0 else { return [] }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let result = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, start + filled)
        if result < 0, errno == EINTR { continue }
        if result < 0 { failure = errno }
        if result <= 0 { return }
        filled += result
      }
    }
    guard failure == 0 else { throw FileError(.read, path, errno: failure) }
    return bytes
  }
}

extension FileReader {
  /// Opens a file a person named for reading parts of it, and closes it after `body`: an absolute path, or one relative to the working folder.
  /// Symbolic links are followed.
  ///
  /// Errors: what the system said; no regular file; what `body` throws.
  package static func withFile<Result>(
    path: Path, _ body: (OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let descriptor = SystemCall.open(path.string, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path, errno: -descriptor) }
    defer { close(descriptor) }
    return try body(try OpenFile(descriptor, shownAs: path))
  }
}
