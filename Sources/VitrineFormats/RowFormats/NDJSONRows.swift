// Rows as newline-delimited JSON.

/// Shape: an object a line, with the names of the columns as keys in their order; a missing value is null.
enum NDJSONRows {
  static var format: RowFormat {
    RowFormat("ndjson", "one JSON object a line, one line a row") { table, _, sink in
      var json = JSONWriter()
      for row in table.rows {
        json.row(row, table.columns)
        json.lineBreak()
        json.drain(into: &sink)
      }
    }
  }
}
