// All that an index says of its records, whatever its rows and values are numbered.

import VitrineAnswers
import VitrineCatalog
import VitrineFormats
package import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax

extension RecordIndex {
  /// A line for each record: the values of all its fields with their kinds, the elements they stand in, where references lead, and the rank of
  /// each among all values of its field.
  package var portrait: [String] {
    var lines: [String] = []
    for (number, table) in tables.enumerated() {
      let ranks = table.columns.indices.map { self.ranks(number, $0) }
      for row in 0..<table.rowCount where table.isLive(row) {
        let id = RowID(table: number, row: row)
        var line = "\(table.kind.name) \((path(of: id)).string) '\(title(of: id))' \(table.id(ofRow: row))"
        for column in table.columns.indices {
          let values = table.values(row, column).map { ranks[column][table.pools[column].label($0)] ?? -1 }
          let entries = entries(id, column)
          if !entries.isEmpty { line += "; \(table.columns[column].field.path.dotted) = \(entries) \(values)" }
        }
        lines.append(line)
      }
    }
    return lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func entries(_ id: RowID, _ column: Int) -> String {
    let table = tables[id.table]
    let pool = table.pools[column]
    let chunk = table.chunks[id.row / RowChunk.size].columns[column]
    // Where no row of a chunk has more than one value, a row without any holds a null.
    let isSingle = chunk.starts.isEmpty
    return chunk.range(ofRow: id.row % RowChunk.size).compactMap { index -> String? in
      let value = chunk.values[index]
      let elements = chunk.elements.map { "\($0[index])" }.joined(separator: "/")
      if value == .null { return isSingle ? nil : "~@\(elements)" }
      var text = value == .map ? "{}" : pool.text(value)
      if value != .map, pool.kind(value) != .string { text += ":\(pool.kind(value))" }
      if !elements.isEmpty { text += "@\(elements)" }
      if case .reference = pool.meaning { text += "->" + (pool.target(value).map { path(of: $0).string } ?? "-") }
      return text
    }.joined(separator: " ")
  }

  /// The rank of each label among those of values that some row has.
  private func ranks(_ table: Int, _ column: Int) -> [UInt64: Int] {
    var labels: Set<UInt64> = []
    for row in 0..<tables[table].rowCount where tables[table].isLive(row) {
      for value in tables[table].values(row, column) { labels.insert(tables[table].pools[column].label(value)) }
    }
    return Dictionary(uniqueKeysWithValues: labels.sorted().enumerated().map { ($0.element, $0.offset) })
  }
}

extension RecordIndex {
  /// A line for each value of each field, and how many records have it.
  package var facets: [String] {
    let all = Evaluator(index: self)
    return tables.flatMap { table -> [String] in
      let binder = QueryBinder(layouts: [table.layout], views: [:], now: CivilMoment(day: CivilDay(number: 20_000)))
      return table.layout.columns.flatMap { column -> [String] in
        let name = column.field.path.dotted
        let query = "kind:\(table.kind.name) show:\(name)"
        guard let bound = try? binder.bind(try QueryParser.parse(query)), let path = bound.show.first else { return [] }
        let facet = Facets(index: self, rows: all.answer(bound).rows).facet(by: FacetKey(path: path))
        return facet.values.map {
          "\(table.kind.name) \(name): \($0.isMissing ? "nothing" : "'\($0.text)'") \($0.tally.count)"
        }
      }
    }
  }
}

/// The answers to some queries of every sort.
struct AnswerPortrait {
  /// The answers, each after its query.
  private(set) var lines: [String] = []

  /// Asks a catalogue.
  init(_ catalogue: LoadedCatalogue, _ index: RecordIndex) {
    let now = CivilMoment(day: CivilDay(number: 20_000))
    let binder = QueryBinder(layouts: index.tables.map(\.layout), views: catalogue.views, now: now)
    let evaluator = Evaluator(index: index)
    var queries = RecordState.allCases.map { "is:\($0.rawValue)" } + ["", "sort:title", "gold", "gold or a sort:-modified,id"]
    queries += catalogue.views.keys.sorted().map { "@\($0)" }
    queries += catalogue.kinds.map { "kind:\($0.name) sort:-path" }
    for text in queries {
      do throws(QueryError) {
        let bound = try binder.bind(try QueryParser.parse(text))
        let columns = [AnswerColumn("kind", .kind), AnswerColumn("title", .title), AnswerColumn("id", .id)]
        let table = AnswerTable.table(
          of: evaluator.answer(bound), in: index, columns: columns + bound.show.map { AnswerColumn($0) },
          groups: bound.group.map { AnswerColumn($0) })
        let rows = String(decoding: Table.format(named: "json")?.bytes(table) ?? [], as: UTF8.self)
        lines += rows.split(separator: "\n").map { "\(text): \($0)" }
      } catch {
        lines.append("\(text): \(error)")
      }
    }
  }
}
