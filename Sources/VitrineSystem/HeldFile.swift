// A file that is held open by a value, for what is too large for memory.

import Glibc

/// An open file, which is closed with the value: of one without a name the system takes the room back then.
package final class HeldFile: Sendable {
  /// The descriptor, open for reading, and for writing where it has no name.
  package let descriptor: Int32

  /// Takes over a descriptor.
  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// An empty file without a name; nil where the system gives none, and `errno` says why.
  ///
  /// Source: open(2), O_TMPFILE; hier(7), /var/tmp for what may be large.
  package static func unnamed() -> HeldFile? {
    for folder in ["/var/tmp", "/tmp"] {
      let descriptor = SystemCall.openUnnamed(folder, 0o600)
      if descriptor >= 0 { return HeldFile(descriptor) }
    }
    // Not every file system has files without names.
    var name = Array("/tmp/vitrine-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
    return HeldFile(descriptor)
  }

  /// The file behind a descriptor, which stays its owner's to close; nil where the system gives no more descriptors, and `errno` says so.
  package static func holding(_ descriptor: Int32) -> HeldFile? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? HeldFile(copy) : nil
  }

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
