// A file without a name, for what is too large for memory and is gone with the one who needs it.

import Glibc

/// A file on the disk that has no name; the system takes it back with the value.
package final class UnnamedFile: Sendable {
  /// The descriptor, open for reading and writing.
  package let descriptor: Int32

  /// An empty file; nil where the system gives none, and `errno` says why.
  ///
  /// Source: open(2), O_TMPFILE; hier(7), /var/tmp for what may be large.
  package init?() {
    for folder in ["/var/tmp", "/tmp"] {
      let descriptor = SystemCall.openUnnamed(folder, 0o600)
      if descriptor >= 0 {
        self.descriptor = descriptor
        return
      }
    }
    // Not every file system has files without names.
    var name = Array("/tmp/vitrine-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Gives a descriptor of its own to `body`, whose it is where that gives anything.
  package func handOver<Result>(_ body: (Int32) -> Result?) -> Result? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    let result = body(copy)
    if result == nil { close(copy) }
    return result
  }

  /// How large it is. Units: bytes.
  package var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }
}
