// `vitrine check`: the report.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineFiles
import VitrineFormats
import VitrineModel
import VitrineSource
import VitrineSystem

/// Checks a catalogue and reports what is wrong with it.
enum CheckCommand: CommandFile {
  private static let format = SharedOptions.reportFormat
  private static let fix = SharedOptions.fix
  private static let unsafe = Option.flag(
    "unsafe", "with --fix: make fixes that are not safe, too, where a finding has just one; the difference is shown first")
  private static let strict = Option.flag("strict", "let warnings count as errors do for the exit status")
  private static let diff = ChangeOptions.diff
  private static let staged = SharedOptions.staged
  private static let revision = Option.text("rev", "REV", "check a commit of git in place of the files; nothing is checked out")
  private static let newSince = Option.text(
    "new-since", "REV", "report only what was not there where this branch left REV, a commit of git")
  private static let baseline = Option.text(
    "baseline", "FILE", completes: .file, "report only what is not in this file of known findings")
  private static let writeBaseline = Option.text(
    "write-baseline", "FILE", completes: .file, "write all findings to a file of known findings, and report none of them")
  private static let paths = Positional.any("PATH", completes: .file, "report on these files and folders only; on all by default")

  static let command = Command<Session>(
    name: "check", summary: "check the records, their photos and each other", group: "Catalogue",
    service: .wantedIf { arguments in
      !arguments[fix] && !arguments[diff] && !arguments[staged]
        && [revision, newSince, baseline, writeBaseline].allSatisfy { arguments[$0] == nil }
    },
    options: [
      format, fix, unsafe, strict, diff, SharedOptions.all, staged, revision, newSince, baseline, writeBaseline,
    ], positionals: [paths],
    manual: Manual(
      examples: [
        ("vitrine check", "checks the whole catalogue"),
        ("vitrine check games/hades.yaml", "reports on one file, still compared with all others"),
        ("vitrine check --diff", "shows what --fix would change"),
        ("vitrine check --strict", "fails for warnings, too, as a hook or a build may want it"),
        ("vitrine check --fix", "fixes what can be fixed safely"),
        ("vitrine check --diff --unsafe", "shows what --fix --unsafe would change"),
        ("vitrine check --staged", "checks what 'git commit' would commit, as a hook wants it"),
        ("vitrine check --new-since origin/main", "reports what this branch made worse"),
        ("vitrine check --rev v1.2", "checks a commit without checking it out"),
        ("vitrine check --format sarif > report.sarif", "writes the report for a code scanning service"),
      ],
      description: [
        "Every record is checked against the schema of its kind, and against all other records: duplicates, references, photos. Each finding has an exact place, says what was expected, and what to do; 'vitrine explain RULE' says more.",
        "A comment '# vitrine: ignore RULE reason' silences a rule in its file, '# vitrine: ignore-line RULE reason' in its line, or alone in a line in the next; 'rules:' in vitrine.yaml sets the level of a rule everywhere.",
        "--fix makes the fixes that are marked as safe in the report: those that cannot change what a person meant. It goes on until none is left, and is one change for 'undo'; where a file gets another name, what is fixed in it then is a second. --fix --unsafe makes the others, too, where a finding has exactly one, and prints the difference; where there are several readings, a person has to choose.",
        "--staged reads the files from git's index and --rev from a commit, every file of them: what is not added is not there. Photos that git ignores belong to every version. Nothing is written, to the repository neither.",
        "--new-since leaves out what was found in the last commit that REV and HEAD (or --rev) have in common; --baseline what a file names that --write-baseline made. A finding is known again by its rule, file, field and message: lines may move, and in git files may be renamed; files that a sparse checkout leaves out are read from the index. So a catalogue with old faults can refuse new ones.",
        "In git, a record that keeps the time of its last change is compared with its history: 'modified-behind' names those that were changed later. It is an info, of 'check' alone; editors and the page do not ask git.",
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
    let isVersion = arguments[staged] || arguments[revision] != nil
    try refuseOddTogether(arguments)
    var catalogue = isVersion ? try version(session, arguments) : try session.load(for: given.first)
    if !isVersion, arguments[newSince] != nil {
      catalogue = try VersionedCatalogue(in: Path.real(catalogue.root), session.context).withSparseFiles(catalogue)
    }
    var scope = ReportScope(
      isVersion
        ? try catalogue.versionPaths(given, session.context)
        : try session.relativePaths(given, in: Path.real(catalogue.root)))
    guard !arguments[unsafe] || arguments[fix] || arguments[diff] else {
      throw CommandError("--unsafe says which fixes --fix makes; write 'vitrine check --fix --unsafe'")
    }
    if arguments[diff] || arguments[fix] {
      var fixes = FixRun(scope, catalogue, takesUnsafe: arguments[unsafe], besides: HistoryFindings.all(of: catalogue, in: scope))
      if arguments[diff] {
        session.printFile(UnifiedDiff.render(fixes.plan) { [catalogue] in catalogue.text(at: $0) })
        return .well
      }
      // What is not safe is shown before it is written.
      let isClean = fixes.plan.isEmpty && scope.findings(of: catalogue).isEmpty
      let execution = ChangeExecution(isAgreed: true, shown: arguments[unsafe] ? .all : .nothing)
      try session.carryOut(
        fixes.plan, root: catalogue.root, options: execution,
        told: isClean ? "there is nothing to fix" : words(of: fixes, isUnsafe: arguments[unsafe]))
      for _ in 0..<mostChanges where !fixes.plan.isEmpty {
        // A file that was named may have another name now.
        scope = scope.following(fixes.plan.moves)
        catalogue = try session.load(for: catalogue.root)
        // What has another name may be a record now; what waited for a record that was edited need not wait any more.
        fixes = FixRun(
          scope, catalogue, takesUnsafe: arguments[unsafe], besides: HistoryFindings.all(of: catalogue, in: scope))
        guard !fixes.plan.isEmpty else { break }
        try session.carryOut(
          fixes.plan, root: catalogue.root, options: execution, told: words(of: fixes, isUnsafe: arguments[unsafe]))
      }
    }
    var report = scope.report(on: catalogue, seconds: session.clock() - start)
    let ofHistory = HistoryFindings.all(of: catalogue, in: scope)
    if !ofHistory.isEmpty { report.findings = (report.findings + ofHistory).sorted(by: Finding.reportOrder) }
    for note in FormerOwners.notes(on: report.findings, in: catalogue) { session.note(note) }
    if let name = arguments[writeBaseline] {
      let file = try OutputFile(path: Path.absolute(name, from: session.folder))
      KnownFindings.text(of: report.findings).withUnsafeBytes { file.write($0) }
      try file.finish()
      session.note(
        "\(counted(report.findings.count, "finding")) written to \(name); 'vitrine check --baseline \(name)' reports others")
      return .well
    }
    for known in try knownFindings(session, arguments, catalogue) {
      let (new, gone) = known.findings.new(among: report.findings)
      if new.count < report.findings.count {
        session.note("not shown: \(counted(report.findings.count - new.count, "finding")) that \(known.name) has already")
      }
      if gone > 0, known.isFile, given.isEmpty {
        session.note("gone: \(counted(gone, "finding")) of \(known.name); --write-baseline writes it anew")
      }
      report.findings = new
      report.seconds = session.clock() - start
    }
    var look = session.look
    look.extent = arguments[SharedOptions.all] ? .all : .someOrAll
    session.withSink { (arguments[format] ?? Report.standardFormat).write(report, look: look, to: &$0) }
    let failing: [Severity] = arguments[strict] ? [.error, .warning] : [.error]
    return report.findings.contains { failing.contains($0.severity) } ? .findings : .well
  }
}

extension CheckCommand {
  /// Refuses options that say different things.
  private static func refuseOddTogether(_ arguments: Arguments) throws {
    let isVersion = arguments[staged] || arguments[revision] != nil
    if arguments[staged], arguments[revision] != nil {
      throw CommandError("--staged and --rev each name what is checked; give one of them")
    }
    guard arguments[fix] || arguments[diff] else { return }
    if isVersion { throw CommandError("what git has cannot be fixed; 'vitrine check --fix' fixes the files") }
    if [newSince, baseline, writeBaseline].contains(where: { arguments[$0] != nil }) {
      throw CommandError("--fix and --diff are for all findings; leave out --new-since and --baseline")
    }
  }

  /// The version of the catalogue that is meant.
  private static func version(_ session: Session, _ arguments: Arguments) throws -> LoadedCatalogue {
    let revision = arguments[revision]
    let versioned = try VersionedCatalogue(session.context, at: revision)
    let files = try versioned.files(revision.map { .commit(try versioned.commit($0)) } ?? .staged)
    guard files.hasFile(Manifest.fileName) else {
      throw CommandError(
        "there is no '\(Manifest.fileName.string)' in \(revision.map { "'\($0)'" } ?? "git's index; 'git add' stages it")",
        .inputOutput)
    }
    if let first = files.unmerged.first {
      let more = files.unmerged.count > 1 ? " and \(files.unmerged.count - 1) more" : ""
      session.tell("vitrine: '\(first.shown)'\(more) has conflicts that are not resolved; our side is checked")
    }
    return try session.keeping(CatalogueLoader.load(root: versioned.root, version: files))
  }

  /// What is not to be reported, and by what name.
  private static func knownFindings(
    _ session: Session, _ arguments: Arguments, _ catalogue: LoadedCatalogue
  ) throws -> [(findings: KnownFindings, name: String, isFile: Bool)] {
    var known: [(findings: KnownFindings, name: String, isFile: Bool)] = []
    if let since = arguments[newSince] {
      let versioned = try VersionedCatalogue(in: Path.real(catalogue.root), session.context)
      let start = try versioned.start(since: since, until: arguments[revision] ?? "HEAD")
      if let earlier = try versioned.loadIfAny(.commit(start)) {
        known.append((KnownFindings(of: earlier, seenFrom: catalogue), since, false))
      }
    }
    if let name = arguments[baseline] { known.append((try KnownFindings(baseline: session.read(name)), name, true)) }
    return known
  }

  /// So many changes are made of one call at the most.
  private static let mostChanges = 8

  /// What was fixed, in words.
  private static func words(of fixes: FixRun, isUnsafe: Bool) -> String {
    guard fixes.fixed > 0 else { return isUnsafe ? "nothing can be fixed" : "nothing can be fixed safely" }
    let files = fixes.plan.edits.count + fixes.plan.moves.count
    return "fixed \(fixes.fixed) \(fixes.fixed == 1 ? "finding" : "findings") in \(files) \(files == 1 ? "file" : "files")"
  }
}
