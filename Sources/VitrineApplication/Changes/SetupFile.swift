// A file that a setup writes beside the records, or takes away again: shown as a difference first. The journal knows nothing of it.

import Glibc
import VitrineChanges
import VitrineFiles
import VitrineSource
import VitrineSystem

/// A file before and after a setup.
package struct SetupFile: Sendable, Hashable {
  /// The absolute path.
  package var path: String
  /// What it holds; nil where it is not there.
  package var old: [UInt8]?
  /// What it will hold; nil where it goes.
  package var new: [UInt8]?
  /// True for a program.
  package var isProgram = false

  /// The difference, under a name; of an absolute path without its first slash, as git shows files outside of a repository.
  func shown(as name: String) -> [UInt8] {
    UnifiedDiff.render(path: Path(String(name.drop { $0 == "/" })), old: old, new: new)
  }

  /// Writes it, whole or not at all, or removes it.
  ///
  /// Errors: what the disk says.
  func carryOut() throws(FileError) {
    guard let new else {
      guard unlink(path) == 0 || errno == ENOENT else { throw FileError(.remove, Path(path), errno: errno) }
      return
    }
    try OutputFile.makeFolders(Path.parent(of: path))
    let file = try OutputFile(path: path)
    new.withUnsafeBytes { file.write($0) }
    try file.finish()
    if isProgram, chmod(path, 0o755) != 0 { throw FileError(.write, Path(path), errno: errno) }
  }

  /// What a file holds; nil where there is none.
  ///
  /// Errors: it cannot be read.
  static func text(at path: String) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try FileReader.read(path: Path(path), limit: 1 << 20)
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }
}
