// Saved queries inside queries: `@name`.

import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineText

extension QueryBinder {
  /// How deep views may use each other.
  private static let mostViews = 16

  /// What a view means at each place.
  func view(
    _ name: String, _ range: ByteRange, _ scope: BindingScope, _ pass: inout BindingPass
  ) throws(QueryError) -> [Condition] {
    if scope.places.contains(where: { $0.element != nil }) {
      throw scope.error("a view stands for records, and cannot be asked for inside a list", range, "write it outside the braces")
    }
    let (query, inside) = try opened(name, range, scope, &pass)
    let tables = Set(try self.tables(ofView: name, range, scope, &pass))
    let places = scope.places.filter { tables.contains($0.table) }
    var narrowed = inside
    narrowed.places = places
    let found = places.isEmpty ? [] : try conditions(of: query.condition, narrowed, &pass)
    let byTable = Dictionary(zip(places.map(\.table), found)) { first, _ in first }
    return scope.places.map { byTable[$0.table] ?? .constant(false) }
  }

  /// The tables of the kinds that a view looks at.
  func tables(
    ofView name: String, _ range: ByteRange, _ scope: BindingScope, _ pass: inout BindingPass
  ) throws(QueryError) -> [Int] {
    let (query, inside) = try opened(name, range, scope, &pass)
    if let known = pass.tables[name] { return known }
    var tables = Array(layouts.indices)
    if let kind = views[name]?.kind {
      guard let table = names.tables[kind] else {
        let nearest = NearestWord.nearest(to: kind, in: layouts.map(\.kind.name)).map { "did you mean '\($0)'?" }
        throw QueryError(
          "unknown kind '\(kind)'", in: kind, at: ByteRange(0, kind.utf8.count), suggestion: nearest ?? "", view: name)
      }
      tables = [table]
    }
    let left = try narrowed(tables, by: query.condition, inside, &pass)
    pass.tables[name] = left
    return left
  }

  /// The query of a view, and the scope of its text. Errors: there is no such view, it cannot be read, or it uses itself.
  private func opened(
    _ name: String, _ range: ByteRange, _ scope: BindingScope, _ pass: inout BindingPass
  ) throws(QueryError) -> (Query, BindingScope) {
    guard let view = views[name] else {
      let nearest = NearestWord.nearest(to: name, in: views.keys.sorted()).map { "did you mean '@\($0)'?" }
      let some =
        views.isEmpty
        ? "views/NAME.view.yaml makes one" : "there are " + views.keys.sorted().prefix(8).map { "@" + $0 }.joined(separator: ", ")
      throw scope.error("there is no view '\(name)'", range, nearest ?? some)
    }
    if let first = scope.views.firstIndex(of: name) {
      let circle = (scope.views[first...] + [name]).map { "@" + $0 }.joined(separator: " → ")
      throw scope.error("the view '\(name)' uses itself: \(circle)", range, "take it out of one of these views")
    }
    pass.viewsLeft -= 1
    guard scope.views.count < Self.mostViews, pass.viewsLeft > 0 else {
      throw scope.error("views use each other too often to be put together", range, "write out what one of them asks for")
    }
    var inside = scope
    inside.text = view.query
    inside.views.append(name)
    inside.places = layouts.indices.map { NamePlace(table: $0) }
    if let known = pass.parsed[name] { return (known, inside) }
    let query = try Self.parsed(view)
    pass.parsed[name] = query
    return (query, inside)
  }

  /// The query of a view. Errors: those of the parser, as errors of the view.
  static func parsed(_ view: SavedView) throws(QueryError) -> Query {
    do throws(QueryError) {
      return try QueryParser.parse(view.query)
    } catch {
      var error = error
      error.view = view.name
      throw error
    }
  }
}

// MARK: a query that is one view

extension QueryBinder {
  /// The view whose order, groups, columns and limit hold: the only one that every record must meet.
  func onlyView(of node: Query.Node, _ scope: BindingScope, _ pass: inout BindingPass) throws(QueryError) -> String? {
    let names = node.demands.compactMap { part in
      if case .view(let name, _) = part { return name }
      return nil
    }
    return names.count == 1 ? names[0] : nil
  }

  /// Takes from a view what the query itself does not say.
  func take(
    _ name: String, into bound: inout BoundQuery, _ scope: BindingScope, _ pass: inout BindingPass
  ) throws(QueryError) {
    guard let view = views[name] else { return }
    let (query, opened) = try opened(name, ByteRange(at: 0), scope, &pass)
    var inside = opened
    inside.places = try tables(ofView: name, ByteRange(at: 0), scope, &pass).map { NamePlace(table: $0) }
    if bound.sort.isEmpty { bound.sort = try sort(view.sort, inside, orIn: query.sort) }
    if bound.group.isEmpty { bound.group = try paths(view.group, inside, orIn: query.group) }
    if bound.show.isEmpty { bound.show = try paths(view.columns, inside, orIn: query.show) }
    if bound.limit == nil { bound.limit = view.limit ?? query.limit }
    if let inner = try onlyView(of: query.condition, inside, &pass) { try take(inner, into: &bound, inside, &pass) }
  }

  private func sort(
    _ keys: [Query.SortKey], _ scope: BindingScope, orIn others: [Query.SortKey]
  ) throws(QueryError) -> [BoundSortKey] {
    if keys.isEmpty { return try sort(others, scope) }
    var bound: [BoundSortKey] = []
    for key in keys { bound += try sort([key], scope.saying(key.path)) }
    return bound
  }

  private func paths(_ paths: [Query.Path], _ scope: BindingScope, orIn others: [Query.Path]) throws(QueryError) -> [BoundPath] {
    if paths.isEmpty { return try self.paths(others, scope) }
    var bound: [BoundPath] = []
    for path in paths { bound += try self.paths([path], scope.saying(path)) }
    return bound
  }
}

extension BindingScope {
  /// The scope of a path that is a text of its own.
  func saying(_ path: Query.Path) -> BindingScope {
    var scope = self
    scope.text = path.dotted
    return scope
  }
}
