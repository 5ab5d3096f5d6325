// The index of real catalogues, as the loader makes it, compared with the report of the same reading.

import Testing
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineTesting

/// What the loader puts into the columns.
@Suite struct LoadedIndexTests {
  private static let catalogues = ["examples/collection", "examples/broken"]

  private func load(_ catalogue: String) throws -> (index: RecordIndex, snapshot: Snapshot) {
    let loaded = try CatalogueLoader.load(
      root: TestData.checkout + "/" + catalogue, options: CatalogueLoader.Options(indexes: true) { _ in 3600 })
    return (try #require(loaded.index), loaded.snapshot)
  }

  @Test("every record has a row with its path, title and time, broken ones too", arguments: catalogues)
  func rows(catalogue: String) throws {
    let (index, snapshot) = try load(catalogue)
    #expect(index.count == snapshot.catalogue.records.count)
    for record in snapshot.catalogue.records {
      let id = try #require(index.row(ofPath: record.path))
      #expect(id.table == record.kind)
      #expect(index.title(of: id) == record.title)
      #expect(index.tables[id.table].id(ofRow: id.row) == record.path.stem.string)
      guard index.tables[id.table].layout.builtIns.modified != nil else { continue }
      #expect(index.entries(id, "modified").hasSuffix("+01:00"))
    }
  }

  @Test("findings stand with their records", arguments: catalogues)
  func findings(catalogue: String) throws {
    let (index, snapshot) = try load(catalogue)
    for record in snapshot.catalogue.records {
      let id = try #require(index.row(ofPath: record.path))
      let found = snapshot.findings.filter { $0.path == record.path }
      let rules = found.enumerated().map { "\($0.element.rule.slug)@\($0.offset)" }.joined(separator: " ")
      #expect(index.entries(id, "finding.rule") == rules)
      let severities = found.enumerated().map { "\($0.element.severity.word)@\($0.offset)" }.joined(separator: " ")
      #expect(index.entries(id, "finding.severity") == severities)
    }
  }

  @Test("photos, parents, references and users are those of the report", arguments: catalogues)
  func links(catalogue: String) throws {
    let (index, snapshot) = try load(catalogue)
    let (records, links) = (snapshot.catalogue.records, snapshot.links)
    var users = records.map { _ in Set<String>() }
    for (number, record) in records.enumerated() {
      let id = try #require(index.row(ofPath: record.path))
      let table = index.tables[id.table]
      if let column = table.layout.builtIns.photo { #expect(table.values(id.row, column).count == links.photos[number].count) }
      let parent = links.parents[number].map { records[$0].path }
      if let place = links.parents[number] { users[place].insert(record.path.string) }
      if let column = table.layout.builtIns.parent {
        #expect(table.firstValue(id.row, column).map { table.pools[column].text($0) } == parent?.string)
      }
      var expected: [String] = []
      for case .record(let target) in links.references.isEmpty ? [] : links.references[number] {
        expected.append(records[target].path.string)
        users[target].insert(record.path.string)
      }
      var found: [String] = []
      for (column, field) in table.kind.fields.enumerated() {
        guard case .reference = field.meaning else { continue }
        for value in table.values(id.row, column) {
          if let to = table.pools[column].target(value) { found.append(index.path(of: to).string) }
        }
      }
      #expect(found.sorted() == expected.sorted(), "\(record.path)")
    }
    for (number, record) in records.enumerated() {
      let id = try #require(index.row(ofPath: record.path))
      let table = index.tables[id.table]
      let column = try #require(table.layout.builtIns.usedBy)
      #expect(table.values(id.row, column).map { table.pools[column].text($0) } == users[number].sorted(), "\(record.path)")
    }
  }

  @Test("an index is the same however the work was shared out", arguments: catalogues)
  func determinism(catalogue: String) throws {
    let first = try load(catalogue).index
    for _ in 0..<3 {
      let again = try load(catalogue).index
      #expect(again.portrait == first.portrait)
      for (left, right) in zip(first.tables, again.tables) {
        #expect(
          left.pools.map { pool in (0..<ValueID(pool.count)).map { pool.text($0) } }
            == right.pools.map { pool in (0..<ValueID(pool.count)).map { pool.text($0) } })
      }
    }
  }

  @Test("an index is made only where it is asked for")
  func unasked() throws {
    #expect(try CatalogueLoader.load(root: TestData.checkout + "/examples/collection").index == nil)
  }
}
