// Rows as YAML.

/// Shape: a sequence of mappings, one key a line; texts in double quotes, so that none is taken for a number, a date or a truth value; lists and
/// structures in flow style. No row is `[]`.
enum YAMLRows: RowFormat {
  static var name: String { "yaml" }
  static var summary: String { "a YAML sequence, a mapping for each row" }

  static func render(_ table: Table, _: Look, to sink: inout ByteSink) {
    if table.rows.isEmpty || table.columns.isEmpty { return sink.write("[]\n") }
    let keys = table.columns.map { key($0.name) }
    for place in table.rows.indices {
      let row = table.rows.cells(at: place)
      for (index, key) in keys.enumerated() {
        sink.write(index == 0 ? "- " : "  ")
        sink.write(key)
        sink.write(": ")
        var json = JSONWriter()
        row.write(index, to: &json)
        sink.write(json.bytes)
        sink.write(0x0A)
      }
    }
  }

  /// A key as a plain scalar where it surely is read as a string, else in double quotes.
  private static func key(_ name: String) -> String {
    let isWord = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
    let reserved: Set = ["", "null", "true", "false", "yes", "no", "on", "off", "y", "n"]
    if isWord, !reserved.contains(name) { return name }
    var quoted: [UInt8] = []
    quoted.append(jsonString: name)
    return String(decoding: quoted, as: UTF8.self)
  }
}
