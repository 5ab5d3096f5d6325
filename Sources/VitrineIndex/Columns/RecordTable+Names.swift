// What a row is called, and the way back from a name to the row.

import VitrineModel
package import VitrineSource
import VitrineText

extension RecordTable {
  /// The path of a record.
  package func path(ofRow row: Int) -> Path {
    firstValue(row, layout.builtIns.path).map { Path(pools[layout.builtIns.path].text($0)) } ?? ""
  }

  /// The id of a record: the path without its suffix.
  package func id(ofRow row: Int) -> String { path(ofRow: row).stem.string }

  /// The display title of a record; the last part of its id where it has none.
  package func title(ofRow row: Int) -> String {
    if let display = kind.display, let column = layout.column(at: display), let value = firstValue(row, column) {
      let title = value == .map ? "" : pools[column].text(value)
      if !title.isEmpty { return title }
    }
    return path(ofRow: row).stem.name.string
  }

  /// The first value of a row in a column that is no null.
  package func firstValue(_ row: Int, _ column: Int) -> ValueID? {
    // The parts of a column are reached one by one: to take it out of its table would count a reference for each of them.
    let chunk = row / RowChunk.size
    for place in chunks[chunk].columns[column].range(ofRow: row % RowChunk.size)
    where chunks[chunk].columns[column].values[place] != .null {
      return chunks[chunk].columns[column].values[place]
    }
    return nil
  }

  /// The row of the record at a path. Costs a look at every path where no names are kept.
  package func row(ofPath path: Path) -> Int? {
    let bytes = Array(path.utf8)
    let (pool, column) = (pools[layout.builtIns.path], layout.builtIns.path)
    func isThere(_ row: Int) -> Bool {
      isLive(row) && firstValue(row, column).map { pool.bytes($0).elementsEqual(bytes) } == true
    }
    return rows(maybeNamed: Folding.fold(path.stem.name.string)).map { $0.first(where: isThere) }
      ?? (0..<rowCount).first(where: isThere)
  }
}

extension RecordIndex {
  /// The place of the record at a path. Costs a look at every path where no names are kept.
  package func row(ofPath path: Path) -> RowID? {
    for (number, table) in tables.enumerated() {
      if let row = table.row(ofPath: path) { return RowID(table: number, row: row) }
    }
    return nil
  }

  /// The path of a record.
  package func path(of id: RowID) -> Path { tables[id.table].path(ofRow: id.row) }

  /// The id of a record.
  package func id(of id: RowID) -> String { tables[id.table].id(ofRow: id.row) }

  /// The display title of a record.
  package func title(of id: RowID) -> String { tables[id.table].title(ofRow: id.row) }
}
