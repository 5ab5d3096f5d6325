// A folder that a person asked a result to be written to: whole, or not there.

import Glibc
import Synchronization

/// A folder being filled beside its place, and put there by `finish`.
///
/// Shape: `begin` a file, `write` as often as needed, and so on; then `finish`. Let go before that, it leaves nothing behind. Where the place is
/// taken by an empty folder, that is replaced; by anything else, `finish` fails.
package final class OutputFolder {
  private static let lastNumber = Atomic<UInt64>(0)

  private let path: String
  private let temporary: String
  private var made: Set<String> = []
  private var folders: [String] = []
  private var files: [String] = []
  private var descriptor: Int32 = -1
  private var isDone = false

  /// Opens a folder for filling. Shape: an absolute path, or one relative to the working folder.
  ///
  /// Errors: what the system said.
  package init(path: String) throws(FileError) {
    self.path = path
    let number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    let parent = path.utf8.lastIndex(of: 0x2F).map { String(path[...$0]) } ?? ""
    temporary = "\(parent).vitrine-\(getpid())-\(number).folder.tmp"
    guard mkdir(temporary, 0o777) == 0 else {
      isDone = true
      throw FileError(.create, path, errno: errno)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    guard !isDone else { return }
    for file in files { unlink(temporary + "/" + file) }
    for folder in folders.reversed() { rmdir(temporary + "/" + folder) }
    rmdir(temporary)
  }

  /// Begins a file that is not there yet, and the folders above it. Shape: a path below the folder, without `.` and `..`.
  ///
  /// Errors: what the system said.
  package func begin(_ name: String) throws(FileError) {
    try end()
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else { throw FileError(.create, name, .invalidPath) }
    for count in 1..<max(parts.count, 1) {
      let folder = parts.prefix(count).joined(separator: "/")
      guard made.insert(folder).inserted else { continue }
      guard mkdir(temporary + "/" + folder, 0o777) == 0 else { throw FileError(.create, path + "/" + folder, errno: errno) }
      folders.append(folder)
    }
    let number = SystemCall.repeated { Glibc.open(temporary + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard number >= 0 else { throw FileError(.create, path + "/" + name, errno: -number) }
    descriptor = number
    files.append(name)
  }

  /// Writes bytes of the file that was begun last.
  ///
  /// Errors: what the system said.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(.write, path, errno: errno) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Says when the file that was begun last was changed. Units: seconds since 1970.
  package func setModified(_ seconds: Int) {
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    _ = futimens(descriptor, times)
  }

  /// Puts the folder in its place.
  ///
  /// Errors: what the system said; then it is not there.
  package func finish() throws(FileError) {
    try end()
    guard rename(temporary, path) == 0 else { throw FileError(.create, path, errno: errno) }
    isDone = true
  }

  private func end() throws(FileError) {
    guard descriptor >= 0 else { return }
    let status = close(descriptor)
    descriptor = -1
    if status != 0 { throw FileError(.write, path, errno: errno) }
  }
}
