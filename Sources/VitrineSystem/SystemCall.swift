// The few system calls of this room, each with the number of its error as a negative answer, and repeated after a signal. Decision 0039 says why.

import CLinux
package import Glibc

/// System calls that answer a value from 0 up, or minus the number of the error.
package enum SystemCall {
  /// open(2).
  package static func open(_ path: String, _ flags: Int32) -> Int32 {
    repeated { Glibc.open(path, flags) }
  }

  /// openat(2) of a folder, never through a symbolic link.
  package static func openFolder(_ parent: Int32, _ name: UnsafePointer<UInt8>?) -> Int32 {
    openAt(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  /// How a file is opened for reading.
  package static let readingFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC

  /// openat(2) of a file for reading: never through a symbolic link, never waiting for the other end of a pipe.
  package static func openFile(_ parent: Int32, _ name: UnsafePointer<UInt8>?) -> Int32 {
    openAt(parent, name, readingFlags)
  }

  /// openat2(2) of a file for reading, by a path below an open folder: through no symbolic link on the whole way. Where it fails, opening it
  /// folder by folder tells why; some systems do not have it.
  package static func openFile(beneath folder: Int32, _ path: UnsafePointer<UInt8>?) -> Int32 {
    guard let path else { return -EINVAL }
    return path.withMemoryRebound(to: CChar.self, capacity: 1) { path in
      repeated { vitrine_open_beneath(folder, path, readingFlags) }
    }
  }

  /// openat(2) of whatever stands at a path, only to name it by the descriptor: no right to read it is needed. With O_PATH, never through a symbolic
  /// link at its end.
  package static func openPath(_ parent: Int32, _ path: UnsafePointer<UInt8>?) -> Int32 {
    openAt(parent, path, pathOnly | O_NOFOLLOW | O_CLOEXEC)
  }

  /// O_PATH, which Swift's module of the C library lacks.
  private static let pathOnly: Int32 = 0o10_000_000

  /// openat(2).
  static func openAt(_ parent: Int32, _ name: UnsafePointer<UInt8>?, _ flags: Int32) -> Int32 {
    guard let name else { return -EINVAL }
    return name.withMemoryRebound(to: CChar.self, capacity: 1) { name in repeated { openat(parent, name, flags) } }
  }

  /// fstatat(2) without following a link.
  package static func status(
    _ parent: Int32, _ name: UnsafePointer<UInt8>?, _ status: inout stat, following: Bool = false
  ) -> Int32 {
    guard let name else { return -EINVAL }
    return name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
      repeated { fstatat(parent, name, &status, following ? 0 : AT_SYMLINK_NOFOLLOW) }
    }
  }

  /// statx(2): when the file at a path was made, following no link at its end; nil where there is none or its file system does not say. Units: seconds
  /// since 1970.
  package static func birthTime(_ path: String) -> Int64? {
    var seconds: Int64 = 0
    return vitrine_birth_time(AT_FDCWD, path, &seconds) == 1 ? seconds : nil
  }

  /// Whether a program has a file open for writing; nil where that cannot be told: on the file systems of other machines and of FUSE, of somebody else's
  /// file, where there is none. Source: fcntl(2), leases.
  package static func isBeingWritten(_ path: String) -> Bool? {
    let descriptor = repeated { open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let answer = vitrine_is_being_written(descriptor)
    // Where others write, too, a lease says no more than that nobody on this machine does. FUSE grants it all the same.
    if answer == 0, isWrittenElsewhere(descriptor) { return nil }
    return answer < 0 ? nil : answer == 1
  }

  /// Whether an open file lies on a file system that others than this machine's programs write to. Source: fstatfs(2), linux/magic.h.
  private static func isWrittenElsewhere(_ descriptor: Int32) -> Bool {
    switch vitrine_file_system_type(descriptor) {
    // FUSE; NFS; SMB, CIFS, SMB 2; Ceph; 9P; AFS, twice; Coda; VirtualBox.
    case 0x6573_5546, 0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x00C3_6400, 0x0102_1997, 0x5346_414F, 0x6B41_4653, 0x7375_7245,
      0x786F_4256:
      return true
    default: return false
    }
  }

  /// fcntl(2) with F_DUPFD_CLOEXEC: another number for what is open.
  package static func duplicate(_ descriptor: Int32) -> Int32 { repeated { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) } }

  /// syncfs(2).
  static func syncAll(_ file: Int32) -> Int32 { repeated { syncfs(file) } }

  /// pipe2(2): the end to read from, then the one to write to, neither handed on to children.
  package static func pipe(_ ends: inout (read: Int32, write: Int32)) -> Int32 {
    var both: [Int32] = [-1, -1]
    let result = repeated { pipe2(&both, O_CLOEXEC) }
    ends = (both[0], both[1])
    return result
  }

  /// accept4(2): the next connection at a socket, which no child gets.
  package static func accept(_ socket: Int32) -> Int32 {
    repeated { accept4(socket, nil, nil, Int32(SOCK_CLOEXEC.rawValue)) }
  }

  /// open(2) of a file in a folder that has no name yet, and vanishes unless it is given one; not every file system has such. With O_TMPFILE.
  package static func openUnnamed(_ folder: String, _ mode: mode_t) -> Int32 {
    repeated { vitrine_open_unnamed(AT_FDCWD, folder, O_DIRECTORY | O_RDWR | O_CLOEXEC, mode) }
  }

  /// linkat(2): gives an unnamed file its name, where none stands. By /proc, as open(2) says.
  static func name(_ file: Int32, _ path: String) -> Int32 {
    repeated { linkat(AT_FDCWD, "/proc/self/fd/\(file)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) }
  }

  /// memfd_create(2): a file in memory alone, which no child gets. Shape: `name` is seen below /proc only.
  package static func openInMemory(_ name: StaticString) -> Int32 {
    repeated {
      UnsafeRawPointer(name.utf8Start).withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount) {
        memfd_create($0, closeOnExec)
      }
    }
  }

  /// MFD_CLOEXEC.
  private static let closeOnExec: UInt32 = 1

  /// posix_spawn_file_actions_addchdir_np(3).
  static func enter(_ folder: String, _ actions: inout posix_spawn_file_actions_t) {
    posix_spawn_file_actions_addchdir_np(&actions, folder)
  }

  /// flock(2) for this process alone, without waiting.
  static func lock(_ file: Int32) -> Int32 { repeated { flock(file, LOCK_EX | LOCK_NB) } }

  /// renameat2(2) with RENAME_NOREPLACE.
  static func renameNew(_ fromFolder: Int32, _ from: String, _ toFolder: Int32, _ to: String) -> Int32 {
    repeated { renameat2(fromFolder, from, toFolder, to, 1) }
  }

  /// ioctl_ficlone(2): an empty file gets the bytes of another without a copy of them, on file systems that can.
  package static func shareBlocks(of source: Int32, with goal: Int32) -> Int32 {
    repeated { vitrine_share_blocks(goal, source) }
  }

  /// Repeats a call that a signal interrupted.
  package static func repeated(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { return -errno }
    }
  }
}
