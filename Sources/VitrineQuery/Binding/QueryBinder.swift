// From a query as written to one that can be answered: which kinds it looks at, what its words mean in each of them.
// Decision 0012 says why.

package import VitrineIndex
package import VitrineModel
import VitrineSource

/// Makes queries ready for a catalogue's kinds. Needs no record: a query can be bound before anything is loaded.
package struct QueryBinder: Sendable {
  /// The names of fields.
  package let names: FieldNames
  /// The saved queries, by name.
  package let views: [String: SavedView]
  /// What `today` and its kin are relative to.
  package let now: CivilMoment
  /// What names of places stand for.
  let namedPlaces: NamedPlaces

  /// A binder for kinds with the given tables, in the order of the kinds.
  package init(layouts: [TableLayout], views: [String: SavedView], now: CivilMoment, namedPlaces: NamedPlaces = .any) {
    self.init(names: FieldNames(layouts), views: views, now: now, namedPlaces: namedPlaces)
  }

  /// A binder for kinds whose names were looked at before.
  package init(names: FieldNames, views: [String: SavedView], now: CivilMoment, namedPlaces: NamedPlaces = .any) {
    self.names = names
    self.views = views
    self.now = now
    self.namedPlaces = namedPlaces
  }

  /// The tables, one a kind.
  package var layouts: [TableLayout] { names.layouts }

  /// Makes a query ready.
  ///
  /// Errors: what nobody can have meant (a field that no kind looked at has, a value that none of them can have, a view that is not there) with
  /// its place in the query, or in the view it stands in.
  package func bind(_ query: Query) throws(QueryError) -> BoundQuery {
    var pass = BindingPass()
    let whole = BindingScope(places: layouts.indices.map { NamePlace(table: $0) }, text: query.text)
    let tables = try narrowed(layouts.indices.map { $0 }, by: query.condition, whole, &pass)
    var scope = whole
    scope.places = tables.map { NamePlace(table: $0) }
    let conditions = try conditions(of: query.condition, scope, &pass)
    var bound = BoundQuery(
      conditions: zip(tables, conditions).filter { !$0.1.isNever }.map { (kind: $0.0, condition: $0.1) }, limit: query.limit)
    bound.sort = try sort(query.sort, scope)
    bound.group = try paths(query.group, scope)
    bound.show = try paths(query.show, scope)
    if let view = try onlyView(of: query.condition, scope, &pass) { try take(view, into: &bound, scope, &pass) }
    return bound
  }
}

/// What a condition is bound in.
struct BindingScope {
  /// The kinds looked at, or the elements of lists in them.
  var places: [NamePlace]
  /// The text that ranges are in.
  var text: String
  /// The views whose text it is, outer first; empty for the query itself.
  var views: [String] = []

  /// An error at a place of the text.
  func error(_ message: String, _ range: ByteRange, _ suggestion: String = "") -> QueryError {
    QueryError(message, in: text, at: range, suggestion: suggestion, view: views.last)
  }
}

/// What is counted while a query is bound.
struct BindingPass {
  /// How often a view may still be put in place of its name.
  var viewsLeft = 200
  /// How many words, terms and their values may still be bound, those of views among them: each is a look at all records.
  var partsLeft = QueryBinder.mostParts
  /// The parsed queries of views met so far.
  var parsed: [String: Query] = [:]
  /// The tables of the kinds they look at.
  var tables: [String: [Int]] = [:]
}

// MARK: order, groups, columns

extension QueryBinder {
  /// The keys of an order. Errors: a field that no kind looked at has.
  func sort(_ keys: [Query.SortKey], _ scope: BindingScope) throws(QueryError) -> [BoundSortKey] {
    var bound: [BoundSortKey] = []
    for key in keys { bound.append(BoundSortKey(path: try path(key.path, scope), isDescending: key.isDescending)) }
    return bound
  }

  /// Fields to group by or to show. Errors: a field that no kind looked at has.
  func paths(_ paths: [Query.Path], _ scope: BindingScope) throws(QueryError) -> [BoundPath] {
    var bound: [BoundPath] = []
    for path in paths { bound.append(try self.path(path, scope)) }
    return bound
  }

  private func path(_ path: Query.Path, _ scope: BindingScope) throws(QueryError) -> BoundPath {
    var ways: [Int: BoundPath.Way] = [:]
    for place in scope.places {
      switch names.resolve(path, at: place) {
      case .ways(let found): ways[place.table] = found.first
      case .unknown: continue
      case .ambiguous(let paths): throw ambiguous(path, paths, place, scope)
      case .excessive: throw excessive(path, scope)
      }
    }
    // The kind itself is no column, but rows can be told apart by it.
    if ways.isEmpty, path.names != [Self.kindWord], !scope.places.isEmpty { throw unknownField(path, scope) }
    return BoundPath(written: path.dotted, ways: ways)
  }

  /// The most words, terms and values that one query may have, with those of the views in it.
  package static let mostParts = 20_000

  /// The word for a record's kind.
  package static let kindWord = "kind"
}
