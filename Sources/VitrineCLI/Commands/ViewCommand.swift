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
    name: "view", aliases: ["views"], summary: "work with saved queries", group: "Catalogue", commands: [list, show],
    manual: Manual(
      examples: [
        ("vitrine view list", "lists the views, and how many records each finds"),
        ("vitrine view show backlog", "says what a view asks for"),
        ("vitrine list @backlog", "lists the records that it finds"),
      ],
      description: [
        "A view is a file views/NAME.view.yaml with a title and a query, and, where they differ from the usual ones, the kind, the order, the groups and the columns. '@NAME' stands for it in any query: 'vitrine games @backlog system:snes'."
      ],
      seeAlso: ["list"]))

  private static let format = SharedOptions.rowFormat

  private static let list = Command<Session>(
    name: "list", aliases: ["ls"], summary: "list the views", service: .wanted, options: [format],
    manual: Manual(examples: [("vitrine view list", "lists them")])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let views = open.catalogue.views.values.sorted { $0.name < $1.name }
    let rows = views.map { view in
      Table.Row(
        path: SavedView.folder.appending("\(view.name).view.yaml"),
        [
          .text(view.name), .text(view.title), view.kind.map { .text($0) } ?? .null,
          open.count(ofView: view.name).map { .integer($0) } ?? .null, .text(view.query),
        ])
    }
    let table = Table(
      columns: ["name", "title", "kind"].map { Table.Column($0) } + [Table.Column("records", .right), Table.Column("query")],
      rows: rows)
    session.withSink { (arguments[format] ?? Table.standardFormat).write(table, look: session.look, to: &$0) }
    if rows.isEmpty { session.note("vitrine: there are no views; one is a file \(SavedView.folder.string)/NAME.view.yaml") }
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
      let nearest = NearestWord.nearest(to: wanted, in: open.catalogue.views.keys.sorted())
      throw CommandError(
        "there is no view '\(wanted)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "; 'vitrine view list' lists them"))
    }
    let lines: [(String, String)] = [
      ("title", view.title), ("for", view.description), ("kind", view.kind ?? "all"), ("query", view.query),
      ("sort", view.sort.map { ($0.isDescending ? "-" : "") + $0.path.dotted }.joined(separator: ", ")),
      ("group", view.group.map(\.dotted).joined(separator: ", ")),
      ("columns", view.columns.map(\.dotted).joined(separator: ", ")),
      ("limit", view.limit.map { String($0) } ?? ""), ("layout", view.layout.rawValue),
      ("records", open.count(ofView: view.name).map { String($0) } ?? ""),
    ]
    for (label, text) in lines where !text.isEmpty {
      session.print(DisplayWidth.padded(label, to: 9) + TerminalText.visible(text) + "\n")
    }
    return .well
  }
}
