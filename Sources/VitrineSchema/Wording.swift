// Words for messages: values, types and lists of names as a person would say them.

import VitrineSyntax
import VitrineText

/// Parts of sentences.
enum Wording {
  /// The longest text that is quoted whole, in characters.
  private static let longest = 60

  /// A text in single quotes, shortened if long, with control characters made visible.
  static func quoted(_ text: String) -> String {
    let isLong = text.utf8.count > longest && text.count > longest
    let shown = isLong ? String(text.prefix(longest - 1)) + "…" : text
    return "'" + TerminalText.visible(shown) + "'"
  }

  /// "'a'", "'a' or 'b'", "'a', 'b' or 'c'".
  static func list(_ words: [String], _ conjunction: String = "or") -> String {
    guard let last = words.last else { return "" }
    if words.count == 1 { return last }
    return words.dropLast().joined(separator: ", ") + " " + conjunction + " " + last
  }

  /// What a set of types wants: "text", "a list or nothing".
  static func wanted(_ types: TypeMask) -> String {
    var words: [String] = []
    if types.contains(.string) { words.append("text") }
    if types.contains(.number) { words.append("a number") } else if types.contains(.integer) { words.append("a whole number") }
    if types.contains(.boolean) { words.append("true or false") }
    if types.contains(.array) { words.append("a list") }
    if types.contains(.object) { words.append("a map") }
    if types.contains(.null) { words.append(words.isEmpty ? "empty" : "nothing") }
    return list(words)
  }

  /// What stands there: "the number 1984", "nothing", "a list".
  static func found(_ reader: TreeReader, _ id: NodeID) -> String {
    let node = reader.resolved(id)
    switch node.kind {
    case .null: return "nothing"
    case .bool: return reader.text(id)
    case .int, .float: return "the number " + shortened(reader.text(id))
    case .string: return node.contentCount == 0 ? "an empty text" : "the text " + quoted(reader.text(id))
    case .sequence: return node.content == 0 ? "an empty list" : "a list"
    case .mapping: return node.content == 0 ? "an empty map" : "a map"
    case .alias: return "an alias"
    }
  }

  /// A value for a message: texts in quotes, the rest as written.
  static func value(_ reader: TreeReader, _ id: NodeID) -> String {
    let node = reader.resolved(id)
    switch node.kind {
    case .string: return quoted(reader.text(id))
    case .null: return "nothing"
    case .bool, .int, .float: return shortened(reader.text(id))
    case .sequence, .mapping, .alias: return found(reader, id)
    }
  }

  /// The note of what a key that is there asks of others.
  static func wantedBecause(of key: String) -> String { "this is wanted because \(key) is there" }

  /// A number as written, shortened if long.
  static func shortened(_ text: String) -> String { text.utf8.count > 40 ? String(text.prefix(39)) + "…" : text }

  /// "1 item", "2 items".
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
