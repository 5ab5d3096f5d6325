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
    read(try programWithoutFilters().output(log(path, revision, ["-M"])))
  }

  /// The latest of them, `count` at the most, of which git prints `limit` bytes at the most. False with it where git was ended before it had printed them
  /// all, failed, or has not all of the history here. Merges are left out.
  package func latestChanges(
    ofFileAt path: Path, until revision: GitObjectID, count: Int, limit: Int
  ) throws(GitError) -> (changes: [GitChange], isWhole: Bool) {
    let isPart = try isShallow()
    // A rename with changes is found in the bytes of both sides, which a partial clone may lack.
    let renames = try isPartial() ? "-M100%" : "-M"
    let words = log(path, revision, ["--max-count=\(count)", "--no-merges", renames])
    let answer = try programWithoutFilters().answer(to: words, limit: limit)
    return (read(answer.bytes), answer.cut == nil && answer.status == 0 && !isPart)
  }

  /// The bytes of a file as a commit has it.
  ///
  /// Errors: git has no such object here; it has more than `limit` bytes.
  package func bytes(of object: GitObjectID, limit: Int) throws(GitError) -> [UInt8] {
    try program.output(["cat-file", "blob", object.text], limit: limit)
  }

  /// The words that ask for the commits that changed a file. Signatures, other names of people, notes and the order of files, which a repository's settings
  /// ask for, are left out.
  private func log(_ path: Path, _ revision: GitObjectID, _ more: [String]) -> [String] {
    [
      "-c", "diff.renames=true", "-c", "diff.renameLimit=2000", "-c", "core.hooksPath=/dev/null", "log", "--follow", "--raw",
      "--no-abbrev", "-z", "--root", "-O/dev/null", "--no-ext-diff", "--no-textconv", "--no-color", "--no-show-signature",
      "--no-mailmap", "--no-notes", "--no-decorate", "--encoding=UTF-8", "--date=short",
      "--format=%H%x00%ad%x00%aI%x00%an%x00%ae%x00%s",
    ] + more + [revision.text, "--", prefix.appending(path).string]
  }

  /// Reads what `git log` prints. Shape: `COMMIT\0DATE\0TIME\0NAME\0ADDRESS\0SUBJECT\0\n:MODE MODE ID ID STATUS\0PATH\0[PATH\0]`, again and again; of what was
  /// cut off, what is whole is taken.
  private func read(_ bytes: [UInt8]) -> [GitChange] {
    // Behind the last NUL stands nothing, or what was cut off.
    let tokens = Array(bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast())
    var changes: [GitChange] = []
    var index = 0
    while index + 6 < tokens.count, let commit = GitObjectID(tokens[index]) {
      let fields = tokens[index..<index + 6].map { String(decoding: $0, as: UTF8.self) }
      index += 6
      var found: GitChange?
      // Where a folder had the file's name before, there are several.
      while index < tokens.count {
        let word = tokens[index].drop { $0 == 0x0A }
        guard word.first == UInt8(ascii: ":") else { break }
        let parts = word.dropFirst().split(separator: 0x20)
        guard parts.count >= 5, let before = GitObjectID(parts[2]), let after = GitObjectID(parts[3]),
          let status = parts[4].first
        else { return changes }
        let count = [UInt8(ascii: "R"), UInt8(ascii: "C")].contains(status) ? 2 : 1
        guard index + count < tokens.count else { return changes }
        let paths = tokens[index + 1...index + count].map { relative($0) }
        index += count + 1
        let isFile = [parts[0], parts[1]].map { $0.starts(with: "100".utf8) }
        guard found == nil else { continue }
        found = GitChange(
          commit: commit, date: fields[1], time: fields[2], author: fields[3], address: fields[4], subject: fields[5],
          before: before.isNone || !isFile[0] ? nil : before, after: after.isNone || !isFile[1] ? nil : after,
          oldPath: paths[0], path: paths[count - 1])
      }
      if let found { changes.append(found) }
    }
    return changes
  }

  /// A path of git's, relative to the meant folder where it lies in it.
  private func relative(_ bytes: some Collection<UInt8>) -> Path {
    let path = Path(bytes: bytes)
    return path.rest(below: prefix).map { Path($0) } ?? path
  }
}
