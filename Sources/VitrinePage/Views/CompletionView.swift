// What may follow in the search box: fields, values with their counts, saved queries; below them records whose titles have what is typed.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineText

/// Completions of the word at the end of a query.
enum CompletionView {
  /// The most that are offered.
  private static let most = 8
  /// The most records that are offered below them.
  private static let mostRecords = 5
  /// The fewest characters of a word by which records are offered.
  private static let fewest = 2
  /// The most words before it that tell among those records.
  private static let mostBefore = 4
  /// The most words that are looked up at once: each of them is looked for among all records.
  private static let mostWords = 40

  static func answer(_ request: PageRequest) throws -> PageAnswer {
    if let field = request.value("field") { return values(of: field, request) }
    let query = request.value("q") ?? ""
    let word = lastWord(of: query)
    let candidates = candidates(for: query, request.value("kind") ?? "", request).prefix(most)
    let items = candidates.enumerated().map { place, candidate -> Markup in
      // A value with blanks in it has to stand in quotes.
      let whole = String(query.dropLast(word.count)) + QueryArguments.text(of: [candidate.word])
      return
        "<li role=\"option\" id=\"option-\(place)\" data-value=\"\(whole)\" aria-selected=\"false\"><b>\(candidate.word)</b> <span class=\"faint\">\(request.words.said(candidate.words))</span></li>"
    }
    return .part("\(items)\(records(for: query, request.value("kind") ?? "", from: items.count, request))")
  }

  /// The records whose titles have the bare word at the end of a query, as links to them; `number` is that of the first option.
  private static func records(for query: String, _ kind: String, from number: Int, _ request: PageRequest) -> Markup {
    let open = request.open
    let words = bareWords(endingIn: query)
    guard let word = words.last else { return .empty }
    let shown = open.kinds.firstIndex { $0.name == kind }
    let rows = TitleSearch.records(
      titled: word, after: Array(words.dropLast()), first: shown, in: open.index, limit: mostRecords)
    let items = rows.compactMap { request.catalogue.record(at: open.index.path(of: $0)) }.enumerated().map {
      place, record -> Markup in
      let kind = open.kinds[record.kind]
      return """
        <li role="option" id="option-\(number + place)" aria-selected="false">\(ReferenceChoices.cover(of: record, request))\
        <a href="\(PageAddress.record(record.path, kind))" tabindex="-1"><b>\(record.title)</b></a> <span class="faint">\(kind.title)</span></li>
        """
    }
    return "\(items)"
  }

  /// The bare words at the end of a query, of which the last is being typed; none where something else is, or where the query cannot be understood.
  private static func bareWords(endingIn query: String) -> [String] {
    let parsed: Query
    do throws(QueryError) { parsed = try QueryParser.parse(query) } catch { return [] }
    var node = parsed.condition
    if case .any(let options) = node, let last = options.last { node = last }
    var nodes = [node]
    if case .all(let parts) = node { nodes = parts }
    guard case .word(let text, _, let range)? = nodes.last, Int(range.end) == query.utf8.count, text.count >= fewest else {
      return []
    }
    var words: [String] = []
    for node in nodes.reversed().prefix(mostBefore + 1) {
      guard case .word(let text, _, _) = node else { break }
      words.append(text)
    }
    return words.reversed()
  }

  /// The field whose name the last word of a query begins, with its colon, in a list of a kind (`""` for all); nil where there is none.
  static func field(startingWith query: String, _ kind: String, _ request: PageRequest) -> String? {
    guard !lastWord(of: query).contains(":") else { return nil }
    return candidates(for: query, kind, request).first { $0.word.hasSuffix(":") }?.word
  }

  private static func lastWord(of query: String) -> String {
    query.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }

  /// What the last word of a query may become.
  private static func candidates(for query: String, _ kind: String, _ request: PageRequest) -> [QueryCompletion.Candidate] {
    let word = lastWord(of: query)
    guard !word.isEmpty else { return [] }
    let open = request.open
    let completion = QueryCompletion(
      kinds: open.kinds, line: kind + " ", views: { request.catalogue.views.values.sorted { $0.name < $1.name } },
      open: { _ in open })
    return completion.candidates(word).filter { $0.word != word }
  }

  /// Values for a form: those of a field that other records have, the most used first, or records by their titles. Of words that were typed
  /// (`word`) those that are known otherwise: records by their ids, words of a vocabulary by their spelling.
  private static func values(of name: String, _ request: PageRequest) -> PageAnswer {
    let (open, typed) = (request.open, request.value("q") ?? "")
    guard let index = open.kinds.firstIndex(where: { $0.name == request.value("kind") }),
      let field = open.kinds[index].field(FieldPath(dotted: name)),
      InputMarkup.hasSuggestions(field, of: open.kinds[index])
    else { return .part(.empty) }
    let kind = open.kinds[index]
    let words = Array(request.values("word").prefix(mostWords))
    if case .reference = field.meaning {
      guard let choices = ReferenceChoices(field, request) else { return .part(.empty) }
      return .part(words.isEmpty ? choices.options(typed) : choices.items(meantBy: words))
    }
    if !words.isEmpty { return .part(spellings(of: words, field, index, request)) }
    let completion = QueryCompletion(kinds: open.kinds, line: kind.name + " ", views: { [] }, open: { _ in open })
    let found = Array(completion.values(of: name, startingWith: typed).prefix(most))
    let items = found.enumerated().map { place, value -> Markup in
      "<li role=\"option\" id=\"option-\(place)\" data-value=\"\(value.word)\" aria-selected=\"false\"><b>\(value.word)</b> <span class=\"faint\">\(value.words)</span></li>"
    }
    return .part("\(items)")
  }

  /// Words of a vocabulary by the spelling that is known: one that stands beside them already, else the one that most other records have.
  private static func spellings(of words: [String], _ field: Kind.Field, _ kind: Int, _ request: PageRequest) -> Markup {
    guard field.isVocabulary else { return .empty }
    let beside = request.values("beside")
    let own = request.value("record").map { Path($0) }
    let items = words.compactMap { word -> Markup? in
      let known = beside.first { Folding.vocabulary($0) == Folding.vocabulary(word) }
      return (known ?? spelling(of: word, field, kind, besides: own, request)).map {
        "<li data-word=\"\(word)\" data-value=\"\($0)\"></li>"
      }
    }
    return "\(items)"
  }

  /// The spelling of a word that most records have but one; nil where they do not have it.
  private static func spelling(
    of word: String, _ field: Kind.Field, _ kind: Int, besides own: Path?, _ request: PageRequest
  ) -> String? {
    let key = Folding.vocabulary(word)
    var spellings: Set<String> = []
    _ = request.catalogue.records(ofKind: kind, with: field.path) { text in
      guard Folding.vocabulary(text) == key else { return false }
      spellings.insert(text)
      return true
    }
    let counts = spellings.map { spelling in
      let records = request.catalogue.records(ofKind: kind, with: field.path) { $0 == spelling }
      return (spelling: spelling, count: records.count { $0.path != own })
    }
    return counts.filter { $0.count > 0 }.min { ($1.count, $0.spelling) < ($0.count, $1.spelling) }?.spelling
  }
}
