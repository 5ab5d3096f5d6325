// One value of a row, typed enough for every row format to write it in its own way.

/// A value in a table.
///
/// Lists within lists go as deep as their author makes them: take them from values within the limits of the syntax room only.
package enum Cell: Sendable, Hashable {
  /// No value.
  case null
  /// Words.
  case text(String)
  /// A number as it is written, such as "20220225" or "12.50"; JSON gets it as a number where JSON allows it so written, else as a string.
  case number(String)
  /// A date or time as it is to be shown and exported, such as "2022-02-25".
  case date(String)
  /// True or false.
  case boolean(Bool)
  /// Several values.
  case list([Cell])
  /// Anything else: in words for people, and as JSON text, which its maker answers for.
  case structure(words: String, json: [UInt8])

  /// A whole number.
  package static func integer(_ value: Int) -> Cell { .number(String(value)) }

  /// The value in words. Shape: list values joined by "; ", null as "".
  package var words: String {
    switch self {
    case .null: ""
    case .text(let text), .number(let text), .date(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .list(let values): values.map(\.words).joined(separator: "; ")
    case .structure(let words, _): words
    }
  }
}

extension JSONWriter {
  /// Writes a cell as a JSON value.
  package mutating func cell(_ cell: Cell) {
    switch cell {
    case .null: null()
    case .text(let text), .date(let text): string(text)
    case .number(let text): if isJSONNumber(text) { raw(text.utf8) } else { string(text) }
    case .boolean(let value): boolean(value)
    case .list(let values):
      array { json in
        for value in values { json.cell(value) }
      }
    case .structure(_, let json): raw(json)
    }
  }

  /// Writes a row as one object with the names of the columns as keys.
  package mutating func row(_ row: Table.Row, _ columns: [Table.Column]) {
    object { json in
      for (index, column) in columns.enumerated() {
        json.key(column.name)
        json.cell(row[index])
      }
    }
  }
}

/// True where a text is a number by the grammar of RFC 8259, section 6.
func isJSONNumber(_ text: String) -> Bool {
  var rest = Array(text.utf8)[...]
  func digits() -> Int {
    let count = rest.prefix { (0x30...0x39).contains($0) }.count
    rest.removeFirst(count)
    return count
  }
  if rest.first == 0x2D { rest.removeFirst() }
  let startsWithZero = rest.first == 0x30
  let whole = digits()
  if whole == 0 || (startsWithZero && whole > 1) { return false }
  if rest.first == 0x2E {
    rest.removeFirst()
    if digits() == 0 { return false }
  }
  if let letter = rest.first, letter == 0x65 || letter == 0x45 {
    rest.removeFirst()
    if let sign = rest.first, sign == 0x2B || sign == 0x2D { rest.removeFirst() }
    if digits() == 0 { return false }
  }
  return rest.isEmpty
}
