// A limit gives the start of the whole answer, and is quicker to answer: rows that cannot be among the first are let go on the way.

import Testing
import VitrineAnswers
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSyntax
import VitrineTesting

@Suite struct LimitTests {
  /// Many records of two kinds, whose titles come in the order `title` gives; some have none, or lists, or share all but their path.
  private static func index(_ count: Int, title: (Int, inout SplitMix) -> String) -> RecordIndex {
    let kinds = RandomCatalogue.stock.filter { ["game", "recipe"].contains($0.name) }
    var random = SplitMix(state: 7)
    let statuses = ["library", "wishlist", "library", "nothing"]
    let records = (0..<count).map { number in
      var text = ""
      if random.below(20) > 0 { text += "title: \"\(title(number, &random))\"\n" }
      if random.below(9) > 0 { text += "release: \(19_900_101 + random.below(40))\n" }
      text += "status: \(statuses[random.below(4)])\n"
      let makers = (0..<random.below(4)).map { _ in "m\(random.below(30))" }.joined(separator: ", ")
      text += "properties: {developers: [\(makers)]}\n"
      return IndexedRecord(
        path: "r/\(random.below(1 << 40))-\(number).yaml", kind: random.below(kinds.count),
        tree: YAML.parse(Array(text.utf8)).tree)
    }
    return RecordIndex(kinds: kinds, records: records)
  }

  private static let indexes = [
    index(5_000) { number, _ in "t\(99_999 - number)" }, index(5_000) { _, random in "t\(random.below(1 << 30))" },
    index(5_000) { _, random in "t\(random.below(3))" },
  ]

  @Test(
    "the rows of a limit are the first of all rows, in their order, and the total is that of all",
    arguments: [
      "", "kind:game", "sort:title", "kind:game sort:-title", "kind:game sort:title,-release", "sort:-release", "sort:status",
      "kind:game sort:-developers", "kind:game sort:developers.count", "kind:game sort:-developers.count,title",
      "kind:game status:wishlist", "kind:game title:t7 sort:-path", "kind:game developers:m3 sort:release", "group:status",
      "kind:game group:developers sort:-title", "group:kind sort:kind,title", "sort:path",
    ])
  func prefixes(_ text: String) throws {
    for (number, index) in Self.indexes.enumerated() {
      let binder = QueryBinder(layouts: index.tables.map(\.layout), views: [:], now: RandomCatalogue.now)
      var query = try binder.bind(try QueryParser.parse(text))
      let whole = Evaluator(index: index).answer(query)
      #expect(whole.rows.count == whole.total)
      for limit in [0, 1, 2, 40, 300, 610, 626, 4_000, 9_000] {
        query.limit = limit
        let part = Evaluator(index: index).answer(query)
        #expect(part.rows == Array(whole.rows.prefix(limit)), "index \(number), limit \(limit)")
        #expect(part.total == whole.total)
        let starts = whole.groups.filter { $0.rows.lowerBound < limit }
        #expect(part.groups.map(\.values) == starts.map(\.values))
      }
    }
  }
}
