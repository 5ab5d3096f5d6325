// A repository of git: found as git finds it, also from within a hook.

package import VitrineSource

/// A repository, and the folder in it that is meant.
package struct GitRepository: Sendable {
  /// The folder that git keeps it in: `.git`, or what stands for it in a linked worktree or a submodule. Absolute.
  package let folder: String
  /// The folder that its worktrees share. Absolute.
  package let commonFolder: String
  /// The top of the worktree; nil for a bare repository. Absolute, without links.
  package let worktree: String?
  /// Where the meant folder lies below the top: "" for the top itself.
  package let prefix: Path
  /// How git is started for it.
  let program: GitProgram
  /// How many settings its environment has (GIT_CONFIG_COUNT).
  private let settingCount: Int

  /// The variables by which git's hooks say which repository is meant.
  private static let local = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_PREFIX", "GIT_NAMESPACE", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_CEILING_DIRECTORIES",
  ]
  /// Those of them whose values are paths, relative to where git runs its hook.
  private static let paths = ["GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"]

  /// Finds the repository that a folder lies in. What a hook's environment says counts where the folder lies in the hook's own worktree.
  ///
  /// - Parameter meant: the folder: absolute, without links.
  /// - Parameter workingFolder: the folder that this process runs in: absolute.
  /// - Parameter deadline: when git must have answered whatever it is asked, or is ended. It then sees nobody's settings but the repository's, once that is
  ///   found, and the commits as they were made, whatever the repository puts in their place. Units: nanoseconds of the monotonic clock.
  ///
  /// Errors: there is no git, or no repository; git does not trust its owner.
  package init(
    containing meant: String, workingFolder: String, deadline: Int64? = nil, environment: (String) -> String?
  ) throws(GitError) {
    let words = ["rev-parse", "--path-format=absolute", "--absolute-git-dir", "--git-common-dir", "--show-toplevel"]
    var program = GitProgram(deadline: deadline)
    var found: [String] = []
    if environment("GIT_DIR") != nil {
      let answer = try program.run(words)
      if answer.lines.count == 3, Path(meant).isWithin(Path(answer.lines[2])) || Path(meant).isWithin(Path(answer.lines[0])) {
        found = answer.lines
      } else if answer.lines.count == 2, Path(meant).isWithin(Path(answer.lines[0])) {
        found = answer.lines
      }
    }
    if found.isEmpty {
      program.dropped = Self.local
      let answer = try program.run(["-C", meant] + words)
      found = answer.lines
      guard found.count >= 2 else {
        throw GitError(
          answer.complaint.hasPrefix("fatal: not a git repository")
            ? "'\(meant)' lies in no git repository; 'git init' makes one" : answer.reason, isOfRequest: true)
      }
    }
    folder = found[0]
    commonFolder = found[1]
    let top = found.count > 2 ? found[2] : nil
    worktree = top
    prefix = Path(Path(meant).rest(below: Path(top ?? found[0]))?.string ?? "")
    // An index of its own, as a hook of 'git commit FILE' has one, is meant where the hook runs in this worktree.
    if let top, environment("GIT_INDEX_FILE") != nil, try GitProgram().run(words).lines.last == top {
      for name in Self.paths {
        guard let value = environment(name), !value.isEmpty else { continue }
        program.variables.append((name, value.utf8.first == 0x2F ? value : workingFolder + "/" + value))
      }
    }
    program.before = ["-C", top ?? found[0], "--git-dir=" + found[0]] + (top.map { ["--work-tree=" + $0] } ?? ["--bare"])
    // The rest is said by the words before each command; quarantined objects of a push are still to be seen.
    program.dropped = Self.local.filter { name in
      name != "GIT_ALTERNATE_OBJECT_DIRECTORIES" && name != "GIT_OBJECT_DIRECTORY"
    }
    // A person's own settings have said by now whether the owner is trusted.
    if deadline != nil { program.variables += GitProgram.confined }
    self.program = program
    settingCount = max(environment("GIT_CONFIG_COUNT").flatMap { Int($0) } ?? 0, 0)
  }

  /// git without the filters that the repository's settings name: they are programs, and git runs them where it compares files of the worktree, also
  /// where it looks for renames.
  ///
  /// Source: git-config(1), GIT_CONFIG_COUNT.
  func programWithoutFilters() throws(GitError) -> GitProgram {
    let names = try program.run(["config", "--name-only", "-z", "--get-regexp", "^filter\\."]).bytes.split(separator: 0)
    var program = program
    var count = settingCount
    for name in Set(names.map { String(decoding: $0, as: UTF8.self) }).sorted() {
      program.variables.append(("GIT_CONFIG_KEY_\(count)", name))
      program.variables.append(("GIT_CONFIG_VALUE_\(count)", name.hasSuffix(".required") ? "false" : ""))
      count += 1
    }
    if count > settingCount { program.variables.append(("GIT_CONFIG_COUNT", String(count))) }
    return program
  }

  /// The commit that a revision names.
  ///
  /// Errors: it names none.
  package func commit(_ revision: String) throws(GitError) -> GitObjectID {
    if let commit = try commitIfAny(revision) { return commit }
    // As continuous integration has it by default.
    let hint = try isShallow() ? " in this shallow clone; 'git fetch --unshallow' brings the commits that it lacks" : ""
    throw GitError("git knows no commit '\(revision)'\(hint)", isOfRequest: true)
  }

  /// Whether the repository ends before the first commit.
  func isShallow() throws(GitError) -> Bool {
    try program.run(["rev-parse", "--is-shallow-repository"]).lines.first == "true"
  }

  /// The commit that a revision names; nil where it names none.
  package func commitIfAny(_ revision: String) throws(GitError) -> GitObjectID? {
    let answer = try program.run(["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"])
    guard answer.status == 0, let line = answer.lines.first else { return nil }
    return GitObjectID(Array(line.utf8))
  }

  /// Whether a commit has a file of this name in the meant folder.
  package func hasFile(_ name: Path, in commit: GitObjectID) -> Bool {
    let path = commit.text + ":" + prefix.appending(name).string
    do throws(GitError) {
      return try program.run(["rev-parse", "--verify", "--quiet", path]).status == 0
    } catch {
      return false
    }
  }

  /// When a commit was made. Units: seconds since 1970.
  package func time(of commit: GitObjectID) throws(GitError) -> Int64 {
    let answer = try program.output(["log", "-1", "--no-walk", "--format=%ct", commit.text])
    return Int64(String(decoding: answer.prefix { $0 != 0x0A }, as: UTF8.self)) ?? 0
  }

  /// The files below the meant folder as a commit has them.
  package func files(of commit: GitObjectID) throws(GitError) -> [GitEntry] {
    let tree = prefix.isEmpty ? commit.text : commit.text + ":" + prefix.string
    let answer = try program.run(["ls-tree", "-r", "-z", "--full-tree", tree])
    guard answer.status == 0 else {
      // A commit from before the folder has nothing in it.
      if !prefix.isEmpty, try program.run(["rev-parse", "--verify", "--quiet", tree]).status != 0 { return [] }
      throw GitError(answer.reason)
    }
    return GitEntry.read(answer.bytes, below: [], isIndex: false).entries
  }

  /// The files below the meant folder as the index has them, and the paths of those with conflicts. What is only meant to be added is left out.
  package func stagedFiles() throws(GitError) -> (entries: [GitEntry], unmerged: [Path]) {
    guard worktree != nil else { throw GitError("a bare repository has no index; --rev checks a commit", isOfRequest: true) }
    let bytes = try program.output(["ls-files", "-s", "-z"] + below)
    var (entries, unmerged) = GitEntry.read(bytes, below: prefixBytes, isIndex: true)
    if entries.contains(where: { $0.object.isEmptyFile }) {
      let intended = Set(
        try paths(programWithoutFilters(), ["diff-files", "--no-ext-diff", "--diff-filter=A", "--name-only", "-z"] + below))
      entries.removeAll { $0.object.isEmptyFile && intended.contains(Path(bytes: $0.path)) }
    }
    return (entries, unmerged.map { Path(bytes: $0) })
  }

  /// The files of the index, below the meant folder, that git need not have in the worktree: those that a sparse checkout leaves out.
  ///
  /// Source: git-ls-files(1), `-t`, tag S.
  package func skippedFiles() throws(GitError) -> [GitEntry] {
    guard worktree != nil else { return [] }
    let tag = Array("S ".utf8)
    let lines = try program.output(["ls-files", "-t", "-s", "-z"] + below).split(separator: 0).filter { $0.starts(with: tag) }
    return GitEntry.read(Array(lines.map { $0.dropFirst(tag.count) }.joined(separator: [0])), below: prefixBytes, isIndex: true)
      .entries
  }

  /// The files below the meant folder that are not in the worktree as a commit has them, or as the index has them where none is given; a few that are may be
  /// among them.
  package func changedFiles(since commit: GitObjectID?) throws(GitError) -> [Path] {
    let words = commit.map { ["diff-index", "--no-renames", $0.text] } ?? ["diff-files"]
    return try paths(
      programWithoutFilters(),
      [words[0], "--no-ext-diff", "--ignore-submodules=all", "--name-only", "-z"] + words.dropFirst() + below)
  }

  /// The files below the meant folder that git takes no notice of, by the names' ends.
  package func ignoredFiles() throws(GitError) -> [Path] {
    worktree == nil ? [] : try paths(program, ["ls-files", "--others", "--ignored", "--exclude-standard", "-z"] + below)
  }

  /// The files below the meant folder that are in the worktree, not ignored, and not in the index.
  package func untrackedFiles() throws(GitError) -> [Path] {
    worktree == nil ? [] : try paths(program, ["ls-files", "--others", "--exclude-standard", "-z"] + below)
  }

  /// The best common ancestor of two commits; nil where they have none.
  package func commonAncestor(_ first: GitObjectID, _ second: GitObjectID) throws(GitError) -> GitObjectID? {
    let answer = try program.run(["merge-base", first.text, second.text])
    return answer.lines.first.flatMap { GitObjectID(Array($0.utf8)) }
  }

  private var below: [String] { prefix.isEmpty ? [] : ["--", prefix.string] }

  private var prefixBytes: [UInt8] { prefix.isEmpty ? [] : Array(prefix.utf8) + [UInt8(ascii: "/")] }

  /// The paths that a command prints, each with a NUL after it, relative to the meant folder.
  private func paths(_ program: GitProgram, _ words: [String]) throws(GitError) -> [Path] {
    let prefix = prefixBytes
    return try program.output(words).split(separator: 0).compactMap {
      $0.starts(with: prefix) ? Path(bytes: $0.dropFirst(prefix.count)) : nil
    }
  }
}
