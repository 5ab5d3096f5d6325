// Files that a person names, wherever they lie.

import VitrineFiles

extension Session {
  /// The bytes of a file as it is named on the command line: a path, `-` for standard input, or `/dev/fd/N`, which a shell writes for
  /// `<(command)`.
  ///
  /// Errors: why it cannot be read, under the name it was given.
  func read(_ name: String) throws(FileError) -> [UInt8] {
    if name == "-" || name == "/dev/stdin" { return try FileReader.readStandardInput() }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where name.hasPrefix(folder) {
      if let descriptor = Int32(name.dropFirst(folder.count)) { return try FileReader.readStream(descriptor, name: name) }
    }
    do throws(FileError) {
      return try FileReader.read(path: Path.absolute(name, from: folder))
    } catch {
      throw FileError(error.operation, name, error.cause)
    }
  }
}
