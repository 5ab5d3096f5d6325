// A catalogue that questions are asked of: loaded with its columns, and with all that makes queries ready.

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

  /// The kinds, in the order of the index's tables.
  var kinds: [Kind] { catalogue.snapshot.catalogue.kinds }

  /// The answer to the words of a command line: a query, before which the name or plural of a kind may stand. Without words: all records.
  /// `more` is a condition of the command's own, and `path` a field that it is about: kinds without it are not looked at.
  ///
  /// Errors: what is wrong with the query, with its place.
  func ask(_ words: [String], and more: Query.Node? = nil, among path: BoundPath? = nil) throws(QueryError) -> Asked {
    var kind: Int?
    var rest = words[...]
    if let first = words.first, let found = kinds.firstIndex(where: { $0.name == first || $0.plural == first }) {
      kind = found
      rest = rest.dropFirst()
    }
    var query = rest.isEmpty ? Query(text: "", condition: .all([])) : try QueryParser.parse(QueryArguments.text(of: Array(rest)))
    var all = [query.condition]
    if let kind { all.insert(kindTerm([kind]), at: 0) }
    if let path, kind == nil { all.insert(kindTerm(path.ways.keys.sorted()), at: 0) }
    if let more { all.append(more) }
    query.condition = all.count == 1 ? all[0] : .all(all)
    return try asked(query, kind)
  }

  private func asked(_ query: Query, _ kind: Int?) throws(QueryError) -> Asked {
    let bound = try binder.bind(query)
    // Where nothing can be met, the kind that was named is still the one to speak of.
    let looked = bound.conditions.map(\.kind)
    return Asked(
      answer: Evaluator(index: index).answer(bound), kinds: looked.isEmpty ? kind.map { [$0] } ?? [] : looked, query: bound)
  }

  /// The ways from records of some kinds to a field, as a person names it.
  ///
  /// Errors: none of the kinds has it, with the nearest.
  func path(_ text: String, kinds: [Int]) throws(QueryError) -> BoundPath {
    let among = kinds.isEmpty ? Array(self.kinds.indices) : kinds
    var query = Query(text: text, condition: kindTerm(among))
    query.group = [Query.Path(dotted: text)]
    return try binder.bind(query).group.first ?? BoundPath(written: text, ways: [:])
  }

  /// The field that a path leads to, in the first kind that has it; nil where none has.
  func field(of path: BoundPath) -> Kind.Field? {
    guard let (kind, way) = path.ways.min(by: { $0.key < $1.key }) else { return nil }
    return index.tables[way.references.last?.kind ?? kind].columns[way.column].field
  }

  /// The condition that records are of one of some kinds.
  func kindTerm(_ kinds: [Int]) -> Query.Node {
    let nowhere = ByteRange(at: 0)
    let values = kinds.map { Query.Value(.text(self.kinds[$0].name, isQuoted: true), range: nowhere) }
    return .term(
      Query.Term(path: Query.Path(names: ["kind"], range: nowhere), relation: .matches, values: values, range: nowhere))
  }
}

extension OpenCatalogue {
  /// The records of an answer as rows: of one kind with its columns, of several with kind, title and id.
  func rows(of asked: Asked) -> Table {
    guard asked.kinds.count == 1, let kind = asked.kinds.first else {
      return AnswerTable.table(
        of: asked.answer, in: index,
        columns: [AnswerColumn("kind", .kind), AnswerColumn("title", .title), AnswerColumn("id", .id)])
    }
    let columns = kinds[kind].columns.compactMap { path in
      binder.names.way(to: path.dotted, kind: kind).map { AnswerColumn(path.dotted, .field([kind: $0])) }
    }
    return AnswerTable.table(of: asked.answer, in: index, columns: columns)
  }
}

/// What was found.
struct Asked {
  /// The records in their order.
  let answer: Answer
  /// The kinds that were looked at.
  let kinds: [Int]
  /// The query.
  let query: BoundQuery
}

extension Session {
  /// Opens the catalogue for questions; where its manifest or a schema is broken it warns, unless `isQuiet`.
  ///
  /// Errors: as for `load`; a clock that is stopped at no moment.
  func openCatalogue(isQuiet: Bool = false) throws -> OpenCatalogue {
    let clock = try stoppableClock()
    let options = CatalogueLoader.Options(indexes: true, offset: clock.offset)
    let catalogue = try isQuiet ? load(options: options) : loadRecords(options)
    guard let index = catalogue.index else { preconditionFailure("a catalogue that is loaded with its columns has them") }
    let binder = QueryBinder(layouts: index.tables.map(\.layout), views: catalogue.views, now: clock.moment)
    return OpenCatalogue(catalogue: catalogue, index: index, binder: binder, now: clock.moment)
  }
}
