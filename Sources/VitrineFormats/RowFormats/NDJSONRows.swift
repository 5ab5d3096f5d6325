// Rows as newline-delimited JSON.

/// Shape: an object a line, with the names of the columns as keys in their order; a missing value is null.
enum NDJSONRows: RowFormat {
  static var name: String { "ndjson" }
  static var summary: String { "one JSON object a line, one line a row" }

  static func render(_ table: Table, _: Look, to sink: inout ByteSink) {
    let keys = JSONKeys(table.columns)
    var json = JSONWriter()
    for place in table.rows.indices {
      json.row(table.rows.cells(at: place), keys)
      json.lineBreak()
      json.drainIfMuch(into: &sink)
    }
    json.drain(into: &sink)
  }
}
