// Rows as one JSON array.

/// Shape: an array of objects, one a line, with the names of the columns as keys in their order; a missing value is null.
enum JSONRows: RowFormat {
  static var name: String { "json" }
  static var summary: String { "one JSON array, an object for each row" }

  static func render(_ table: Table, _: Look, to sink: inout ByteSink) {
    let keys = JSONKeys(table.columns)
    var json = JSONWriter(indent: 2)
    json.array { json in
      for place in table.rows.indices {
        json.onOneLine { $0.row(table.rows.cells(at: place), keys) }
        json.drainIfMuch(into: &sink)
      }
    }
    json.lineBreak()
    json.drain(into: &sink)
  }
}
