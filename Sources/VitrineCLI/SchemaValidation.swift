// `vitrine schema validate`: any file against any schema.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineFiles
import VitrineFormats
import VitrineSchema
import VitrineSource
import VitrineSyntax
import VitrineSystem

/// The command that checks files against a schema of any origin.
enum SchemaValidation {
  private static let format = SharedOptions.reportFormat
  private static let maps = Option.texts(
    "map", "URI=DIR", completes: .directory, "take documents below URI from the folder DIR")
  private static let formats = Option.flag("assert-formats", "treat 'format' as a rule, not as an annotation")
  private static let schema = Positional.one("SCHEMA", completes: .file, "the schema: a YAML or JSON file")
  private static let files = Positional.some("FILE", completes: .file, "the files to check: YAML or JSON")

  /// The command.
  static let command = Command<Session>(
    name: "validate", summary: "check any YAML or JSON files against any schema",
    options: [format, maps, formats, SharedOptions.all],
    positionals: [schema, files],
    manual: Manual(
      examples: [
        ("vitrine schema validate person.schema.json people/*.yaml", "checks files against a schema"),
        ("vitrine schema validate s.json --map https://example.org/=schemas data.yaml", "takes remote references from a folder"),
      ],
      description: [
        "JSON Schema 2020-12 and, where '$schema' says so, draft-07. References lead to files beside the schema, into folders given by --map, and to the meta-schemas; never to the network."
      ],
      exitStatuses: [
        (.well, "all files are valid"), (.findings, "at least one error"),
        (.usage, "the schema itself is bad; the findings lie in it"),
        (.inputOutput, ExitStatus.inputOutput.summary),
      ])
  ) { session, arguments in
    let start = session.clock()
    var run = try SchemaTrial(
      schema: arguments[schema], maps: arguments[maps], assertsFormats: arguments[formats], in: session.context
    ) { name throws(FileError) in try session.read(name) }
    let isUsable = run.compile()
    if isUsable {
      for file in arguments[files] {
        // One file that cannot be read does not keep the others from being checked; the exit status tells.
        if let failure = run.check(file) { session.tell("vitrine: \(failure)") }
      }
    }
    let report = Report(
      findings: run.findings.sorted(by: Finding.reportOrder),
      counts: Report.Counts(files: isUsable ? arguments[files].count - run.unreadable : 1),
      seconds: session.clock() - start, version: Version.number
    ) { [texts = run.texts] in texts[$0.string] }
    // Files have the names that the person gave them.
    var look = session.look
    look.pathBase = .root
    look.extent = arguments[SharedOptions.all] ? .all : .someOrAll
    session.withSink { (arguments[format] ?? Report.standardFormat).write(report, look: look, to: &$0) }
    guard isUsable else { return .usage }
    guard run.unreadable == 0 else { return .inputOutput }
    return run.findings.contains { $0.severity == .error } ? .findings : .well
  }
}
