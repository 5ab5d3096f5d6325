// The setup shown and carried out.

extension GitSetup {
  /// What will be written: differences of files, and the settings as a person would give them to git.
  package var shown: [UInt8] {
    var bytes: [UInt8] = []
    for step in steps {
      switch step {
      case .file(let file): bytes += file.shown(as: shortened(file.path))
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
      case .file(let file): try file.carryOut()
      case .setting(let name, _, let new): try set(name, to: new)
      }
    }
  }
}
