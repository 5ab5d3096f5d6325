// Reading whole files: one open, one status, one read, one close.

package import Glibc
package import VitrineSource
package import VitrineSystem

/// Reads files that may be anything: too large, replaced by a pipe, growing while they are read.
package enum FileReader {
  /// The biggest file read where the caller has no limit of its own. Units: bytes.
  package static let defaultLimit = 64 * 1_048_576

  /// Reads a file a person named: an absolute path, or one relative to the working folder. Symbolic links are followed.
  ///
  /// Errors: what the system said; not a regular file; more than `limit` bytes.
  package static func read(path: Path, limit: Int = defaultLimit) throws(FileError) -> [UInt8] {
    let descriptor = SystemCall.open(path.string, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path, errno: -descriptor) }
    defer { close(descriptor) }
    return try bytes(of: descriptor, shownAs: path, limit: limit)
  }

  /// Reads a file by its name in an open folder, never through a symbolic link.
  ///
  /// Errors: what the system said; not a regular file; more than `limit` bytes.
  static func read(_ name: String, in folder: Int32, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = Array(name.utf8CString).withUnsafeBufferPointer { name in
      SystemCall.repeated { name.baseAddress.map { openat(folder, $0, SystemCall.readingFlags) } ?? -1 }
    }
    guard descriptor >= 0 else { throw FileError(.read, Path(name), errno: -descriptor) }
    defer { close(descriptor) }
    return try bytes(of: descriptor, shownAs: Path(name), limit: limit)
  }

  /// Reads an open file from its start.
  ///
  /// One more byte is asked for than the file has, so that a full answer already tells that the end was reached.
  package static func bytes(of descriptor: Int32, shownAs path: @autoclosure () -> Path, limit: Int) throws(FileError)
    -> [UInt8]
  {
    var status = stat()
    return try bytes(of: descriptor, shownAs: path(), limit: limit, status: &status)
  }

  /// The same, and the status the file had.
  package static func bytes(
    of descriptor: Int32, shownAs path: @autoclosure () -> Path, limit: Int, status: inout stat
  ) throws(FileError) -> [UInt8] {
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path(), errno: errno) }
    let kind = FileKind(mode: UInt32(status.st_mode))
    guard kind == .regular else { throw FileError(.read, path(), kind == .folder ? .system(EISDIR) : .notRegular(kind)) }
    let size = Int(status.st_size)
    guard size <= limit else { throw FileError(.read, path(), .tooLarge(size: size, limit: limit)) }
    var failure: Int32 = 0
    var isWhole = false
    var bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      LargePages.advise(UnsafeMutableRawBufferPointer(buffer))
      let result = readAll(descriptor, buffer.baseAddress, size)
      if result < 0 { failure = Int32(truncatingIfNeeded: -result) } else { count = result }
      isWhole = result == size
    }
    guard failure == 0 else { throw FileError(.read, path(), errno: failure) }
    if !isWhole { try readRest(of: descriptor, into: &bytes, shownAs: path(), limit: limit) }
    return bytes
  }

  /// What a file of the given size holds, and one byte more where there is one; minus the number of the error where it fails. A large file is read in
  /// parts, on all cores.
  private static func readAll(_ descriptor: Int32, _ target: UnsafeMutablePointer<UInt8>?, _ size: Int) -> Int {
    guard size >= leastForParts, let target else { return readSome(descriptor, target, size + 1) }
    let address = UInt(bitPattern: target)
    let parts = Parallel.map((size + partSize - 1) / partSize, inlineBelow: 2, chunk: 1, state: {}) { _, part in
      let start = part * partSize
      let count = min(partSize, size - start)
      let isRead = pread(descriptor, UnsafeMutableRawPointer(bitPattern: address + UInt(start)), count, start) == count
      return isRead
    }
    // What goes wrong in a part is found by reading it all in one piece.
    guard parts.allSatisfy(\.self), lseek(descriptor, size, SEEK_SET) == size else {
      return lseek(descriptor, 0, SEEK_SET) == 0 ? readSome(descriptor, target, size + 1) : -Int(errno)
    }
    let more = readSome(descriptor, target + size, 1)
    return more < 0 ? more : size + more
  }

  /// The shortest file that is read in parts, and how long they are. Units: bytes.
  private static let leastForParts = 16 << 20
  private static let partSize = 2 << 20

  /// Goes on until the end: the file grew or shrank meanwhile, or the first read was cut short.
  private static func readRest(
    of descriptor: Int32, into bytes: inout [UInt8], shownAs path: @autoclosure () -> Path, limit: Int
  ) throws(FileError) {
    while true {
      guard bytes.count <= limit else { throw FileError(.read, path(), .tooLarge(size: bytes.count, limit: limit)) }
      var failure: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: max(4096, min(bytes.count, 1_048_576))) { buffer, count in
        let result = readSome(descriptor, buffer.baseAddress, buffer.count)
        if result < 0 { failure = Int32(truncatingIfNeeded: -result) } else { count = result }
      }
      guard failure == 0 else { throw FileError(.read, path(), errno: failure) }
      if piece.isEmpty { return }
      bytes += piece
    }
  }

  /// read(2), repeated after a signal; minus the number of the error where it fails.
  package static func readSome(_ descriptor: Int32, _ target: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
    while true {
      let result = Glibc.read(descriptor, target, count)
      if result >= 0 { return result }
      if errno != EINTR { return -Int(errno) }
    }
  }
}
