// What a repository is set to, and where its hooks are.

extension GitRepository {
  /// The value of a setting of this repository; nil where it has none.
  package func setting(_ name: String) throws(GitError) -> String? {
    let answer = try program.run(["config", "--local", "--get", "-z", name])
    return answer.status == 0 ? String(decoding: answer.bytes.prefix { $0 != 0 }, as: UTF8.self) : nil
  }

  /// Sets a setting of this repository, for all its worktrees; nil takes it away.
  ///
  /// Errors: what git says.
  package func set(_ name: String, to value: String?) throws(GitError) {
    if let value {
      _ = try program.output(["config", "--local", name, value])
    } else {
      _ = try program.output(["config", "--local", "--unset-all", name])
    }
  }

  /// Takes away a section of settings where nothing is left in it.
  package func removeSection(_ name: String) throws(GitError) {
    let left = try program.run(["config", "--local", "--get-regexp", "^" + name + "\\."])
    if left.lines.isEmpty { _ = try program.run(["config", "--local", "--remove-section", name]) }
  }

  /// The folder that git looks for hooks in: absolute.
  package func hooksFolder() throws(GitError) -> String {
    let lines = try program.run(["rev-parse", "--path-format=absolute", "--git-path", "hooks"]).lines
    return lines.first ?? folder + "/hooks"
  }
}
