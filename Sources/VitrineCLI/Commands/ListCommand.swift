// `vitrine list`: the records of a kind, or of all.

import VitrineCatalog
import VitrineCommandLine
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineText

/// Lists records in their kind's order, with its columns.
enum ListCommand: CommandFile {
  private static let format = Option.value(
    "format", short: "f", "FORMAT", expected: "a row format",
    completes: .words(Table.formats.map { Choice($0.name, $0.summary) }),
    default: Table.standardFormat.name, "write the rows so"
  ) { Table.format(named: $0) }
  private static let columns = Option.text(
    "columns", "FIELD[,FIELD...]", completes: .field, "show these fields instead of the kind's own columns")
  private static let paths = Option.flag("null", short: "0", "print the paths, each ended by a NUL byte: for 'xargs -0'")
  private static let kind = Positional.optional("KIND", completes: .kind, "a kind, or its plural; all records when left out")

  static let command = Command<Session>(
    name: "list", aliases: ["ls"], summary: "list records", group: "Catalogue", options: [format, columns, paths],
    positionals: [kind],
    manual: Manual(
      examples: [
        ("vitrine list game", "lists all games"),
        ("vitrine games", "the same, by the plural"),
        ("vitrine list", "lists the records of all kinds"),
        ("vitrine list game --format csv --columns title,release", "writes two columns for a spreadsheet"),
        ("vitrine list memory -0 | xargs -0 grep -l ferry", "hands the files to another program"),
      ],
      description: [
        "The order and the columns are those that the kind's schema names. Broken records are listed with what could be read of them. A field may be written with dots ('properties.genres'), and '.count' counts what is in a list."
      ],
      exitStatuses: ExitStatus.ordinary.map { ($0, $0.summary) }, seeAlso: ["show", "check"])
  ) { session, arguments in
    let catalogue = try session.loadRecords()
    let wanted = arguments[columns].map { $0.split(separator: ",").map { FieldPath(dotted: String($0)) } }
    guard wanted?.isEmpty != true else { throw CommandError("option '--columns' needs the names of fields") }
    let table =
      try arguments[kind].map { name in
        try RecordTable.rows(of: kindIndex(name, catalogue), in: catalogue, columns: wanted)
      } ?? RecordTable.rowsOfAll(catalogue, columns: wanted)
    let form = arguments[paths] ? Table.nullPathFormat : arguments[format] ?? Table.standardFormat
    session.withSink { form.write(table, look: session.look, to: &$0) }
    return .well
  }

  /// The kind of a name or plural.
  ///
  /// Errors: there is none, with the nearest.
  static func kindIndex(_ name: String, _ catalogue: LoadedCatalogue) throws -> Int {
    let kinds = catalogue.snapshot.catalogue.kinds
    if let index = kinds.firstIndex(where: { $0.name == name || $0.plural == name }) { return index }
    let names = kinds.map(\.name) + kinds.map(\.plural)
    let nearest = NearestWord.nearest(to: name, in: names).map { "; did you mean '\($0)'?" }
    throw CommandError(
      "unknown kind '\(name)'\(nearest ?? (kinds.isEmpty ? "; this catalogue has no collections" : "; this catalogue has \(kinds.map(\.name).joined(separator: ", "))"))"
    )
  }
}
