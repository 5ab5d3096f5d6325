// Conditions: words, terms, states and elements, in all kinds looked at side by side.

import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineText

extension QueryBinder {
  /// What a node means at each place of the scope.
  func conditions(of node: Query.Node, _ scope: BindingScope, _ pass: inout BindingPass) throws(QueryError) -> [Condition] {
    try count(node, scope, &pass)
    switch node {
    case .all(let nodes):
      let parts = try conditions(of: nodes, scope, &pass)
      return scope.places.indices.map { index in .every(parts.map { $0[index] }) }
    case .any(let nodes):
      let parts = try conditions(of: nodes, scope, &pass)
      return scope.places.indices.map { index in .some(parts.map { $0[index] }) }
    case .not(let inner, _): return try conditions(of: inner, scope, &pass).map(\.negated)
    case .term(let term): return try conditions(of: term, scope)
    case .word(let text, _, _): return scope.places.map { word(text, $0) }
    case .state(.is, let name, let range): return try state(name, range, scope)
    case .state(let state, let name, _): return try presence(of: name, isWanted: state == .has, scope)
    case .view(let name, let range): return try view(name, range, scope, &pass)
    case .element(let path, let inner, _): return try element(path, inner, scope, &pass)
    }
  }

  /// Counts the parts of a node, not of those in it. Errors: there are more than one query may have.
  private func count(_ node: Query.Node, _ scope: BindingScope, _ pass: inout BindingPass) throws(QueryError) {
    let (parts, range): (Int, ByteRange)
    switch node {
    case .word(_, _, let place), .state(_, _, let place): (parts, range) = (1, place)
    case .element(let path, _, _): (parts, range) = (1, path.range)
    case .term(let term): (parts, range) = (max(term.values.count, 1), term.path.range)
    case .all, .any, .not, .view: return
    }
    pass.partsLeft -= parts
    if pass.partsLeft < 0 {
      throw scope.error("a query has no more than \(Self.mostParts) words and values", range, "ask in several queries")
    }
  }

  private func conditions(
    of nodes: [Query.Node], _ scope: BindingScope, _ pass: inout BindingPass
  ) throws(QueryError) -> [[Condition]] {
    var parts: [[Condition]] = []
    for node in nodes { parts.append(try conditions(of: node, scope, &pass)) }
    return parts
  }

  // MARK: terms

  private func conditions(of term: Query.Term, _ scope: BindingScope) throws(QueryError) -> [Condition] {
    if isKindTerm(term, scope) {
      let wanted = try kinds(of: term, scope)
      return scope.places.map { .constant(wanted.contains($0.table)) }
    }
    let term = onDay(term)
    let ways = try resolve(term.path, scope)
    let groups = term.relation.valuesTogether != nil ? [term.values] : term.values.map { [$0] }
    var alternatives: [[Condition]] = []
    for values in groups { alternatives.append(try conditions(of: term, values, ways, scope)) }
    let results = scope.places.indices.map { index in Condition.some(alternatives.map { $0[index] }) }
    return term.relation == .unequal ? results.map(\.negated) : results
  }

  /// `on:today` is short for `FIELD:on:today` of the field that says which day a record is about.
  private func onDay(_ term: Query.Term) -> Query.Term {
    guard term.path.names == [FieldNames.day], term.relation == .matches else { return term }
    var term = term
    term.relation = .on
    return term
  }

  /// What one value of a term means at each place. A value that no field of the name can have is an error.
  private func conditions(
    of term: Query.Term, _ values: [Query.Value], _ ways: [[BoundPath.Way]], _ scope: BindingScope
  ) throws(QueryError) -> [Condition] {
    var isMeant = false
    var fault: QueryError?
    var results: [Condition] = []
    for (place, ways) in zip(scope.places, ways) {
      var parts: [Condition] = []
      for way in ways {
        let field = BoundField(names: names, start: place.table, way: way)
        do throws(QueryError) {
          let reader = ValueBinder(field: field, term: term, now: now, namedPlaces: namedPlaces, scope: scope)
          parts.append(try reader.condition(values).reached(over: way.references))
          isMeant = true
        } catch {
          if fault == nil || (fault?.suggestion.isEmpty == true && !error.suggestion.isEmpty) { fault = error }
        }
      }
      results.append(.some(parts))
    }
    if !isMeant, let fault { throw fault }
    return results
  }

  /// The ways of a path from each place; none where it is not known there. Errors: it is known nowhere, or means too much.
  func resolve(_ path: Query.Path, _ scope: BindingScope) throws(QueryError) -> [[BoundPath.Way]] {
    var ways: [[BoundPath.Way]] = []
    for place in scope.places {
      switch names.resolve(path, at: place) {
      case .ways(let found): ways.append(found)
      case .unknown: ways.append([])
      case .ambiguous(let paths): throw ambiguous(path, paths, place, scope)
      case .excessive: throw excessive(path, scope)
      }
    }
    if ways.allSatisfy(\.isEmpty), !ways.isEmpty { throw unknownField(path, scope) }
    return ways
  }

  private func presence(of path: Query.Path, isWanted: Bool, _ scope: BindingScope) throws(QueryError) -> [Condition] {
    try resolve(path, scope).map { ways in
      let present = Condition.some(ways.map { Condition.present(column: $0.column).reached(over: $0.references) })
      return isWanted ? present : present.negated
    }
  }

  private func element(
    _ path: Query.Path, _ inner: Query.Node, _ scope: BindingScope, _ pass: inout BindingPass
  ) throws(QueryError) -> [Condition] {
    let ways = try resolve(path, scope)
    var inside = scope
    inside.places = []
    var owners: [(place: Int, way: BoundPath.Way)] = []
    for (index, place) in scope.places.enumerated() {
      for way in ways[index] where !way.counts {
        let table = way.references.last?.kind ?? place.table
        guard layouts[table].columns[way.column].field.isMap else { continue }
        owners.append((index, way))
        inside.places.append(NamePlace(table: table, element: way.column))
      }
    }
    if owners.isEmpty, !scope.places.isEmpty {
      throw scope.error(
        "'\(path.dotted)' is no list of maps, so that nothing can be asked of its elements", path.range,
        "write '\(path.dotted):VALUE'")
    }
    let found = try conditions(of: inner, inside, &pass)
    var results = scope.places.map { _ in [Condition]() }
    for (owner, condition) in zip(owners, found) where !condition.isNever {
      results[owner.place].append(Condition.element(column: owner.way.column, condition).reached(over: owner.way.references))
    }
    return results.map { .some($0) }
  }

  // MARK: words

  /// A bare word, in the search fields of a kind, or in the texts of an element.
  private func word(_ text: String, _ place: NamePlace) -> Condition {
    let layout = layouts[place.table]
    let wanted = ContainsTest(text)
    if let element = place.element {
      return .some(
        layout.columns[element].members.filter { layout.columns[$0].field.holdsText }.map { .value(column: $0, wanted) })
    }
    let ways = layout.kind.search.compactMap { names.way(to: $0.dotted, kind: place.table) }.filter { !$0.counts }
    if ways.isEmpty, let path = layout.column(at: BuiltIn.path) {
      return .value(column: path, PathWords.lastPart(containing: text))
    }
    return .some(ways.map { Condition.value(column: $0.column, wanted).reached(over: $0.references) })
  }
}

/// A column that a path leads to, and all there is to know of it.
struct BoundField {
  /// The names of all fields.
  let names: FieldNames
  /// The table that the path starts from.
  let start: Int
  /// The way to the column.
  let way: BoundPath.Way

  /// The table of the column.
  var table: Int { way.references.last?.kind ?? start }
  /// The layout of that table.
  var layout: TableLayout { names.layouts[table] }
  /// The column.
  var column: Column { layout.columns[way.column] }
  /// The field.
  var field: Kind.Field { column.field }

  /// The same with a member of the column.
  func member(_ column: Int) -> BoundField {
    BoundField(names: names, start: start, way: BoundPath.Way(references: way.references, column: column))
  }
}

extension Kind.Field {
  /// True where its values are words: texts, words of a list, colours, names of records.
  var holdsText: Bool {
    switch meaning {
    case .text, .enumeration, .color, .reference: true
    case .number, .boolean, .date, .dateInt, .dateTime, .time, .location, .map: false
    }
  }
}
