// How programs save files: the same calls in the same order, as strace(1) shows them.

/// One program's way to save.
struct SavePattern: Sendable, CustomStringConvertible {
  /// The program, and its settings.
  let description: String
  /// The steps that give a file a text. The first text is the one it has now.
  let steps: @Sendable (_ path: String, _ old: String, _ new: String) -> [Step]

  /// A way to save.
  init(_ description: String, _ steps: @escaping @Sendable (String, String, String) -> [Step]) {
    self.description = description
    self.steps = steps
  }

  /// A path's folder with its slash, and its name.
  static func parts(_ path: String) -> (folder: String, name: String) {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return (String(path[..<start]), String(path[start...]))
  }

  /// A text in as many pieces as pages of 16 bytes, so that any half of it comes up.
  static func pieces(_ text: String) -> [String] {
    var rest = Substring(text)
    var pieces: [String] = []
    while !rest.isEmpty {
      pieces.append(String(rest.prefix(16)))
      rest = rest.dropFirst(16)
    }
    return pieces
  }

  /// All of them.
  static let all: [SavePattern] = [
    SavePattern("echo > file") { path, _, new in [.write(path, new)] },
    SavePattern("a slow writer: truncate, then pieces") { path, _, new in [.pieces(path, pieces(new))] },
    SavePattern("over what is there, then cut") { path, _, new in [.overwrite(path, new)] },
    SavePattern("atomic rename") { path, _, new in [.write(path + ".new", new), .move(path + ".new", path)] },
    SavePattern("vim, backupcopy=no") { path, _, new in
      let (folder, name) = parts(path)
      return [
        .write(folder + "." + name + ".swp", "b0VIM"), .write(folder + "4913", ""), .remove(folder + "4913"),
        .move(path, path + "~"), .pieces(path, [new]), .mode(path, 0o644), .remove(path + "~"),
        .remove(folder + "." + name + ".swp"),
      ]
    },
    SavePattern("vim, backupcopy=yes, backup") { path, old, new in
      let (folder, name) = parts(path)
      return [
        .write(folder + "." + name + ".swp", "b0VIM"), .write(path + "~", old), .pieces(path, [new]), .touch(path),
        .write(folder + "." + name + ".un~", "undo"), .remove(folder + "." + name + ".swp"),
      ]
    },
    SavePattern("nano with backup and lock") { path, old, new in
      let (folder, name) = parts(path)
      return [
        .write(folder + "." + name + ".swp", "nano"), .write(path + "~", old), .pieces(path, pieces(new)),
        .remove(folder + "." + name + ".swp"),
      ]
    },
    SavePattern("emacs, first save") { path, _, new in
      let (folder, name) = parts(path)
      return [
        .symlink("user@host.4711:1", folder + ".#" + name), .write(folder + "#" + name + "#", new), .move(path, path + "~"),
        .write(path, new), .mode(path, 0o644), .remove(folder + "#" + name + "#"), .remove(folder + ".#" + name),
      ]
    },
    SavePattern("emacs, later save") { path, _, new in
      let (folder, name) = parts(path)
      return [
        .symlink("user@host.4711:1", folder + ".#" + name), .write(path, new), .remove(folder + "#" + name + "#"),
        .remove(folder + ".#" + name),
      ]
    },
    SavePattern("VS Code in place") { path, _, new in [.pieces(path, [new])] },
    SavePattern("VS Code, atomic") { path, _, new in [.write(path + ".vsctmp", new), .move(path + ".vsctmp", path)] },
    SavePattern("sed -i") { path, _, new in
      let temporary = parts(path).folder + "sedQx7Zk2"
      return [.write(temporary, new), .mode(temporary, 0o644), .move(temporary, path)]
    },
    SavePattern("JetBrains safe write") { path, _, new in
      [
        .write(path + "___jb_tmp___", new), .move(path, path + "___jb_old___"), .move(path + "___jb_tmp___", path),
        .remove(path + "___jb_old___"),
      ]
    },
    SavePattern("git checkout") { path, _, new in [.remove(path), .write(path, new)] },
    SavePattern("rsync") { path, _, new in
      let (folder, name) = parts(path)
      let temporary = folder + "." + name + ".Xk29aQ"
      return [.pieces(temporary, pieces(new)), .touch(temporary), .mode(temporary, 0o644), .move(temporary, path)]
    },
    SavePattern("rsync --inplace") { path, _, new in [.overwrite(path, new), .touch(path)] },
    SavePattern("Syncthing") { path, _, new in
      let (folder, name) = parts(path)
      return [.write(folder + ".syncthing." + name + ".tmp", new), .move(folder + ".syncthing." + name + ".tmp", path)]
    },
    SavePattern("gedit") { path, _, new in
      let temporary = parts(path).folder + ".goutputstream-W3K1Z2"
      return [.write(temporary, new), .move(temporary, path)]
    },
    SavePattern("Kate") { path, _, new in [.write(path + ".Ab12Cd", new), .move(path + ".Ab12Cd", path)] },
    SavePattern("Dropbox, by exchange") { path, _, new in
      [.write(path + ".tmp", new), .exchange(path + ".tmp", path), .remove(path + ".tmp")]
    },
    SavePattern("hard link put in its place") { path, _, new in
      // An empty file that comes by link(2) and has lost its other name looks like one that somebody has just made and is about to write: it is waited
      // for, some 200 ms, also by who asks meanwhile.
      let text = new.isEmpty ? "\n" : new
      return [.write("../outside/link", text), .remove(path), .hardlink("../outside/link", path), .remove("../outside/link")]
    },
  ]
}
