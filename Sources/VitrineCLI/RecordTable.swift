// Records as rows, in their kind's order.

import VitrineCatalog
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineSyntax

/// The rows of lists.
enum RecordTable {
  /// The records of one kind, with its columns unless others are wanted.
  ///
  /// Errors: a column that is no field of the kind.
  static func rows(of index: Int, in catalogue: LoadedCatalogue, columns wanted: [FieldPath]?) throws -> Table {
    let kind = catalogue.snapshot.catalogue.kinds[index]
    let paths = wanted ?? kind.columns
    let columns = try paths.map { try RecordColumn($0, kind) }
    let records = catalogue.snapshot.catalogue.records.indices.filter { catalogue.snapshot.catalogue.records[$0].kind == index }
    let order = RecordOrder(kind).sorted(records, catalogue)
    return Table(
      columns: columns.map(\.column),
      rows: order.map { record in row(record, columns, catalogue) })
  }

  /// All records, by kind and then in the kind's order: id, kind and title, or the wanted columns.
  static func rowsOfAll(_ catalogue: LoadedCatalogue, columns wanted: [FieldPath]?) throws -> Table {
    let facts = catalogue.snapshot.catalogue
    var table = Table(columns: [Table.Column("kind"), Table.Column("title"), Table.Column("id")])
    if let wanted { table.columns += wanted.map { Table.Column($0.dotted) } }
    for (index, kind) in facts.kinds.enumerated() {
      let columns = (wanted ?? []).map { RecordColumn(anywhere: $0, kind) }
      for record in RecordOrder(kind).sorted(facts.records.indices.filter { facts.records[$0].kind == index }, catalogue) {
        var row = row(record, columns, catalogue)
        let facts = facts.records[record]
        row.cells.insert(contentsOf: [.text(kind.name), .text(facts.title), .text(RecordID.id(ofPath: facts.path))], at: 0)
        table.rows.append(row)
      }
    }
    return table
  }

  private static func row(_ record: Int, _ columns: [RecordColumn], _ catalogue: LoadedCatalogue) -> Table.Row {
    let tree = catalogue.trees[record]
    return Table.Row(
      path: catalogue.snapshot.catalogue.records[record].path,
      tree.withReader { reader in
        columns.map { column in tree.roots.first.map { column.cell(reader, root: $0) } ?? .null }
      })
  }
}
