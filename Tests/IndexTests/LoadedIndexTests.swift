// The index of real catalogues, as the loader makes it.

import Testing
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineTesting

/// What the loader puts into the columns.
@Suite struct LoadedIndexTests {
  /// The texts of a row in a field, `{}` for maps.
  private func texts(_ table: RecordTable, _ row: Int, _ path: String) -> [String] {
    guard let column = table.layout.column(at: FieldPath(dotted: path)) else { return ["no column \(path)"] }
    return table.values(row, column).map { $0 == .map ? "{}" : table.pools[column].text($0) }
  }

  @Test("the example collection has a row for each record, with its path, title and fields")
  func example() throws {
    let loaded = try CatalogueLoader.load(
      root: TestData.checkout + "/examples/collection", options: CatalogueLoader.Options(indexes: true))
    let index = try #require(loaded.index)
    let records = loaded.snapshot.catalogue.records
    #expect(index.count == records.count)
    for record in records {
      let id = try #require(index.row(ofPath: record.path))
      #expect(id.table == record.kind)
      #expect(index.title(of: id) == record.title)
      #expect(index.tables[id.table].id(ofRow: id.row) == RecordID.id(ofPath: record.path))
      guard index.tables[id.table].layout.builtIns.modified != nil else { continue }
      #expect(texts(index.tables[id.table], id.row, "modified").first?.count == 25)
    }
  }

  @Test("an index is made only where it is asked for")
  func unasked() throws {
    #expect(try CatalogueLoader.load(root: TestData.checkout + "/examples/collection").index == nil)
  }
}
