// Records counted: what `vitrine stats` and `GET /v1/stats` ask for.

package import VitrineAnswers
package import VitrineFormats
import VitrineModel
import VitrineQuery

/// A request for counts.
package struct StatisticsRequest: Sendable, Hashable {
  /// A part of the calendar.
  package typealias Period = FacetKey.Period

  /// Something that is computed of the numbers of a field.
  package struct Measure: Sendable, Hashable {
    /// What is computed.
    package var form: Statistics.Measure.Form
    /// The field.
    package var field: String

    /// A measure of a field.
    package init(_ form: Statistics.Measure.Form, of field: String) {
      self.form = form
      self.field = field
    }
  }

  /// The query as it is typed; the first word may be a kind.
  package var words: [String]
  /// What is counted by: a field, or two with a comma between them; of a day the period after a colon.
  package var by: String?
  /// What days and moments are taken together by, where `by` does not say it.
  package var period: Period?
  /// What is computed besides.
  package var measures: [Measure] = []
  /// The order of the rows, by their columns.
  package var sort: String?
  /// How many values there are at most.
  package var limit: Int?

  /// A request for counts of the records of a query.
  package init(_ words: [String]) { self.words = words }

  /// The counts.
  ///
  /// Errors: a `QueryError` for the query; a `RequestError` for a field that is not there, or not of the right sort.
  package func counts(in open: OpenCatalogue) throws -> RecordCounts {
    // Sums are made in the order of the records, so that the last digit is always the same; counts are the same in any.
    var statistics = Statistics(open: open, asked: try open.ask(words, isSorted: !measures.isEmpty))
    statistics.top = limit
    for measure in measures { statistics.measures.append(try Self.measure(measure, statistics)) }
    let keys = try (by ?? "").split(separator: ",").map { try key(String($0), statistics) }
    if let sort {
      let columns = Statistics.sortableColumns(by: keys, statistics.measures)
      do throws(ColumnOrder.Failure) {
        statistics.order = try ColumnOrder(
          sort, columns: columns, former: ["count": "-\(Statistics.recordsColumn)", "value": columns[0]])
      } catch {
        throw RequestError(error.message)
      }
    }
    guard keys.count < 2 || keys.count == 2 && keys.allSatisfy({ $0.facet != nil }) else {
      throw RequestError("option '--by' needs one field, or two with a comma between them")
    }
    return RecordCounts(statistics: statistics, keys: keys)
  }

  private func key(_ text: String, _ statistics: Statistics) throws -> Statistics.Key {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first else { throw RequestError("option '--by' needs the name of a field") }
    if name == "kind", parts.count == 1 { return Statistics.Key(text: text, facet: nil, field: nil, isOrdered: false) }
    var path = try statistics.open.path(name, kinds: statistics.asked.kinds)
    var field = statistics.open.field(of: path)
    let isCounting = path.ways.values.contains(where: \.counts)
    // Maps have no text of their own: they are counted by the member that names them.
    if !isCounting, let map = field, map.isMap, let member = naming(map, statistics.open) {
      path = try statistics.open.path("\(name).\(member)", kinds: statistics.asked.kinds)
      field = statistics.open.field(of: path)
    }
    let isTemporal = !isCounting && field?.meaning.isTemporal == true
    var wanted = period
    if parts.count == 2 {
      wanted = Period(rawValue: parts[1])
      guard wanted != nil else {
        let words = Period.allCases.map(\.rawValue)
        let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        throw RequestError("unknown period '\(parts[1])' of '\(name)'; expected \(list)")
      }
      guard isTemporal else { throw RequestError("'\(name)' has no days, so that it cannot be counted by \(parts[1])") }
    }
    let isOrdered =
      isTemporal || isCounting || field?.isOrdered == true || field?.meaning == .number || field?.meaning == .boolean
    return Statistics.Key(
      text: text, facet: FacetKey(path: path, period: isTemporal ? wanted ?? .year : nil), field: field, isOrdered: isOrdered)
  }

  /// The member that tells the maps of a field apart to a person; nil where none does.
  private func naming(_ map: Kind.Field, _ open: OpenCatalogue) -> String? {
    let names = ["name", "title"] + map.uniqueBy.compactMap { $0.names.count == 1 ? $0.names[0] : nil } + ["file"]
    return names.first { name in
      open.kinds.contains { kind in kind.field(map.path) != nil && kind.field(FieldPath(map.path.names + [name])) != nil }
    }
  }

  private static func measure(_ measure: Measure, _ statistics: Statistics) throws -> Statistics.Measure {
    let path = try statistics.open.path(measure.field, kinds: statistics.asked.kinds)
    let field = statistics.open.field(of: path)
    let isCounting = path.ways.values.contains(where: \.counts)
    guard field?.meaning == .number || isCounting else {
      throw RequestError(
        "'\(measure.field)' is no number, so that '--\(measure.form.rawValue)' has nothing to work on; '\(measure.field).count' is one"
      )
    }
    return Statistics.Measure(form: measure.form, path: path, unit: isCounting ? nil : field?.unit)
  }
}

extension StatisticsRequest.Period {
  /// What it is, by an example.
  package var summary: String {
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

extension Statistics.Measure.Form {
  /// What is computed, as an order.
  package var summary: String {
    switch self {
    case .sum: "add up the numbers of a field"
    case .min: "the least number of a field"
    case .max: "the greatest number of a field"
    case .mean: "the mean of the numbers of a field"
    }
  }
}

/// Records that were counted.
package struct RecordCounts {
  private let statistics: Statistics
  private let keys: [Statistics.Key]

  /// Counts by these keys, none or two at most.
  fileprivate init(statistics: Statistics, keys: [Statistics.Key]) {
    self.statistics = statistics
    self.keys = keys
  }

  /// What is to be said besides, such as that there are no records; nil where nothing is.
  package var remark: String? { statistics.asked.remark }

  /// What is reported of records that are counted as they last were; nil where none is.
  package var lastGoodNote: LastGoodNote? { statistics.open.lastGoodNote(statistics.asked.answer.rows) }

  /// The counts as a table for a format.
  package func table(for format: any RowFormat.Type, _ look: Look) -> Table {
    // Programs take pairs more easily than a table whose columns are not known before.
    let isForPeople = ["table", "markdown"].contains(format.name)
    return switch keys.count {
    case 0: statistics.overview(look)
    case 1: statistics.table(by: keys[0], format.name == Table.standardFormat.name ? look : .plain)
    default: statistics.table(by: keys[0], and: keys[1], look, isLong: !isForPeople)
    }
  }
}
