// `vitrine git-textconv`: a record as lines, a field each, for git to compare.

import VitrineApplication
import VitrineCommandLine

/// Prints a file's fields a line each.
enum GitTextconvCommand: CommandFile {
  private static let file = Positional.one("FILE", completes: .file, "the file whose fields are printed")

  static let command = Command<Session>(
    name: "git-textconv", summary: "print the fields of a record a line each, for git to compare", group: "Git",
    positionals: [file],
    manual: Manual(
      examples: [("vitrine git-textconv games/hades.yaml", "prints the fields of a record, a line each")],
      description: [
        "Each value stands on a line of its own after its whole name; fields stand in the order of their names, items of lists after one another. So a difference is one of values: neither order nor quotes nor comments count. A file that is no record is printed as it is.",
        "'git config diff.vitrine.textconv \"vitrine git-textconv\"', with '*.yaml diff=vitrine' in .gitattributes, has 'git diff' and 'git log -p' compare these lines; 'vitrine git setup --diff' sets that up.",
      ],
      exitStatuses: ExitStatus.ordinary.map { ($0, $0.summary) }, seeAlso: ["git", "diff"])
  ) { session, arguments in
    session.print(RecordLines.text(of: try session.read(arguments[file])))
    return .well
  }
}
