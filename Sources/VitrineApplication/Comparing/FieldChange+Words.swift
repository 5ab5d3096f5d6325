// A field's change in words: old and new values on one line.

import VitrineChanges
import VitrineEditing
import VitrineExchange
import VitrineFormats
import VitrineText

extension FieldChange {
  /// The longest value that is written out for people. Units: characters.
  private static let maximumCharacters = 120

  /// The change in words: `wishlist → library`, `+ 9`, `- Indie + Platformer`.
  package var words: String {
    switch change {
    case .added(let value): "+ " + Self.words(value)
    case .removed(let value): "- " + Self.words(value)
    case .replaced(let old, let new): Self.words(old) + " → " + Self.words(new)
    case .items(let removed, let added):
      (removed.map { "- " + Self.words($0) } + added.map { "+ " + Self.words($0) }).joined(separator: " ")
    case .reordered: "in another order"
    }
  }

  /// A value on one line: a text as it is, a list in brackets; what is long is cut.
  static func words(_ value: DataValue) -> String {
    let text = flow(value)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " ⏎ ")
    return lines.count > maximumCharacters ? String(lines.prefix(maximumCharacters - 1)) + "…" : lines
  }

  /// The whole value.
  static func flow(_ value: DataValue) -> String {
    switch value {
    case .null: return "nothing"
    case .bool(let value): return value ? "true" : "false"
    case .number(let text): return text
    case .string(let text): return text.isEmpty ? "''" : text
    case .list(let items):
      return "[" + items.prefix(50).map { flow($0) }.joined(separator: ", ") + (items.count > 50 ? ", …]" : "]")
    case .map(let entries): return "{" + entries.prefix(50).map { $0.key + ": " + flow($0.value) }.joined(separator: ", ") + "}"
    }
  }

  /// Writes the change as an object: `{"field": …, "change": "replaced", "from": …, "to": …}`; lists have `removed` and `added`.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("field", field)
      switch change {
      case .added(let value):
        json.field("change", "added")
        json.field("to", value)
      case .removed(let value):
        json.field("change", "removed")
        json.field("from", value)
      case .replaced(let old, let new):
        json.field("change", "replaced")
        json.field("from", old)
        json.field("to", new)
      case .items(let removed, let added):
        json.field("change", "items")
        json.field("removed", .list(removed))
        json.field("added", .list(added))
      case .reordered: json.field("change", "reordered")
      }
    }
  }
}

extension JSONWriter {
  /// Writes a key and a value on one line.
  fileprivate mutating func field(_ name: String, _ value: DataValue) {
    var bytes: [UInt8] = []
    bytes.append(json: value, indent: nil)
    key(name)
    raw(bytes)
  }
}

/// A list of changes with their fields in a column.
enum ChangeLines {
  /// The lines for people, `indent` before each; fields that are longer than most stand out.
  static func text(_ changes: [FieldChange], indent: String) -> String {
    let names = changes.map { TerminalText.visible($0.field.isEmpty ? "record" : $0.field) }
    let width = min(names.map { DisplayWidth.width(of: $0) }.max() ?? 0, 24)
    var text = ""
    for (name, change) in zip(names, changes) {
      let padding = String(repeating: " ", count: max(width - DisplayWidth.width(of: name), 0))
      text += "\(indent)\(name)\(padding)  \(TerminalText.visible(change.words))\n"
    }
    return text
  }
}
