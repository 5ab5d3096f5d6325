// Queries of any bytes on records of any bytes: no trap, no endless run, and an index that was changed answers as one made anew.

import FuzzShared
import VitrineAnswers
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax

/// One input of the fuzzer: a query, a NUL byte, a byte that says what kind the record is of and where it stands, the record.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzAnswer(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Sound.bytes(start, count)
  let cut = bytes.firstIndex(of: 0) ?? bytes.endIndex
  guard let query = bound(String(decoding: bytes[..<cut], as: UTF8.self)) else { return 0 }
  let before = said(query, SmallCatalogue.index)
  guard cut + 1 < bytes.endIndex else { return 0 }
  let record = record(bytes[cut + 1], Array(bytes[(cut + 2)...]))
  var writer = IndexWriter(SmallCatalogue.index)
  writer.put(record)
  let others = SmallCatalogue.records.filter { $0.path != record.path }
  let after = said(query, writer.index)
  demandSame(after, said(query, RecordIndex(kinds: SmallCatalogue.kinds, records: others + [record])), "after a put")
  let isGone = writer.remove(path: record.path)
  Sound.demand(isGone, "what was put is not there")
  guard bytes.reduce(0, &+) % 4 == 0 else { return 0 }
  demandSame(said(query, writer.index), said(query, RecordIndex(kinds: SmallCatalogue.kinds, records: others)), "after a removal")
  if let old = SmallCatalogue.records.first(where: { $0.path == record.path }) { writer.put(old) }
  demandSame(said(query, writer.index), before, "when all is as it was")
  demandSame(said(query, SmallCatalogue.index), before, "of the index that was not changed")
  return 0
}

private func bound(_ text: String) -> BoundQuery? {
  do throws(QueryError) {
    let views = [
      "v": SavedView(name: "v", query: "kind:miniature progress_status:primed.. sort:-name group:parent.army limit:3"),
      "w": SavedView(name: "w", kind: "game", query: "not @v doom or @v"),
      "itself": SavedView(name: "itself", query: "a or @itself"),
    ]
    let now = CivilMoment(day: CivilDay(number: 20_600), seconds: 43_200, offset: 10_800)
    return try QueryBinder(layouts: SmallCatalogue.layouts, views: views, now: now).bind(try QueryParser.parse(text))
  } catch {
    Sound.demand(error.range.start <= error.range.end, "the place of '\(error.message)'")
    Sound.demand(Int(error.range.end) <= error.text.utf8.count, "a place outside the text, of '\(error.message)'")
    Sound.demand(!error.message.isEmpty && error.text.utf8.count <= text.utf8.count + 100, "an error without words")
    return nil
  }
}

/// The record of the second half: the lower part of the byte says its kind, the upper part its path.
private func record(_ choice: UInt8, _ text: [UInt8]) -> IndexedRecord {
  let kinds = SmallCatalogue.kinds.count
  let path =
    switch Int(choice) / kinds {
    case 0: "new/fuzzed.yaml"
    case 1: "minis/40k/project.yaml"
    case 2: "robes.yml"
    case 3: "a/missing.yaml"
    case let place: SmallCatalogue.records[place % SmallCatalogue.records.count].path
    }
  let context = SmallCatalogue.context(text.count % 60, path)
  return IndexedRecord(path: path, kind: Int(choice) % kinds, tree: YAML.parse(text).tree, context: context)
}

/// What an index says to a query, in words that do not depend on how it came about.
private struct Said: Equatable {
  var paths: [String] = []
  var total = 0
  var groups: [String] = []
  var json: [UInt8] = []
  var tallies: [String] = []
}

private func demandSame(_ one: Said, _ other: Said, _ when: String) {
  Sound.demand(one.paths == other.paths && one.total == other.total, "other rows \(when): \(one.paths), \(other.paths)")
  Sound.demand(one.groups == other.groups, "other groups \(when): \(one.groups), \(other.groups)")
  Sound.demand(one.json == other.json, "other rows as JSON \(when)")
  Sound.demand(one.tallies == other.tallies, "other facets \(when): \(one.tallies), \(other.tallies)")
}

private func said(_ query: BoundQuery, _ index: RecordIndex) -> Said {
  var said = Said()
  let answer = Evaluator(index: index).answer(query)
  said.paths = answer.rows.map { index.path(of: $0) }
  said.total = answer.total
  Sound.demand(answer.rows.count == min(answer.total, query.limit ?? .max), "\(answer.rows.count) rows of \(answer.total)")
  Sound.demand(Set(said.paths).count == said.paths.count, "a row twice")
  check(answer.groups, 0..<answer.rows.count, query.group.count, "", &said.groups)
  let columns = [AnswerColumn("kind", .kind), AnswerColumn("title", .title), AnswerColumn("id", .id)]
  let shown = (query.show + query.sort.map(\.path)).prefix(20).map { AnswerColumn($0) }
  said.json = bytes("ndjson", AnswerTable.table(of: answer, in: index, columns: columns + shown))
  let groups = query.group.map { $0.ways.isEmpty ? AnswerColumn("kind", .kind) : AnswerColumn($0) }
  let table = AnswerTable.table(of: answer, in: index, columns: columns + shown, groups: groups)
  _ = bytes(answer.total % 2 == 0 ? "table" : "csv", table)
  let facets = Facets(index: index, rows: answer.rows)
  let keys = (query.group + query.show + query.sort.map(\.path)).prefix(3)
  for (number, path) in keys.enumerated() {
    for period in [nil, FacetKey.Period.allCases[number % FacetKey.Period.allCases.count]] {
      said.tallies += tallies(facets.facet(by: FacetKey(path: path, period: period), measure: keys.first), answer.rows.count)
    }
    if let other = keys.last {
      let cross = facets.facet(by: FacetKey(path: path), and: FacetKey(path: other, period: .month))
      for pair in cross.pairs {
        let isKnown = cross.first.indices.contains(pair.first) && cross.second.indices.contains(pair.second)
        Sound.demand(isKnown && pair.tally.count > 0, "a pair of nothing")
      }
    }
  }
  return said
}

/// Values that differ only in case are said as one of them, so that numbers are compared and not words.
private func tallies(_ facet: Facet, _ rowCount: Int) -> [String] {
  Sound.demand(facet.all.count == rowCount, "rows that are not counted")
  Sound.demand(facet.values.allSatisfy { (1...max(rowCount, 1)).contains($0.tally.count) }, "a value of no rows")
  Sound.demand(rowCount == 0 || facet.values.reduce(0) { $0 + $1.tally.count } >= rowCount, "rows under no value")
  return facet.values.map { "\($0.isMissing) \($0.tally)" }
}

private func check(_ groups: [Answer.Group], _ rows: Range<Int>, _ depths: Int, _ indent: String, _ said: inout [String]) {
  Sound.demand(depths > 0 || groups.isEmpty, "groups below the last field")
  var start = rows.lowerBound
  for group in groups {
    Sound.demand(group.rows.lowerBound == start && !group.rows.isEmpty, "a group that begins elsewhere")
    said.append("\(indent)\(group.rows) \(group.values.count)")
    check(group.groups, group.rows, depths - 1, indent + " ", &said)
    start = group.rows.upperBound
  }
  Sound.demand(groups.isEmpty || start == rows.upperBound, "rows below no group")
}

private func bytes(_ format: String, _ table: Table) -> [UInt8] {
  let bytes = Table.format(named: format)?.bytes(table) ?? []
  Sound.demand(String(validating: bytes, as: UTF8.self) != nil, "\(format) is not UTF-8")
  if format == "ndjson" {
    for line in bytes.split(separator: 10) { Sound.demand(JSON.parse(Array(line)).isComplete, "a row that is no JSON") }
  }
  return bytes
}
