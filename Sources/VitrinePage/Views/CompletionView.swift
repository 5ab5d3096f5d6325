// What may follow in the search box: fields, values with their counts, saved queries.

import VitrineApplication
import VitrineCatalog
import VitrineModel
import VitrineQuery

/// Completions of the word at the end of a query.
enum CompletionView {
  /// The most that are offered.
  private static let most = 8

  static func answer(_ request: PageRequest) throws -> PageAnswer {
    let query = request.value("q") ?? ""
    let kind = request.value("kind") ?? ""
    let word = query.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    guard !word.isEmpty else { return .part(.empty) }
    let open = request.open
    let completion = QueryCompletion(
      kinds: open.kinds, line: kind + " ", views: { request.catalogue.views.values.sorted { $0.name < $1.name } },
      open: { _ in open })
    let candidates = completion.candidates(word).filter { $0.word != word }.prefix(most)
    let items = candidates.enumerated().map { place, candidate -> Markup in
      let whole = String(query.dropLast(word.count)) + candidate.word
      return
        "<li role=\"option\" id=\"option-\(place)\" data-value=\"\(whole)\" aria-selected=\"false\"><b>\(candidate.word)</b> <span class=\"faint\">\(candidate.words)</span></li>"
    }
    return .part("\(items)")
  }
}
