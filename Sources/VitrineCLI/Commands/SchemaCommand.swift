// `vitrine schema`: the kinds' schemas, and any file against any schema.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineFormats
import VitrineModel
import VitrineSource
import VitrineSystem
import VitrineText

/// Holds the commands that work on schemas.
enum SchemaCommand: CommandFile {
  static let command = Command<Session>(
    name: "schema", summary: "work with schemas", group: "Schemas",
    commands: [list, show, add, export, check, validate],
    manual: Manual(
      examples: [
        ("vitrine schema list", "lists the kinds and vocabularies, and where each comes from"),
        ("vitrine schema show game", "prints a schema"),
        ("vitrine schema add game", "copies a stock schema into the catalogue, to change it"),
        ("vitrine schema export ../schemas", "writes all schemas for other tools"),
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
    noteUndeclared(arguments[name], session)
    return .well
  }

  private static let add = Command<Session>(
    name: "add", summary: "copy a stock schema into the catalogue, to change it", positionals: [name],
    manual: Manual(
      examples: [("vitrine schema add vocabulary/system", "lets you add systems of your own")],
      description: [
        "The copy wins over the stock schema from then on. All that it refers to is copied as well, where the catalogue has none of its own, so that other tools can use the copy."
      ])
  ) { session, arguments in
    let path = try SchemaNames.path(of: arguments[name])
    guard Stock.file(named: path) != nil else { throw SchemaNames.unknown(arguments[name]) }
    let root = try session.root()
    var store = SchemaStore()
    for (path, bytes) in session.ownSchemas().sorted(by: { $0.key < $1.key }) { store.add(bytes, path: path) }
    let missing = store.documents(of: path).filter { !Path.exists(root + "/" + $0.string) }
    let edits = missing.compactMap { path in Stock.file(named: path).map { FileEdit.create(path, $0) } }
    guard !edits.isEmpty else {
      throw CommandError("the catalogue has '\(path.string)' already; it wins over the stock schema")
    }
    let first = missing.contains(path) ? path : missing[0]
    let others =
      edits.count == 1 ? "" : " and \(counted(edits.count - 1, "schema")) that it refers to"
    try session.carryOut(
      Plan("add \(first.string)", edits), root: root, options: ChangeExecution(shown: .nothing),
      told: "added \(session.pathFromHere(first))\(others); change it as you like, then run 'vitrine schema check'")
    return .well
  }

  private static let target = Positional.one("DIR", completes: .directory, "the folder to write them to")
  private static let overwriting = SharedOptions.overwriting

  private static let export = Command<Session>(
    name: "export", summary: "write all schemas to a folder, for other tools", options: [overwriting], positionals: [target],
    manual: Manual(
      examples: [
        ("vitrine schema export ../schemas", "writes them")
      ],
      description: [
        "Writes the catalogue's own schemas, and the stock ones that it has no copy of. Whatever one of them refers to is among them, so that any tool that knows JSON Schema can use the folder as it is."
      ])
  ) { session, arguments in
    let folder = Path.absolute(arguments[target], from: session.folder)
    let own = session.ownSchemas()
    var files: [(path: String, bytes: [UInt8])] = []
    for path in Set(SchemaNames.stock).union(own.keys).sorted() {
      guard let bytes = own[path] ?? Stock.file(named: path), let name = path.rest(below: SchemaStore.folder) else { continue }
      files.append((folder + "/" + name.string, bytes))
    }
    if !arguments[overwriting], let taken = files.first(where: { Path.exists($0.path) }) {
      throw CommandError("'\(taken.path)' is there already; --overwrite replaces it, or name another folder")
    }
    for (path, bytes) in files {
      try OutputFile.makeFolder(Path.parent(of: path))
      let file = try OutputFile(path: path)
      var sink = ByteSink { file.write($0) }
      sink.write(bytes)
      sink.finish()
      try file.finish()
    }
    session.note("\(counted(files.count, "schema")) written")
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

  /// Says which fields the records of a kind have besides those of its schema.
  private static func noteUndeclared(_ name: String, _ session: Session) {
    guard let kinds = session.outline()?.kinds, kinds.contains(where: { $0.name == name && $0.allowsUndeclared("x-") }) else {
      return
    }
    var options = CatalogueLoader.Options()
    options.kinds = [name]
    options.readsPhotos = false
    guard let catalogue = try? session.load(options: options, isQuiet: true),
      let number = catalogue.kinds.firstIndex(where: { $0.name == name })
    else { return }
    let found = catalogue.undeclaredFields(ofKind: number)
    guard !found.isEmpty else { return }
    session.note("records also have fields that the schema does not declare:")
    for entry in found.prefix(50) {
      session.note("  \(entry.field.path.dotted): \(entry.field.valueWords), in \(counted(entry.records, "record"))")
    }
    if found.count > 50 { session.note("  and \(found.count - 50) more") }
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
