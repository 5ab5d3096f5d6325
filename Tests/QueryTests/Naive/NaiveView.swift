// Saved queries: what a query takes from the one view that all its records must be in.

import VitrineQuery

/// A view and its query.
struct NaiveView {
  let saved: SavedView
  let query: Query
}

extension NaiveCatalogue {
  /// A query with the order, the groups and the limit of its view, where it has none of its own.
  func complete(_ query: Query) -> Query {
    let names = required(query.condition)
    guard names.count == 1, let view = views.first(where: { $0.saved.name == names[0] }) else { return query }
    var inner = view.query
    if !view.saved.sort.isEmpty { inner.sort = view.saved.sort }
    if !view.saved.group.isEmpty { inner.group = view.saved.group }
    inner.limit = view.saved.limit ?? inner.limit
    inner = complete(inner)
    var query = query
    if query.sort.isEmpty { query.sort = inner.sort }
    if query.group.isEmpty { query.group = inner.group }
    query.limit = query.limit ?? inner.limit
    return query
  }

  /// The views that every record must be in.
  private func required(_ node: Query.Node) -> [String] {
    switch node {
    case .all(let nodes): nodes.flatMap { required($0) }
    case .view(let name, _): [name]
    case .any, .not, .term, .word, .state, .element: []
    }
  }
}
