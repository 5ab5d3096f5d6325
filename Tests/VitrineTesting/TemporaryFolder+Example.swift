// The files of a page, as they lie on the disk.

import Glibc

extension TemporaryFolder {
  /// Makes a file, a link or a named pipe of an example.
  package func write(_ file: ExplainPage.ExampleFile) throws {
    switch file.form {
    case .file: try write(file.bytes, to: file.path)
    case .link:
      try makeParent(of: file.path)
      guard symlink(String(decoding: file.bytes, as: UTF8.self), path + "/" + file.path) == 0 else {
        throw TemporaryFolderError(number: errno)
      }
    case .pipe:
      try makeParent(of: file.path)
      guard mkfifo(path + "/" + file.path, 0o600) == 0 else { throw TemporaryFolderError(number: errno) }
    }
  }
}
