// One value as the text of a cell, and back: exact, and plain wherever a plain text says it.

import VitrineEditing
import VitrineFormats
import VitrineModel
import VitrineSyntax

/// The text of cells of a comma-separated table.
///
/// Shape: what a person would write, as far as that reads back as the same value; else a backslash and JSON.
/// - An empty cell is no value at all.
/// - Values of a list of scalars are joined by `; `; in each of them `;` is written `\;` and a backslash twice.
/// - Lists of maps, and other structures, are JSON.
/// - A cell that `FormulaCell` escaped is what stands behind the apostrophe.
/// - A day of a field of numbers may be written as ISO 8601 writes it, too.
/// - `\` and JSON: an empty text (`\""`), null (`\null`), an empty list (`\[]`), a text that looks like a number where a number may stand.
enum CellText {
  /// What a cell's column holds.
  enum Form: Sendable {
    /// One scalar: which types the schema allows; none named for any.
    case scalar([String])
    /// A day as a number, such as 20010506.
    case day([String])
    /// A list of scalars.
    case scalars([String])
    /// Structures, in JSON.
    case structure
  }

  /// The form of a field's column; `structure` for nothing that the schema knows as a scalar.
  static func form(of member: RecordShape.Member) -> Form {
    if member.field.isMap { return .structure }
    guard member.field.isOwnList else {
      return member.field.meaning == .dateInt ? .day(member.field.types) : .scalar(member.field.types)
    }
    return .scalars(member.field.itemTypes)
  }

  /// The text of a value.
  static func text(of value: DataValue, _ form: Form) -> String {
    if let plain = plain(value, form), self.value(of: plain, form) == value { return plain }
    var json: [UInt8] = []
    json.append(json: value, indent: nil)
    return (isStructure(form, value) ? "" : "\\") + String(decoding: json, as: UTF8.self)
  }

  private static func isStructure(_ form: Form, _ value: DataValue) -> Bool {
    if case .structure = form { return value.isCollection }
    return false
  }

  /// The value of a cell; nil for an empty one, and for a backslash without JSON behind it.
  static func value(of text: String, _ form: Form) -> DataValue? {
    let text = FormulaCell.unescaped(text)
    guard let first = text.utf8.first else { return nil }
    if first == UInt8(ascii: "\\") { return json(text.dropFirst()) }
    switch form {
    case .structure: return json(text[...])
    case .scalar(let types): return scalar(text, types)
    case .day(let types): return text.utf8.contains(UInt8(ascii: "-")) ? day(text) ?? scalar(text, types) : scalar(text, types)
    case .scalars(let types):
      guard let items = split(text) else { return nil }
      return .list(items.map { scalar($0, types) })
    }
  }

  private static func json(_ text: Substring) -> DataValue? {
    let parsed = JSON.parse(Array(text.utf8))
    guard parsed.isComplete, parsed.findings.isEmpty, let root = parsed.tree.roots.first else { return nil }
    return parsed.tree.withReader { $0.dataValue(root) }
  }

  private static func day(_ text: String) -> DataValue? { WrittenDate(iso: text).map { .number($0.digits) } }

  /// A scalar without quotes.
  static func scalar(_ text: String, _ types: [String]) -> DataValue {
    let mayBeText = types.isEmpty || types.contains("string")
    if types == ["string"] { return .string(text) }
    switch DataValue(plain: text) {
    case .number(let digits):
      if types.isEmpty || types.contains("number") || types.contains("integer") {
        // A text of other digits, such as 007, is the text where that may be.
        return mayBeText && digits != text ? .string(text) : .number(digits)
      }
      return .string(text)
    case .bool(let value): return types.isEmpty || types.contains("boolean") ? .bool(value) : .string(text)
    case .null, .string, .list, .map: return .string(text)
    }
  }

  private static func plain(_ value: DataValue, _ form: Form) -> String? {
    switch (form, value) {
    case (.scalar, _), (.day, _): return word(value)
    case (.scalars, .list(let items)):
      var words: [String] = []
      for item in items {
        guard let word = word(item) else { return nil }
        words.append(escaped(word))
      }
      return words.joined(separator: "; ")
    case (.scalars, _), (.structure, _): return nil
    }
  }

  private static func word(_ value: DataValue) -> String? {
    switch value {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .null, .list, .map: nil
    }
  }

  private static func escaped(_ word: String) -> String {
    guard word.utf8.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\\") }) else { return word }
    var bytes: [UInt8] = []
    for byte in word.utf8 {
      if byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The values of a list; nil where a backslash stands before something else.
  private static func split(_ text: String) -> [String]? {
    var items: [String] = []
    var item: [UInt8] = []
    var isEscaped = false
    var isAtStart = false
    for byte in text.utf8 {
      if isEscaped {
        guard byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\\") else { return nil }
        item.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: ";") {
        items.append(String(decoding: item, as: UTF8.self))
        item = []
        isAtStart = true
        continue
      } else if !(isAtStart && byte == 0x20) {
        item.append(byte)
      }
      isAtStart = false
    }
    if isEscaped { return nil }
    return items + [String(decoding: item, as: UTF8.self)]
  }
}
