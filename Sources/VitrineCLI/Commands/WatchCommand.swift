// `vitrine watch`: the live report.

import VitrineApplication
import VitrineClient
package import VitrineCommandLine
import VitrineFormats
import VitrineSource

/// Reports on a catalogue for as long as it runs: what is found newly, and what is no more.
package enum WatchCommand: CommandFile {
  private enum Form: String, OptionChoice {
    case short, ndjson

    var summary: String {
      switch self {
      case .short: "one line a finding: path:line:col: severity[rule]: message"
      case .ndjson: "one JSON object a line: first the state, then one a generation"
      }
    }
  }

  private static let all = SharedOptions.all
  private static let format = SharedOptions.format(default: Form.short)
  private static let job = Option.text(
    "exec", short: "x", "CMD", completes: .anything, "run CMD by the shell after each change of files or findings")
  private static let notify = Option.flag("notify", "also show new errors on the desktop, through notify-send")
  private static let paths = Positional.any("PATH", completes: .file, "report on these files and folders only; on all by default")

  package static let command = Command<Session>(
    name: "watch", summary: "report findings as they appear and as they are fixed, while files change", group: "Catalogue",
    options: [all, format, job, notify], positionals: [paths],
    manual: Manual(
      examples: [
        ("vitrine watch", "reports on the whole catalogue until you have enough"),
        ("vitrine watch --all games/", "on one folder, beginning with all findings in it"),
        ("vitrine watch --exec 'make -C site'", "runs a command after changes"),
        ("vitrine watch --notify >/dev/null &", "shows new errors on the desktop only"),
        ("vitrine watch --format ndjson | jq -c .findings", "hands each generation to a program"),
      ],
      description: [
        "A generation is one settled change of files. The findings that it brought ('+') and those that it fixed ('✓') are printed with the time and the number of the generation. A change that brings and fixes nothing shows only on the last line. Where one generation brings very many, the first are printed and the others counted.",
        "On a terminal the line at the foot shows how things stand; 'q' or Ctrl-C ends. Where many records disappear at once, as when a disk is removed, the report is frozen until they are back; 'a', or 'vitrine daemon accept', takes them for deleted.",
        "Where a daemon runs for the catalogue its events are shown; else, and with --no-daemon, 'vitrined' watches for as long as this command runs. A daemon that ends is waited for, for some seconds; then the watch goes on without it.",
        "The command of --exec runs in the working folder, never twice at once: what changes meanwhile leads to one more run. It ends when the watch ends. What it writes below the catalogue is a change, too, and leads to another run: let it write elsewhere, or name its files in '.vitrineignore'.",
        "Paths are written from the working folder; with --format ndjson from the root of the catalogue.",
        "With --format ndjson the first line is the state and each further one a generation, both as the service's events have them; a later line with a 'version' is a state again, after events were missed.",
      ],
      exitStatuses: [
        (.well, "ended by 'q', or because nobody reads the output any more"), (.usage, ExitStatus.usage.summary),
        (.inputOutput, "there is no catalogue, or it cannot be watched"), (.interrupted, "ended by Ctrl-C"),
      ],
      environment: [
        ("VITRINE_GENERATION", "for CMD: the generation that led to this run"),
        ("VITRINE_ERRORS, VITRINE_WARNINGS", "for CMD: how many there are now"),
        ("VITRINE_CHANGED", "for CMD: the files that changed, a line each, 1,000 at most"),
        ("VITRINE_DAEMON", "the path of 'vitrined', where it stands elsewhere"),
        ("NO_COLOR", "if set and not empty, no colours unless --color=always"),
      ],
      seeAlso: ["check", "daemon"])
  ) { session, arguments in
    let given = arguments[paths]
    let root = Path.real(try session.root(for: given.first))
    var options = WatchOptions(scope: WatchScope(try session.relativePaths(given, in: root)))
    options.all = arguments[all]
    options.isJSON = arguments[format] == .ndjson
    options.command = arguments[job]
    options.notifies = arguments[notify]
    if let source = session.watchSource {
      return try WatchRun(session, options, try source(root), back: nil).run()
    }
    let words = words(arguments)
    if arguments[GlobalOptions.local] || !(session.environment(Session.localVariable) ?? "").isEmpty {
      try DaemonExecutable(session.context).become(words)
    }
    let place = ServicePlace(root: root, environment: session.environment)
    let source: ServiceWatchSource
    do throws(ServiceFailure) {
      source = try ServiceWatchSource(place, version: Version.number)
    } catch {
      if error != .absent { session.note("vitrine: the daemon of this catalogue \(error); watching without it") }
      try DaemonExecutable(session.context).become(words)
    }
    let back = WatchReturn(
      again: { do { return try ServiceWatchSource(place, version: Version.number) } catch { return nil } },
      without: { do { try DaemonExecutable(session.context).become(words) } catch {} })
    return try WatchRun(session, options, source, back: back).run()
  }

  /// The words that make `vitrined` do the same.
  private static func words(_ arguments: Arguments) -> [String] {
    var words = ["watch", "--format", arguments[format].rawValue, "--color", arguments[GlobalOptions.color].rawValue]
    if let directory = arguments[GlobalOptions.directory] { words += ["--directory", directory] }
    if arguments[GlobalOptions.quiet] { words.append("--quiet") }
    if arguments[all] { words.append("--all") }
    if arguments[notify] { words.append("--notify") }
    if let command = arguments[job] { words.append("--exec=" + command) }
    return words + ["--"] + arguments[paths]
  }
}
