// The records that a query finds, as rows: what `vitrine list` and `GET /v1/rows` ask for.

import VitrineAnswers
package import VitrineFormats
import VitrineModel
import VitrineQuery

/// A request for rows.
package struct RowsRequest: Sendable, Hashable {
  /// The query as it is typed; the first word may be a kind.
  package var words: [String]
  /// What the rows are sorted by, in place of what the query, its view and the kind say: `-title,release`.
  package var sort: String?
  /// What the rows are grouped by, in place of what the others say.
  package var group: String?
  /// True where they are grouped by nothing.
  package var isUngrouped = false
  /// The fields that are shown; with `+` before the first, besides the usual ones.
  package var columns: String?
  /// How many rows there are at most.
  package var limit: Int?

  /// A request for the records of a query.
  package init(_ words: [String]) { self.words = words }

  /// The rows. With a `template` these are its fields, and there are no groups.
  ///
  /// Errors: a `QueryError`, the query, or a field that an option names, cannot be understood.
  package func rows(in open: OpenCatalogue, template: Template? = nil) throws -> FoundRows {
    var query = try RecordQuery(words, in: open)
    let isSorted = sort != nil || !query.bound.sort.isEmpty
    if let sort { query.bound.sort = try query.bind("sort", sort, of: "--sort").sort }
    if let group { query.bound.group = try query.bind("group", group, of: "--group").group }
    // An order that was asked for is not torn up by groups that were not.
    if query.bound.group.isEmpty, !isSorted { query.bound.group = open.groups(ofOnly: query.onlyKind) }
    if isUngrouped || template != nil { query.bound.group = [] }
    if let limit { query.bound.limit = limit }
    let shown = try template.map { try query.columns($0.fields, of: $0.text) } ?? columns(of: query)
    return FoundRows(
      query: query, answer: query.answer(), columns: shown, hidesEmptyColumns: columns == nil && query.bound.show.isEmpty)
  }

  /// The columns: those of the request, or those of the query, or the usual ones.
  private func columns(of query: RecordQuery) throws -> [AnswerColumn] {
    let usual = query.bound.show.isEmpty ? query.open.columns(ofOnly: query.onlyKind) : query.columns(query.bound.show)
    guard let columns else { return usual }
    let isMore = columns.hasPrefix("+")
    let fields = columns.split(separator: ",", omittingEmptySubsequences: false).map { isMore ? $0.drop { $0 == "+" } : $0 }
    let wanted = try query.columns(fields.joined(separator: ","), of: "--columns")
    return isMore ? usual + wanted.filter { column in !usual.contains { $0.isSame(as: column) } } : wanted
  }
}

/// The rows that were found.
package struct FoundRows {
  private let query: RecordQuery
  private let answer: Answer
  private let columns: [AnswerColumn]
  private let hidesEmptyColumns: Bool

  /// The rows of an answer.
  fileprivate init(query: RecordQuery, answer: Answer, columns: [AnswerColumn], hidesEmptyColumns: Bool) {
    self.query = query
    self.answer = answer
    self.columns = columns
    self.hidesEmptyColumns = hidesEmptyColumns
  }

  /// How many there are.
  package var count: Int { answer.rows.count }

  /// What is to be said besides, such as that nothing was found, whatever the limit; nil where nothing is.
  package var remark: String? { query.remark(on: answer) }

  /// What is reported of rows that are shown as they last were; nil where none is.
  package var lastGoodNote: LastGoodNote? { query.open.lastGoodNote(answer.rows) }

  /// The rows as a table for a format. With `isQuiet` nothing is said below it.
  package func table(for format: (any RowFormat.Type)?, isQuiet: Bool) -> Table {
    // Paths are had without looking at any column.
    let onlyPaths = format?.showsColumns == false
    var table = AnswerTable.table(
      of: answer, in: query.open.index, columns: onlyPaths ? [] : columns,
      groups: onlyPaths ? [] : query.columns(query.bound.group))
    table.hidesEmptyColumns = hidesEmptyColumns
    table.footer = isQuiet ? "" : footer
    return table
  }

  private var footer: String {
    let (language, total) = (query.open.language, answer.total)
    let noun =
      query.onlyKind.map { query.open.kinds[$0].noun(for: total) }
      ?? language.noun(total, one: language("record"), several: language("records"))
    return answer.rows.count < total ? language("{} of {} {}", "\(answer.rows.count)", "\(total)", noun) : "\(total) \(noun)"
  }
}
