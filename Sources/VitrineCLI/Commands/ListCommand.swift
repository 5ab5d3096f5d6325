// `vitrine list`: the records that a query finds, as rows.

import VitrineAnswers
import VitrineApplication
import VitrineCommandLine
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery

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
    options: [format, columns, sort, group, ungrouped, limit, count, paths, status],
    formerly: [FormerSpelling("-n", now: "--limit")], positionals: [kind, query],
    manual: ListManual.manual
  ) { session, arguments in
    for option in [columns, sort, group] where arguments[option] == "" {
      throw CommandError("option '--\(option.declaration.long)' needs the names of fields")
    }
    var asked = try RecordQuery([arguments[kind]].compactMap { $0 } + arguments[query], in: session.openCatalogue())
    let template = try arguments[format].flatMap { name in
      try name.hasPrefix(Template.prefix) ? Template(String(name.dropFirst(Template.prefix.count))) : nil
    }
    let isSorted = arguments.isGiven(sort) || !asked.bound.sort.isEmpty
    if let text = arguments[sort] { asked.bound.sort = try asked.bind("sort", text, of: "--sort").sort }
    if let text = arguments[group] { asked.bound.group = try asked.bind("group", text, of: "--group").group }
    // An order that was asked for is not torn up by groups that were not.
    if asked.bound.group.isEmpty, !isSorted { asked.bound.group = asked.open.groups(ofOnly: asked.onlyKind) }
    if arguments[ungrouped] || template != nil { asked.bound.group = [] }
    if let most = arguments[limit] { asked.bound.limit = most }
    let shown = try template.map { try asked.columns($0.fields, of: $0.text) } ?? columns(arguments, asked)
    let answer = asked.answer()
    if arguments[count] {
      session.print("\(answer.rows.count)\n")
    } else {
      let form = arguments[paths] ? Table.nullPathFormat : arguments[format].flatMap { Table.format(named: $0) }
      // Paths are had without looking at any column.
      let onlyPaths = form?.showsColumns == false
      var table = AnswerTable.table(
        of: answer, in: asked.open.index, columns: onlyPaths ? [] : shown,
        groups: onlyPaths ? [] : asked.columns(asked.bound.group))
      table.hidesEmptyColumns = !arguments.isGiven(columns) && asked.bound.show.isEmpty
      table.footer = session.options.isQuiet ? "" : footer(answer, asked)
      let look = session.look
      session.withSink { sink in
        if let template, form == nil {
          template.write(table, look, to: &sink)
        } else {
          (form ?? Table.standardFormat).write(table, look: look, to: &sink)
        }
      }
    }
    session.noteLastGood(answer.rows, asked.open)
    guard answer.rows.isEmpty else { return .well }
    // Who asks how many there are is told: 0. Who wants none gets none.
    if answer.total == 0, !arguments[count] {
      session.note(RecordQuery.nothingFound(asked.meantKind))
    }
    return arguments[status] ? .findings : .well
  }

  /// The columns: those of the option, or those of the query, or the usual ones.
  private static func columns(_ arguments: Arguments, _ asked: RecordQuery) throws -> [AnswerColumn] {
    let usual = asked.bound.show.isEmpty ? asked.open.columns(ofOnly: asked.onlyKind) : asked.columns(asked.bound.show)
    guard let text = arguments[columns] else { return usual }
    let isMore = text.hasPrefix("+")
    let fields = text.split(separator: ",", omittingEmptySubsequences: false).map { isMore ? $0.drop { $0 == "+" } : $0 }
    let wanted = try asked.columns(fields.joined(separator: ","), of: "--columns")
    return isMore ? usual + wanted.filter { column in !usual.contains { $0.isSame(as: column) } } : wanted
  }

  private static func footer(_ answer: Answer, _ asked: RecordQuery) -> String {
    let kind = asked.onlyKind.map { asked.open.kinds[$0] }
    let noun = answer.total == 1 ? kind?.name ?? "record" : kind?.plural ?? "records"
    return answer.rows.count < answer.total ? "\(answer.rows.count) of \(answer.total) \(noun)" : "\(answer.total) \(noun)"
  }
}
