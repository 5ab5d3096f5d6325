// The latest changes of all files of a repository, through their renames.

package import VitrineSource

/// One change of a file: what it held before and after, and when that was committed.
package struct FileVersion: Sendable, Hashable {
  /// The author's date, RFC 3339.
  package var time: String
  /// The bytes before.
  package var before: GitObjectID
  /// The bytes after.
  package var after: GitObjectID
}

/// The changes of the files that a commit has.
package struct FileVersions: Sendable {
  /// So many commits are looked at: half a second of git's, whatever the repository has.
  fileprivate static let mostCommits = 2_000

  /// The commit.
  package let commit: GitObjectID
  /// The changes of each file that was ever changed, newest first, by its path relative to the meant folder.
  package private(set) var files: [Path: [FileVersion]] = [:]

  /// The path that a file has in the commit, by the path that it has at the change that is read.
  private var names: [Path: Path] = [:]
  /// The paths that no earlier file of these had: a file came to each.
  private var closed: Set<Path> = []

  fileprivate init(at commit: GitObjectID) { self.commit = commit }

  /// Takes in what `git log --raw -z --format=%aI` prints, the newest commit first. Shape: `TIME\0[\n](:MODE MODE ID ID STATUS\0PATH\0[PATH\0])...`
  fileprivate mutating func read(_ bytes: [UInt8], below prefix: Path) {
    var time = ""
    var change: (before: GitObjectID, after: GitObjectID, status: UInt8)?
    var old: Path?
    for token in bytes.split(separator: 0) {
      guard let present = change else {
        let word = token.drop { $0 == 0x0A }
        if word.first == UInt8(ascii: ":") { change = Self.change(word) } else { time = String(decoding: word, as: UTF8.self) }
        continue
      }
      let path = Path(bytes: token)
      if present.status == UInt8(ascii: "R"), old == nil {
        old = path
        continue
      }
      take(present.status, FileVersion(time: time, before: present.before, after: present.after), from: old ?? path, to: path)
      (change, old) = (nil, nil)
    }
    names = [:]
    closed = []
    files = Dictionary(files.compactMap { entry in entry.key.rest(below: prefix).map { (Path($0), entry.value) } }) { first, _ in
      first
    }
  }

  private static func change(_ word: some Collection<UInt8>) -> (before: GitObjectID, after: GitObjectID, status: UInt8)? {
    let parts = word.split(separator: 0x20)
    guard parts.count == 5, let before = GitObjectID(parts[2]), let after = GitObjectID(parts[3]), let status = parts[4].first
    else { return nil }
    return (before, after, status)
  }

  private mutating func take(_ status: UInt8, _ version: FileVersion, from old: Path, to path: Path) {
    guard !closed.contains(path), status != UInt8(ascii: "D") else { return }
    let name = names[path] ?? path
    if status == UInt8(ascii: "A") {
      closed.insert(path)
      return
    }
    if version.before != version.after { files[name, default: []].append(version) }
    if old != path {
      closed.insert(path)
      closed.remove(old)
      names[old] = name
    }
  }
}

extension GitRepository {
  /// The changes of the files that a commit has, of its newest commits; merges are left out.
  ///
  /// Source: git-log(1), `--raw`, `-z`.
  ///
  /// Errors: what git says.
  package func versions(until commit: GitObjectID) throws(GitError) -> FileVersions {
    var found = FileVersions(at: commit)
    // A rename with changes is found in the bytes of both sides, which a partial clone may lack.
    let renames = try isPartial() ? "-M100%" : "-M"
    let bytes = try programWithoutFilters().output(
      [
        "-c", "diff.renames=true", "-c", "diff.renameLimit=2000", "log", "--max-count=\(FileVersions.mostCommits)",
        "--topo-order",
        "--no-merges", "--raw", "--no-abbrev", "-z", renames, "--no-ext-diff", "--no-textconv", "--no-color", "--root",
        "--format=%aI", commit.text, "--",
      ] + (prefix.isEmpty ? [] : [prefix.string]))
    found.read(bytes, below: prefix)
    return found
  }
}
