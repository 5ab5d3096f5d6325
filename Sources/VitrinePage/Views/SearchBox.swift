// The search box: the language of queries, its error where it stands, and completion where the page's script runs.

import VitrineApplication
import VitrineFormats
import VitrineModel
import VitrineQuery
import VitrineSource

/// The box above a list.
enum SearchBox {
  /// The box. What is `kept` of the address goes along with a new search.
  static func markup(
    action: String, query: String, kept: [(name: String, value: String)] = [], label: String, error: QueryError? = nil,
    _ request: PageRequest
  ) -> Markup {
    """
    <search-box class="search" data-action="\(action)">
    <form role="search" method="get" action="\(action)">
    <label class="omni">\(Icon.search.markup)\
    <input type="search" name="q" id="q" value="\(query)" aria-label="\(label)" placeholder="\(label)" autocomplete="off" \
    autocapitalize="off" spellcheck="false" enterkeyhint="search"\
    \(" aria-invalid=\"true\" aria-describedby=\"q-error\"", if: error != nil)><kbd aria-hidden="true">/</kbd></label>\(hidden(kept))
    <button class="btn search-go">\(request.words("search.go"))</button>
    </form>
    <ul class="completion" id="completion" role="listbox" aria-label="\(request.words("search.completion"))" hidden></ul>
    </search-box>
    """
  }

  /// What a form sends on of the address that it stands at; what is empty is left out.
  static func hidden(_ kept: [(name: String, value: String)]) -> Markup {
    "\(kept.filter { !$0.value.isEmpty }.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" as Markup })"
  }

  /// What is said where nothing is found and the last word begins the name of a field of a kind, nil for all kinds; nil where it does not.
  static func begun(_ query: String, _ kind: Kind?, _ request: PageRequest) -> Markup? {
    guard let name = CompletionView.field(startingWith: query, kind?.name ?? "", request) else { return nil }
    return "<p class=\"sub\" role=\"status\">\(request.words("list.begun", name))</p>"
  }

  /// The sentence of the command line, with the nearest word as a button.
  static func message(_ error: QueryError, _ query: String, _ action: String, _ request: PageRequest) -> Markup {
    var fix: Markup?
    if error.view == nil, error.text == query, let word = SuggestedWord.word(in: error.suggestion) {
      let bytes = Array(query.utf8)
      let range = Int(error.range.start)..<Int(error.range.end)
      if range.upperBound <= bytes.count {
        let fixed = String(decoding: bytes[..<range.lowerBound] + Array(word.utf8) + bytes[range.upperBound...], as: UTF8.self)
        fix = "<a class=\"fix\" href=\"\(action)?q=\(PageAddress.encoded(fixed))\">\(request.words("fix.use", word))</a>"
      }
    }
    // Who types into a page has no command line at hand.
    var shown = error
    if shown.suggestion.hasPrefix("'vitrine ") { shown.suggestion = "" }
    return "<p class=\"msg\" id=\"q-error\" role=\"alert\">\(request.words.said(QueryErrorText.message(shown))) \(fix)</p>"
  }
}

extension PageWords {
  /// How many of all there are were found.
  func counted(_ found: Int, of all: Int) -> String {
    found == all ? self("count.all", count: all) : self("count.some", number(found)) + " " + self("count.of", number(all))
  }
}
