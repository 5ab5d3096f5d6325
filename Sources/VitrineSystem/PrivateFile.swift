// Small files that are one person's, such as keys: read where nobody else could have written them, written whole or not at all.

import Glibc

/// Texts in files of the mode 0600.
package enum PrivateFile {
  /// The largest file that is read. Units: bytes.
  private static let largest = 65_536

  /// The text of a file of this user that nobody else may write; nil for anything else.
  package static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0, (1...largest).contains(Int(status.st_size))
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard Glibc.read(descriptor, &bytes, bytes.count) == bytes.count, !bytes.contains(0) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a file, in place of the one that is there; false where that fails.
  package static func write(_ text: String, to path: String) -> Bool {
    let draft = path + ".new"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let bytes = Array(text.utf8)
    let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    close(descriptor)
    guard isWritten, rename(draft, path) == 0 else {
      unlink(draft)
      return false
    }
    return true
  }

  /// Makes a folder for such files, with those above it; an absolute path. False where that fails.
  package static func makeFolder(_ path: String) -> Bool {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) != 0, errno != EEXIST { return false }
    }
    return true
  }
}
