// `vitrine stats`: records counted, by a field or two, and what their numbers come to.

import VitrineApplication
import VitrineCommandLine
import VitrineFormats

/// Counts records.
enum StatsCommand: CommandFile {
  private static let by = Option.text(
    "by", short: "b", "FIELD[,FIELD]", completes: .field, "count by a field, or by two; a day by FIELD:PERIOD")
  private static let period = Option.choice(
    "period", "PERIOD", among: StatisticsRequest.Period.self,
    "take the days and moments of '--by' together so; by default by year")
  private static let measures = Statistics.Measure.Form.allCases.map { form in
    (form: form, option: Option.text(form.rawValue, "FIELD", completes: .field, form.summary))
  }
  private static let limit = SharedOptions.limit
  private static let sort = SharedOptions.sort
  private static let format = SharedOptions.rowFormat
  private static let words = Positional.any(
    "QUERY", completes: .query, "a kind, and which of its records; all records when left out")

  static let command = Command<Session>(
    name: "stats", summary: "count records, by field and by time", group: "Catalogue", service: .wanted,
    options: [by, period] + measures.map(\.option) + [limit, sort, format, SharedOptions.safeCells],
    formerly: [FormerSpelling("--top", now: "--limit"), FormerSpelling("-n", now: "--limit")], positionals: [words],
    manual: Manual(
      examples: [
        ("vitrine stats", "says what there is of each kind"),
        ("vitrine stats game --by developer --limit 10", "draws the ten developers with the most games"),
        ("vitrine stats game --by release", "counts games by the year of their release"),
        ("vitrine stats game --by platform.system,release:year", "makes a cross table of both"),
        ("vitrine stats shot --by taken:weekday", "shows on which days pictures are taken"),
        ("vitrine stats garment --by category --sum price.amount --mean price.amount", "adds up and averages prices"),
        ("vitrine stats game status:library --by genre --format csv", "writes the counts for a spreadsheet"),
      ],
      description: [
        "A record with several values in a list counts once under each of them, and once in the total. Days and moments are taken together by year unless '--period' or FIELD:PERIOD says otherwise; periods without a record are shown too. '--by kind' counts by kind.",
        "Days, numbers and ordered lists stand in their own order, other values with the most records first. '--sort' takes the columns: '--sort -records', '--sort developer', '--sort -sum'.",
        "On a terminal there are bars. A cross table has totals; formats for programs get a row for each pair that occurs instead.",
      ],
      exitStatuses: ExitStatus.ordinary.map { ($0, $0.summary) }, seeAlso: ["list", "property"])
  ) { session, arguments in
    var request = StatisticsRequest(arguments[words])
    request.by = arguments[by]
    request.period = arguments[period]
    request.measures = measures.compactMap { form, option in
      arguments[option].map { StatisticsRequest.Measure(form, of: $0) }
    }
    request.sort = arguments[sort]
    request.limit = arguments[limit]
    let counts = try request.counts(in: session.openCatalogue())
    let form = arguments[format] ?? Table.standardFormat
    let look = SharedOptions.look(session, arguments)
    let table = counts.table(for: form, look)
    session.withSink { form.write(table, look: look, to: &$0) }
    session.note(counts.lastGoodNote)
    if let told = counts.remark { session.note(told) }
    return .well
  }
}
