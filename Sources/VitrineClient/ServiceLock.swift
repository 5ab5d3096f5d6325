// Who keeps a catalogue live: locks on single bytes of one file, which the system frees whatever becomes of their owner.
//
// They are the locks of fcntl(2) that belong to a process: asking who has one takes nothing, and gives the number of the process even while
// it does nothing yet but start. The price: a process that holds one must never open the file a second time, for closing that would free it.
// Decision 0018 says why.

import Glibc
import VitrineSource
package import VitrineSystem

/// The lock that makes a process the one service of a catalogue. It is freed with the process.
package final class ServiceLock: Sendable {
  /// The process that has the lock.
  package struct Owner: Sendable, Hashable {
    /// Its number; 0 where it is of a world whose numbers mean nothing here, such as a container.
    package var process: Int32
    /// True once it answers.
    package var isReady: Bool
    /// True once it is about to end.
    package var isStopping: Bool
  }

  /// The bytes of the file and what it means to hold them.
  private enum Mark: Int {
    case alive, ready, stopping
  }

  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Takes the lock of a place whose folder is there; nil where another process has it.
  ///
  /// Errors: the file cannot be made or locked, or is something else than a file of our own.
  package static func take(_ place: ServicePlace) throws(FileError) -> ServiceLock? {
    while true {
      let descriptor = open(place.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
      guard descriptor >= 0 else { throw FileError(.create, Path(place.lock), errno: errno) }
      let lock = ServiceLock(descriptor)
      var own = stat()
      var named = stat()
      guard fstat(descriptor, &own) == 0 else { throw FileError(.read, Path(place.lock), errno: errno) }
      guard own.st_mode & S_IFMT == S_IFREG else { throw FileError(.write, Path(place.lock), errno: ENXIO) }
      guard own.st_uid == getuid() else { throw FileError(.write, Path(place.lock), errno: EPERM) }
      let failure = lock.lock(.alive)
      if failure == EACCES || failure == EAGAIN { return nil }
      guard failure == 0 else { throw FileError(.write, Path(place.lock), errno: failure) }
      // Somebody may have removed the file since it was opened, and a third have locked another of the same name.
      if lstat(place.lock, &named) == 0, named.st_ino == own.st_ino, named.st_dev == own.st_dev { return lock }
    }
  }

  /// Lets everybody know that the service answers.
  package func markReady() { _ = lock(.ready) }

  /// Lets everybody know that the service is about to end, so that a next one is worth waiting for.
  package func markStopping() { _ = lock(.stopping) }

  /// Who has the lock of a place; nil where nobody has. Not to be asked by the one who has it.
  package static func owner(of place: ServicePlace) -> Owner? {
    let descriptor = open(place.lock, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let process = owner(of: .alive, descriptor) else { return nil }
    return Owner(
      process: process, isReady: owner(of: .ready, descriptor) != nil, isStopping: owner(of: .stopping, descriptor) != nil)
  }

  /// Locks a byte; answers 0, or the number of the error. Source: fcntl(2), F_SETLK.
  private func lock(_ mark: Mark) -> Int32 {
    var range = Self.range(mark)
    while fcntl(descriptor, F_SETLK, &range) != 0 {
      if errno != EINTR { return errno }
    }
    return 0
  }

  /// The process that has a byte locked. Source: fcntl(2), F_GETLK.
  private static func owner(of mark: Mark, _ descriptor: Int32) -> Int32? {
    var range = Self.range(mark)
    guard fcntl(descriptor, F_GETLK, &range) == 0, range.l_type != Int16(F_UNLCK) else { return nil }
    return max(range.l_pid, 0)
  }

  private static func range(_ mark: Mark) -> flock {
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = mark.rawValue
    range.l_len = 1
    return range
  }
}
