// Values and rows found by a text that they contain are those that a look at each of them finds.

import Testing
import VitrineAnswers
import VitrineIndex
import VitrineModel
import VitrineText

@Suite struct NameSearchTests {
  @Test("values that contain a text, and rows with one of some values, are those that a look at each finds")
  func found() throws {
    for seed in UInt64(1)...4 {
      let catalogue = RandomCatalogue(seed: seed, count: 90, kinds: RandomCatalogue.stock)
      for table in catalogue.index.tables {
        for column in table.columns.indices {
          let pool = table.pools[column]
          let values = pool.count > 2 ? Array(2..<ValueID(pool.count)) : []
          #expect(pool.values(containing: []) == values)
          #expect(pool.emptyValues == values.filter { pool.bytes($0).isEmpty })
          for value in values.prefix(20) {
            let folded = Array(pool.folded(value).prefix(5))
            guard !folded.isEmpty else { continue }
            let naive = values.filter { Self.stands(folded, in: Array(pool.folded($0))) }
            #expect(
              pool.values(containing: folded) == naive,
              "seed \(seed), \(table.kind.name), \(table.columns[column].field.path.dotted)")
            let rows = (0..<table.rowCount).filter { row in
              table.isLive(row) && table.firstValue(row, column).map(naive.contains) == true
            }
            #expect(table.rows(column, among: naive) == rows)
          }
          let without = (0..<table.rowCount).filter { table.isLive($0) && table.firstValue($0, column) == nil }
          #expect(table.rows(column, among: [.null]) == without)
        }
      }
    }
  }

  private static func stands(_ part: [UInt8], in text: [UInt8]) -> Bool {
    text.count >= part.count && (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
  }
}
