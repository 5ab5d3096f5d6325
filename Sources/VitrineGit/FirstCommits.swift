// When each file of a repository was first committed, through its renames. Decision 0088 says why.

package import VitrineSource

/// When the files that a commit has were first committed.
package struct FirstCommits: Sendable {
  /// The commit.
  package let commit: GitObjectID
  /// The dates by path. Units: seconds since 1970.
  private var files: [Path: Entry] = [:]

  private struct Entry {
    var time: Int64
    /// True where a later commit removed the file. On another branch it may have stayed.
    var isRemoved = false
  }

  /// No file, at a commit.
  fileprivate init(at commit: GitObjectID) { self.commit = commit }

  /// The same dates, to be continued up to another commit.
  fileprivate init(_ earlier: FirstCommits, at commit: GitObjectID) {
    self.commit = commit
    files = earlier.files
  }

  /// When the file at a path, relative to the top of the repository, was first committed; nil for one that never was. Units: seconds since 1970.
  package func time(ofFileAt path: Path) -> Int64? { files[path]?.time }

  /// Takes in what `git log --name-status -c -z --format=%at` prints, the oldest commit first. Shape: `TIME\0[\n](STATUS\0PATH\0[PATH\0])...`, where a merge
  /// has one letter for each parent.
  fileprivate mutating func read(_ bytes: [UInt8]) {
    var time: Int64 = 0
    var status: UInt8?
    var old: Path?
    for token in bytes.split(separator: 0) {
      if let letter = status {
        let path = Path(bytes: token)
        if letter == UInt8(ascii: "R"), old == nil {
          old = path
          continue
        }
        take(letter, from: old, to: path, time)
        (status, old) = (nil, nil)
        continue
      }
      let word = token.drop { $0 == 0x0A }
      guard let first = word.first else { continue }
      if first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
        time = Int64(String(decoding: word, as: UTF8.self)) ?? 0
      } else {
        // A merge names no old path, so that what it renamed is a new file.
        let isOfMerge = word.count > 1 && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(word[word.startIndex + 1])
        let isAddition = word.contains { [UInt8(ascii: "A"), UInt8(ascii: "R")].contains($0) }
        status = isOfMerge ? (isAddition ? UInt8(ascii: "M") : UInt8(ascii: "D")) : first
      }
    }
  }

  private mutating func take(_ letter: UInt8, from old: Path?, to path: Path, _ time: Int64) {
    switch letter {
    case UInt8(ascii: "A"): add(path, time)
    case UInt8(ascii: "M") where files[path] == nil: add(path, time)
    case UInt8(ascii: "R"):
      add(path, old.flatMap { files[$0]?.time } ?? time)
      if let old { files[old]?.isRemoved = true }
    case UInt8(ascii: "D"): files[path]?.isRemoved = true
    default: return
    }
  }

  /// Of two branches that both have a file, the earlier date counts; a file that was removed and is added again is a new one.
  private mutating func add(_ path: Path, _ time: Int64) {
    guard let known = files[path], !known.isRemoved else {
      files[path] = Entry(time: time)
      return
    }
    files[path] = Entry(time: min(known.time, time))
  }
}

extension GitRepository {
  /// When the files that a commit has were first committed. What is known of an earlier commit is not read again.
  ///
  /// Source: git-log(1), `--name-status`, `-c`, `-z`.
  ///
  /// Errors: what git says.
  package func firstCommits(until commit: GitObjectID, known: FirstCommits? = nil) throws(GitError) -> FirstCommits {
    if let known, known.commit == commit { return known }
    let earlier = try known.flatMap { known throws(GitError) in try isAncestor(known.commit, of: commit) ? known : nil }
    var found = earlier.map { FirstCommits($0, at: commit) } ?? FirstCommits(at: commit)
    // A rename with changes is found in the bytes of both sides, which a partial clone may lack.
    let renames = try isPartial() ? "-M100%" : "-M"
    let bytes = try programWithoutFilters().output(
      [
        "-c", "diff.renames=true", "-c", "diff.renameLimit=2000", "log", "--reverse", "--topo-order", "--name-status", "-c", "-z",
        renames, "--diff-filter=ARD", "--no-ext-diff", "--no-textconv", "--no-color", "--root", "--format=%at", commit.text,
      ] + (earlier.map { ["^" + $0.commit.text] } ?? []) + ["--"])
    found.read(bytes)
    return found
  }

  /// Whether a commit is another, or one of those that it came of.
  private func isAncestor(_ earlier: GitObjectID, of later: GitObjectID) throws(GitError) -> Bool {
    try program.run(["merge-base", "--is-ancestor", earlier.text, later.text]).status == 0
  }

  /// Whether the repository may lack what it never had to show.
  func isPartial() throws(GitError) -> Bool {
    try program.run(["config", "--get", "extensions.partialclone"]).status == 0
  }
}
