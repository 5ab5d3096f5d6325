// Rows in words of one's own: `{title} ({release:date})`.

package import VitrineQuery
import VitrineSource

/// A text with places for fields, written once for each row.
///
/// Shape: `{field}` stands for a field's value as it is written, `{field:form}` for the value in a form (`TemplateForm`); several forms follow
/// one another. `{{` and `}}` are braces, `\n`, `\t`, `\0` and `\\` a line feed, a tab, a NUL byte and a backslash. Each row is ended by a line
/// feed, unless the template ends with a line feed or NUL of its own.
package struct Template: Sendable {
  /// The fields it names, each once, in order: the columns of the table it is written with.
  package private(set) var fields: [Query.Path] = []
  /// The text it was read from.
  package let text: String
  private var parts: [Part] = []

  private enum Part: Sendable {
    case literal(String)
    case field(column: Int, forms: [TemplateForm])
  }

  /// What precedes a template where a format is named.
  package static let prefix = "template:"

  /// Writes the rows of a table whose columns are the template's fields. Control characters in values are made visible, unless rows end with NUL and no
  /// person reads along: else whoever reads lines takes one row for two.
  package func write(_ table: Table, _ look: Look, to sink: inout ByteSink) {
    let endsItself =
      if case .literal(let text) = parts.last { text.utf8.last == 0x0A || text.utf8.last == 0 } else { false }
    let isRaw = if case .literal(let text) = parts.last, text.utf8.last == 0 { !look.isTerminal } else { false }
    for place in table.rows.indices {
      let row = table.rows.cells(at: place)
      for part in parts {
        switch part {
        case .literal(let text): sink.write(text)
        case .field(let column, let forms): sink.write(TemplateForm.text(of: row[column], in: forms, raw: isRaw))
        }
      }
      if !endsItself { sink.write(0x0A) }
    }
  }
}

// MARK: reading

extension Template {
  /// Reads a template.
  ///
  /// Errors: a brace that is not closed, or not opened; an unknown form; a name that is no field's.
  package init(_ text: String) throws(QueryError) {
    self.text = text
    var reader = TemplateReader(text)
    var literal = ""
    while let byte = reader.next() {
      switch byte {
      case UInt8(ascii: "{"):
        if reader.skip(UInt8(ascii: "{")) {
          literal += "{"
        } else {
          if !literal.isEmpty { parts.append(.literal(literal)) }
          literal = ""
          try add(reader.field())
        }
      case UInt8(ascii: "}"):
        guard reader.skip(UInt8(ascii: "}")) else {
          throw reader.error("'}' without a '{' before it", 1, "write '}}' for a brace")
        }
        literal += "}"
      case UInt8(ascii: "\\"): literal += try reader.escape()
      default: literal += reader.characters(from: byte)
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
  }

  private mutating func add(_ field: (path: Query.Path, forms: [TemplateForm])) {
    let known = fields.firstIndex { $0.names == field.path.names && $0.counts == field.path.counts }
    if known == nil { fields.append(field.path) }
    parts.append(.field(column: known ?? fields.count - 1, forms: field.forms))
  }
}

/// Reads a template byte by byte.
private struct TemplateReader {
  private let text: String
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  mutating func next() -> UInt8? {
    guard place < bytes.count else { return nil }
    place += 1
    return bytes[place - 1]
  }

  /// Goes on past a byte, if that is the next one.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// The text from the byte just read up to the next that means something.
  mutating func characters(from byte: UInt8) -> String {
    let start = place - 1
    while place < bytes.count, !"{}\\".utf8.contains(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// What the byte after a backslash stands for.
  mutating func escape() throws(QueryError) -> String {
    switch next() {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "0"): return "\0"
    case UInt8(ascii: "\\"): return "\\"
    case nil: throw error("a backslash at the end", 1, "write '\\\\' for a backslash")
    default: throw error("unknown escape", 2, "'\\n', '\\t', '\\0' and '\\\\' are known")
    }
  }

  /// A field and its forms, from after its brace to the brace that closes it.
  mutating func field() throws(QueryError) -> (path: Query.Path, forms: [TemplateForm]) {
    let opening = place - 1
    guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "}")) else {
      throw QueryError(
        "'{' is not closed", in: text, at: ByteRange(opening, opening + 1), suggestion: "write '{{' for a brace")
    }
    let pieces = bytes[place..<end].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let path = try path(pieces[0])
    var forms: [TemplateForm] = []
    for piece in pieces.dropFirst() {
      let word = String(decoding: piece, as: UTF8.self)
      guard let form = TemplateForm(word) else {
        throw QueryError(
          "unknown form '\(word)'", in: text, at: ByteRange(piece.startIndex, piece.endIndex),
          suggestion: TemplateForm.suggestion(for: word))
      }
      forms.append(form)
    }
    place = end + 1
    return (path, forms)
  }

  private func path(_ bytes: ArraySlice<UInt8>) throws(QueryError) -> Query.Path {
    let range = ByteRange(bytes.startIndex, bytes.endIndex)
    let names = String(decoding: bytes, as: UTF8.self).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw QueryError("expected the name of a field", in: text, at: range, suggestion: "write '{{' for a brace")
    }
    guard names.count > 1, names.last == "count" else { return Query.Path(names: names, range: range) }
    return Query.Path(names: names.dropLast(), counts: true, range: range)
  }

  func error(_ message: String, _ length: Int, _ suggestion: String) -> QueryError {
    let start = max(place - length, 0)
    return QueryError(message, in: text, at: ByteRange(start, place), suggestion: suggestion)
  }
}
