// `vitrine due`: the days to come that records speak of.

import VitrineApplication
import VitrineCommandLine
import VitrineFormats
import VitrineModel
import VitrineQuery

/// Lists what is to come, by day.
enum DueCommand: CommandFile {
  private static let within = Option.value(
    "within", short: "w", "SPAN", expected: "a span such as 14d, 2w, 3m or 1y", default: "14d", "how far to look ahead"
  ) { DueSpan($0) }
  private static let field = Option.texts(
    "field", "FIELD", completes: .field, "look only at this field; given again, at several")
  private static let format = SharedOptions.format(
    expected: "a row format, or ics",
    among: Table.formats.map { Choice($0.name, $0.summary) } + [Choice("ics", "a calendar for other programs")],
    default: Table.standardFormat.name
  ) { $0 }
  private static let status = SharedOptions.exitStatus
  private static let words = Positional.any("QUERY", completes: .query, "a kind, and which of its records; all when left out")

  static let command = Command<Session>(
    name: "due", summary: "list the days to come, such as releases", group: "Catalogue", service: .wanted,
    options: [within, field, format, SharedOptions.safeCells, status], positionals: [words],
    manual: Manual(
      examples: [
        ("vitrine due", "lists what the next 14 days bring"),
        ("vitrine due game --within 6m", "lists the releases of half a year"),
        ("vitrine due game status:wishlist -w 1y -f ics > releases.ics", "makes a calendar to subscribe to"),
        ("vitrine due --within 1d --exit-status", "says by its status whether there is anything today or tomorrow"),
      ],
      description: [
        "The fields count that a kind calls due dates, such as a game's release ('vitrine schema show' says which), from today to the end of the span; in a kind that calls none so, all its days but those that tools and photos write. '--field' names others. A month or a year that the span has a part of is listed after the days. A span is a number and d for days, w for weeks, m for months or y for years.",
        "In a calendar an entry keeps its UID as long as the record keeps its id, so that importing the calendar again updates entries instead of copying them.",
      ],
      exitStatuses: [(.well, ExitStatus.well.summary), (.findings, "nothing is due, with '--exit-status'")]
        + ExitStatus.ordinary.filter { $0 != .well }.map { ($0, $0.summary) },
      environment: [(WallClock.variable, "a moment such as 2026-11-21T12:00:00+03:00 to take for now")],
      seeAlso: ["list", "stats"])
  ) { session, arguments in
    let form = arguments[format] ?? Table.standardFormat.name
    guard form == "ics" || Table.format(named: form) != nil else {
      preconditionFailure("the parser lets no format through that is not listed")
    }
    let open = try session.openCatalogue()
    let asked = try open.ask(arguments[words])
    let agenda = try Agenda(open, asked, span: arguments[within] ?? DueSpan.standard, fields: arguments[field])
    if form == "ics" {
      session.withSink { agenda.calendar(maker: "vitrine//\(Version.number)").write(to: &$0) }
    } else {
      let look = SharedOptions.look(session, arguments)
      session.withSink { (Table.format(named: form) ?? Table.standardFormat).write(agenda.table(look), look: look, to: &$0) }
    }
    session.noteLastGood(Array(Set(agenda.entries.map(\.row))), open)
    guard agenda.entries.isEmpty else {
      if let told = agenda.remark { session.note(told) }
      return .well
    }
    if form != "ics" { session.note(agenda.nothingWords) }
    return arguments[status] ? .findings : .well
  }
}
