// `vitrine view`: the saved queries of a catalogue.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineFormats
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineText

/// Holds the commands that work on views.
enum ViewCommand: CommandFile {
  static let command = Command<Session>(
    name: "view", aliases: ["views"], summary: "work with saved queries", group: "Catalogue",
    commands: [list, show, save, rename, remove],
    manual: Manual(
      examples: [
        ("vitrine view list", "lists the views, and how many records each finds"),
        ("vitrine view show backlog", "says what a view asks for"),
        ("vitrine list @backlog", "lists the records that it finds"),
        ("vitrine view save backlog games status:wishlist", "keeps a query under a name"),
        ("vitrine view rename backlog to-buy", "gives it another name; views that ask for it follow"),
      ],
      description: [
        "A view is a file views/NAME.view.yaml, which 'vitrine view save' writes, with a title and a query, and, where they differ from the usual ones, the kind, the order, the groups and the columns. '@NAME' stands for it in any query: 'vitrine games @backlog system:snes'."
      ],
      seeAlso: ["list"]))

  private static let format = SharedOptions.rowFormat

  private static let list = Command<Session>(
    name: "list", aliases: ["ls"], summary: "list the views", service: .wanted, options: [format],
    manual: Manual(examples: [("vitrine view list", "lists them")])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let language = try session.language(of: open.catalogue.manifest).tag
    let views = open.catalogue.views.values.sorted { $0.name < $1.name }
    let rows = views.map { view in
      Table.Row(
        path: SavedView.folder.appending("\(view.name).view.yaml"),
        [
          .text(view.name), .text(view.title(in: language)), view.kind.map { .text($0) } ?? .null,
          open.count(ofView: view.name).map { .integer($0) } ?? .null, .text(view.query),
        ])
    }
    let table = Table(
      columns: ["name", "title", "kind"].map { Table.Column($0) } + [Table.Column("records", .right), Table.Column("query")],
      rows: rows)
    session.withSink { (arguments[format] ?? Table.standardFormat).write(table, look: session.look, to: &$0) }
    if rows.isEmpty { session.note("vitrine: there are no views; 'vitrine view save NAME QUERY' makes one") }
    return .well
  }

  private static let name = Positional.one("NAME", completes: .asked("view"), "the name of a view")

  private static let show = Command<Session>(
    name: "show", summary: "say what a view asks for", service: .wanted, positionals: [name],
    manual: Manual(examples: [("vitrine view show backlog", "says what it asks for")])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let wanted = arguments[name].hasPrefix("@") ? String(arguments[name].dropFirst()) : arguments[name]
    guard let view = open.catalogue.views[wanted] else {
      throw missing(wanted, in: open)
    }
    let language = try session.language(of: open.catalogue.manifest).tag
    let lines: [(String, String)] = [
      ("title", view.title(in: language)), ("for", view.description(in: language)), ("kind", view.kind ?? "all"),
      ("query", view.query),
      ("sort", view.sort.map { ($0.isDescending ? "-" : "") + $0.path.dotted }.joined(separator: ", ")),
      ("group", view.group.map(\.dotted).joined(separator: ", ")),
      ("columns", view.columns.map(\.dotted).joined(separator: ", ")),
      ("limit", view.limit.map { String($0) } ?? ""), ("layout", (view.layout ?? .table).rawValue),
      ("records", open.count(ofView: view.name).map { String($0) } ?? ""),
    ]
    for (label, text) in lines where !text.isEmpty {
      session.print(DisplayWidth.padded(label, to: 9) + TerminalText.visible(text) + "\n")
    }
    return .well
  }

  private static let newName = Positional.one("NAME", "the name of the view, which '@NAME' stands for")
  private static let query = Positional.some("QUERY", completes: .query, "a kind, or its plural, and which of its records")
  private static let title = Option.text("title", "TEXT", "what the view is called where people read it; else its name")

  private static let save = Command<Session>(
    name: "save", summary: "keep a query under a name", service: .planned { _ in [] },
    options: [title, SharedOptions.overwriting] + ChangeOptions.all, positionals: [newName, query],
    manual: Manual(
      examples: [
        ("vitrine view save to-paint miniatures progress:..primed", "keeps a query as '@to-paint'"),
        (
          "vitrine view save to-paint --overwrite --title 'On the table' miniatures progress:..based", "puts another in its place"
        ),
      ],
      description: [
        "Order, groups, columns and a limit may stand in the query: 'sort:-release limit:10'. The file can be edited as any other."
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["list", "query"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    var view = NewView(name: arguments[newName], words: arguments[query])
    view.title = arguments[title]
    view.replaces = arguments[SharedOptions.overwriting]
    if let existing = open.catalogue.views[view.name], !view.replaces {
      throw CommandError("there is a view '\(view.name)' already: \(existing.query); '--overwrite' puts this one in its place")
    }
    let (plan, count) = try view.plan(in: open)
    try session.carryOut(
      plan, root: open.catalogue.root, options: ChangeExecution(arguments),
      told: "saved '@\(view.name)', which finds \(counted(count, "record"))")
    return .well
  }

  private static let other = Positional.one("NEW", "the new name")

  private static let rename = Command<Session>(
    name: "rename", aliases: ["mv"], summary: "give a view another name", service: .planned { _ in [] },
    options: ChangeOptions.all, positionals: [name, other],
    manual: Manual(
      examples: [("vitrine view rename backlog to-buy", "'@to-buy' stands for it from now on")],
      description: ["Views whose queries ask for it are changed with it. Other programs that know its old name are not."],
      exitStatuses: Session.changeStatuses, seeAlso: ["list", "query"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let view = try changes(of: arguments[name], in: open)
    try session.carryOut(
      try view.rename(to: arguments[other]), root: open.catalogue.root, options: ChangeExecution(arguments))
    return .well
  }

  private static let remove = Command<Session>(
    name: "rm", aliases: ["remove"], summary: "move a view to the trash", service: .planned { _ in [] },
    options: ChangeOptions.all, positionals: [name],
    manual: Manual(
      examples: [("vitrine view rm backlog", "moves it to the trash; 'vitrine undo' brings it back")],
      description: ["Its records stay. Views whose queries ask for it are named; they will not be understood without it."],
      exitStatuses: Session.changeStatuses, seeAlso: ["list", "query"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let view = try changes(of: arguments[name], in: open)
    try session.carryOut(view.removal, root: open.catalogue.root, options: ChangeExecution(arguments))
    return .well
  }

  /// What may become of the view of a name.
  private static func changes(of written: String, in open: OpenCatalogue) throws -> ViewChanges {
    let wanted = written.hasPrefix("@") ? String(written.dropFirst()) : written
    guard let view = ViewChanges(of: wanted, in: open) else { throw missing(wanted, in: open) }
    return view
  }

  private static func missing(_ wanted: String, in open: OpenCatalogue) -> CommandError {
    let nearest = NearestWord.nearest(to: wanted, in: open.catalogue.views.keys.sorted())
    return CommandError(
      "there is no view '\(wanted)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "; 'vitrine view list' lists them"))
  }
}
