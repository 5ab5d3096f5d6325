// What a command line asks of the records: words to a query, the query made ready, the answer.

package import VitrineAnswers
package import VitrineFormats
import VitrineIndex
package import VitrineModel
import VitrinePlaces
package import VitrineQuery
import VitrineSource
import VitrineText

/// A question to a catalogue that is open.
package struct RecordQuery {
  /// What is asked.
  package let open: OpenCatalogue
  /// The query made ready. Commands change what an option overrides.
  package var bound: BoundQuery
  /// The query as written; the kind that the command line names first is one of its conditions.
  let query: Query
  /// The kind that the command line names first.
  private let kind: Int?
  /// The first word, where it was not taken for a kind.
  private let firstWord: String?

  /// A question in words of a command line; the first may be a kind's name or plural, written exactly so. Without words: all records.
  /// `more` is a condition of the command's own, and `path` a field that it is about: kinds without it are not looked at.
  ///
  /// Errors: the query cannot be understood.
  package init(
    _ words: [String], in open: OpenCatalogue, and more: Query.Node? = nil, among path: BoundPath? = nil
  ) throws(QueryError) {
    let words = Self.words(words, among: open.kinds)
    self.open = open
    kind = Kind.index(calledBy: words.first, among: open.kinds)
    firstWord = kind == nil ? words.first : nil
    var query = try QueryParser.parse(QueryArguments.text(of: Array(words.dropFirst(kind == nil ? 0 : 1))))
    if let more { query.condition = .all([query.condition, more]) }
    let among = kind.map { [$0] } ?? path?.ways.keys.sorted() ?? []
    self.query = among.isEmpty ? query : query.narrowed(to: among.map { open.kinds[$0].name })
    bound = try open.binder.bind(self.query)
  }

  /// The words of a query, of which one argument may hold all, as in `'games genre:rpg'`: then a kind at its start is a word of its own. Plain words
  /// in one argument are one text, whatever the first is.
  static func words(_ words: [String], among kinds: [Kind]) -> [String] {
    guard words.count == 1, let text = words.first, let blank = text.firstIndex(of: " "),
      text[blank...].contains(where: { $0 == ":" || $0 == "@" }),
      Kind.index(calledBy: String(text[..<blank]), among: kinds) != nil
    else { return words }
    return [String(text[..<blank]), String(text[text.index(after: blank)...])]
  }

  /// The question of a query's own text, as a search box holds it, to the records of one kind or of all.
  ///
  /// Errors: the query cannot be understood.
  package init(text: String, kind: Int?, in open: OpenCatalogue) throws(QueryError) {
    try self.init(text: text, kinds: kind.map { [$0] } ?? [], in: open)
  }

  /// The question of a query's own text to the records of some kinds; of all where none is given.
  ///
  /// Errors: the query cannot be understood.
  package init(text: String, kinds: [Int], in open: OpenCatalogue) throws(QueryError) {
    self.open = open
    kind = kinds.count == 1 ? kinds[0] : nil
    firstWord = nil
    let query = try QueryParser.parse(text)
    self.query = kinds.isEmpty ? query : query.narrowed(to: kinds.map { open.kinds[$0].name })
    bound = try open.binder.bind(self.query)
  }

  /// The answer to the query as it is now; in any order where `isSorted` is false and it has no limit.
  package func answer(isSorted: Bool = true) -> Answer { Evaluator(index: open.index).answer(bound, isSorted: isSorted) }

  /// The kinds that are looked at. Where nothing can be met, the kind that was named is still the one to speak of.
  package var kinds: [Int] { bound.conditions.isEmpty ? kind.map { [$0] } ?? [] : bound.conditions.map(\.kind) }

  /// The kind that all records of the answer are of; nil where they may be of several.
  package var onlyKind: Int? { kinds.count == 1 ? kinds[0] : nil }

  /// Why there may be nothing in the answer: the first word is nearly the name of a kind.
  package var meantKind: String? {
    guard let firstWord, firstWord.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else { return nil }
    return NearestWord.nearest(to: firstWord, in: open.kinds.flatMap { [$0.name, $0.plural] })
  }

  /// What is to be said besides an answer: that nothing was found, and what was probably meant; that some may be missing. Nil where nothing is.
  package func remark(on answer: Answer) -> String? {
    bound.wasGivenUp ? "vitrine: \(Self.givenUp)" : answer.total == 0 ? nothingFound : nil
  }

  /// The message where a pattern was given up.
  package static let givenUp =
    "a pattern was given up on some values, where it takes too many steps, so that the answer may be wrong: write it more simply"

  /// The message where nothing was found, and the first word is nearly the name of a kind.
  package static func nothingFound(_ meantKind: String?) -> String {
    "vitrine: nothing found" + (meantKind.map { "; did you mean the kind '\($0)'?" } ?? "")
  }
}

extension Kind {
  /// The place of the kind that a word is the name or the plural of, written exactly so.
  package static func index(calledBy word: String?, among kinds: [Kind]) -> Int? {
    word.flatMap { word in kinds.firstIndex { $0.name == word || $0.plural == word } }
  }
}

// MARK: options

extension RecordQuery {
  /// An option's value, read as the control of the same meaning: `--sort -release` is `sort:-release`.
  ///
  /// Errors: `QueryError`, the value is no list of fields, or a field is not there. It speaks of the option.
  package func bind(_ control: String, _ value: String, of option: String) throws(QueryError) -> BoundQuery {
    try OptionText.speaking(of: option, control) { () throws(QueryError) in
      var parsed = try OptionText.parsed(control, value)
      parsed.condition = query.condition
      return try open.binder.bind(parsed)
    }
  }

  /// The columns of fields that an option names.
  ///
  /// Errors: as for `bind`.
  package func columns(_ value: String, of option: String) throws(QueryError) -> [AnswerColumn] {
    try OptionText.speaking(of: option, "show") { () throws(QueryError) in
      let parsed = try OptionText.parsed("show", value)
      return try columns(parsed.show, of: parsed.text)
    }
  }

  /// The columns of fields written in a text.
  ///
  /// Errors: `QueryError`, a field is not there.
  package func columns(_ paths: [Query.Path], of text: String) throws(QueryError) -> [AnswerColumn] {
    var columns: [AnswerColumn] = []
    for path in paths {
      if let general = general(path) {
        columns.append(general)
      } else {
        var asking = Query(text: text, condition: query.condition)
        asking.show = [path]
        columns += try open.binder.bind(asking).show.map { AnswerColumn($0) }
      }
    }
    return columns
  }

  /// Columns that are bound already, those that every record has in their own way.
  package func columns(_ paths: [BoundPath]) -> [AnswerColumn] {
    paths.map { path in
      path.ways.isEmpty && path.written == "kind" ? AnswerColumn(path.written, .kind) : AnswerColumn(path)
    }
  }

  /// `kind`, `title` and `id` are what every record has, unless all kinds asked have a field of that name; `near` is the nearest town of those
  /// that have a place.
  private func general(_ path: Query.Path) -> AnswerColumn? {
    guard path.names.count == 1, let name = path.names.first, !path.counts else { return nil }
    let layouts = bound.conditions.map { open.binder.layouts[$0.kind] }
    if !layouts.isEmpty, layouts.allSatisfy({ $0.column(at: FieldPath([name])) != nil }) { return nil }
    switch name {
    case "kind": return AnswerColumn(name, .kind)
    case "title": return AnswerColumn(name, .title)
    case "id": return AnswerColumn(name, .id)
    case "near":
      let (positions, places) = (RecordPositions(open), open.places)
      return AnswerColumn(
        name,
        .computed { row in
          positions.position(of: row).flatMap { places.place(latitude: $0.latitude, longitude: $0.longitude)?.text() }
        })
    default: return nil
    }
  }
}

/// The values of options, which are read as controls of a query.
private enum OptionText {
  /// Errors: the value is no list of fields.
  static func parsed(_ control: String, _ value: String) throws(QueryError) -> Query {
    let text = control + ":" + value
    let parsed = try QueryParser.parse(text)
    guard case .all([]) = parsed.condition else {
      throw QueryError(
        "only fields may stand here", in: text, at: ByteRange(control.utf8.count + 1, text.utf8.count),
        suggestion: "separate them by commas, without blanks")
    }
    return parsed
  }

  /// Does something with a control; an error shows the option in its place.
  static func speaking<Result>(
    of option: String, _ control: String, _ body: () throws(QueryError) -> Result
  ) throws(QueryError) -> Result {
    do throws(QueryError) {
      return try body()
    } catch {
      guard error.text.hasPrefix(control + ":") else { throw error }
      var error = error
      let shift = option.utf8.count - control.utf8.count
      func moved(_ place: UInt32) -> Int { Int(place) <= control.utf8.count ? Int(place) : Int(place) + shift }
      error.range = ByteRange(error.range.start == 0 ? 0 : moved(error.range.start), moved(error.range.end))
      error.text = renamed(error.text, control, option)
      error.message = renamed(error.message, control, option)
      error.suggestion = renamed(error.suggestion, control, option)
      throw error
    }
  }

  /// A text with the option where the control's name and colon stood.
  private static func renamed(_ text: String, _ control: String, _ option: String) -> String {
    let wanted = Array((control + ":").utf8)
    var rest = Array(text.utf8)[...]
    var result: [UInt8] = []
    while let byte = rest.first {
      if rest.starts(with: wanted) {
        result += option.utf8
        rest = rest.dropFirst(wanted.count)
        if let next = rest.first, next != UInt8(ascii: "'") { result.append(0x20) }
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
