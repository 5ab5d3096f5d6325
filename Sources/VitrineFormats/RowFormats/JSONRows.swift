// Rows as one JSON array.

/// Shape: an array of objects, one a line, with the names of the columns as keys in their order; a missing value is null.
enum JSONRows {
  static var format: RowFormat {
    RowFormat("json", "one JSON array, an object for each row") { table, _, sink in
      var json = JSONWriter(indent: 2)
      json.array { json in
        for row in table.rows {
          json.onOneLine { $0.row(row, table.columns) }
          json.drain(into: &sink)
        }
      }
      json.lineBreak()
      json.drain(into: &sink)
    }
  }
}
