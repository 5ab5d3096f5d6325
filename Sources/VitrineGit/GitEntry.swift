// What a commit or the index says of one file.

/// A file of a tree or of the index.
package struct GitEntry: Sendable, Hashable {
  /// What a file is to git.
  package enum Kind: Sendable, Hashable {
    /// A file.
    case file
    /// A symbolic link; its object is what it leads to.
    case link
    /// A commit of another repository.
    case submodule
  }

  /// The path, relative to the folder that was asked for, as git has it: any bytes but NUL.
  package var path: [UInt8]
  /// What it is.
  package var kind: Kind
  /// Its bytes.
  package var object: GitObjectID

  /// An entry of these values.
  package init(path: [UInt8], kind: Kind, object: GitObjectID) {
    self.path = path
    self.kind = kind
    self.object = object
  }

  /// Reads the entries of `git ls-tree -r -z` or of `git ls-files -s -z`, in byte order, each path once. Shape: `MODE [TYPE] OBJECT [STAGE]\tPATH\0`. Of a file
  /// with conflicts our side is taken, else theirs; `unmerged` are the paths of such.
  static func read(_ bytes: [UInt8], below prefix: [UInt8], isIndex: Bool) -> (entries: [GitEntry], unmerged: [[UInt8]]) {
    var found: [(entry: GitEntry, rank: Int)] = []
    for line in bytes.split(separator: 0) {
      guard let tab = line.firstIndex(of: 0x09) else { continue }
      let words = line[..<tab].split(separator: 0x20)
      guard words.count == 3, let object = GitObjectID(isIndex ? words[1] : words[2]) else { continue }
      let kind: Kind
      switch words[0].first {
      case UInt8(ascii: "1") where words[0].starts(with: "100".utf8): kind = .file
      case UInt8(ascii: "1") where words[0].starts(with: "12".utf8): kind = .link
      case UInt8(ascii: "1") where words[0].starts(with: "16".utf8): kind = .submodule
      default: continue
      }
      let path = line[(tab + 1)...]
      guard path.starts(with: prefix) else { continue }
      let stage = isIndex ? words[2].first ?? UInt8(ascii: "0") : UInt8(ascii: "0")
      let rank =
        switch stage {
        case UInt8(ascii: "0"): 0
        case UInt8(ascii: "2"): 1
        case UInt8(ascii: "3"): 2
        default: 3
        }
      found.append((GitEntry(path: Array(path.dropFirst(prefix.count)), kind: kind, object: object), rank))
    }
    // The entries of git are in order; those of a broken or hostile repository need not be.
    found.sort { left, right in
      left.entry.path == right.entry.path ? left.rank < right.rank : left.entry.path.lexicographicallyPrecedes(right.entry.path)
    }
    var entries: [GitEntry] = []
    var unmerged: [[UInt8]] = []
    var last: [UInt8]?
    for (entry, rank) in found where entry.path != last {
      last = entry.path
      if rank > 0 { unmerged.append(entry.path) }
      // What only the common ancestor has was removed by both.
      if rank < 3 { entries.append(entry) }
    }
    return (entries, unmerged)
  }
}
