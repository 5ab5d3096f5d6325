// A query and the kinds that were named beside it.

import VitrineSource

extension Query {
  /// The query for records of some kinds: what `list KIND QUERY` asks. Its ranges stay those of its own text; the term that is added has an
  /// empty one at the start.
  package func narrowed(to kinds: [String]) -> Query {
    let nowhere = ByteRange(at: 0)
    let values = kinds.map { Value(.text($0, isQuoted: false), range: nowhere) }
    let term = Term(path: Path(names: ["kind"], range: nowhere), relation: .matches, values: values, range: nowhere)
    var query = self
    query.condition =
      if case .all(let parts) = condition { .all([.term(term)] + parts) } else { .all([.term(term), condition]) }
    if condition == .all([]) { query.condition = .term(term) }
    return query
  }
}
