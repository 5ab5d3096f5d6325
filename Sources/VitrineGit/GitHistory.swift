// The commits that changed a file, through its renames.

package import VitrineSource

/// A commit that changed a file, and what it was before and after.
package struct GitChange: Sendable, Hashable {
  /// The commit.
  package var commit: GitObjectID
  /// When it was written: the date in the author's own zone, `2026-11-20`.
  package var date: String
  /// The same with time and offset, RFC 3339.
  package var time: String
  /// Who wrote it.
  package var author: String
  /// Their address.
  package var address: String
  /// The first line of its message.
  package var subject: String
  /// The file's bytes before; nil where it was not there.
  package var before: GitObjectID?
  /// The file's bytes after; nil where it is gone.
  package var after: GitObjectID?
  /// Its path before, relative to the meant folder.
  package var oldPath: Path
  /// Its path after.
  package var path: Path
}

extension GitRepository {
  /// The commits that changed a file, newest first, through its renames. The path is relative to the meant folder.
  ///
  /// Source: git-log(1), `--follow`, `--raw`, `-z`.
  package func changes(ofFileAt path: Path, until revision: GitObjectID) throws(GitError) -> [GitChange] {
    let bytes = try programWithoutFilters().output([
      "-c", "diff.renames=true", "-c", "diff.renameLimit=2000", "log", "--follow", "--raw", "--no-abbrev", "-z", "-M",
      "--no-ext-diff",
      "--no-textconv", "--no-color", "--no-mailmap", "--encoding=UTF-8", "--date=short",
      "--format=%x01%H%x02%ad%x02%aI%x02%an%x02%ae%x02%s%x02", revision.text, "--", prefix.appending(path).string,
    ])
    var changes: [GitChange] = []
    for part in bytes.split(separator: 0x01) {
      let fields = part.split(separator: 0x02, omittingEmptySubsequences: false)
      guard fields.count >= 7, let commit = GitObjectID(fields[0]) else { continue }
      func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
      let words = fields[6].split(separator: 0).map { $0.drop { $0 == 0x0A } }
      guard let meta = words.first, meta.first == UInt8(ascii: ":") else { continue }
      let parts = meta.dropFirst().split(separator: 0x20)
      guard parts.count >= 5, let before = GitObjectID(parts[2]), let after = GitObjectID(parts[3]), words.count >= 2 else {
        continue
      }
      let isFile = [parts[0], parts[1]].map { $0.starts(with: "100".utf8) }
      changes.append(
        GitChange(
          commit: commit, date: text(1), time: text(2), author: text(3), address: text(4), subject: text(5),
          before: before.isNone || !isFile[0] ? nil : before, after: after.isNone || !isFile[1] ? nil : after,
          oldPath: relative(words[1]), path: relative(words.count > 2 ? words[2] : words[1])))
    }
    return changes
  }

  /// A path of git's, relative to the meant folder where it lies in it.
  private func relative(_ bytes: some Collection<UInt8>) -> Path {
    let path = Path(bytes: bytes)
    return path.rest(below: prefix).map { Path($0) } ?? path
  }
}
