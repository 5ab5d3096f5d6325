// A value as JSON text, straight into bytes.

package import VitrineEditing
import VitrineFormats

extension [UInt8] {
  /// Appends a value as JSON. `indent` is how many levels of two spaces lie around it; nil for one line without spaces.
  ///
  /// What JSON has no number for (`.inf`, `.nan`) becomes a text.
  package mutating func append(json value: DataValue, indent: Int?) {
    switch value {
    case .null: append(contentsOf: "null".utf8)
    case .bool(let value): append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let text):
      let isNumber = text.utf8.last.map { $0 &- 0x30 < 10 } ?? false
      if isNumber { append(contentsOf: text.utf8) } else { append(jsonString: text) }
    case .string(let text): append(jsonString: text)
    case .list(let items):
      append(0x5B)
      for (index, item) in items.enumerated() {
        separate(index, indent)
        append(json: item, indent: indent.map { $0 + 1 })
      }
      close(0x5D, isEmpty: items.isEmpty, indent)
    case .map(let entries):
      append(0x7B)
      for (index, entry) in entries.enumerated() {
        separate(index, indent)
        append(jsonString: entry.key)
        append(0x3A)
        if indent != nil { append(0x20) }
        append(json: entry.value, indent: indent.map { $0 + 1 })
      }
      close(0x7D, isEmpty: entries.isEmpty, indent)
    }
  }

  private mutating func separate(_ index: Int, _ indent: Int?) {
    if index > 0 { append(0x2C) }
    if let indent { breakLine(indent + 1) }
  }

  private mutating func close(_ bracket: UInt8, isEmpty: Bool, _ indent: Int?) {
    if let indent, !isEmpty { breakLine(indent) }
    append(bracket)
  }

  private mutating func breakLine(_ level: Int) {
    append(0x0A)
    append(contentsOf: repeatElement(0x20, count: 2 * level))
  }
}
