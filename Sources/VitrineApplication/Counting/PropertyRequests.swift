// The values that fields have, and the records that use one: what `vitrine property list` and `show` ask for.

import VitrineAnswers
package import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
package import VitrineText

/// Rows about fields, their values, or records.
package struct PropertyAnswer {
  /// The rows.
  package let table: Table
  /// What is reported of records that are counted as they last were; nil where none is.
  package let lastGoodNote: LastGoodNote?
}

/// A request for the fields of kinds, or for the values of one field.
package struct PropertyListRequest: Sendable, Hashable {
  private let name: String?
  private let words: [String]
  private let sort: String?
  private let collation: Collation?

  /// A request for the values of the field of a name; for fields where that is none, or is a kind. `words` are a query, `sort` the columns that rows are
  /// sorted by. Values that as many use compare by an alphabet, where one is given.
  package init(_ name: String?, _ words: [String], sort: String?, by collation: Collation? = nil) {
    self.name = name
    self.words = words
    self.sort = sort
    self.collation = collation
  }

  /// The rows.
  ///
  /// Errors: a `QueryError` for the query or the field; a `RequestError` for what cannot be sorted by.
  package func answer(in open: OpenCatalogue) throws -> PropertyAnswer {
    let tables = PropertyTables(open: open)
    let table: Table
    let asked: Asked
    if let name, !isKind(name, open) {
      asked = try open.ask(words)
      let path = try open.path(name, kinds: asked.kinds)
      try checkScalars(path, name, open)
      table = tables.values(of: path, asked, sorted: try order(PropertyTables.valueColumns(of: path)), by: collation)
    } else {
      asked = try open.ask([name].compactMap { $0 } + words)
      table = tables.fields(of: asked, sorted: try order(PropertyTables.fieldColumns))
    }
    return PropertyAnswer(table: table, lastGoodNote: open.lastGoodNote(asked.answer.rows))
  }

  /// Maps have no values that could be counted, but their members have.
  private func checkScalars(_ path: BoundPath, _ name: String, _ open: OpenCatalogue) throws(RequestError) {
    for (kind, way) in path.ways.sorted(by: { $0.key < $1.key }) {
      let table = open.index.tables[way.references.last?.kind ?? kind]
      let column = table.columns[way.column]
      guard column.field.meaning == .map, !column.members.isEmpty else { continue }
      let members = column.members.map { "'\(name).\(table.columns[$0].field.path.names.last ?? "")'" }
      throw RequestError(
        "'\(name)' holds maps, and their members have the values: name one of \(members.joined(separator: ", "))")
    }
  }

  private func order(_ columns: [String]) throws(RequestError) -> ColumnOrder {
    guard let sort else { return ColumnOrder() }
    do throws(ColumnOrder.Failure) {
      return try ColumnOrder(sort, columns: columns, former: ["count": "-uses", "name": columns[0]])
    } catch {
      throw RequestError(error.message)
    }
  }

  /// Whether a word stands for a kind: its plural, or a name that no field has.
  private func isKind(_ word: String, _ open: OpenCatalogue) -> Bool {
    open.kinds.contains { $0.plural == word }
      || (open.kinds.contains { $0.name == word }
        && open.kinds.indices.allSatisfy { open.binder.names.way(to: word, kind: $0) == nil })
  }
}

/// A request for the records that use a value.
package struct PropertyUsesRequest: Sendable, Hashable {
  private let field: String
  private let value: String
  private let words: [String]

  /// A request for the records of a query that have a value in a field.
  package init(_ field: String, _ value: String, _ words: [String]) {
    self.field = field
    self.value = value
    self.words = words
  }

  /// The records.
  ///
  /// Errors: a `QueryError` for the query or the field; a `RequestError` for a value that no record has.
  package func answer(in open: OpenCatalogue) throws -> PropertyAnswer {
    let tables = PropertyTables(open: open)
    let all = try open.ask(words)
    let path = try open.path(field, kinds: all.kinds)
    let texts = try tables.texts(of: value, path, all)
    let asked = try open.ask(words, and: term(texts, tables.fields(of: path)), among: path)
    return PropertyAnswer(table: open.rows(of: asked), lastGoodNote: open.lastGoodNote(asked.answer.rows))
  }

  /// The condition that the field has exactly one of some texts, or names one of some records.
  private func term(_ texts: [String], _ fields: [Kind.Field]) -> Query.Node {
    let isReference = fields.contains { if case .reference = $0.meaning { true } else { false } }
    let nowhere = ByteRange(at: 0)
    let values = texts.map { Query.Value(.text($0, isQuoted: true), range: nowhere) }
    return .term(
      Query.Term(path: Query.Path(dotted: field), relation: isReference ? .equal : .exactly, values: values, range: nowhere))
  }
}
