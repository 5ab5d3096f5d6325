// The records of a catalogue as a finder takes them.

import VitrineAnswers
import VitrineApplication
import VitrineCatalog
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax
import VitrineTerminal
import VitrineText

/// Makes a catalogue what a finder looks among: as often as it is read.
struct CatalogueFinder {
  /// The first query.
  let query: String
  private let kindName: String?

  /// A finder of the records that some words are about: a kind, if the first word is one, and a first query.
  ///
  /// Errors: there is no catalogue here.
  init(_ session: Session, words: [String]) throws {
    _ = try session.root()
    let kinds = session.kindNames()
    let kind = words.first.flatMap { word in kinds.first { $0.name == word || $0.plural == word } }
    kindName = kind?.name
    query = QueryArguments.text(of: Array(words.dropFirst(kind == nil ? 0 : 1)))
  }

  /// Reads the catalogue.
  ///
  /// Errors: it cannot be read.
  func source(_ session: Session) throws -> FinderSource {
    let open = try session.openCatalogue()
    let items = try FinderItems(open, kind: kindName.flatMap { name in open.kinds.firstIndex { $0.name == name } })
    return FinderSource(
      total: items.rows.count, search: { items.answer($0) }, row: { items.row($0) },
      page: { item, width in items.page(item, width) }, key: { items.path($0) })
  }
}

/// The records that a finder looks among, numbered in the order they are listed in.
private struct FinderItems: Sendable {
  /// The places of the records.
  let rows: [RowID]
  private let open: OpenCatalogue
  private let kind: Int?
  /// For each table the number of each row's record.
  private let numbers: [[Int32]]
  /// For each kind the fields that stand beside a title, and whether words are searched for in them.
  private let details: [[(column: AnswerColumn, isSearched: Bool)]]
  private let ranking: TitleRanking

  init(_ open: OpenCatalogue, kind: Int?) throws(QueryError) {
    self.open = open
    self.kind = kind
    let index = open.index
    let rows = try open.ask(kind.map { [open.kinds[$0].name] } ?? []).answer.rows
    var numbers = index.tables.map { [Int32](repeating: 0, count: $0.rowCount) }
    var ranking = TitleRanking()
    for (number, row) in rows.enumerated() {
      numbers[row.table][row.row] = Int32(truncatingIfNeeded: number)
      var title = index.title(of: row)
      title.withUTF8 { title in ranking.append { Folding.fold(title, into: &$0) } }
    }
    self.rows = rows
    self.numbers = numbers
    self.ranking = ranking
    details = index.tables.enumerated().map { place, table in
      let searched = Set(table.kind.search)
      return table.kind.columns.filter { $0 != table.kind.display }.compactMap { field in
        open.binder.names.way(to: field.dotted, kind: place).map {
          (AnswerColumn(field.dotted, .field([place: $0])), searched.contains(field))
        }
      }
    }
  }

  func path(_ item: Int) -> String { open.index.path(of: rows[item]).string }

  func row(_ item: Int) -> FinderRow {
    let place = rows[item]
    let kind = open.index.tables[place.table].kind
    let details = details[place.table]
    let table = AnswerTable.table(of: Answer(rows: [place], total: 1), in: open.index, columns: details.map(\.column))
    var cells = zip(table.rows.first?.cells ?? [], details).map { cell, detail in
      FinderRow.Cell(cell.words, isSearched: detail.isSearched)
    }
    if self.kind == nil { cells.insert(FinderRow.Cell(kind.title, isSearched: false), at: 0) }
    let isSearched = kind.display.map { kind.search.contains($0) } ?? kind.search.isEmpty
    return FinderRow(title: FinderRow.Cell(open.index.title(of: place), isSearched: isSearched), details: cells)
  }

  /// The page of a record, from its file as it is now.
  func page(_ item: Int, _ width: Int) -> String {
    let path = open.index.path(of: rows[item])
    guard let text = open.catalogue.text(at: path),
      let page = RecordPage(ofRecordAt: path, text, open.catalogue, places: open.places)
    else {
      return "'\(path.string)' cannot be read"
    }
    return page.sheet.text(Look(color: false, width: width))
  }

  /// What a text finds, and what its last word may become. Where a term at its end is only half typed, what the text before it finds.
  func answer(_ text: String) -> FinderAnswer {
    let start = FinderAnswer.startOfLastWord(in: text)
    let word = String(text[start...])
    let isTerm = word.contains(":") || word.hasPrefix("@")
    var answer = found(text)
    if isTerm, let fault = answer.fault {
      answer = found(String(text[..<start]))
      // A fault before the term is the one to see to.
      answer.fault = answer.fault ?? fault
    }
    // A word alone is looked for in titles: fields are offered only where no title has it.
    guard isTerm || (answer.isEmpty && !word.isEmpty) else { return answer }
    let line = (kind.map { open.kinds[$0].name + " " } ?? "") + text
    let completion = QueryCompletion(kinds: open.kinds, line: line, keepsTyped: false, views: { views }, open: { _ in open })
    let candidates = completion.candidates(word).map(\.word)
    if !isTerm, !candidates.isEmpty {
      // The beginning of a field's name hides nothing, either.
      answer = found(String(text[..<start]))
      answer.fault = answer.fault ?? "no title has '\(word)'"
    }
    answer.completions = candidates.contains(word) ? [] : candidates
    return answer
  }

  private var views: [SavedView] { open.catalogue.views.values.sorted { $0.name < $1.name } }

  /// What the rest of a text finds in the kind that its first word names, as 'vitrine list' takes it; nil where that names none.
  private func inKind(_ text: String) throws(QueryError) -> FinderAnswer? {
    let word = text.prefix { $0 != " " }
    guard let kind = open.kinds.first(where: { $0.name == word || $0.plural == word }) else { return nil }
    let query = try QueryParser.parse(String(text.dropFirst(word.count)))
    let rows = Evaluator(index: open.index).answer(try open.binder.bind(query.narrowed(to: [kind.name]))).rows
    return ranked(rows, query)
  }

  private func found(_ text: String) -> FinderAnswer {
    do throws(QueryError) {
      let query = try QueryParser.parse(text)
      let bound = try open.binder.bind(kind.map { query.narrowed(to: [open.kinds[$0].name]) } ?? query)
      let rows = Evaluator(index: open.index).answer(bound).rows
      if rows.isEmpty, kind == nil, let narrowed = try inKind(text) { return narrowed }
      return ranked(rows, query)
    } catch {
      return .fault(error.message + (error.suggestion.isEmpty ? "" : "; " + error.suggestion))
    }
  }

  private func ranked(_ rows: [RowID], _ query: Query) -> FinderAnswer {
    let items = rows.map { Int(numbers[$0.table][$0.row]) }
    var words: [[UInt8]] = []
    let isWordsOnly = query.condition.collectWords(into: &words)
    return .found(isWordsOnly && query.sort.isEmpty ? ranking.ranked(items, by: words) : items, words: words)
  }
}

extension Query.Node {
  /// Adds the folded words that a record is looked for by, those that it must not have left out. True where there is nothing else.
  fileprivate func collectWords(into words: inout [[UInt8]]) -> Bool {
    switch self {
    case .word(let word, _, _):
      words.append(Folding.fold(word))
      return true
    case .all(let nodes): return nodes.reduce(true) { $1.collectWords(into: &words) && $0 }
    case .any(let nodes):
      for node in nodes { _ = node.collectWords(into: &words) }
      return false
    case .not, .term, .state, .view, .element: return false
    }
  }
}
