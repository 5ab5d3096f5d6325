// `vitrine export`: records as one document that other programs read, and that `vitrine import` reads back.

import VitrineApplication
import VitrineCommandLine
import VitrineExchange
import VitrineFormats
import VitrineSource
import VitrineSystem

/// Writes records for other programs.
enum ExportCommand: CommandFile {
  private static let format = SharedOptions.format(
    expected: "an export format", among: ExportFormatChoice.all.map { Choice($0.name, $0.summary) },
    default: ExportFormatChoice.standard.name
  ) { ExportFormatChoice.format(named: $0) }
  private static let output = SharedOptions.output
  private static let follow = SharedOptions.follow
  private static let paths = Option.flag("paths", "say of every record where its file stands")
  private static let noPhotos = Option.flag("no-photos", "say nothing of photos, and read none")
  private static let query = Positional.any(
    "QUERY|RECORD", completes: .selection, "\(RecordResolver.selection); the whole catalogue when left out")

  static let command = Command<Session>(
    name: "export", summary: "write records as JSON, CSV or YAML for other programs", group: "Exchange",
    options: [format, output, follow, paths, noPhotos, SharedOptions.safeCells, ChangeOptions.partial, Progress.option],
    positionals: [query],
    manual: Manual(
      examples: [
        ("vitrine export games -o games.json", "writes all games"),
        ("vitrine export --format csv -o tables", "writes a table for each kind into the folder 'tables'"),
        ("vitrine export --format sqlite -o shelf.db", "writes a database for sqlite3, DuckDB or Datasette"),
        ("vitrine export games system:snes", "prints the games that a query finds"),
        ("vitrine export project:40k/ultramarines --follow", "prints a project, its miniatures and the recipes they use"),
        ("vitrine export | git diff --no-index --stat - backup.json", "compares with an earlier export"),
      ],
      description: [
        "Records are in the order of their ids, fields in the order of the schema, then fields that it does not know: the same catalogue gives the same bytes. Fields that a schema calls private are left out; lists that it names under 'exchange' are written even where a file leaves them out.",
        "json: one document, {\"schemaVersion\": N, \"games\": [...]}, a list for each kind under its plural. 'schemaVersion' is the version of the kind's schema; of several kinds it is 1, and 'kindVersions' names those above 1. ndjson: an object a line, with its kind first. yaml: a document for each record, with its kind first.",
        "csv: a table for each kind. A map's members have columns of their own with a dot (location.lat); values of a list stand in one cell with '; ' between ('\\;' is a semicolon in a value, '\\\\' a backslash); lists of maps are JSON. A cell that begins with a backslash is JSON from there on: '\\\"\"' is an empty text, '\\null' and '\\[]' are what they are. An empty cell is no value.",
        "Spreadsheets run cells that begin with '=', '+', '-', '@', a tab or a return as formulas, and a formula can fetch pages or start programs. Values are written as they are, so that other programs read them; --safe-cells writes an apostrophe before such cells, which spreadsheets take for text. 'vitrine import' takes it off again.",
        "sqlite: a table for each kind, named by its plural, with a row for each record ('record' is its id) and a column for each field ('location_lat'); a table for each list, with 'record', 'position' and 'value', or a column for each member of its maps; 'photos'. What the schema does not know is JSON under 'other'. A record that stands in the folder of another has its id under 'parent'; behind a column of references stands one with the id of the record that is meant: 'value_record' behind 'value', 'base_record' behind 'base'. These are foreign keys where the other kind is in the file, so that Datasette and others follow them; an id that leads out of the file is left empty there.",
        "Records of kinds that others refer to, or that stand in the folder of another, say where their file stands: '@path'. Photos are described, not written: '@photos' has path, sha256, size, and when it was taken.",
      ],
      exitStatuses: [
        (.well, "all is written"), (.findings, "a file could not be read as a record, and was left out"),
        (.usage, ExitStatus.usage.summary), (.inputOutput, ExitStatus.inputOutput.summary),
      ], seeAlso: ["import", "list", "check"])
  ) { session, arguments in
    var selection = try session.exportSelection(arguments[query])
    if arguments[follow] { selection.follow() }
    try session.accept(unread: selection.unread, arguments, nothing: "written")
    let format = arguments[format] ?? ExportFormatChoice.standard
    let progress = Progress("export", in: session, as: arguments[Progress.option])
    defer { progress?.end() }
    var run = ExportRun(
      selection: selection, format: format, writesPaths: arguments[paths], tellsPhotos: !arguments[noPhotos],
      count: progress?.count(), leaveOut: { session.tell("vitrine: '\($0.string)' is left out: \($1)") })
    run.escapesFormulas = arguments[SharedOptions.safeCells]
    let target = arguments[output].flatMap { $0 == "-" ? nil : Path.absolute($0, from: session.folder) }
    let isFolder = arguments[output]?.hasSuffix("/") == true || target.map { Path.isFolder($0) } == true
    if format.separatesKinds, selection.kinds.count > 1 || isFolder {
      guard let target else {
        throw CommandError(
          "\(format.name) has a file for each kind, and there are \(selection.kinds.count) kinds here; name a folder with -o, or one kind"
        )
      }
      let outcome = try run.write(toFolder: target)
      progress?.end()
      session.note("\(counted(selection.count - outcome.left, "record")) written to \(counted(outcome.files, "file"))")
      warn(of: outcome, session)
      return outcome.left == 0 ? .well : .findings
    }
    let outcome: ExportRun.Outcome
    if let target {
      let file = try OutputFile(path: target)
      var sink = ByteSink { file.write($0) }
      outcome = try run.write(to: &sink)
      sink.finish()
      try file.finish()
      progress?.end()
      session.note("\(counted(selection.count - outcome.left, "record")) written")
    } else {
      if format.isBinary, session.terminalWidth != nil {
        throw CommandError("\(format.name) is nothing for a terminal; name a file with -o")
      }
      let output = session.output
      var sink = ByteSink { output($0) }
      outcome = try run.write(to: &sink)
      sink.finish()
    }
    warn(of: outcome, session)
    return outcome.left == 0 ? .well : .findings
  }

  /// Tells a person at a terminal what a spreadsheet would do with a table.
  private static func warn(of outcome: ExportRun.Outcome, _ session: Session) {
    guard outcome.formulas > 0, session.errorWidth != nil else { return }
    session.tell(
      "vitrine: \(counted(outcome.formulas, "cell")) would be run as \(outcome.formulas == 1 ? "a formula" : "formulas") by a spreadsheet; "
        + "--safe-cells keeps \(outcome.formulas == 1 ? "it" : "them") text")
  }
}
