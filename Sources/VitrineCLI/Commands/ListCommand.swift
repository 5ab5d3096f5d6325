// `vitrine list`: the records that a query finds, as rows.

import VitrineApplication
import VitrineCommandLine
import VitrineFormats

/// Lists records: which, in what order, with what columns, in what form.
enum ListCommand: CommandFile {
  private static let format = SharedOptions.format(
    expected: "a row format",
    among: Table.formats.map { Choice($0.name, $0.summary) } + [Choice(Template.prefix, "each row in these words")],
    default: Table.standardFormat.name
  ) { $0 }
  private static let columns = Option.text(
    "columns", "FIELD[,FIELD...]", completes: .field, "show these fields; with '+' before the first, besides the usual ones")
  private static let sort = SharedOptions.sort
  private static let group = Option.text("group", "FIELD[,FIELD...]", completes: .field, "group the rows by these fields")
  private static let ungrouped = Option.flag("no-group", "group by nothing, whatever kind or view say")
  private static let limit = SharedOptions.limit
  private static let count = Option.flag("count", "print only how many there are")
  private static let paths = SharedOptions.null
  private static let status = SharedOptions.exitStatus
  private static let kind = Positional.optional(
    "KIND", completes: .query, "a kind, or its plural; records of all kinds when left out")
  private static let query = Positional.any("QUERY", completes: .query, "what the records have to be; see 'vitrine list --help'")

  static let command = Command<Session>(
    name: "list", aliases: ["ls"], summary: "list the records that a query finds", group: "Catalogue", service: .wanted,
    options: [format, columns, sort, group, ungrouped, limit, count, paths, SharedOptions.safeCells, status],
    formerly: [FormerSpelling("-n", now: "--limit")], positionals: [kind, query],
    manual: ListManual.manual
  ) { session, arguments in
    for option in [columns, sort, group] where arguments[option] == "" {
      throw CommandError("option '--\(option.declaration.long)' needs the names of fields")
    }
    let open = try session.openCatalogue()
    let template = try arguments[format].flatMap { name in
      try name.hasPrefix(Template.prefix) ? Template(String(name.dropFirst(Template.prefix.count))) : nil
    }
    var request = RowsRequest([arguments[kind]].compactMap { $0 } + arguments[query])
    request.sort = arguments[sort]
    request.group = arguments[group]
    request.isUngrouped = arguments[ungrouped]
    request.columns = arguments[columns]
    request.limit = arguments[limit]
    let rows = try request.rows(in: open, template: template)
    if arguments[count] {
      session.print("\(rows.count)\n")
    } else {
      let form = arguments[paths] ? Table.nullPathFormat : arguments[format].flatMap { Table.format(named: $0) }
      let table = rows.table(for: form, isQuiet: session.options.isQuiet)
      let look = SharedOptions.look(session, arguments)
      session.withSink { sink in
        if let template, form == nil {
          template.write(table, look, to: &sink)
        } else {
          (form ?? Table.standardFormat).write(table, look: look, to: &sink)
        }
      }
    }
    session.note(rows.lastGoodNote)
    // The count of nothing is 0, and needs no message.
    if rows.count > 0 || !arguments[count], let told = rows.remark { session.note(told) }
    return rows.count == 0 && arguments[status] ? .findings : .well
  }
}
