// A catalogue that questions are asked of: loaded with its columns, and with all that makes queries ready.

import Synchronization
package import VitrineAnswers
package import VitrineCatalog
package import VitrineFormats
package import VitrineIndex
package import VitrineModel
package import VitrinePlaces
package import VitrineQuery
import VitrineRules
package import VitrineSource
import VitrineText

/// A loaded catalogue, and what turns words into records of it.
package struct OpenCatalogue {
  /// What was loaded.
  package let catalogue: LoadedCatalogue
  /// Its records in columns. That of when they were created is filled once a query was made ready that names it.
  package var index: RecordIndex { current.index }
  private let current: CurrentIndex
  /// What makes queries ready.
  package let binder: QueryBinder
  /// What the clock on the wall shows.
  package let now: CivilMoment
  /// The records that the columns hold as they last were, since their files cannot be understood now.
  package let lastGood: [Path]
  /// What positions are called.
  package let places: PlacesFile

  /// The kinds, in the order of the index's tables.
  package var kinds: [Kind] { catalogue.kinds }

  /// The language that its kinds and fields speak, and answers with them.
  package var language: Language { kinds.first?.language ?? .english }

  /// What a path is called in a table: as it is written; in another language than English by the field's title.
  package func title(of path: BoundPath) -> String {
    guard !language.isEnglish, let field = field(of: path) else { return path.written }
    let title = language.lowercased(field.title)
    return path.ways.values.contains(where: \.counts) ? language("count of {}", title) : title
  }

  /// A catalogue that was loaded with its columns, at a moment.
  package init(_ catalogue: LoadedCatalogue, now: CivilMoment, lastGood: [Path] = [], places: PlacesFile = PlacesFile()) {
    guard let current = CurrentIndex(catalogue), var names = catalogue.fieldNames else {
      preconditionFailure("a catalogue that questions are asked of is loaded with its columns")
    }
    self.catalogue = catalogue
    self.current = current
    names.willUseCreated = { current.fillCreated() }
    self.now = now
    self.lastGood = lastGood
    self.places = places
    binder = QueryBinder(
      names: names, views: catalogue.views, now: now, namedPlaces: NamedPlaces { places.town(named: $0) })
  }

  /// The answer to the words of a command line, as `RecordQuery` takes them; in any order where `isSorted` is false and there is no limit.
  ///
  /// Errors: what is wrong with the query, with its place.
  package func ask(
    _ words: [String], and more: Query.Node? = nil, among path: BoundPath? = nil, isSorted: Bool = true
  ) throws(QueryError) -> Asked {
    let query = try RecordQuery(words, in: self, and: more, among: path)
    let answer = query.answer(isSorted: isSorted)
    return Asked(answer: answer, kinds: query.kinds, query: query)
  }

  /// The answer to a view of the catalogue.
  ///
  /// Errors: its query cannot be understood.
  package func answer(toView name: String) throws(QueryError) -> Answer {
    let text = "@" + name
    let view = Query(text: text, condition: .view(name, ByteRange(0, text.utf8.count)))
    return Evaluator(index: index).answer(try binder.bind(view))
  }

  /// How many records a view finds; nil where its query cannot be understood, which a check tells.
  package func count(ofView name: String) -> Int? {
    do throws(QueryError) { return try answer(toView: name).rows.count } catch { return nil }
  }

  /// The ways from records of some kinds to a field, as a person names it.
  ///
  /// Errors: none of the kinds has it, with the nearest.
  package func path(_ text: String, kinds: [Int]) throws(QueryError) -> BoundPath {
    let among = kinds.isEmpty ? self.kinds : kinds.map { self.kinds[$0] }
    var query = Query(text: text, condition: .all([])).narrowed(to: among.map(\.name))
    query.group = [Query.Path(dotted: text)]
    return try binder.bind(query).group.first ?? BoundPath(written: text, ways: [:])
  }

  /// The field that a path leads to, in the first kind that has it; nil where none has.
  package func field(of path: BoundPath) -> Kind.Field? {
    guard let (kind, way) = path.ways.min(by: { $0.key < $1.key }) else { return nil }
    return index.tables[way.references.last?.kind ?? kind].columns[way.column].field
  }
}

/// The index that a catalogue's questions are answered from. Its rows stay what they are.
private final class CurrentIndex: Sendable {
  private let catalogue: LoadedCatalogue
  private let state: Mutex<(index: RecordIndex, isFilled: Bool)>

  /// The index of a catalogue; nil where it was loaded without.
  init?(_ catalogue: LoadedCatalogue) {
    guard let index = catalogue.index else { return nil }
    self.catalogue = catalogue
    state = Mutex((index, false))
  }

  /// The index now.
  var index: RecordIndex { state.withLock { $0.index } }

  /// Fills the columns of when records were created.
  func fillCreated() {
    state.withLock { state in
      guard !state.isFilled, let filled = catalogue.indexWithCreated() else { return }
      state = (filled, true)
    }
  }
}

// MARK: places

extension OpenCatalogue {
  /// What the place of a record on the map is called; nil where it has none, or nothing is known of the place.
  package func place(ofRecordAt path: Path) -> Place? {
    guard let point = catalogue.book.surroundings(ofRecordAt: path)?.facts.location else { return nil }
    return places.place(latitude: Double(point.latitude), longitude: Double(point.longitude))
  }
}

/// Where the records of a catalogue are, read from its columns.
package struct RecordPositions: Sendable {
  private let index: RecordIndex
  /// The columns of latitude and longitude of each table; nil where its kind has no place.
  private let columns: [(latitude: Int, longitude: Int)?]

  /// The positions of a catalogue's records.
  package init(_ open: OpenCatalogue) {
    index = open.index
    columns = open.index.tables.map { table in
      guard let location = table.kind.location else { return nil }
      func column(_ member: String) -> Int? {
        table.columns.firstIndex { !$0.isBuiltIn && $0.field.path.names == location.names + [member] }
      }
      guard let latitude = column("lat"), let longitude = column("lon") else { return nil }
      return (latitude, longitude)
    }
  }

  /// Where a record is; nil where it does not say, or says no position on the Earth. Units: degrees.
  package func position(of row: RowID) -> (latitude: Double, longitude: Double)? {
    guard let columns = columns[row.table] else { return nil }
    let table = index.tables[row.table]
    func number(_ column: Int) -> Double? {
      table.values(row.row, column).first { $0 > .map }.flatMap { Double(table.pools[column].text($0)) }
    }
    guard let latitude = number(columns.latitude), let longitude = number(columns.longitude), (-90...90).contains(latitude),
      (-180...180).contains(longitude)
    else { return nil }
    return (latitude, longitude)
  }
}

// MARK: rows

extension OpenCatalogue {
  /// The records of an answer as rows with the usual columns.
  package func rows(of asked: Asked) -> Table {
    AnswerTable.table(of: asked.answer, in: index, columns: columns(ofOnly: asked.kinds.count == 1 ? asked.kinds[0] : nil))
  }

  /// The columns of rows where nobody asked for any: those of the kind; of several kinds, kind, title and id.
  package func columns(ofOnly kind: Int?) -> [AnswerColumn] {
    guard let kind else { return [AnswerColumn("kind", .kind), AnswerColumn("title", .title), AnswerColumn("id", .id)] }
    return paths(of: kinds[kind].columns, kind).map { AnswerColumn($0) }
  }

  /// What rows are grouped by where nobody says anything: what the kind says.
  package func groups(ofOnly kind: Int?) -> [BoundPath] { kind.map { paths(of: kinds[$0].group, $0) } ?? [] }

  /// Fields that a kind's schema names.
  private func paths(of fields: [FieldPath], _ kind: Int) -> [BoundPath] {
    fields.compactMap { field in
      binder.names.way(to: field.dotted, kind: kind).map { BoundPath(written: field.dotted, ways: [kind: $0]) }
    }
  }
}

/// What was found.
package struct Asked {
  /// The records in their order.
  package let answer: Answer
  /// The kinds that were looked at.
  package let kinds: [Int]
  /// What was asked; nil where nobody typed it.
  private let query: RecordQuery?

  /// The answer to a query, or to what nobody typed.
  init(answer: Answer, kinds: [Int], query: RecordQuery? = nil) {
    self.answer = answer
    self.kinds = kinds
    self.query = query
  }

  /// What is to be said besides, such as that nothing was found; nil where nothing is. It takes a look at all that was probably meant: some are never shown it.
  package var remark: String? { query?.remark(on: answer) }
}

extension OpenCatalogue {
  /// Those records of some rows that are shown as they last were; nil where none is.
  package func lastGoodNote(_ rows: [RowID]) -> LastGoodNote? {
    guard !lastGood.isEmpty else { return nil }
    let lastGood = Set(lastGood)
    let paths = rows.map { index.path(of: $0) }.filter { lastGood.contains($0) }
    return paths.min().map { LastGoodNote(first: $0, count: paths.count) }
  }
}

/// Records that cannot be read now and are shown as they last were.
package struct LastGoodNote: Sendable {
  /// The first path of them in byte order, from the root.
  fileprivate let first: Path
  /// How many there are.
  fileprivate let count: Int

  /// What is said about them, with paths written by `written`.
  package func text(written: (_ path: Path) -> String) -> String {
    count == 1
      ? "'\(written(first))' cannot be read now and is shown as it last was; 'vitrine check' says why"
      : "\(count) files, '\(written(first))' among them, cannot be read now and are shown as they last were; 'vitrine check' says why"
  }
}
