// From the words on a command line to a query, and to what it means in this catalogue.

import VitrineCatalog
import VitrineCommandLine
import VitrineIndex
import VitrineModel
import VitrineQuery

extension Session {
  /// The query of a command's words, `[KIND] QUERY...`: the first of several may be a kind's name or plural; in quotes it is a word.
  ///
  /// Errors: a `QueryError` for words that are no query.
  func query(_ words: [String]) throws -> Query {
    var rest = words[...]
    var kind: String?
    if let first = words.first { kind = kindNamesOrStock().first { $0.name == first || $0.plural == first }?.name }
    if kind != nil { rest.removeFirst() }
    let query = try QueryParser.parse(QueryArguments.text(of: Array(rest)))
    return kind.map { query.narrowed(to: [$0]) } ?? query
  }

  /// The kinds that may have what a query asks for; nil where there is no catalogue, so that nobody can say.
  ///
  /// Errors: a `QueryError` for what no kind of the catalogue knows.
  func kinds(askedBy query: Query) throws -> [String]? {
    guard let outline = outline() else { return nil }
    let kinds = outline.kinds
    // No record is looked at, so that it does not matter which day `today` is.
    let binder = QueryBinder(
      layouts: kinds.map { TableLayout(kind: $0) }, views: outline.views, now: CivilMoment(day: CivilDay(number: 0)))
    return try binder.bind(query).conditions.map { kinds[$0.kind].name }
  }
}
