// `vitrine check`: the report.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineFormats
import VitrineModel
import VitrineSource

/// Checks a catalogue and reports what is wrong with it.
enum CheckCommand: CommandFile {
  private static let format = SharedOptions.reportFormat
  private static let fix = SharedOptions.fix
  private static let diff = ChangeOptions.diff
  private static let paths = Positional.any("PATH", completes: .file, "report on these files and folders only; on all by default")

  static let command = Command<Session>(
    name: "check", summary: "check the records, their photos and each other", group: "Catalogue",
    service: .wantedIf { !$0[fix] && !$0[diff] },
    options: [format, fix, diff, SharedOptions.allFindings], positionals: [paths],
    manual: Manual(
      examples: [
        ("vitrine check", "checks the whole catalogue"),
        ("vitrine check games/hades.yaml", "reports on one file, still compared with all others"),
        ("vitrine check --diff", "shows what --fix would change"),
        ("vitrine check --fix", "fixes what can be fixed safely"),
        ("vitrine check --format sarif > report.sarif", "writes the report for a code scanning service"),
      ],
      description: [
        "Every record is checked against the schema of its kind, and against all other records: duplicates, references, photos. Each finding has an exact place, says what was expected, and what to do; 'vitrine explain RULE' says more.",
        "A comment '# vitrine: ignore RULE reason' silences a rule in its file; 'rules:' in vitrine.yaml sets the level of a rule everywhere.",
        "Where many findings have one cause, 'human' shows one of them and how many there are: on a terminal where there are more than 50 in all, elsewhere after 500 of one cause. All other formats, and --all, write every finding.",
        "'human' and 'short' write paths from the working folder, so that editors and terminals can open them. The other formats, and the patch of --diff, write them from the root of the catalogue.",
      ],
      exitStatuses: [
        (.well, "no finding of error severity"), (.findings, "at least one error"), (.usage, ExitStatus.usage.summary),
        (.inputOutput, ExitStatus.inputOutput.summary),
        (.conflict, "a file changed while it was to be fixed; nothing was written"),
      ],
      seeAlso: ["explain", "schema"])
  ) { session, arguments in
    let start = session.clock()
    let given = arguments[paths]
    var catalogue = try session.load(for: given.first)
    let scope = ReportScope(try session.relativePaths(given, in: Path.real(catalogue.root)))
    if arguments[diff] || arguments[fix] {
      let faults = scope.findings(of: catalogue)
      let fixes = SafeFixes(faults) { [catalogue] in catalogue.text(at: $0) }
      if arguments[diff] {
        session.printFile(UnifiedDiff.render(fixes.plan) { [catalogue] in catalogue.text(at: $0) })
        return .well
      }
      try session.carryOut(
        fixes.plan, root: catalogue.root, options: ChangeExecution(isAgreed: true, shown: .nothing),
        told: faults.isEmpty ? "there is nothing to fix" : words(of: fixes))
      if !fixes.plan.isEmpty { catalogue = try session.load(for: given.first) }
    }
    let report = scope.report(on: catalogue, seconds: session.clock() - start)
    var look = session.look
    look.extent = arguments[SharedOptions.allFindings] ? .all : .someOrAll
    session.withSink { (arguments[format] ?? Report.standardFormat).write(report, look: look, to: &$0) }
    return report.findings.contains { $0.severity == .error } ? .findings : .well
  }
}

extension CheckCommand {
  /// What was fixed, in words.
  private static func words(of fixes: SafeFixes) -> String {
    guard fixes.fixed > 0 else { return "nothing can be fixed safely" }
    let files = fixes.plan.edits.count
    let done = "fixed \(fixes.fixed) \(fixes.fixed == 1 ? "finding" : "findings") in \(files) \(files == 1 ? "file" : "files")"
    guard fixes.postponed > 0 else { return done }
    return done + "; \(fixes.postponed) more \(fixes.postponed == 1 ? "overlaps" : "overlap") with these: run it again"
  }
}
