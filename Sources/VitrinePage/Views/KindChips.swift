// The kinds of a view that shows several of them, as chips with counts: each narrows the view to its kind, or to some.

import VitrineApplication
import VitrineModel

/// Writes the chips of kinds.
enum KindChips {
  /// The query without its terms of kinds: what the counts of the chips are among.
  static func wider(_ query: String) -> String {
    var terms = QueryTerms(query)
    while let place = terms.terms.firstIndex(where: { $0.hasPrefix("kind:") }) { terms = terms.removing(at: place) }
    return terms.text
  }

  /// Whether a query has a term of kinds.
  static func areChosen(in query: String) -> Bool { !QueryTerms(query).values(of: "kind").isEmpty }

  /// The chips of those kinds that have something to show, or are chosen; nothing where there is but one kind.
  ///
  /// - Parameters:
  ///   - kinds: the kinds that the view shows.
  ///   - counts: how many of each there are.
  ///   - sign: what stands before a kind's name.
  ///   - address: the address of the view with another query.
  static func markup(
    _ kinds: [Int], counts: [Int: Int], query: String, _ request: PageRequest, sign: (Int) -> Markup,
    address: (String) -> String
  ) -> Markup {
    guard kinds.count > 1 else { return "<div id=\"filters\"></div>" }
    let terms = QueryTerms(query)
    let chosen = terms.values(of: "kind")
    let chips = kinds.compactMap { index -> Markup? in
      let kind = request.open.kinds[index]
      let written = chosen.first { $0 == kind.name || $0 == kind.plural }
      let count = counts[index] ?? 0
      guard count > 0 || written != nil else { return nil }
      let toggled = terms.toggling(written ?? kind.name, of: "kind").text
      return """
        <a class="chip" href="\(address(toggled))"\(" aria-current=\"true\"", if: written != nil)>\(sign(index))\(PageFrame.plural(of: kind)) \
        <b>\(request.words.number(count))</b></a>
        """
    }
    return "<div class=\"filters\" id=\"filters\" role=\"group\" aria-label=\"\(request.words("filter.kinds"))\">\(chips)</div>"
  }
}
