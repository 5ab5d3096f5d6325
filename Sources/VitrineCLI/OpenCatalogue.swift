// A catalogue that questions are asked of: loaded with its columns, and with all that makes queries ready.

import VitrineAnswers
import VitrineCatalog
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineText

/// A loaded catalogue, and what turns words into records of it.
struct OpenCatalogue {
  /// What was loaded.
  let catalogue: LoadedCatalogue
  /// Its records in columns.
  let index: RecordIndex
  /// What makes queries ready.
  let binder: QueryBinder
  /// What the clock on the wall shows.
  let now: CivilMoment
  /// The records that the columns hold as they last were, since their files cannot be understood now.
  let lastGood: [String]

  /// The kinds, in the order of the index's tables.
  var kinds: [Kind] { catalogue.kinds }

  /// The answer to the words of a command line, as `RecordQuery` takes them.
  ///
  /// Errors: what is wrong with the query, with its place.
  func ask(_ words: [String], and more: Query.Node? = nil, among path: BoundPath? = nil) throws(QueryError) -> Asked {
    let query = try RecordQuery(words, in: self, and: more, among: path)
    return Asked(answer: query.answer(), kinds: query.kinds, meantKind: query.meantKind)
  }

  /// The answer to a view of the catalogue.
  ///
  /// Errors: its query cannot be understood.
  func answer(toView name: String) throws(QueryError) -> Answer {
    let text = "@" + name
    let view = Query(text: text, condition: .view(name, ByteRange(0, text.utf8.count)))
    return Evaluator(index: index).answer(try binder.bind(view))
  }

  /// The ways from records of some kinds to a field, as a person names it.
  ///
  /// Errors: none of the kinds has it, with the nearest.
  func path(_ text: String, kinds: [Int]) throws(QueryError) -> BoundPath {
    let among = kinds.isEmpty ? self.kinds : kinds.map { self.kinds[$0] }
    var query = Query(text: text, condition: .all([])).narrowed(to: among.map(\.name))
    query.group = [Query.Path(dotted: text)]
    return try binder.bind(query).group.first ?? BoundPath(written: text, ways: [:])
  }

  /// The field that a path leads to, in the first kind that has it; nil where none has.
  func field(of path: BoundPath) -> Kind.Field? {
    guard let (kind, way) = path.ways.min(by: { $0.key < $1.key }) else { return nil }
    return index.tables[way.references.last?.kind ?? kind].columns[way.column].field
  }
}

// MARK: rows

extension OpenCatalogue {
  /// The records of an answer as rows with the usual columns.
  func rows(of asked: Asked) -> Table {
    AnswerTable.table(of: asked.answer, in: index, columns: columns(ofOnly: asked.kinds.count == 1 ? asked.kinds[0] : nil))
  }

  /// The columns of rows where nobody asked for any: those of the kind; of several kinds, kind, title and id.
  func columns(ofOnly kind: Int?) -> [AnswerColumn] {
    guard let kind else { return [AnswerColumn("kind", .kind), AnswerColumn("title", .title), AnswerColumn("id", .id)] }
    return paths(of: kinds[kind].columns, kind).map { AnswerColumn($0) }
  }

  /// What rows are grouped by where nobody says anything: what the kind says.
  func groups(ofOnly kind: Int?) -> [BoundPath] { kind.map { paths(of: kinds[$0].group, $0) } ?? [] }

  /// Fields that a kind's schema names.
  private func paths(of fields: [FieldPath], _ kind: Int) -> [BoundPath] {
    fields.compactMap { field in
      binder.names.way(to: field.dotted, kind: kind).map { BoundPath(written: field.dotted, ways: [kind: $0]) }
    }
  }
}

/// What was found.
struct Asked {
  /// The records in their order.
  let answer: Answer
  /// The kinds that were looked at.
  let kinds: [Int]
  /// As for `RecordQuery`.
  let meantKind: String?

  /// What is told where nothing was found.
  var nothingFound: String { RecordQuery.nothingFound(meantKind) }
}

extension Session {
  /// Tells, in one line, which of the records that were looked at are shown as they last were.
  func noteLastGood(_ rows: [RowID], _ open: OpenCatalogue) {
    guard !open.lastGood.isEmpty else { return }
    let lastGood = Set(open.lastGood)
    let paths = rows.map { open.index.path(of: $0) }.filter { lastGood.contains($0) }
    guard let first = paths.min(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) else { return }
    note(
      paths.count == 1
        ? "vitrine: '\(first)' cannot be read now and is shown as it last was; 'vitrine check' tells why"
        : "vitrine: \(paths.count) files, '\(first)' among them, cannot be read now and are shown as they last were; 'vitrine check' tells why"
    )
  }

  /// Opens the catalogue for questions; where its manifest or a schema is broken it warns, unless `isQuiet`.
  ///
  /// Errors: as for `load`; a clock that is stopped at no moment.
  func openCatalogue(isQuiet: Bool = false) throws -> OpenCatalogue {
    try openCatalogue(CatalogueLoader.Options(), isQuiet: isQuiet)
  }

  /// The same for a catalogue of which only a part is read.
  ///
  /// Errors: as for `load`; a clock that is stopped at no moment.
  func openCatalogue(_ options: CatalogueLoader.Options, isQuiet: Bool) throws -> OpenCatalogue {
    let clock = try stoppableClock()
    var options = options
    options.indexes = true
    options.offset = clock.offset
    let catalogue = try isQuiet ? load(options: options) : loadRecords(options)
    guard let index = catalogue.index, let names = catalogue.fieldNames else {
      preconditionFailure("a catalogue that is loaded with its columns has them")
    }
    let binder = QueryBinder(names: names, views: catalogue.views, now: clock.moment)
    return OpenCatalogue(catalogue: catalogue, index: index, binder: binder, now: clock.moment, lastGood: live?.lastGood ?? [])
  }
}
