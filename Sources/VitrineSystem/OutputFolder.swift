// A folder that a person asked a result to be written to: whole, or not there.

import Glibc
import Synchronization
import VitrineSource

/// A folder being filled beside its place, and put there by `finish`.
///
/// Shape: `begin` a file, `write` as often as needed, and so on; then `finish`. Let go before that, or ended by a signal, it leaves nothing behind; what
/// a kill -9 leaves is taken away by the next one that is written there. Where the place is taken by an empty folder, that is replaced; by
/// anything else, `finish` fails.
package final class OutputFolder {
  private let path: String
  private let temporary: String
  private var made: Set<String> = []
  private var descriptor: Int32 = -1
  private let work: Work
  private let duty: UInt64

  /// What is shared with whoever tidies up when a signal ends the program.
  private final class Work: Sendable {
    let state = Mutex(State())

    /// Removes what is there, once.
    func tidy() {
      state.withLock { state in
        if let folder = state.folder.flatMap({ TemporaryPlace.present($0, of: state.lock) }) { _ = TemporaryPlace.remove(folder) }
        state.folder = nil
        state.isAbandoned = true
      }
    }
  }

  private struct State {
    /// The folder beside the place; nil before it is made and once it is gone.
    var folder: String?
    /// The folder, open for its lock.
    var lock: Int32 = -1
    var isAbandoned = false
  }

  /// Opens a folder for filling. Shape: an absolute path, or one relative to the working folder.
  ///
  /// Errors: what the system said.
  package init(path: String) throws(FileError) {
    self.path = path
    let work = Work()
    self.work = work
    duty = Interruption.promise { work.tidy() }
    let result = work.state.withLock { state -> Result<String, FileError> in
      do throws(FileError) {
        let made = try TemporaryPlace.take(beside: path) { place in
          guard mkdir(place, 0o777) == 0 else { return -errno }
          return SystemCall.open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        (state.folder, state.lock) = (made.place, made.descriptor)
        return .success(made.place)
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let place): temporary = place
    case .failure(let error):
      temporary = ""
      Interruption.fulfil(duty)
      throw error
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    work.tidy()
    work.state.withLock { state in
      if state.lock >= 0 { close(state.lock) }
    }
    Interruption.fulfil(duty)
  }

  /// Begins a file that is not there yet, and the folders above it. Shape: a path below the folder, without `.` and `..`.
  ///
  /// Errors: what the system said.
  package func begin(_ name: String) throws(FileError) {
    try end()
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else { throw FileError(.create, Path(name), .invalidPath) }
    for count in 1..<max(parts.count, 1) {
      let folder = parts.prefix(count).joined(separator: "/")
      guard made.insert(folder).inserted else { continue }
      let failure = unlessAbandoned { _ in mkdir(temporary + "/" + folder, 0o777) == 0 ? 0 : -errno }
      guard failure == 0 else { throw FileError(.create, Path(path + "/" + folder), errno: -failure) }
    }
    let number = unlessAbandoned { _ in
      SystemCall.repeated { Glibc.open(temporary + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    }
    guard number >= 0 else { throw FileError(.create, Path(path + "/" + name), errno: -number) }
    descriptor = number
  }

  /// Writes bytes of the file that was begun last.
  ///
  /// Errors: what the system said.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(.write, Path(path), errno: errno) }
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
    let failure = unlessAbandoned { state in
      guard rename(temporary, path) == 0 else { return -errno }
      state.folder = nil
      return 0
    }
    guard failure == 0 else { throw FileError(.create, Path(path), errno: -failure) }
  }

  private func end() throws(FileError) {
    guard descriptor >= 0 else { return }
    let status = close(descriptor)
    descriptor = -1
    if status != 0 { throw FileError(.write, Path(path), errno: errno) }
  }

  /// Makes something in the folder, which nobody tidies away meanwhile; never returns once somebody did.
  private func unlessAbandoned(_ body: (inout State) -> Int32) -> Int32 {
    let result = work.state.withLock { state in state.isAbandoned ? nil : body(&state) }
    guard let result else { Interruption.waitForEnd() }
    return result
  }
}
