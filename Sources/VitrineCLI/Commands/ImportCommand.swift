// `vitrine import`: records from a text of this or another program.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineExchange
import VitrineFormats
import VitrineModel
import VitrineSource

/// Takes records from elsewhere into the catalogue.
enum ImportCommand: CommandFile {
  private enum Mode: String, OptionChoice {
    case add, overwrite

    var summary: String {
      switch self {
      case .add: "add what is new, change in place what is there"
      case .overwrite: "the catalogue's records of these kinds become those of the text"
      }
    }
  }

  private enum Form: String, OptionChoice {
    case json, ndjson, csv, yaml

    var summary: String {
      switch self {
      case .json: "one JSON document"
      case .ndjson: "a JSON object a line"
      case .csv: "a table with a header"
      case .yaml: "YAML documents"
      }
    }
  }

  private static let mode = Option.choice("mode", short: "m", "MODE", default: Mode.add, "what to do with records that are there")
  private static let format = SharedOptions.format(among: Form.self)
  private static let kind = SharedOptions.kind
  private static let mapping = Option.text(
    "mapping", "FILE", completes: .file, "a YAML file that says how records of another shape become ours")
  private static let partial = ChangeOptions.partial
  private static let file = Positional.one("FILE", completes: .file, "the text: a file, or '-' for standard input")

  static let command = Command<Session>(
    name: "import", summary: "take in records from JSON, CSV or YAML", group: "Exchange",
    service: .planned { $0[mapping] == nil && $0[file] != "-" && $0[Progress.option] != .json ? [$0[file]] : nil },
    options: [mode, format, kind, mapping, partial, SharedOptions.all, Progress.option] + ChangeOptions.all,
    positionals: [file],
    manual: ImportManual.manual
  ) { session, arguments in
    let name = arguments[file]
    guard !arguments[partial] || arguments[mode] == .add else {
      throw CommandError("--partial leaves records out, and --mode overwrite would remove them; use one of the two")
    }
    let bytes = try session.given(name, limit: ForeignReader.mostBytes)
    let catalogue = try session.loadRecords(CatalogueLoader.Options())
    let faults = ImportRun.obstacles(in: catalogue)
    guard faults.isEmpty else {
      session.complain(faults, texts: { catalogue.text(at: $0) })
      session.tell(
        "vitrine: the schemas of this catalogue have \(counted(faults.count, "error")), so records cannot be told apart; nothing was imported"
      )
      return .findings
    }
    let listsAll = arguments[SharedOptions.all]
    var run = ImportRun(catalogue, mode: arguments[mode] == .overwrite ? .overwrite : .add, listsAll: listsAll)
    let mappingText = try arguments[Self.mapping].map { SourceText(path: Path($0), bytes: try session.read($0)) }
    let mapping = try mappingText.map { try read(mapping: $0, run, session) }
    let form = arguments[format].flatMap { ForeignFormat(rawValue: $0.rawValue) } ?? ForeignFormat.guess(name: name, bytes)
    let kind = try run.kind(called: arguments[kind], form, name: name)
    let progress = Progress("import \(name)", in: session, as: arguments[Progress.option])
    try run.read(bytes, name: name, form, kind: kind, mapping: mapping, count: progress?.count())
    progress?.end()
    if let mappingText { session.complain(mappingText.located(run.mappingFindings), text: mappingText.bytes) }
    session.complain(
      run.findings, unlistedErrors: run.unlistedErrors, text: bytes, extent: listsAll ? .all : .someOrAll)
    guard run.isSound || (arguments[partial] && run.isDivisible) else {
      let errors = run.unlistedErrors + run.findings.count { $0.severity == .error }
      session.tell(
        "vitrine: \(counted(errors, "error")) in '\(name)'; nothing was imported (\(run.counts.words)\(run.isDivisible ? "; --partial takes the records without" : ""))"
      )
      return .findings
    }
    for (kind, count) in run.migrated {
      session.note(
        "\(count == 1 ? "1 \(kind.name)" : "\(count) \(kind.plural)") brought up to version \(kind.version) of the schema")
    }
    var options = ChangeExecution(arguments)
    options.shown = arguments[ChangeOptions.diff] ? .all : .some
    options.progress = arguments[Progress.option]
    let plan = run.plan("import \(name)")
    for line in run.account?.words ?? [] { session.note(line) }
    try session.carryOut(plan, root: catalogue.root, options: options)
    return run.isSound ? .well : .findings
  }

  private static func read(mapping text: SourceText, _ run: ImportRun, _ session: Session) throws -> ImportMapping {
    let (mapping, findings) = ImportMapping.read(text.bytes, run.kinds)
    session.complain(text.located(findings), text: text.bytes)
    guard let mapping else { throw CommandError("'\(text.path.string)' cannot be used as a mapping") }
    return mapping
  }
}
