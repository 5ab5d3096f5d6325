// `vitrine git`: a repository made ready for a catalogue.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineModel
import VitrineSource

/// Holds the commands that work on the repository that a catalogue lies in.
enum GitCommand: CommandFile {
  static let command = Command<Session>(
    name: "git", summary: "make a git repository ready for the catalogue", group: "Git", commands: [setup],
    manual: Manual(
      examples: [("vitrine git setup", "hooks, and drivers that merge and show records by their fields")],
      description: [
        "Nothing of this is needed to keep a catalogue in git. contrib/git/README.md says what each part does, and how to do it by hand."
      ],
      seeAlso: ["git-merge", "git-textconv", "check", "diff", "history"]))

  private static let hooks = Option.flag("hooks", "check what is staged before each commit, and the files after a merge")
  private static let merge = Option.flag("merge", "merge records by their fields")
  private static let diff = Option.flag("diff", "show differences of records by their fields")
  private static let service: Option<GitService?> = .choice(
    "ci", "SERVICE", among: GitService.self, "write the file that has this service check what is pushed")
  private static let remove = Option.flag("remove", "take away what this command wrote, and nothing else")

  private static let setup = Command<Session>(
    name: "setup", summary: "set up hooks and drivers: shown first, written after a 'yes'",
    options: [hooks, merge, diff, service, remove, ChangeOptions.dryRun, ChangeOptions.yes],
    manual: Manual(
      examples: [
        ("vitrine git setup", "sets up --hooks, --merge and --diff"),
        ("vitrine git setup --ci github", "writes a workflow"),
        ("vitrine git setup --dry-run", "shows the lines, and writes nothing"),
        ("vitrine git setup --remove", "takes it all away"),
      ],
      description: [
        "Every line is shown before it is written. Hooks go where git looks for them: into the repository's own folder, also from a linked worktree or a submodule, where core.hooksPath leads, or beside those of husky. A hook that is there keeps its lines; ours stand between two marks. Where .pre-commit-config.yaml is, the check becomes one of its hooks.",
        "'.gitattributes' is a file of the repository, and holds for all; settings and hooks are for this clone alone, so that each clone is set up once.",
      ],
      exitStatuses: [
        (.well, "done, or nothing was to do"), (.findings, "a part has to be done by hand; the others are done"),
        (.usage, ExitStatus.usage.summary), (.inputOutput, ExitStatus.inputOutput.summary),
        (.interrupted, "the answer to the question was not 'yes'"),
      ])
  ) { session, arguments in
    let versioned = try VersionedCatalogue(session.context)
    var parts: [GitSetup.Part] = []
    if arguments[hooks] { parts.append(.hooks) }
    if arguments[merge] { parts.append(.merge) }
    if arguments[diff] { parts.append(.diff) }
    if let service = arguments[service] { parts.append(.service(service)) }
    if parts.isEmpty {
      parts = [.hooks, .merge, .diff]
      if arguments[remove] { parts += GitService.allCases.map { .service($0) } }
    }
    let setup = try GitSetup(parts, in: versioned, removing: arguments[remove])
    for remark in setup.remarks { session.tell("vitrine: \(remark)") }
    let status: ExitStatus = setup.remarks.isEmpty ? .well : .findings
    guard !setup.steps.isEmpty else {
      session.note("nothing to change")
      return status
    }
    session.printFile(setup.shown)
    if arguments[ChangeOptions.dryRun] { return status }
    if !arguments[ChangeOptions.yes] { try session.confirm(arguments[remove] ? "take this away" : "write this") }
    try setup.carryOut()
    session.note(arguments[remove] ? "taken away" : "set up (taken away by 'vitrine git setup --remove')")
    return status
  }
}
