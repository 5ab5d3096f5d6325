// The order of a list: the heads of a table that sort by their columns, and the menu that has the same for every layout.

import VitrineApplication
import VitrineFormats
import VitrineModel

/// Writes what a list can be sorted by.
struct ListOrder {
  /// The list.
  let list: RecordCollection
  /// The kind of its records; nil for several.
  let kind: Kind?
  /// The query, which may name an order, too.
  let query: String
  /// The order that its address asks for; nil for none.
  let sort: String?
  /// What its address holds besides.
  let kept: [(name: String, value: String)]
  /// The request, for words.
  let request: PageRequest

  private var words: PageWords { request.words }

  /// The heads of the table; `address` gives that of the list in another order.
  func heads(_ address: (String) -> String) -> Markup {
    let heads = list.table.columns.map { column -> Markup in
      let isDown = sort == "-" + column.name
      let isUp = sort == column.name
      let order: Markup = isUp ? " aria-sort=\"ascending\"" : isDown ? " aria-sort=\"descending\"" : .empty
      let next = address(isUp ? "-" + column.name : column.name)
      let label = CardView.title(of: column, kind, in: request.open.language)
      let text: Markup =
        isSortable(column) ? "<a href=\"\(next)\">\(label)\(" ↑", if: isUp)\(" ↓", if: isDown)</a>" : "<span>\(label)</span>"
      // Its name is read out with each cell: without its edge.
      return """
        <th scope="col" data-width="\(kind?.name ?? "") \(column.name)" aria-label="\(label)"\(order)\(" class=\"number\"", if: column.alignment == .right)>\(text)\
        <span class="edge" role="separator" tabindex="0" aria-orientation="vertical" aria-valuemin="64" aria-valuemax="1600" aria-label="\(words("columns.width", label))"></span></th>
        """
    }
    return "\(heads)"
  }

  /// Whether an order by a column says anything: of two maps none is before the other.
  private func isSortable(_ column: Table.Column) -> Bool {
    column.name != "id" && kind.flatMap { CardView.field(of: column, $0) }?.isMap != true
  }

  /// The menu of orders; nothing for records of several kinds.
  var menu: Markup {
    guard let kind else { return .empty }
    var keys: [(key: String, label: String)] = [("", words("sort.usual"))]
    for path in kind.columns {
      guard let field = kind.field(path), !field.isMap else { continue }
      keys.append((path.dotted, name(field.title, field)))
      if field.meaning.isTemporal || field.meaning == .number {
        keys.append(("-" + path.dotted, name(field.title, field, isDown: true)))
      }
    }
    keys.append(("-modified", words("sort.modified")))
    // What is typed into the search box stands here, too.
    let asked = sort ?? QueryTerms(query).values(of: "sort").joined(separator: ",")
    let shown = keys.contains { $0.key == asked } ? asked : whole(asked, kind)
    if !keys.contains(where: { $0.key == shown }) { keys.append((shown, label(of: shown))) }
    let options = keys.map {
      "<option value=\"\($0.key)\"\(" selected", if: $0.key == shown)>\($0.label)</option>" as Markup
    }
    return """
      <form class="order" method="get" action="\(PageAddress.collection(kind))">\(SearchBox.hidden(kept))<label><span class="visually-hidden">\(words("sort.label"))</span>\
      <select name="sort" id="sort">\(options)</select></label><button class="btn small">\(words("sort.go"))</button></form>
      """
  }

  /// An order with the whole path of its column, of which people write the last name alone.
  private func whole(_ order: String, _ kind: Kind) -> String {
    let (mark, name) = parts(of: order)
    return kind.columns.first { $0.names.last == name }.map { mark + $0.dotted } ?? order
  }

  /// What an order is called: each of its columns as its head is.
  private func label(of order: String) -> String {
    let labels = order.split(separator: ",").map { key -> String in
      let (mark, name) = parts(of: String(key))
      let column = list.table.columns.first { $0.name == name } ?? Table.Column(name)
      let title = CardView.title(of: column, kind, in: request.open.language)
      return self.name(title, kind.flatMap { CardView.field(of: column, $0) }, isDown: !mark.isEmpty)
    }
    return labels.joined(separator: ", ")
  }

  /// What an order by one column is called, by what comes first in it.
  private func name(_ title: String, _ field: Kind.Field?, isDown: Bool = false) -> String {
    if field?.meaning.isTemporal == true { return isDown ? words("sort.newest", title) : words("sort.oldest", title) }
    if field?.meaning == .number { return isDown ? words("sort.highest", title) : words("sort.lowest", title) }
    return isDown ? words("sort.down", title) : title
  }

  /// The sign of an order that goes down, and the name of its column.
  private func parts(of order: String) -> (mark: String, name: String) {
    order.hasPrefix("-") ? ("-", String(order.dropFirst())) : ("", order)
  }
}
