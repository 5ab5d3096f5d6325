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
  /// fchmod(2).
  package var setMode: @Sendable (_ file: Int32, _ mode: mode_t) -> Int32
  /// fchown(2).
  package var setOwner: @Sendable (_ file: Int32, _ owner: uid_t, _ group: gid_t) -> Int32
  /// close(2).
  package var close: @Sendable (_ file: Int32) -> Int32
  /// renameat(2) within a folder.
  package var rename: @Sendable (_ folder: Int32, _ from: String, _ to: String) -> Int32
  /// linkat(2) within a folder.
  package var link: @Sendable (_ folder: Int32, _ from: String, _ to: String) -> Int32
  /// unlinkat(2) of a file.
  package var remove: @Sendable (_ folder: Int32, _ name: String) -> Int32
  /// mkdirat(2).
  package var makeFolder: @Sendable (_ folder: Int32, _ name: String) -> Int32
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
      setMode: { file, mode in SystemCall.repeated { fchmod(file, mode) } },
      setOwner: { file, owner, group in SystemCall.repeated { fchown(file, owner, group) } },
      close: { file in Glibc.close(file) == 0 || errno == EINTR ? 0 : -errno },
      rename: { folder, from, to in SystemCall.repeated { renameat(folder, from, folder, to) } },
      link: { folder, from, to in SystemCall.repeated { linkat(folder, from, folder, to, 0) } },
      remove: { folder, name in SystemCall.repeated { unlinkat(folder, name, 0) } },
      makeFolder: { folder, name in SystemCall.repeated { mkdirat(folder, name, 0o777) } },
      removeFolder: { folder, name in SystemCall.repeated { unlinkat(folder, name, AT_REMOVEDIR) } })
  }
}
