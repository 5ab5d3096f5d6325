// What a daemon believes of every folder: its JSON to rows.

package import VitrineFormats
import VitrineSource
import VitrineSyntax

/// The answer to `GET /v1/folders`.
package struct DaemonFolders: Sendable {
  /// The JSON as it came.
  package let bytes: [UInt8]

  /// Takes an answer.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A row for each folder. Shape: what is not there, or not understood, is left empty.
  package var table: Table {
    let tree = JSON.parse(bytes).tree
    var rows: [Table.Row] = []
    if let top = tree.roots.first {
      tree.withReader { reader in
        for item in reader.items(top) {
          let object = EventObject(reader: reader, id: item)
          let path = object.text("path") ?? ""
          func cell(_ name: String) -> Cell { object.text(name).map { .text($0) } ?? .null }
          rows.append(
            Table.Row(
              path: Path(path),
              [
                .text(path.isEmpty ? "." : path), cell("watching"), .integer(object.integer("files") ?? 0), cell("reason"),
                cell("trouble"),
              ]))
        }
      }
    }
    var table = Table(
      columns: [
        Table.Column("folder"), Table.Column("watching"), Table.Column("files", .right), Table.Column("reason"),
        Table.Column("trouble"),
      ], rows: rows)
    table.hidesEmptyColumns = true
    return table
  }
}
