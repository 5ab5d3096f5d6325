// Queries without places, so that two of them can be compared by what they say.

import VitrineSource

extension Query {
  /// The query without its text and with all ranges empty: two queries that say the same in the same tree are equal so.
  package var withoutPlaces: Query {
    var query = Query(text: "", condition: condition.withoutPlaces)
    query.sort = sort.map { SortKey(path: $0.path.withoutPlace, isDescending: $0.isDescending) }
    query.limit = limit
    query.group = group.map(\.withoutPlace)
    query.show = show.map(\.withoutPlace)
    return query
  }

  /// True where both say the same in the same tree, wherever it stands in their texts.
  package func says(_ other: Query) -> Bool {
    let (left, right) = (withoutPlaces, other.withoutPlaces)
    return left.condition == right.condition && left.sort == right.sort && left.limit == right.limit && left.group == right.group
      && left.show == right.show
  }
}

private let nowhere = ByteRange(at: 0)

extension Query.Path {
  /// The path with an empty range.
  package var withoutPlace: Query.Path { Query.Path(names: names, counts: counts, range: nowhere) }
}

extension Query.Node {
  /// The condition with empty ranges.
  package var withoutPlaces: Query.Node {
    switch self {
    case .all(let parts): .all(parts.map(\.withoutPlaces))
    case .any(let parts): .any(parts.map(\.withoutPlaces))
    case .not(let part, _): .not(part.withoutPlaces, nowhere)
    case .term(let term):
      .term(
        Query.Term(
          path: term.path.withoutPlace, relation: term.relation,
          values: term.values.map { Query.Value($0.form, range: nowhere) }, range: nowhere))
    case .word(let text, let isQuoted, _): .word(text, isQuoted: isQuoted, nowhere)
    case .state(let state, let name, _): .state(state, name: name.withoutPlace, nowhere)
    case .view(let name, _): .view(name, nowhere)
    case .element(let path, let part, _): .element(path.withoutPlace, part.withoutPlaces, nowhere)
    }
  }
}
