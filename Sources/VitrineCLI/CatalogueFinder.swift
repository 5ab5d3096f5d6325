// The records of a catalogue as a finder takes them.

import VitrineCatalog
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
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
    let kinds = KindNames.inCatalogue(above: try session.root())
    let kind = words.first.flatMap { word in kinds.first { $0.name == word || $0.plural == word } }
    kindName = kind?.name
    query = QueryArguments.text(of: Array(words.dropFirst(kind == nil ? 0 : 1)))
  }

  /// Reads the catalogue.
  ///
  /// Errors: it cannot be read.
  func source(_ session: Session) throws -> FinderSource {
    let items = FinderItems(try RecordQuery([kindName].compactMap { $0 }, session))
    return FinderSource(
      total: items.rows.count, search: { items.found($0) }, row: { items.row($0) },
      page: { item, width in items.page(item, width) }, key: { items.path($0) })
  }
}

/// The records that a finder looks among, numbered in the order they are listed in.
private struct FinderItems: Sendable {
  /// The places of the records.
  let rows: [RowID]
  private let asked: RecordQuery
  private let onlyKind: Int?
  /// For each table the number of each row's record.
  private let numbers: [[Int32]]
  /// For each kind the fields that stand beside a title, and whether words are searched for in them.
  private let details: [[(column: AnswerColumn, isSearched: Bool)]]
  private let ranking: TitleRanking

  init(_ asked: RecordQuery) {
    self.asked = asked
    onlyKind = asked.onlyKind
    let index = asked.index
    let rows = asked.answer().rows
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
      let fields = table.kind.columns.filter { $0 != table.kind.display }
      let searched = Set(table.kind.search.map(\.dotted))
      return asked.columns(asked.paths(of: fields, place)).map { ($0, searched.contains($0.name)) }
    }
  }

  func path(_ item: Int) -> String { asked.index.path(of: rows[item]) }

  func row(_ item: Int) -> FinderRow {
    let place = rows[item]
    let kind = asked.index.tables[place.table].kind
    let details = details[place.table]
    let table = AnswerTable.table(of: Answer(rows: [place], total: 1), in: asked.index, columns: details.map(\.column))
    var cells = zip(table.rows.first?.cells ?? [], details).map { cell, detail in
      FinderRow.Cell(cell.words, isSearched: detail.isSearched)
    }
    if onlyKind == nil { cells.insert(FinderRow.Cell(kind.title, isSearched: false), at: 0) }
    let isSearched = kind.display.map { kind.search.contains($0) } ?? kind.search.isEmpty
    return FinderRow(title: FinderRow.Cell(asked.index.title(of: place), isSearched: isSearched), details: cells)
  }

  func page(_ item: Int, _ width: Int) -> String {
    asked.catalogue.text(at: path(item)).map { String(decoding: $0, as: UTF8.self) } ?? "the file cannot be read"
  }

  func found(_ text: String) -> FinderAnswer {
    do throws(QueryError) {
      let (query, bound) = try asked.asking(text, ofKind: onlyKind)
      let items = Evaluator(index: asked.index).answer(bound).rows.map { Int(numbers[$0.table][$0.row]) }
      var words: [[UInt8]] = []
      let isWordsOnly = query.condition.collectWords(into: &words)
      return .found(isWordsOnly && query.sort.isEmpty ? ranking.ranked(items, by: words) : items, words: words)
    } catch {
      return .fault(error.message + (error.suggestion.isEmpty ? "" : "; " + error.suggestion))
    }
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
