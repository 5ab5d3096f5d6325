// The setup shown and carried out.

import Glibc
import VitrineChanges
import VitrineSource
import VitrineSystem

extension GitSetup {
  /// What will be written: differences of files, and the settings as a person would give them to git.
  package var shown: [UInt8] {
    var bytes: [UInt8] = []
    for step in steps {
      switch step {
      case .file(let path, let old, let new, _):
        bytes += UnifiedDiff.render(path: Path(shortened(path)), old: old, new: new)
      case .setting(let name, _, let new):
        bytes += (new.map { "git config \(name) \"\($0)\"\n" } ?? "git config --unset \(name)\n").utf8
      }
    }
    return bytes
  }

  /// Writes it, each file whole or not at all.
  ///
  /// Errors: what git or the disk says; steps before that are done.
  package func carryOut() throws {
    for step in steps {
      switch step {
      case .file(let path, _, let new, let isProgram):
        guard let new else {
          guard unlink(path) == 0 || errno == ENOENT else { throw FileError(.remove, Path(path), errno: errno) }
          continue
        }
        try Self.makeFolders(Path.parent(of: path))
        let file = try OutputFile(path: path)
        new.withUnsafeBytes { file.write($0) }
        try file.finish()
        if isProgram, chmod(path, 0o755) != 0 { throw FileError(.write, Path(path), errno: errno) }
      case .setting(let name, _, let new): try set(name, to: new)
      }
    }
  }

  private static func makeFolders(_ path: String) throws(FileError) {
    if Path.isFolder(path) || path == "/" { return }
    try makeFolders(Path.parent(of: path))
    try OutputFile.makeFolder(path)
  }
}
