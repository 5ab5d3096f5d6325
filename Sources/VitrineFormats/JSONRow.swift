// A row of a table as a JSON object.

/// The names of columns as JSON keys, each with its quotes and its colon, made once for all rows.
struct JSONKeys {
  /// All of them, one after the other.
  fileprivate private(set) var bytes: [UInt8] = []
  /// Where each ends.
  fileprivate private(set) var ends: [Int] = []

  /// The keys of some columns.
  init(_ columns: [Table.Column]) {
    for column in columns {
      bytes.append(jsonString: column.name)
      bytes.append(0x3A)
      ends.append(bytes.count)
    }
  }
}

extension JSONWriter {
  /// Writes a row as one object of one line with the names of the columns as keys.
  mutating func row(_ row: Table.RowCells, _ keys: JSONKeys) {
    beginObject()
    keys.bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for column in keys.ends.indices {
        let end = keys.ends[column]
        key(written: UnsafeBufferPointer(rebasing: bytes[start..<end]))
        row.write(column, to: &self)
        start = end
      }
    }
    end()
  }

  /// Hands what was written so far to a sink, if it is worth it.
  mutating func drainIfMuch(into sink: inout ByteSink) {
    if bytes.count >= 1 << 14 { drain(into: &sink) }
  }
}
