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
  private static let unsafe = Option.flag(
    "unsafe", "with --fix: make fixes that are not safe, too, where a finding has just one; the difference is shown first")
  private static let strict = Option.flag("strict", "let warnings count as errors do for the exit status")
  private static let diff = ChangeOptions.diff
  private static let paths = Positional.any("PATH", completes: .file, "report on these files and folders only; on all by default")

  static let command = Command<Session>(
    name: "check", summary: "check the records, their photos and each other", group: "Catalogue",
    service: .wantedIf { !$0[fix] && !$0[diff] },
    options: [format, fix, unsafe, strict, diff, SharedOptions.allFindings], positionals: [paths],
    manual: Manual(
      examples: [
        ("vitrine check", "checks the whole catalogue"),
        ("vitrine check games/hades.yaml", "reports on one file, still compared with all others"),
        ("vitrine check --diff", "shows what --fix would change"),
        ("vitrine check --strict", "fails for warnings, too, as a hook or a build may want it"),
        ("vitrine check --fix", "fixes what can be fixed safely"),
        ("vitrine check --diff --unsafe", "shows what --fix --unsafe would change"),
        ("vitrine check --format sarif > report.sarif", "writes the report for a code scanning service"),
      ],
      description: [
        "Every record is checked against the schema of its kind, and against all other records: duplicates, references, photos. Each finding has an exact place, says what was expected, and what to do; 'vitrine explain RULE' says more.",
        "A comment '# vitrine: ignore RULE reason' silences a rule in its file; 'rules:' in vitrine.yaml sets the level of a rule everywhere.",
        "--fix makes the fixes that are marked as safe in the report: those that cannot change what a person meant. It goes on until none is left, and is one change for 'undo'. --fix --unsafe makes the others, too, where a finding has exactly one, and prints the difference; where there are several readings, a person has to choose.",
        "Where many findings have one cause, 'human' shows one of them and how many there are: on a terminal where there are more than 50 in all, elsewhere after 500 of one cause. All other formats, and --all, write every finding.",
        "'human' and 'short' write paths from the working folder, so that editors and terminals can open them. The other formats, and the patch of --diff, write them from the root of the catalogue.",
      ],
      exitStatuses: [
        (.well, "no error; with --strict, no warning either"),
        (.findings, "at least one error; with --strict, or one warning"), (.usage, ExitStatus.usage.summary),
        (.inputOutput, ExitStatus.inputOutput.summary),
        (.conflict, "a file changed while it was to be fixed; nothing was written"),
      ],
      seeAlso: ["explain", "schema"])
  ) { session, arguments in
    let start = session.clock()
    let given = arguments[paths]
    var catalogue = try session.load(for: given.first)
    let scope = ReportScope(try session.relativePaths(given, in: Path.real(catalogue.root)))
    guard !arguments[unsafe] || arguments[fix] || arguments[diff] else {
      throw CommandError("--unsafe says which fixes --fix makes; write 'vitrine check --fix --unsafe'")
    }
    if arguments[diff] || arguments[fix] {
      let fixes = FixRun(scope, catalogue, takesUnsafe: arguments[unsafe])
      if arguments[diff] {
        session.printFile(UnifiedDiff.render(fixes.plan) { [catalogue] in catalogue.text(at: $0) })
        return .well
      }
      // What is not safe is shown before it is written.
      let isClean = fixes.plan.isEmpty && scope.findings(of: catalogue).isEmpty
      try session.carryOut(
        fixes.plan, root: catalogue.root,
        options: ChangeExecution(isAgreed: true, shown: arguments[unsafe] ? .all : .nothing),
        told: isClean ? "there is nothing to fix" : words(of: fixes, isUnsafe: arguments[unsafe]))
      if !fixes.plan.isEmpty { catalogue = try session.load(for: given.first) }
    }
    let report = scope.report(on: catalogue, seconds: session.clock() - start)
    var look = session.look
    look.extent = arguments[SharedOptions.allFindings] ? .all : .someOrAll
    session.withSink { (arguments[format] ?? Report.standardFormat).write(report, look: look, to: &$0) }
    let failing: [Severity] = arguments[strict] ? [.error, .warning] : [.error]
    return report.findings.contains { failing.contains($0.severity) } ? .findings : .well
  }
}

extension CheckCommand {
  /// What was fixed, in words.
  private static func words(of fixes: FixRun, isUnsafe: Bool) -> String {
    guard fixes.fixed > 0 else { return isUnsafe ? "nothing can be fixed" : "nothing can be fixed safely" }
    let files = fixes.plan.edits.count
    return "fixed \(fixes.fixed) \(fixes.fixed == 1 ? "finding" : "findings") in \(files) \(files == 1 ? "file" : "files")"
  }
}
