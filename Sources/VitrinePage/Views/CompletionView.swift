// What may follow in the search box: fields, values with their counts, saved queries.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineText

/// Completions of the word at the end of a query.
enum CompletionView {
  /// The most that are offered.
  private static let most = 8

  static func answer(_ request: PageRequest) throws -> PageAnswer {
    if let field = request.value("field") { return values(of: field, request) }
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
      // A value with blanks in it has to stand in quotes.
      let whole = String(query.dropLast(word.count)) + QueryArguments.text(of: [candidate.word])
      return
        "<li role=\"option\" id=\"option-\(place)\" data-value=\"\(whole)\" aria-selected=\"false\"><b>\(candidate.word)</b> <span class=\"faint\">\(candidate.words)</span></li>"
    }
    return .part("\(items)")
  }

  /// Values for a form: those of a field that other records have, the most used first, or records by their titles.
  private static func values(of name: String, _ request: PageRequest) -> PageAnswer {
    let (open, typed) = (request.open, request.value("q") ?? "")
    guard let kind = open.kinds.first(where: { $0.name == request.value("kind") }),
      let field = kind.field(FieldPath(dotted: name)),
      InputMarkup.hasSuggestions(field, of: kind)
    else { return .part(.empty) }
    let found: [(word: String, words: String)]
    if case .reference(let target) = field.meaning {
      guard let index = open.kinds.firstIndex(where: { $0.name == target }) else { return .part(.empty) }
      let start = Folding.fold(typed)
      found = request.catalogue.records(ofKind: index).lazy.filter { record in
        let title = Folding.fold(record.title)
        return title.starts(with: start) || title.split(separator: UInt8(ascii: " ")).contains { $0.starts(with: start) }
          || Folding.fold(record.path.stem.name.string).starts(with: start)
      }.prefix(most).map { ($0.path.stem.name.string, $0.title) }
    } else {
      let completion = QueryCompletion(kinds: open.kinds, line: kind.name + " ", views: { [] }, open: { _ in open })
      found = Array(completion.values(of: name, startingWith: typed).prefix(most))
    }
    let items = found.enumerated().map { place, value -> Markup in
      "<li role=\"option\" id=\"option-\(place)\" data-value=\"\(value.word)\" aria-selected=\"false\"><b>\(value.word)</b> <span class=\"faint\">\(value.words)</span></li>"
    }
    return .part("\(items)")
  }
}
