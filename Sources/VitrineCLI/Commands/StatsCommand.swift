// `vitrine stats`: records counted, by a field or two, and what their numbers come to.

import VitrineAnswers
import VitrineApplication
import VitrineCommandLine
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery

/// Counts records.
enum StatsCommand: CommandFile {
  private enum Period: String, OptionChoice {
    case year, quarter, month, week, weekday, day

    var summary: String {
      switch self {
      case .year: "2026"
      case .quarter: "2026-q2"
      case .month: "2026-05"
      case .week: "2026-w21, from Monday on"
      case .weekday: "monday to sunday"
      case .day: "each day for itself"
      }
    }
  }

  private static let by = Option.text(
    "by", short: "b", "FIELD[,FIELD]", completes: .field, "count by a field, or by two; a day by FIELD:PERIOD")
  private static let period = Option.choice(
    "period", "PERIOD", among: Period.self, "take the days and moments of '--by' together so; by default by year")
  private static let measures = Statistics.Measure.Form.allCases.map { form in
    (form: form, option: Option.text(form.rawValue, "FIELD", completes: .field, summary(form)))
  }
  private static let limit = SharedOptions.limit
  private static let sort = SharedOptions.sort
  private static let format = SharedOptions.rowFormat
  private static let words = Positional.any(
    "QUERY", completes: .query, "a kind, and which of its records; all records when left out")

  private static func summary(_ form: Statistics.Measure.Form) -> String {
    switch form {
    case .sum: "add up the numbers of a field"
    case .min: "the least number of a field"
    case .max: "the greatest number of a field"
    case .mean: "the mean of the numbers of a field"
    }
  }

  static let command = Command<Session>(
    name: "stats", summary: "count records, by field and by time", group: "Catalogue", service: .wanted,
    options: [by, period] + measures.map(\.option) + [limit, sort, format],
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
    let open = try session.openCatalogue()
    // Sums are made in the order of the records, so that the last digit is always the same; counts are the same in any.
    let isMeasured = measures.contains { arguments[$0.option] != nil }
    var statistics = Statistics(open: open, asked: try open.ask(arguments[words], isSorted: isMeasured))
    statistics.top = arguments[limit]
    for (form, option) in measures {
      if let field = arguments[option] { statistics.measures.append(try measure(form, field, statistics)) }
    }
    let keys = try (arguments[by] ?? "").split(separator: ",").map { try key(String($0), arguments[period], statistics) }
    if let text = arguments[sort] {
      let columns = Statistics.sortableColumns(by: keys, statistics.measures)
      do throws(ColumnOrder.Failure) {
        statistics.order = try ColumnOrder(
          text, columns: columns, former: ["count": "-\(Statistics.recordsColumn)", "value": columns[0]])
      } catch {
        throw CommandError(error.message)
      }
    }
    let form = arguments[format] ?? Table.standardFormat
    // Programs take pairs more easily than a table whose columns are not known before.
    let isForPeople = ["table", "markdown"].contains(form.name)
    let table =
      switch keys.count {
      case 0: statistics.overview(session.look)
      case 1: statistics.table(by: keys[0], form.name == Table.standardFormat.name ? session.look : .plain)
      case 2 where keys.allSatisfy { $0.facet != nil }:
        statistics.table(by: keys[0], and: keys[1], session.look, isLong: !isForPeople)
      default: throw CommandError("option '--by' needs one field, or two with a comma between them")
      }
    session.withSink { form.write(table, look: session.look, to: &$0) }
    session.noteLastGood(statistics.asked.answer.rows, open)
    if statistics.asked.answer.rows.isEmpty { session.note(statistics.asked.nothingFound) }
    return .well
  }

  private static func key(_ text: String, _ period: Period?, _ statistics: Statistics) throws -> Statistics.Key {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first else { throw CommandError("option '--by' needs the name of a field") }
    if name == "kind", parts.count == 1 { return Statistics.Key(text: text, facet: nil, field: nil, isOrdered: false) }
    let path = try statistics.open.path(name, kinds: statistics.asked.kinds)
    let field = statistics.open.field(of: path)
    let isCounting = path.ways.values.contains(where: \.counts)
    let isTemporal = !isCounting && field?.meaning.isTemporal == true
    var wanted = period
    if parts.count == 2 {
      wanted = Period(rawValue: parts[1])
      guard wanted != nil else {
        throw CommandError("unknown period '\(parts[1])' of '\(name)'; expected year, quarter, month, week, weekday or day")
      }
      guard isTemporal else { throw CommandError("'\(name)' has no days, so that it cannot be counted by \(parts[1])") }
    }
    let taken = isTemporal ? FacetKey.Period(rawValue: (wanted ?? .year).rawValue) : nil
    let isOrdered =
      isTemporal || isCounting || field?.isOrdered == true || field?.meaning == .number || field?.meaning == .boolean
    return Statistics.Key(text: text, facet: FacetKey(path: path, period: taken), field: field, isOrdered: isOrdered)
  }

  private static func measure(
    _ form: Statistics.Measure.Form, _ text: String, _ statistics: Statistics
  ) throws -> Statistics.Measure {
    let path = try statistics.open.path(text, kinds: statistics.asked.kinds)
    let field = statistics.open.field(of: path)
    guard field?.meaning == .number || path.ways.values.contains(where: \.counts) else {
      throw CommandError("'\(text)' is no number, so that '--\(form.rawValue)' has nothing to work on; '\(text).count' is one")
    }
    return Statistics.Measure(form: form, path: path, unit: path.ways.values.contains(where: \.counts) ? nil : field?.unit)
  }
}
