// The system calls of the writer, one by one replaceable, so that a test can fail each of them.

package import Glibc

/// What the writer asks of the system. Shape: every call answers a value from 0 up, or minus the number of the error.
package struct WriteCalls: Sendable {
  /// openat(2) with a mode.
  package var open: @Sendable (_ folder: Int32, _ name: String, _ flags: Int32, _ mode: mode_t) -> Int32
  /// write(2).
  package var write: @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  /// fsync(2).
  package var sync: @Sendable (_ file: Int32) -> Int32
  /// syncfs(2): everything of the file system that an open file lies on. Since Linux 5.8 it reports writes that failed.
  package var syncAll: @Sendable (_ file: Int32) -> Int32
  /// fchmod(2).
  package var setMode: @Sendable (_ file: Int32, _ mode: mode_t) -> Int32
  /// fchown(2).
  package var setOwner: @Sendable (_ file: Int32, _ owner: uid_t, _ group: gid_t) -> Int32
  /// futimens(2), the time of the last change only. Units: nanoseconds since 1970.
  package var setModified: @Sendable (_ file: Int32, _ time: Int64) -> Int32
  /// close(2).
  package var close: @Sendable (_ file: Int32) -> Int32
  /// renameat(2).
  package var rename: @Sendable (_ fromFolder: Int32, _ from: String, _ toFolder: Int32, _ to: String) -> Int32
  /// renameat2(2) with RENAME_NOREPLACE. Some file systems have none (`EINVAL`).
  package var renameNew: @Sendable (_ fromFolder: Int32, _ from: String, _ toFolder: Int32, _ to: String) -> Int32
  /// linkat(2).
  package var link: @Sendable (_ fromFolder: Int32, _ from: String, _ toFolder: Int32, _ to: String) -> Int32
  /// unlinkat(2) of a file.
  package var remove: @Sendable (_ folder: Int32, _ name: String) -> Int32
  /// mkdirat(2).
  package var makeFolder: @Sendable (_ folder: Int32, _ name: String, _ mode: mode_t) -> Int32
  /// unlinkat(2) of a folder.
  package var removeFolder: @Sendable (_ folder: Int32, _ name: String) -> Int32

  /// The system itself.
  package static var system: WriteCalls {
    WriteCalls(
      open: { folder, name, flags, mode in SystemCall.repeated { openat(folder, name, flags, mode) } },
      write: { file, bytes in
        let count = Glibc.write(file, bytes.baseAddress, bytes.count)
        return count >= 0 ? count : -Int(errno)
      },
      sync: { file in SystemCall.repeated { fsync(file) } },
      syncAll: { file in SystemCall.syncAll(file) },
      setMode: { file, mode in SystemCall.repeated { fchmod(file, mode) } },
      setOwner: { file, owner, group in SystemCall.repeated { fchown(file, owner, group) } },
      setModified: { file, time in
        let (seconds, rest) = (time / 1_000_000_000, time % 1_000_000_000)
        let times = [
          timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2),  // UTIME_OMIT
          timespec(tv_sec: Int(rest < 0 ? seconds - 1 : seconds), tv_nsec: Int(rest < 0 ? rest + 1_000_000_000 : rest)),
        ]
        return SystemCall.repeated { futimens(file, times) }
      },
      close: { file in Glibc.close(file) == 0 || errno == EINTR ? 0 : -errno },
      rename: { fromFolder, from, toFolder, to in SystemCall.repeated { renameat(fromFolder, from, toFolder, to) } },
      renameNew: { fromFolder, from, toFolder, to in SystemCall.renameNew(fromFolder, from, toFolder, to) },
      link: { fromFolder, from, toFolder, to in SystemCall.repeated { linkat(fromFolder, from, toFolder, to, 0) } },
      remove: { folder, name in SystemCall.repeated { unlinkat(folder, name, 0) } },
      makeFolder: { folder, name, mode in SystemCall.repeated { mkdirat(folder, name, mode) } },
      removeFolder: { folder, name in SystemCall.repeated { unlinkat(folder, name, AT_REMOVEDIR) } })
  }
}

extension WriteCalls {
  /// Gives a file a name that nothing has: minus `EEXIST` where something has. File systems that cannot rename so get a second name
  /// by linkat(2), those without hard links an empty file made by `O_EXCL` first, and a rename over it.
  package func place(_ fromFolder: Int32, _ from: String, _ toFolder: Int32, _ to: String) -> Int32 {
    let renamed = renameNew(fromFolder, from, toFolder, to)
    guard [EINVAL, EOPNOTSUPP, ENOSYS].contains(-renamed) else { return renamed }
    let linked = link(fromFolder, from, toFolder, to)
    if linked >= 0 { return remove(fromFolder, from) }
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EINVAL].contains(-linked) else { return linked }
    let placeholder = open(toFolder, to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    if placeholder < 0 { return placeholder }
    _ = close(placeholder)
    let placed = rename(fromFolder, from, toFolder, to)
    if placed < 0 { _ = remove(toFolder, to) }
    return placed
  }

  /// Writes all bytes and gives the file the owner and mode of `status`; minus the number of the first error.
  package func fill(_ descriptor: Int32, with bytes: [UInt8], like status: FileStatus?) -> Int32 {
    let written = bytes.withUnsafeBytes { write(descriptor, all: $0) }
    guard written >= 0, let status else { return written }
    return setMode(descriptor, mode_t(keepOwner(descriptor, status)))
  }

  /// Writes all bytes; minus the number of the error.
  package func write(_ descriptor: Int32, all bytes: UnsafeRawBufferPointer) -> Int32 {
    var start = 0
    while start < bytes.count {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[start...]))
      if count == -Int(EINTR) { continue }
      if count <= 0 { return count == 0 ? -ENOSPC : Int32(truncatingIfNeeded: count) }
      start += count
    }
    return 0
  }

  /// Gives the file its old owner and group as far as the system allows, and answers the mode it may have: where the group
  /// could not be kept, another group gets no more rights than everybody.
  package func keepOwner(_ descriptor: Int32, _ status: FileStatus) -> UInt32 {
    var now = stat()
    guard fstat(descriptor, &now) == 0 else { return status.mode }
    let mine = FileStatus(now)
    if mine.owner == status.owner, mine.group == status.group { return status.mode }
    if setOwner(descriptor, status.owner, status.group) >= 0 { return status.mode }
    if mine.group == status.group || setOwner(descriptor, mine.owner, status.group) >= 0 { return status.mode & 0o777 }
    return status.mode & 0o707 | (status.mode & 0o070 & (status.mode & 0o007) << 3)
  }
}
