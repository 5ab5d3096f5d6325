// Values and rows found by a text that they contain are those that a look at each of them finds.

import Testing
import VitrineAnswers
import VitrineIndex
import VitrineModel
import VitrineTesting
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

  @Test("who types on, takes letters back and looks for two words in turn finds what a look at each value finds")
  func typed() throws {
    for seed in UInt64(11)...14 {
      var random = SplitMix(state: seed)
      // More values than a segment has.
      let catalogue = RandomCatalogue(seed: seed, count: 700, kinds: RandomCatalogue.stock)
      for table in catalogue.index.tables {
        for column in table.columns.indices where table.pools[column].count > 40 {
          let pool = table.pools[column]
          let values = Array(2..<ValueID(pool.count))
          var typed: [[UInt8]] = [[], []]
          for step in 0..<60 {
            let word = Int.random(in: 0...1, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0: typed[word] = []
            case 1, 2: typed[word] = Array(typed[word].dropLast())
            case 3: typed[word] = Array(typed[word].dropFirst())
            default:
              // The next letter of a value that has what is typed.
              let found = values.filter { Self.stands(typed[word], in: Array(pool.folded($0))) }
              guard let value = found.randomElement(using: &random) ?? values.randomElement(using: &random) else { continue }
              let text = Array(pool.folded(value))
              let place = (0...text.count).first { text[$0...].starts(with: typed[word]) } ?? 0
              typed[word] = Array(text[place...].prefix(typed[word].count + 1))
            }
            let naive = values.filter { Self.stands(typed[word], in: Array(pool.folded($0))) }
            #expect(
              pool.values(containing: typed[word]) == naive,
              "seed \(seed), step \(step), \(table.kind.name), \(table.columns[column].field.path.dotted)")
          }
        }
      }
    }
  }

  private static func stands(_ part: [UInt8], in text: [UInt8]) -> Bool {
    text.count >= part.count && (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
  }
}
