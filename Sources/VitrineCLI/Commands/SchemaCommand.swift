// `vitrine schema`: the kinds' schemas, and any file against any schema.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineFormats
import VitrineModel
import VitrineSource
import VitrineText

/// Holds the commands that work on schemas.
enum SchemaCommand: CommandFile {
  static let command = Command<Session>(
    name: "schema", summary: "work with schemas", group: "Schemas",
    commands: [list, show, add, check, validate],
    manual: Manual(
      examples: [
        ("vitrine schema list", "lists the kinds and vocabularies, and where each comes from"),
        ("vitrine schema show game", "prints a schema"),
        ("vitrine schema add game", "copies a stock schema into the catalogue, to change it"),
        ("vitrine schema check", "checks the catalogue's own schemas"),
        ("vitrine schema validate person.schema.json people/*.yaml", "checks any files against any schema"),
      ], seeAlso: ["check"]))

  private static let name = Positional.one("NAME", completes: .schema, "the name of a kind, or a path below schemas/")

  private static let list = Command<Session>(
    name: "list", summary: "list the schemas and where they come from",
    manual: Manual(examples: [("vitrine schema list", "lists them")])
  ) { session, _ in
    let own = Set(session.ownSchemas().keys)
    let paths = Set(SchemaNames.stock).union(own).sorted()
    let rows = paths.map { path in
      Table.Row(
        path: path,
        [.text(SchemaStore.shortName(of: path)), .text(own.contains(path) ? "catalogue" : "stock"), .text(path.string)])
    }
    let table = Table(columns: [Table.Column("name"), Table.Column("from"), Table.Column("path")], rows: rows)
    session.withSink { Table.standardFormat.write(table, look: session.look, to: &$0) }
    return .well
  }

  private static let show = Command<Session>(
    name: "show", summary: "print a schema", positionals: [name],
    manual: Manual(examples: [
      ("vitrine schema show game", "prints the schema of a kind"),
      ("vitrine schema show vocabulary/system", "prints a vocabulary"),
    ])
  ) { session, arguments in
    session.printFile(try text(of: arguments[name], session))
    return .well
  }

  private static let add = Command<Session>(
    name: "add", summary: "copy a stock schema into the catalogue, to change it", positionals: [name],
    manual: Manual(
      examples: [("vitrine schema add vocabulary/system", "lets you add systems of your own")],
      description: [
        "The copy wins over the stock schema from then on. What it refers to is still taken from the stock, unless it is added too."
      ])
  ) { session, arguments in
    let path = try SchemaNames.path(of: arguments[name])
    guard let stock = Stock.file(named: path) else { throw SchemaNames.unknown(arguments[name]) }
    let root = try session.root()
    guard !Path.exists(root + "/" + path.string) else {
      throw CommandError("the catalogue has '\(path.string)' already; it wins over the stock schema")
    }
    try session.carryOut(
      Plan("add \(path.string)", [FileEdit.create(path, stock)]), root: root, options: ChangeExecution(shown: .nothing),
      told: "added \(session.pathFromHere(path)); change it as you like, then run 'vitrine schema check'")
    return .well
  }

  private static let check = Command<Session>(
    name: "check", summary: "check the catalogue's own schemas", service: .wanted,
    manual: Manual(
      examples: [("vitrine schema check", "checks schemas/ against JSON Schema and vitrine's annotations")],
      exitStatuses: [(.well, "no error in them"), (.findings, "at least one error")])
  ) { session, _ in
    let start = session.clock()
    let catalogue = try session.load()
    let report = ReportScope.schemas(of: catalogue, seconds: session.clock() - start)
    session.withSink { Report.standardFormat.write(report, look: session.look, to: &$0) }
    return report.findings.contains { $0.severity == .error } ? .findings : .well
  }

  private static let validate = SchemaValidation.command

  private static func text(of name: String, _ session: Session) throws -> [UInt8] {
    let path = try SchemaNames.path(of: name)
    if let own = session.ownSchemas()[path] { return own }
    guard let stock = Stock.file(named: path) else { throw SchemaNames.unknown(name) }
    return stock
  }
}

/// The names that schemas go by on the command line.
enum SchemaNames {
  /// The path of a name.
  static func path(of name: String) throws -> Path {
    let path = Path(name)
    if path.isWithin(SchemaStore.folder) { return path }
    if path.hasSuffix(".yaml") { return SchemaStore.folder.appending(name) }
    return SchemaStore.folder.appending(name + (path.folder.isEmpty ? SchemaStore.kindSuffix : ".yaml"))
  }

  /// The paths of the stock schemas.
  static var stock: [Path] { Stock.names(under: SchemaStore.folder.string + "/").map { Path($0) } }

  /// The failure for a name that no schema has.
  static func unknown(_ name: String) -> CommandError {
    let names = stock.map { SchemaStore.shortName(of: $0) }
    let nearest =
      NearestWord.nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? "; 'vitrine schema list' lists them"
    return CommandError("there is no schema '\(name)'\(nearest)")
  }
}
