// A file that a person asked a result to be written to, wherever it lies: whole, or as it was before.

import Glibc
import Synchronization

/// A file being written beside its place, and put there by `finish`. What is no regular file, such as a pipe, is written straight into.
///
/// Shape: `write` as often as needed, then `finish`; the first failure is kept, and thrown by `finish`. Let go before that, it leaves nothing behind.
package final class OutputFile: Sendable {
  private static let lastNumber = Atomic<UInt64>(0)

  private let path: String
  private let temporary: String?
  private let state: Mutex<State>

  private struct State {
    var descriptor: Int32
    var failure: Int32 = 0
  }

  /// Opens a file for writing. Shape: an absolute path, or one relative to the working folder.
  ///
  /// Errors: what the system said.
  package init(path: String) throws(FileError) {
    self.path = path
    var status = stat()
    if stat(path, &status) == 0, FileKind(mode: UInt32(status.st_mode)) != .regular {
      let descriptor = SystemCall.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw FileError(.write, path, errno: -descriptor) }
      temporary = nil
      state = Mutex(State(descriptor: descriptor))
      return
    }
    let number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    let folder = path.utf8.lastIndex(of: 0x2F).map { String(path[...$0]) } ?? ""
    let name = "\(folder).vitrine-\(getpid())-\(number).tmp"
    let descriptor = SystemCall.repeated { Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileError(.create, path, errno: -descriptor) }
    temporary = name
    state = Mutex(State(descriptor: descriptor))
  }

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    guard descriptor >= 0 else { return }
    close(descriptor)
    if let temporary { unlink(temporary) }
  }

  /// Writes bytes. After a failure nothing more is written.
  package func write(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      var rest = bytes
      while !rest.isEmpty, state.failure == 0 {
        let count = Glibc.write(state.descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno != EINTR {
          state.failure = errno
        }
      }
    }
  }

  /// Forces the file to the disk and puts it in its place, over what stood there.
  ///
  /// Errors: what the system said, now or at an earlier `write`; then what stood there still does.
  package func finish() throws(FileError) {
    var failure = state.withLock { state in
      if temporary != nil, state.failure == 0, fsync(state.descriptor) != 0, errno != EINVAL { state.failure = errno }
      if close(state.descriptor) != 0, state.failure == 0 { state.failure = errno }
      state.descriptor = -1
      return state.failure
    }
    if let temporary {
      if failure == 0, rename(temporary, path) != 0 { failure = errno }
      if failure != 0 { unlink(temporary) }
    }
    if failure != 0 { throw FileError(.write, path, errno: failure) }
  }

  /// Makes a folder where there is none.
  ///
  /// Errors: what the system said.
  package static func makeFolder(_ path: String) throws(FileError) {
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw FileError(.create, path, errno: errno) }
  }
}
