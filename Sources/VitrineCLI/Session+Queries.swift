// From the words on a command line to a query, and to what it means in this catalogue.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

extension Session {
  /// The query of a command's words, `[KIND] QUERY...`: the first of several may be a kind's name or plural; in quotes it is a word.
  ///
  /// Errors: a `QueryError` for words that are no query.
  func query(_ words: [String]) throws -> Query {
    var rest = words[...]
    var kind: String?
    if let first = words.first { kind = kindNamesOrStock().first { $0.name == first || $0.plural == first }?.name }
    if kind != nil { rest.removeFirst() }
    let query = try QueryParser.parse(QueryArguments.text(of: Array(rest)))
    return kind.map { query.narrowed(to: [$0]) } ?? query
  }

  /// The kinds that may have what a query asks for; nil where there is no catalogue, so that nobody can say.
  ///
  /// Errors: a `QueryError` for what no kind of the catalogue knows.
  func kinds(askedBy query: Query) throws -> [String]? {
    guard let outline = outline() else { return nil }
    let kinds = outline.kinds.map { $0.adding(undeclared[$0.name] ?? []) }
    // No record is looked at, so that it does not matter which day `today` is.
    let binder = QueryBinder(
      layouts: kinds.map { TableLayout(kind: $0) }, views: outline.views, now: CivilMoment(day: CivilDay(number: 0)))
    return try binder.bind(query).conditions.map { kinds[$0.kind].name }
  }
}

extension Session {
  /// Tells, in one line, which of the records that were looked at are shown as they last were.
  func noteLastGood(_ rows: [RowID], _ open: OpenCatalogue) { note(open.lastGoodNote(rows)) }

  /// Says which records are shown as they last were, where some are.
  func note(_ lastGood: LastGoodNote?) {
    if let lastGood { note("vitrine: " + lastGood.text(written: pathFromHere)) }
  }

  /// Opens the catalogue for questions; where its manifest or a schema is broken it warns, unless `isQuiet`.
  ///
  /// Errors: as for `load`; a clock that is stopped at no moment.
  func openCatalogue(isQuiet: Bool = false, sparse: SparseFiles? = nil) throws -> OpenCatalogue {
    try openCatalogue(CatalogueLoader.Options(), isQuiet: isQuiet, sparse: sparse)
  }

  /// The same for a catalogue of which only a part is read, or one with the files that a sparse checkout leaves out.
  ///
  /// Errors: as for `load`; a clock that is stopped at no moment.
  func openCatalogue(_ options: CatalogueLoader.Options, isQuiet: Bool, sparse: SparseFiles? = nil) throws -> OpenCatalogue {
    let clock = try stoppableClock()
    var options = options
    options.indexes = true
    options.offset = clock.offset
    options.undeclared = undeclared
    let catalogue =
      if let sparse { try CatalogueLoader.load(root: try root(for: nil), sparse: sparse, options: options) } else {
        try isQuiet ? load(options: options, isQuiet: true) : loadRecords(options)
      }
    return OpenCatalogue(
      catalogue.spoken(in: try language(of: catalogue.manifest)), now: clock.moment, lastGood: live?.lastGood ?? [])
  }

  /// The catalogue, with what is known of the fields that a change names and no schema declares: what the values of other records are.
  ///
  /// Errors: there is no catalogue; `NotServed`, where one is at hand, which has columns for what schemas declare.
  func openCatalogue(naming fields: [String]) throws -> OpenCatalogue {
    let open = try openCatalogue()
    let kinds = open.kinds.indices.filter { kind in
      fields.contains { name in
        let first = name.prefix { $0 != "." }
        return !first.isEmpty && open.kinds[kind].allowsUndeclared(String(first))
          && FieldBinder(open.kinds[kind]).field(called: name) == nil
      }
    }
    guard !kinds.isEmpty else { return open }
    if live != nil { throw NotServed() }
    var session = self
    for kind in kinds {
      session.undeclared[open.kinds[kind].name] = open.catalogue.undeclaredFields(ofKind: kind).map(\.field)
    }
    return try session.openCatalogue()
  }

  /// The records that the words of an export or a bundle mean: all without words. With `isListed`, their catalogue knows the order of its lists.
  ///
  /// Errors: there is no catalogue; the query cannot be understood.
  func exportSelection(_ words: [String], isListed: Bool = false) throws -> ExportSelection {
    guard !words.isEmpty else {
      if isListed { return ExportSelection(allOf: try openCatalogue().catalogue) }
      let catalogue = try loadRecords(CatalogueLoader.Options())
      return ExportSelection(allOf: catalogue.spoken(in: try language(of: catalogue.manifest)))
    }
    let selection = try ExportSelection(words, in: openCatalogue(), folder: folder)
    if let message = selection.remark { note(message) }
    return selection
  }

  /// The paths of the records that words select; of all records, kind by kind, where there are no words.
  ///
  /// Errors: as for `RecordSelection`.
  func selectedOrAllRecords(_ words: [String], in open: OpenCatalogue) throws -> [Path] {
    words.isEmpty
      ? open.kinds.indices.flatMap { open.catalogue.records(ofKind: $0).map(\.path) } : try selection(words, in: open).paths
  }

  /// The records that the words of a changing command select.
  ///
  /// Errors: as for `RecordSelection`.
  func selection(_ words: [String], in open: OpenCatalogue) throws -> RecordSelection {
    let selection = try RecordSelection(words, in: open, folder: folder)
    if let message = selection.remark { note(message) }
    return selection
  }
}
