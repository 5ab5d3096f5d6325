// The filters of a collection: menus of values with their counts, and a chip for each other term of the query.

import VitrineApplication
import VitrineModel

/// Writes the filters of a list.
struct FilterMenus {
  private let filters: [RecordCollection.Filter]
  private let terms: QueryTerms
  private let kind: Kind?
  private let words: PageWords
  private let address: (String) -> String

  /// The filters of a list of a kind's records, or of all, that a query found; `address` is that of the list for another query.
  init(
    _ filters: [RecordCollection.Filter], query: String, kind: Kind?, _ words: PageWords, address: @escaping (String) -> String
  ) {
    (self.filters, terms, self.kind, self.words, self.address) = (filters, QueryTerms(query), kind, words, address)
  }

  /// All of them; nothing where there are none.
  var markup: Markup {
    // Words stand in the search box, and what a menu filters by in that menu: a chip is for all other terms.
    let others = terms.terms.enumerated().filter { _, term in
      term.utf8.contains(UInt8(ascii: ":")) && !filters.contains { filter in term.hasPrefix(filter.name + ":") }
    }
    let chosen = others.map { place, term -> Markup in
      """
      <a class="chip on" href="\(address(terms.removing(at: place).text))" aria-label="\(words("filter.remove", term))"><bdi>\(term)</bdi> <span aria-hidden="true">✕</span></a>
      """
    }
    guard !filters.isEmpty || !chosen.isEmpty else { return .empty }
    let menus = filters.filter { !$0.isFurther }.map { filter in
      menu(filter.field.title, "f-" + PageAddress.encoded(filter.name), wanted(filter).count, values(of: filter))
    }
    return
      "<div class=\"filters\" id=\"filters\" role=\"group\" aria-label=\"\(words("filter.label"))\">\(chosen)\(menus)\(further)</div>"
  }

  /// One menu with all filters that split the records less well.
  private var further: Markup {
    let rest = filters.filter(\.isFurther)
    guard !rest.isEmpty else { return .empty }
    let groups = rest.map { filter -> Markup in
      "<div role=\"group\" aria-label=\"\(filter.field.title)\"><p class=\"label\">\(filter.field.title)</p>\(values(of: filter))</div>"
    }
    return menu(words("filter.further"), "further", rest.reduce(0) { $0 + wanted($1).count }, "\(groups)")
  }

  private func wanted(_ filter: RecordCollection.Filter) -> [String] { terms.values(of: filter.name) }

  private func menu(_ title: String, _ id: String, _ count: Int, _ values: Markup) -> Markup {
    """
    <details class="filter" name="filter" id="\(id)"><summary class="chip\(" on", if: count > 0)">\
    \(title)\(" <b>\(count)</b>", if: count > 0)</summary><div class="values">\(values)</div></details>
    """
  }

  private func values(of filter: RecordCollection.Filter) -> Markup {
    let wanted = wanted(filter)
    let values = filter.values.map { value -> Markup in
      """
      <a class="value" href="\(address(filter.toggling(value, in: terms).text))"\(" aria-current=\"true\"", if: wanted.contains(value.text))>\
      <span>\(ValueMarkup.cell(value.cell, words))</span> <b>\(words.number(value.count))</b></a>
      """
    }
    let rest: Markup =
      "<a class=\"value faint\" href=\"\(Property(name: filter.name, kinds: [kind?.name ?? ""]).address())\" data-whole>\(words("record.more", count: filter.others))</a>"
    return "\(values)\(rest, if: filter.others > 0)"
  }
}
