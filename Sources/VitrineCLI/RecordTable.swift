// Records as rows, in their kind's order.

import VitrineCatalog
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineSyntax
import VitrineText

/// The rows of lists.
enum RecordTable {
  /// The records of one kind, with its columns unless others are wanted.
  ///
  /// Errors: a column that is no field of the kind.
  static func rows(of index: Int, in catalogue: LoadedCatalogue, columns wanted: [FieldPath]?) throws -> Table {
    let kind = catalogue.snapshot.catalogue.kinds[index]
    let paths = wanted ?? kind.columns
    let columns = paths.map { RecordColumn($0, kind) }
    let records = catalogue.snapshot.catalogue.records.indices.filter { catalogue.snapshot.catalogue.records[$0].kind == index }
    for (path, column) in zip(paths, columns) where !column.isField && !isMet(column, in: records, catalogue) {
      throw unknown(path, "a \(kind.name) has", [kind])
    }
    let order = RecordOrder(kind).sorted(records, catalogue)
    return Table(
      columns: columns.map(\.column),
      rows: order.map { record in row(record, columns, catalogue) } as [Table.Row])
  }

  /// All records, by kind and then in the kind's order: kind, title, id and the wanted columns.
  ///
  /// Errors: a column that is no field of any kind.
  static func rowsOfAll(_ catalogue: LoadedCatalogue, columns wanted: [FieldPath]?) throws -> Table {
    let facts = catalogue.snapshot.catalogue
    var rows: [Table.Row] = []
    var table = Table(columns: [Table.Column("kind"), Table.Column("title"), Table.Column("id")])
    if let wanted { table.columns += wanted.map { Table.Column($0.dotted) } }
    for path in wanted ?? [] where !facts.kinds.contains(where: { RecordColumn(path, $0).isField }) {
      throw unknown(path, "the kinds here have", facts.kinds)
    }
    for (index, kind) in facts.kinds.enumerated() {
      let columns = (wanted ?? []).map { RecordColumn($0, kind) }
      for record in RecordOrder(kind).sorted(facts.records.indices.filter { facts.records[$0].kind == index }, catalogue) {
        var row = row(record, columns, catalogue)
        let facts = facts.records[record]
        row.cells.insert(contentsOf: [.text(kind.name), .text(facts.title), .text(RecordID.id(ofPath: facts.path))], at: 0)
        rows.append(row)
      }
    }
    table.rows = Table.Rows(rows)
    return table
  }

  /// Whether any of the records has a value for the column.
  private static func isMet(_ column: RecordColumn, in records: [Int], _ catalogue: LoadedCatalogue) -> Bool {
    records.contains { record in
      let tree = catalogue.trees[record]
      return tree.withReader { reader in tree.roots.first.map { column.hasValue(reader, root: $0) } ?? false }
    }
  }

  private static func unknown(_ path: FieldPath, _ owner: String, _ kinds: [Kind]) -> CommandError {
    let names = kinds.flatMap(\.fields).map(\.path.dotted)
    let nearest = NearestWord.nearest(to: path.dotted, in: names).map { "; did you mean '\($0)'?" } ?? ""
    return CommandError("\(owner) no field '\(path.dotted)'\(nearest)")
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
