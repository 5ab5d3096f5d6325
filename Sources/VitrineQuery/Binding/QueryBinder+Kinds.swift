// Which kinds a query looks at: what `kind:` terms and views leave of them.

import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineText

extension QueryBinder {
  /// The tables that a condition leaves, by what every record must meet: `kind:` terms and views at its top.
  func narrowed(
    _ tables: [Int], by node: Query.Node, _ scope: BindingScope, _ pass: inout BindingPass
  ) throws(QueryError) -> [Int] {
    var left = tables
    for part in node.demands {
      let range: ByteRange
      switch part {
      case .term(let term) where isKindTerm(term, scope):
        let wanted = try kinds(of: term, scope)
        left = left.filter { wanted.contains($0) }
        range = term.range
      case .not(.term(let term), _) where isKindTerm(term, scope):
        let unwanted = try kinds(of: term, scope)
        left = left.filter { !unwanted.contains($0) }
        range = term.range
      case .view(let name, let place):
        let wanted = try self.tables(ofView: name, place, scope, &pass)
        left = left.filter { wanted.contains($0) }
        range = place
      case .all, .any, .not, .term, .word, .state, .element: continue
      }
      if left.isEmpty, !tables.isEmpty {
        throw scope.error(
          "no record can be of the kinds asked for here and of those asked for before", range, "leave one of the two out")
      }
    }
    return left
  }

  /// Whether a term asks for the kind. Elements of lists may have a member of that name.
  func isKindTerm(_ term: Query.Term, _ scope: BindingScope) -> Bool {
    guard term.path.names == [Self.kindWord], !term.path.counts else { return false }
    return scope.places.allSatisfy { $0.element == nil }
  }

  /// The tables of the kinds that a `kind:` term allows. Errors: a kind that is not there.
  func kinds(of term: Query.Term, _ scope: BindingScope) throws(QueryError) -> Set<Int> {
    guard term.relation.isEquality || term.relation == .exactly else {
      throw scope.error(
        "'kind' takes the name of a kind, after ':' alone", term.range, layouts.first.map { "such as kind:\($0.kind.name)" } ?? ""
      )
    }
    var tables: Set<Int> = []
    for value in term.values {
      switch value.form {
      case .text(let text, _): tables.formUnion(try kinds(named: text, value.range, scope))
      case .anything: tables.formUnion(layouts.indices)
      case .range:
        throw scope.error(
          "kinds have no order, so that there is no range of them", value.range, "write several with commas between them")
      }
    }
    return term.relation == .unequal ? Set(layouts.indices).subtracting(tables) : tables
  }

  /// The tables of the kind with a name or a plural.
  func kinds(named text: String, _ range: ByteRange, _ scope: BindingScope) throws(QueryError) -> [Int] {
    let wanted = ValueWords.key(text)
    let found = layouts.indices.filter { index in
      let kind = layouts[index].kind
      return [kind.name, kind.plural, kind.title].contains { ValueWords.key($0) == wanted }
    }
    guard found.isEmpty else { return found }
    let words = layouts.flatMap { [$0.kind.name, $0.kind.plural] }
    let nearest = NearestWord.nearest(to: text, in: words).map { "did you mean '\($0)'?" }
    throw scope.error(
      "unknown kind '\(text)'", range,
      nearest ?? (words.isEmpty ? "" : "there are " + layouts.prefix(12).map(\.kind.name).joined(separator: ", ")))
  }
}

extension Query.Node {
  /// The conditions that every record must meet, each by itself.
  var demands: [Query.Node] {
    if case .all(let nodes) = self { return nodes.flatMap(\.demands) }
    return [self]
  }
}
