// What is seen where a search finds nothing: what was probably meant, and the way back to everything.

import VitrineApplication

/// The place of a list without rows.
struct NothingFound {
  /// The search.
  let query: String
  /// The kinds that it looks in; all where it is nil.
  let kinds: [Int]?
  /// The address of the same list with another search.
  let address: (_ query: String) -> String
  /// What is asked.
  let request: PageRequest

  /// What stands in place of the rows. `also` is said besides.
  func markup(also: Markup = .empty) -> Markup {
    // Who still types waits for no suggestion; it comes with what stands beside the rows.
    """
    <div class="empty"><p>\(request.words("list.nothing"))</p>\(also)\(request.part == "found" ? "<div id=\"meant\" data-later></div>" : meant)\
    <p><a class="btn" href="\(address(""))">\(request.words("search.clear"))</a></p></div>
    """
  }

  /// The search that was probably meant, as a link.
  var meant: Markup {
    let kinds = kinds ?? Array(request.open.kinds.indices)
    guard let hint = try? RecordQuery(text: query, kinds: kinds, in: request.open).meant else {
      return "<div id=\"meant\"></div>"
    }
    let found = request.words("home.records", count: hint.count)
    return """
      <div id="meant"><p role="status"><a class="btn first" href="\(address(hint.query))">\(request.words("list.meant", hint.word))</a></p>\
      <p class="sub">\(found)</p></div>
      """
  }
}
