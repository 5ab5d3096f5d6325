// A file that a person asked a result to be written to, wherever it lies: whole, or as it was before.

import Glibc
import Synchronization
import VitrineSource

/// A file being written without a name, or beside its place where the file system knows no files without one, and put there by `finish`. What is no
/// regular file, such as a pipe, is written straight into.
///
/// Shape: `write` as often as needed, then `finish`; the first failure is kept, and thrown by `finish`. Let go before that, or ended by a signal, it
/// leaves nothing behind; what a kill -9 leaves beside the place is taken away by the next one that is written there.
package final class OutputFile: Sendable {
  private let path: String
  private let isDirect: Bool
  private let work: Work
  private let duty: UInt64

  /// What is shared with whoever tidies up when a signal ends the program.
  private final class Work: Sendable {
    let state = Mutex(State())

    func tidy() {
      state.withLock { state in
        state.removeTemporary()
        state.isAbandoned = true
      }
    }
  }

  private struct State {
    var descriptor: Int32 = -1
    var failure: Int32 = 0
    /// The name it has beside its place; nil while it has none.
    var temporary: String?
    var isAbandoned = false

    /// Removes the name that it has beside its place, wherever the folder is now.
    mutating func removeTemporary() {
      if let place = temporary.flatMap({ TemporaryPlace.present($0, of: descriptor) }) { unlink(place) }
      temporary = nil
    }
  }

  /// Opens a file for writing. Shape: an absolute path, or one relative to the working folder.
  ///
  /// - Parameter unnamed: false has it written under a name, as where the file system gives no file without one.
  ///
  /// Errors: what the system said.
  package init(path: String, unnamed: Bool = true) throws(FileError) {
    self.path = path
    let work = Work()
    self.work = work
    var status = stat()
    if stat(path, &status) == 0, FileKind(mode: UInt32(status.st_mode)) != .regular {
      isDirect = true
      let descriptor = SystemCall.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw FileError(.write, Path(path), errno: -descriptor) }
      work.state.withLock { $0.descriptor = descriptor }
      duty = 0
      return
    }
    isDirect = false
    duty = Interruption.promise { work.tidy() }
    do throws(FileError) {
      try Self.open(path, unnamed: unnamed, work)
    } catch {
      Interruption.fulfil(duty)
      throw error
    }
  }

  /// Writes straight into a file without a name, which stays its owner's.
  ///
  /// Errors: what the system said.
  package init(_ file: HeldFile) throws(FileError) {
    (path, isDirect, duty, work) = ("a file without a name", true, 0, Work())
    let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw FileError(.write, Path(path), errno: errno) }
    work.state.withLock { $0.descriptor = descriptor }
  }

  private static func open(_ path: String, unnamed: Bool, _ work: Work) throws(FileError) {
    let result = work.state.withLock { state -> Result<Void, FileError> in
      if unnamed, let descriptor = unnamedFile(in: path.utf8.lastIndex(of: 0x2F).map { String(path[...$0]) } ?? ".") {
        state.descriptor = descriptor
        return .success(())
      }
      do throws(FileError) {
        let made = try TemporaryPlace.take(beside: path) { place in
          SystemCall.repeated { Glibc.open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
        }
        (state.temporary, state.descriptor) = (made.place, made.descriptor)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// A file without a name, locked; nil where there is none, or no way to name it later.
  private static func unnamedFile(in folder: String) -> Int32? {
    let descriptor = SystemCall.openUnnamed(folder, 0o666)
    guard descriptor >= 0 else { return nil }
    guard access("/proc/self/fd/\(descriptor)", F_OK) == 0 else {
      close(descriptor)
      return nil
    }
    _ = SystemCall.lock(descriptor)
    return descriptor
  }

  deinit {
    work.state.withLock { state in
      state.removeTemporary()
      if state.descriptor >= 0 { close(state.descriptor) }
    }
    Interruption.fulfil(duty)
  }

  /// Writes bytes. After a failure nothing more is written.
  package func write(_ bytes: UnsafeRawBufferPointer) {
    work.state.withLock { state in
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
    let failure = work.state.withLock { state in
      if !isDirect, state.failure == 0, fsync(state.descriptor) != 0, errno != EINVAL { state.failure = errno }
      if !isDirect, state.failure == 0 { state.failure = place(&state) }
      state.removeTemporary()
      // What was forced to the disk is there, whatever closing says.
      if close(state.descriptor) != 0, isDirect, state.failure == 0 { state.failure = errno }
      state.descriptor = -1
      return state.isAbandoned ? nil : state.failure
    }
    Interruption.fulfil(duty)
    guard let failure else { Interruption.waitForEnd() }
    if failure != 0 { throw FileError(.write, Path(path), errno: failure) }
  }

  /// Gives the file its name; 0, or the number of an error.
  private func place(_ state: inout State) -> Int32 {
    guard !state.isAbandoned else { return 0 }
    if state.temporary == nil {
      let result = SystemCall.name(state.descriptor, path)
      guard result == -EEXIST else { return -result }
      // What stands there is only ever replaced by renaming, which a file without a name cannot be.
      do throws(FileError) {
        let named = try TemporaryPlace.take(beside: path) { [descriptor = state.descriptor] place in
          let result = SystemCall.name(descriptor, place)
          return result < 0 ? result : fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        }
        state.temporary = named.place
        close(named.descriptor)
      } catch {
        guard case .system(let number) = error.cause else { return EIO }
        return number
      }
    }
    guard let temporary = state.temporary else { return EIO }
    guard rename(temporary, path) == 0 else { return errno }
    state.temporary = nil
    return 0
  }

  /// Makes a folder where there is none.
  ///
  /// Errors: what the system said.
  package static func makeFolder(_ path: String) throws(FileError) {
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw FileError(.create, Path(path), errno: errno) }
  }

  /// Makes a folder, and those above it, where there are none.
  ///
  /// Errors: what the system said.
  package static func makeFolders(_ path: String) throws(FileError) {
    var status = stat()
    if path.isEmpty || stat(path, &status) == 0 && FileKind(mode: UInt32(status.st_mode)) == .folder { return }
    if let slash = path.lastIndex(of: "/") { try makeFolders(String(path[..<slash])) }
    try makeFolder(path)
  }
}
