// The records of a query as a person browses them: a window of rows, headings, and filters with their counts.

import VitrineAlgorithms
package import VitrineAnswers
package import VitrineFormats
import VitrineIndex
package import VitrineModel
package import VitrineQuery
package import VitrineSource
import VitrineText

/// A request for a part of a long list.
package struct CollectionRequest: Sendable {
  /// The place of the kind; nil for all kinds.
  package var kind: Int?
  /// Of records of all kinds, those kinds alone; empty for every kind.
  package var among: [Int] = []
  /// The query, in the language of queries.
  package var query: String
  /// What the rows are sorted by in place of what the query and the kind say: `-title`; nil to leave that to them.
  package var sort: String?
  /// The columns that are wanted in place of those that the query and the kind say, as queries write fields; empty to leave that to them.
  package var show: [String] = []
  /// The first row that is wanted, counted from 0.
  package var start = 0
  /// The most rows that are wanted.
  package var count: Int
  /// Whether all rows are wanted in their order, as for letters and places on a map, or only those of the window: of 100,000 the first few cost a
  /// tenth.
  package var isWhole = true

  /// A request for the first rows.
  package init(kind: Int?, query: String, sort: String?, count: Int) {
    (self.kind, self.query, self.sort, self.count) = (kind, query, sort, count)
  }

  /// The records.
  ///
  /// Errors: the query, the order, or a column cannot be understood.
  package func collection(in open: OpenCatalogue) throws(QueryError) -> RecordCollection {
    var question = try RecordQuery(text: query, kinds: kind.map { [$0] } ?? among, in: open)
    question.bound.collation = open.language.collation
    let isSorted = sort != nil || !question.bound.sort.isEmpty
    if let sort { question.bound.sort = try question.bind("sort", sort, of: "sort").sort }
    if question.bound.group.isEmpty, !isSorted { question.bound.group = open.groups(ofOnly: question.onlyKind) }
    let most = question.bound.limit ?? .max
    if !isWhole, question.bound.group.isEmpty {
      let end = max(start, 0).addingReportingOverflow(max(count, 0))
      question.bound.limit = min(most, end.overflow ? most : end.partialValue)
      if question.bound.limit == .max { question.bound.limit = nil }
    }
    let answer = question.answer()
    question.bound.limit = most == .max ? nil : most
    let wanted =
      if !show.isEmpty { try question.columns(show.joined(separator: ","), of: "show") } else if question.bound.show.isEmpty {
        open.columns(ofOnly: question.onlyKind)
      } else { question.columns(question.bound.show) }
    // An address may name a column a thousand times.
    var seen: Set<String> = []
    let columns = wanted.filter { seen.insert($0.name).inserted }
    let groups = question.columns(question.bound.group)
    let table = AnswerTable.table(of: answer, in: open.index, columns: columns, groups: groups)
    let start = min(max(start, 0), answer.rows.count)
    return RecordCollection(
      question, answer: answer, total: min(answer.total, max(most, 0)), table: table,
      window: start..<min(start + max(count, 0), answer.rows.count))
  }
}

/// Records that were found.
package struct RecordCollection {
  /// The catalogue.
  package let open: OpenCatalogue
  /// The kind that all of them are of; nil where they may be of several.
  package let kind: Int?
  /// The answer to the query: all rows, or those up to the end of the window.
  package let answer: Answer
  /// The rows of the answer, with headings.
  package let table: Table
  /// The rows that were asked for.
  package let window: Range<Int>
  /// How many were found.
  package let total: Int

  /// What is to be said of it besides: that records may be missing; nil where none is.
  package var remark: String? { question.bound.wasGivenUp ? RecordQuery.givenUp : nil }

  /// The headings that stand before a row, outer ones first.
  package func headings(before row: Int) -> [Table.Heading] { headingRows[row] ?? [] }

  /// How many rows stand between the last heading and a row; of a list without headings all that are before it.
  package func lead(of row: Int) -> Int {
    let next = table.headings.partitioningIndex { $0.row > row }
    return next == 0 ? row : row - table.headings[next - 1].row
  }

  /// The same for groups that the list does not know: those rows that `isOfGroup` holds for stand together, up to the row.
  package func lead(of row: Int, where isOfGroup: (Int) -> Bool) -> Int { row - (0..<row).partitioningIndex(where: isOfGroup) }

  private let question: RecordQuery
  private let headingRows: [Int: [Table.Heading]]

  fileprivate init(_ question: RecordQuery, answer: Answer, total: Int, table: Table, window: Range<Int>) {
    (open, kind, self.question) = (question.open, question.onlyKind, question)
    (self.answer, self.total, self.table, self.window) = (answer, total, table, window)
    headingRows = Dictionary(grouping: table.headings.filter { window.contains($0.row) }, by: \.row)
  }

  /// All that were found, in any order.
  private var everything: [RowID] {
    answer.rows.count == total ? answer.rows : question.answer(isSorted: false).rows
  }

  /// The title of a row's record.
  package func title(ofRow row: Int) -> String { open.index.title(of: answer.rows[row]) }

  /// The path of a row's record.
  package func path(ofRow row: Int) -> Path { open.index.path(of: answer.rows[row]) }

  /// The place of the kind of a row's record.
  package func kind(ofRow row: Int) -> Int { answer.rows[row].table }

  // MARK: filters

  /// A field that the records may be filtered by.
  package struct Filter: Sendable {
    /// Its name in queries.
    package var name: String
    /// The field.
    package var field: Kind.Field
    /// Its values with how many of the records have each.
    package var values: [Value]
    /// How many more values there are.
    package var others = 0
    /// True where a record needs all values that are wanted of it.
    var needsAll: Bool
    /// True where others split the records better: it stands behind them.
    package var isFurther = false

    /// The query with a value of it wanted besides the others, or no longer wanted.
    package func toggling(_ value: Value, in terms: QueryTerms) -> QueryTerms {
      let known = field.meaning == .text ? Set(values.map(\.text)) : []
      return needsAll
        ? terms.narrowing(by: value.text, of: name, isSingle: !field.isList, among: known)
        : terms.toggling(value.text, of: name, among: known)
    }

    /// How well it splits records, up to 1: the chance that two of its values are different, and that others have them, too. Closed lists are made for it.
    fileprivate var split: Double {
      if field.meaning == .enumeration { return 1 }
      let all = values.reduce(0) { $0 + Double($1.count) }
      let shared = values.reduce(0) { $0 + ($1.count > 1 ? Double($1.count) : 0) }
      return (1 - values.reduce(0) { $0 + Double($1.count) / all * Double($1.count) / all }) * shared / all
    }
  }

  /// A value of a filter.
  package struct Value: Sendable {
    /// As queries write it.
    package var text: String
    /// As people read it, with its sign or colour.
    package var cell: Cell
    /// How many of the records have it.
    package var count: Int
  }

  /// The most filters, and the most values of each.
  private static let mostFilters = 7
  private static let mostValues = 40
  /// The most values of a filter that splits less well.
  private static let mostFurther = 12

  /// The fields that split the records, in the order of the schema: those with several values, of which the most frequent come first, but
  /// those of an ordered list in their order; behind them those that split them less well. Of several kinds there are none. Colours are taken
  /// together by the groups of their palette. Decision 0129 says why.
  ///
  /// The values of a field that `query` filters by are counted as if it did not: several of them may be wanted, and their counts say what comes
  /// with each.
  package func filters(of query: String) -> [Filter] {
    guard let kind else { return [] }
    let terms = QueryTerms(query)
    let counting = Facets(index: open.index, rows: everything)
    let cells = FacetCells(open.index)
    let needsAll = open.kinds[kind].needsAll
    var filters: [Filter] = []
    for name in open.binder.names.names(forKind: kind) {
      let column = open.index.tables[kind].columns[name.column]
      guard PropertyTables(open: open).isProperty(column, ofKind: kind), column.field.meaning != .map else { continue }
      let chosen = terms.values(of: name.text)
      let path = BoundPath(written: name.text, ways: [kind: BoundPath.Way(column: name.column)])
      // Where all are needed, the others are counted that come with those which are wanted.
      let isNarrowed = chosen.isEmpty || needsAll && column.field.isList
      let (counts, among) = isNarrowed ? (counting, total) : without(name.text, terms, kind)
      let found = counts.facet(by: FacetKey(path: path, by: open.language.collation)).values.filter {
        !$0.isMissing && $0.tally.count > 0
      }
      guard !found.isEmpty, !chosen.isEmpty || found.count > 1 || (found.first?.tally.count ?? 0) < among else { continue }
      if let groups = ColorGroups(of: column.field) {
        let values = groups.values(of: counts.rows, column: name.column, in: open.index)
        if values.count > 1 {
          // A single colour that is wanted stays to be seen, and to be given up.
          let single = found.filter { value in chosen.contains(value.text) && !values.contains { $0.text == value.text } }
          let others = single.map { Value(text: $0.text, cell: cells.cell($0), count: $0.tally.count) }
          filters.append(Filter(name: name.text, field: column.field, values: values + others, needsAll: false))
          continue
        }
      }
      // A field that nearly every record has another value of splits nothing.
      let uses = found.reduce(0) { $0 + $1.tally.count }
      let splits = !chosen.isEmpty || found.count <= 12 || found.count * 3 < among || uses >= found.count * 2
      var values = found.map { Value(text: $0.text, cell: cells.cell($0), count: $0.tally.count) }
      if !column.field.isOrdered {
        // Ties stay in the order of the words.
        values = values.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
      }
      let most = splits ? Self.mostValues : Self.mostFurther
      filters.append(
        Filter(
          name: name.text, field: column.field, values: Array(values.prefix(most)), others: max(values.count - most, 0),
          needsAll: needsAll, isFurther: !splits))
    }
    // Those that somebody filters by stay among the first.
    let best = filters.indices.filter { !filters[$0].isFurther }.sorted { left, right in
      let (one, other) = (terms.values(of: filters[left].name).isEmpty, terms.values(of: filters[right].name).isEmpty)
      return one != other ? other : filters[left].split > filters[right].split
    }
    for place in best.dropFirst(Self.mostFilters) { filters[place].isFurther = true }
    return filters.filter { !$0.isFurther } + filters.filter(\.isFurther)
  }

  /// What counts the records of the query without its terms of a field, and how many they are.
  private func without(_ field: String, _ terms: QueryTerms, _ kind: Int) -> (Facets, Int) {
    var wider = terms
    while let place = wider.terms.firstIndex(where: { $0.hasPrefix(field + ":") }) { wider = wider.removing(at: place) }
    let rows = (try? RecordQuery(text: wider.text, kind: kind, in: open))?.answer(isSorted: false).rows ?? answer.rows
    return (Facets(index: open.index, rows: rows), rows.count)
  }

  /// The most titles that are looked at for their letters.
  private static let mostLooks = 4_000

  /// The first letters of the titles in their order, each with its first row; none unless the rows are all there and sorted by title, up or down.
  package func letters(isByTitle: Bool) -> [Letter] {
    guard isByTitle, total > 40, answer.rows.count == total, table.headings.isEmpty else { return [] }
    var letters: [Letter] = []
    var looks = 0
    func letter(_ row: Int) -> String? {
      looks += 1
      return self.letter(ofRow: row)
    }
    var row = 0
    while row < total, letters.count <= 60, looks < Self.mostLooks {
      let here = letter(row)
      if let here, !letters.contains(where: { $0.text == here }) { letters.append(Letter(text: here, row: row)) }
      // Titles of a letter stand together, so that its end is found without a look at each of them.
      var step = 1
      while row + step < total, letter(row + step) == here { step *= 2 }
      let next = (row + step / 2 + 1..<min(row + step, total)).partitioningIndex { letter($0) != here }
      row = max(next, row + 1)
    }
    return letters
  }

  /// A letter that titles begin with.
  package struct Letter: Sendable, Hashable {
    /// The letter, or `#` for all other signs.
    package var text: String
    /// The first row with it.
    package var row: Int
  }

  /// The letter that a row stands under, as titles are sorted: `É` stands under `E`, in Turkish `Ç` under `Ç`, and `"Quoted"` where quotation marks stand; nil for a title
  /// without any.
  private func letter(ofRow row: Int) -> String? {
    guard let first = title(ofRow: row).first else { return nil }
    guard first.isLetter else { return "#" }
    let language = open.language
    let isOwn = language.collation?.isOwn(first) == true
    let small = isOwn ? language.lowercased(String(first)) : String(decoding: Folding.fold(String(first)), as: UTF8.self)
    return language.capitalised(small.first.map { String($0) } ?? String(first))
  }
}
