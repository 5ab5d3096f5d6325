// A query and the kind that was named beside it.

import VitrineSource

extension Query {
  /// The query for records of one kind: what `list KIND QUERY` asks. Its ranges stay those of its own text; the term that is added has an
  /// empty one at the start.
  package func narrowed(to kind: String) -> Query {
    let nowhere = ByteRange(at: 0)
    let value = Value(.text(kind, isQuoted: false), range: nowhere)
    let term = Term(path: Path(names: ["kind"], range: nowhere), relation: .matches, values: [value], range: nowhere)
    var query = self
    query.condition =
      if case .all(let parts) = condition { .all([.term(term)] + parts) } else { .all([.term(term), condition]) }
    if condition == .all([]) { query.condition = .term(term) }
    return query
  }
}
