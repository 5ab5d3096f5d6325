// `vitrine git-diff`: what git asks when it wants the difference of one file told (GIT_EXTERNAL_DIFF).

import VitrineApplication
import VitrineCommandLine

/// Tells the difference of one record to git.
enum GitDiffCommand: CommandFile {
  private static let path = Positional.one("PATH", completes: .file, "the path of the file in the repository")
  private static let words = Positional.any(
    "OLD OLD-HEX OLD-MODE NEW NEW-HEX NEW-MODE", completes: .file, "as git gives them: the two texts, their objects and modes")

  static let command = Command<Session>(
    name: "git-diff", summary: "tell the difference of one record to git", group: "Git", positionals: [path, words],
    manual: Manual(
      examples: [
        ("vitrine git-diff games/hades.yaml old.yaml . . new.yaml . .", "tells the difference of two texts, as git asks for it")
      ],
      description: [
        "'git config diff.vitrine.command \"vitrine git-diff\"', with '*.yaml diff=vitrine' in .gitattributes, has 'git diff' show what 'vitrine diff' shows of a record; GIT_EXTERNAL_DIFF does so once.",
        "A record's fields that came, went or have another value; of a file that is no record, its lines. 'vitrine git setup --diff' sets up 'git-textconv' instead, which does for 'git log -p' as well.",
      ],
      exitStatuses: ExitStatus.ordinary.map { ($0, $0.summary) }, seeAlso: ["git", "diff", "git-textconv"])
  ) { session, arguments in
    let given = arguments[words]
    guard given.count >= 6 else {
      // Of a file with conflicts git gives the path alone.
      if given.isEmpty {
        session.print("unmerged \(arguments[path])\n")
        return .well
      }
      throw CommandError("git gives a path and six words, for each file; see 'vitrine git-diff --help'")
    }
    let (old, new) = (given[0], given[3])
    let texts = try [old, new].map { $0 == "/dev/null" ? nil : try session.read($0) }
    session.withSink {
      RecordLines.difference(of: arguments[path], old: texts[0], new: texts[1], look: session.look, to: &$0)
    }
    return .well
  }
}
