// Values as YAML text: on one line, or in lines at a column.

import VitrineSyntax

/// Writes values. What it writes is only trusted once it was read back.
struct YAMLWriter {
  /// The manner.
  let style: EditStyle
  /// What was written.
  private(set) var output: [UInt8] = []
  /// The column, in bytes, at which the present line of `output` began.
  private var lineStart = 0

  /// A writer of the given manner, whose first line has `column` bytes before it already.
  init(_ style: EditStyle, column: Int = 0) {
    self.style = style
    lineStart = -column
  }

  private var used: Int { output.count - lineStart }

  private mutating func newLine(_ column: Int) {
    output += style.lineBreak
    lineStart = output.count
    output += [UInt8](repeating: 0x20, count: column)
  }

  private mutating func add(_ text: String) { output += Array(text.utf8) }
}

// MARK: one line

extension YAMLWriter {
  /// A value on one line: collections in brackets and braces.
  static func inline(_ value: DataValue, _ style: EditStyle, inFlow: Bool) -> [UInt8] {
    var writer = YAMLWriter(style)
    writer.inline(value, inFlow: inFlow)
    return writer.output
  }

  /// A key with the colon behind it.
  static func key(_ key: String, _ style: EditStyle, inFlow: Bool) -> [UInt8] {
    var writer = YAMLWriter(style)
    writer.key(key, column: 0, inFlow: inFlow)
    return writer.output
  }

  /// An entry as it stands in braces.
  static func flowEntry(_ key: String, _ value: DataValue, _ style: EditStyle) -> [UInt8] {
    var writer = YAMLWriter(style)
    writer.flowEntry(key, value)
    return writer.output
  }

  private mutating func inline(_ value: DataValue, inFlow: Bool) {
    switch value {
    case .list(let items):
      guard !items.isEmpty else { return add("[]") }
      add(style.padsBrackets ? "[ " : "[")
      for (index, item) in items.enumerated() {
        if index > 0 { add(", ") }
        inline(item, inFlow: true)
      }
      add(style.padsBrackets ? " ]" : "]")
    case .map(let entries):
      guard !entries.isEmpty else { return add("{}") }
      add(style.padsBraces ? "{ " : "{")
      for (index, entry) in entries.enumerated() {
        if index > 0 { add(", ") }
        flowEntry(entry.key, entry.value)
      }
      add(style.padsBraces ? " }" : "}")
    case .null, .bool, .number, .string: output += Self.scalar(value, style, inFlow: inFlow, blockIndent: nil)
    }
  }

  private mutating func flowEntry(_ key: String, _ value: DataValue) {
    self.key(key, column: 0, inFlow: true)
    add(" ")
    inline(value, inFlow: true)
  }

  /// The longest key that is written without a mark before it, in bytes. YAML allows 1,024 characters.
  private static let longestKey = 1_000

  private mutating func key(_ key: String, column: Int, inFlow: Bool) {
    let text = Self.string(key, style.keyQuotes, style, inFlow: inFlow, blockIndent: nil)
    if text.count > Self.longestKey {
      add("? ")
      output += text
      if inFlow { add(" ") } else { newLine(column) }
    } else {
      output += text
    }
    add(":")
  }
}

// MARK: scalars

extension YAMLWriter {
  /// A scalar. `blockIndent` is the column for the lines of a text of several, where one may stand.
  static func scalar(
    _ value: DataValue, _ style: EditStyle, inFlow: Bool, blockIndent: Int?, was: Node.Style? = nil
  ) -> [UInt8] {
    switch value {
    case .null, .list, .map: return Array("null".utf8)
    case .bool(let value): return Array((value ? "true" : "false").utf8)
    case .number(var text):
      let kind = text.withUTF8 { YAMLCoreSchema.kind(of: $0) }
      guard kind == .int || kind == .float else { return string(text, .plain, style, inFlow: inFlow, blockIndent: nil) }
      return Array(text.utf8)
    case .string(let text): return string(text, was ?? style.quotes, style, inFlow: inFlow, blockIndent: blockIndent)
    }
  }

  private static func string(
    _ text: String, _ quotes: Node.Style, _ style: EditStyle, inFlow: Bool, blockIndent: Int?
  ) -> [UInt8] {
    if quotes == .plain, style.plainDates, isDate(text) { return Array(text.utf8) }
    var written = ScalarText.yaml(
      for: text, style: quotes, inFlow: inFlow, blockIndent: style.allowsBlockScalars ? blockIndent : nil)
    if quotes == .plain, style.neededQuotes == .doubleQuoted, written.first == UInt8(ascii: "'"),
      text.utf8.first != UInt8(ascii: "'")
    {
      written = ScalarText.yaml(for: text, style: .doubleQuoted, inFlow: inFlow)
    }
    guard style.lineBreak != [0x0A], written.contains(0x0A) else { return written }
    return Array(written.split(separator: 0x0A, omittingEmptySubsequences: false).joined(separator: style.lineBreak))
  }

  /// True for `2024-05-01` and `2024-05-01T20:15:00+02:00`: texts in YAML 1.2, written by people without quotes.
  static func isDate(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    func hasShape(_ shape: StaticString, at start: Int) -> Bool {
      guard bytes.count >= start + shape.utf8CodeUnitCount else { return false }
      for index in 0..<shape.utf8CodeUnitCount {
        let wanted = shape.utf8Start[index]
        let found = bytes[start + index]
        guard wanted == UInt8(ascii: "0") ? found &- 0x30 < 10 : wanted == found else { return false }
      }
      return true
    }
    guard hasShape("0000-00-00", at: 0) else { return false }
    if bytes.count == 10 { return true }
    guard hasShape("T00:00:00", at: 10) else { return false }
    switch bytes.count {
    case 19: return true
    case 20: return bytes[19] == UInt8(ascii: "Z")
    case 25: return hasShape("+00:00", at: 19) || hasShape("-00:00", at: 19)
    default: return false
    }
  }
}

// MARK: lines

extension YAMLWriter {
  /// Whether a collection is written in lines of its own where it may be: any map, a list of anything but scalars, a list that would be too wide.
  static func wantsLines(_ value: DataValue, _ style: EditStyle, column: Int) -> Bool {
    switch value {
    case .null, .bool, .number, .string: return false
    case .map(let entries): return !entries.isEmpty
    case .list(let items):
      guard !items.isEmpty else { return false }
      guard !style.listsInLines else { return true }
      var width = column + 2
      for item in items {
        guard !item.isCollection || item.isEmptyCollection else { return true }
        if case .string(let text) = item {
          guard !text.utf8.contains(0x0A) else { return true }
          width += text.unicodeScalars.count + 2
        } else {
          width += 6
        }
      }
      return width > style.width
    }
  }

  /// The lines of a collection whose first key or dash stands at `column`; nothing stands before the first, and no line break behind the last.
  static func lines(_ value: DataValue, _ style: EditStyle, column: Int) -> [UInt8] {
    var writer = YAMLWriter(style, column: column)
    writer.lines(value, column: column)
    return writer.output
  }

  /// The lines of an entry whose key stands at `column`.
  static func entryLines(_ key: String, _ value: DataValue, _ style: EditStyle, column: Int) -> [UInt8] {
    var writer = YAMLWriter(style, column: column)
    writer.key(key, column: column, inFlow: false)
    writer.afterMark(value, column: column, isItem: false)
    return writer.output
  }

  /// The lines of a list item whose dash stands at `column`.
  static func itemLines(_ value: DataValue, _ style: EditStyle, column: Int) -> [UInt8] {
    var writer = YAMLWriter(style, column: column)
    writer.add("-")
    writer.afterMark(value, column: column, isItem: true)
    return writer.output
  }

  private mutating func lines(_ value: DataValue, column: Int) {
    switch value {
    case .map(let entries):
      for (index, entry) in entries.enumerated() {
        if index > 0 { newLine(column) }
        key(entry.key, column: column, inFlow: false)
        afterMark(entry.value, column: column, isItem: false)
      }
    case .list(let items):
      for (index, item) in items.enumerated() {
        if index > 0 { newLine(column) }
        add("-")
        afterMark(item, column: column, isItem: true)
      }
    case .null, .bool, .number, .string: inline(value, inFlow: false)
    }
  }

  /// What follows a colon or a dash at `column`.
  private mutating func afterMark(_ value: DataValue, column: Int, isItem: Bool) {
    let isFlat: Bool
    if isItem, style.itemsInBraces, case .map = value {
      isFlat = true
    } else {
      isFlat = !Self.wantsLines(value, style, column: used)
    }
    if isFlat {
      output += [UInt8](repeating: 0x20, count: isItem ? style.dashGap : 1)
      guard !value.isCollection else { return inline(value, inFlow: false) }
      let start = output.count
      output += Self.scalar(value, style, inFlow: false, blockIndent: column + (isItem ? 1 + style.dashGap : style.indent))
      if let last = output[start...].lastIndex(of: 0x0A) { lineStart = last + 1 }
    } else if isItem {
      output += [UInt8](repeating: 0x20, count: style.dashGap)
      lines(value, column: column + 1 + style.dashGap)
    } else {
      var isList = false
      if case .list = value { isList = true }
      let inner = column + (isList ? style.listIndent : style.indent)
      newLine(inner)
      lines(value, column: inner)
    }
  }
}
