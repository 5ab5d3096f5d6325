// A row of a table as a JSON object.

/// The names of columns as JSON keys, each with its quotes and its colon, made once for all rows.
struct JSONKeys {
  fileprivate let keys: [[UInt8]]

  /// The keys of some columns.
  init(_ columns: [Table.Column]) {
    keys = columns.map { column in
      var key: [UInt8] = []
      key.append(jsonString: column.name)
      key.append(0x3A)
      return key
    }
  }
}

extension JSONWriter {
  /// Writes a row as one object of one line with the names of the columns as keys.
  mutating func row(_ row: Table.Row, _ keys: JSONKeys) {
    beginObject()
    for (index, key) in keys.keys.enumerated() {
      self.key(written: key)
      cell(row[index])
    }
    end()
  }
}
