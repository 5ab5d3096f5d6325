// Counts and sums by one field and by two, beside counting by hand; and the order of headings.

import Testing
import VitrineAnswers
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax
import VitrineText

/// Facets of the rows of an answer.
@Suite struct FacetTests {
  private func bound(_ text: String, _ catalogue: RandomCatalogue) throws -> BoundQuery {
    let layouts = catalogue.index.tables.map(\.layout)
    return try QueryBinder(layouts: layouts, views: [:], now: RandomCatalogue.now).bind(QueryParser.parse(text))
  }

  /// The distinct texts of a record in a field, without nulls; maps count as "", references as the shortest name of the record.
  private func texts(_ record: Int, _ path: String, _ naive: NaiveCatalogue) -> Set<String> {
    Set(
      naive.entries(record, path, nil).filter { $0.form != .null }.map { entry in
        let target = naive.target(of: entry, record, path)
        return entry.form == .map ? "" : target.map { naive.shortName(of: $0, amongAll: path == "used-by") } ?? entry.text
      })
  }

  @Test("every field of every kind is counted as one counts by hand: a row once under each of its values")
  func counts() throws {
    for seed in UInt64(1)...6 {
      let kinds = Array(RandomCatalogue.stock.shuffled(seed: seed).prefix(2))
      let catalogue = RandomCatalogue(seed: seed, count: 60, kinds: kinds)
      let naive = catalogue.naive
      let rows = Evaluator(index: catalogue.index).answer(try bound("", catalogue)).rows
      let facets = Facets(index: catalogue.index, rows: rows)
      for field in naive.fields[0] {
        let path = field.path.dotted
        guard !path.hasPrefix("photo"), path != "modified" else { continue }
        let query = try bound("show:\(path)", catalogue)
        guard let key = query.show.first else { continue }
        let facet = facets.facet(by: FacetKey(path: key))
        var wanted: [String: Int] = [:]
        var missing = 0
        for record in naive.records.indices {
          let kind = naive.records[record].kind
          let ways = naive.ways(field.path.names, counts: false, kind: kind) ?? []
          let found = ways.first.map { texts(record, $0.path, naive) } ?? []
          if found.isEmpty { missing += 1 }
          for text in found { wanted[text, default: 0] += 1 }
        }
        let found = Dictionary(facet.values.filter { !$0.isMissing }.map { ($0.text, $0.tally.count) }) { $0 + $1 }
        #expect(found == wanted, "\(path), seed \(seed)")
        #expect((facet.values.first { $0.isMissing }?.tally.count ?? 0) == missing, "\(path), seed \(seed)")
        #expect(facet.all.count == rows.count)
      }
    }
  }

  @Test("an answer in any order has the same rows as one in order, and is counted alike")
  func unsorted() throws {
    for seed in UInt64(1)...6 {
      let catalogue = RandomCatalogue(seed: seed, count: 60, kinds: RandomCatalogue.stock)
      let evaluator = Evaluator(index: catalogue.index)
      for text in ["", "kind:game", "title:a", "title:a limit:7 sort:-title"] {
        let query = try bound(text, catalogue)
        let (sorted, any) = (evaluator.answer(query), evaluator.answer(query, isSorted: false))
        #expect(Set(sorted.rows) == Set(any.rows), "\(text), seed \(seed)")
        #expect(sorted.total == any.total)
        // Which rows a limit leaves depends on the order.
        if query.limit != nil { #expect(sorted.rows == any.rows) }
      }
    }
  }

  @Test("references to one record are one value however they are written, by its shortest name; dangling ones go by their text")
  func references() throws {
    let kinds = RandomCatalogue.stock
    func field(_ name: String) -> (kind: Int, path: String)? {
      for (number, kind) in kinds.enumerated() {
        if let field = kind.fields.first(where: { $0.meaning == .reference(kind: name) && $0.path.names.count == 1 }) {
          return (number, field.path.dotted)
        }
      }
      return nil
    }
    let wanted = try #require(kinds.indices.first { field(kinds[$0].name) != nil })
    let (user, path) = try #require(field(kinds[wanted].name))
    let texts = ["trim", "all/trim", "all/trim.yaml", "none", "twin", "one/twin", "two/twin"]
    let users = texts.enumerated().map { (path: "users/\($0.offset).yaml", kind: user, text: "\(path): \($0.element)\n") }
    let records = ["all/trim", "one/twin", "two/twin"].map { (path: $0 + ".yaml", kind: wanted, text: "") } + users
    let index = RecordIndex(
      kinds: kinds,
      records: records.map { record in
        IndexedRecord(
          path: Path(record.path), kind: record.kind, tree: YAML.parse(Array(record.text.utf8)).tree, context: RecordContext())
      })
    let binder = QueryBinder(layouts: index.tables.map(\.layout), views: [:], now: RandomCatalogue.now)
    let query = try binder.bind(QueryParser.parse("kind:\(kinds[user].name) group:\(path) show:\(path)"))
    let answer = Evaluator(index: index).answer(query)
    let facet = Facets(index: index, rows: answer.rows).facet(by: FacetKey(path: query.show[0]))
    let counted = facet.values.map { "\($0.text) \($0.tally.count)" }
    #expect(counted == ["none 1", "one/twin 1", "trim 3", "twin 1", "two/twin 1"])
    #expect(answer.groups.map { "\($0.title) \($0.rows.count)" } == counted)
  }

  @Test("pairs of two fields add up to the counts of each, where no row has several values")
  func pairs() throws {
    let kinds = RandomCatalogue.stock.filter { $0.name == RandomCatalogue.stock[1].name }
    let catalogue = RandomCatalogue(seed: 5, count: 200, kinds: kinds)
    let rows = Evaluator(index: catalogue.index).answer(try bound("", catalogue)).rows
    let scalars = catalogue.naive.fields[0].filter { !$0.isList && !$0.isMap && $0.path.names.count == 1 }
    let query = try bound("show:\(scalars[0].path.dotted),finding.severity", catalogue)
    let cross = Facets(index: catalogue.index, rows: rows)
      .facet(by: FacetKey(path: query.show[1]), and: FacetKey(path: query.show[0]))
    for (place, value) in cross.second.enumerated() {
      let sum = cross.pairs.filter { $0.second == place }.reduce(0) { $0 + $1.tally.count }
      #expect(sum >= value.tally.count)
    }
    let pairs = cross.pairs.map { [$0.first, $0.second] }
    #expect(pairs == pairs.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(Set(pairs).count == pairs.count)
  }

  @Test("every period is called what queries call it", arguments: FacetKey.Period.allCases)
  func periods(_ period: FacetKey.Period) throws {
    let kinds = RandomCatalogue.stock.filter { kind in kind.fields.contains { $0.meaning == .date || $0.meaning == .dateInt } }
    let catalogue = RandomCatalogue(seed: 11, count: 120, kinds: Array(kinds.prefix(1)))
    let field = try #require(
      catalogue.naive.fields[0].first { !$0.isList && ($0.meaning == .date || $0.meaning == .dateInt) })
    let path = field.path.dotted
    let query = try bound("show:\(path)", catalogue)
    let rows = Evaluator(index: catalogue.index).answer(try bound("", catalogue)).rows
    let facet = Facets(index: catalogue.index, rows: rows).facet(by: FacetKey(path: query.show[0], period: period))
    #expect(facet.values.contains { !$0.isMissing })
    for value in facet.values where !value.isMissing && period != .weekday {
      let answer = Evaluator(index: catalogue.index).answer(try bound("\(path):\(value.text)", catalogue))
      #expect(answer.total == value.tally.count, "\(value.text)")
    }
  }

  @Test("numbers are added up over all values that have one")
  func sums() throws {
    for seed in UInt64(1)...4 {
      let catalogue = RandomCatalogue(seed: seed, count: 80, kinds: RandomCatalogue.stock)
      let naive = catalogue.naive
      let rows = Evaluator(index: catalogue.index).answer(try bound("", catalogue)).rows
      for kind in naive.kinds.indices {
        for field in naive.fields[kind] where field.meaning == .number && !field.path.dotted.hasPrefix("photo") {
          guard let column = catalogue.index.tables[kind].layout.column(at: field.path) else { continue }
          let path = BoundPath(written: field.path.dotted, ways: [kind: BoundPath.Way(column: column)])
          let tally = Facets(index: catalogue.index, rows: rows).tally(of: path)
          var numbers: [Double] = []
          for record in naive.records.indices where naive.records[record].kind == kind {
            for entry in naive.entries(record, field.path.dotted, nil) where entry.form == .scalar {
              if let number = NaiveWords.number(entry.text, .number) { numbers.append(number) }
            }
          }
          #expect(tally.numbers == numbers.count)
          #expect(tally.least == numbers.min() ?? .infinity)
          #expect(tally.greatest == numbers.max() ?? -.infinity)
        }
      }
    }
  }

  @Test("a row with several values stands under one heading, which is the set of them")
  func headings() throws {
    let catalogue = RandomCatalogue(seed: 3, count: 100, kinds: RandomCatalogue.stock)
    let answer = Evaluator(index: catalogue.index).answer(try bound("group:tags", catalogue))
    #expect(answer.groups.map(\.rows.count).reduce(0, +) == answer.rows.count)
    // Values are bytes; a map, which has none to show, is not the empty text.
    let headings = answer.groups.map { group in
      zip(group.values, group.source?.values ?? []).map { $1 == .map ? nil : Array($0.utf8) }
    }
    #expect(Set(headings).count == answer.groups.count)
    #expect(answer.groups.contains { $0.values.count > 1 })
    #expect(answer.groups.last?.values == [])
    for group in answer.groups {
      for (text, value) in zip(group.values, group.source?.values ?? []) {
        let source = try #require(group.source)
        #expect(value == .map || catalogue.index.tables[source.table].pools[source.column].text(value) == text)
      }
    }
  }
}

extension Array {
  /// The same elements in an order that the seed tells.
  fileprivate func shuffled(seed: UInt64) -> [Element] {
    enumerated().sorted { left, right in
      let one = UInt64(left.offset + 1) &* (seed &* 0x9E37_79B9_7F4A_7C15)
      let other = UInt64(right.offset + 1) &* (seed &* 0x9E37_79B9_7F4A_7C15)
      return (one, left.offset) < (other, right.offset)
    }.map(\.element)
  }
}
