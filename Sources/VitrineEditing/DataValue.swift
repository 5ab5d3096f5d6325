// A value apart from any text: what YAML and JSON have in common. What edits write, and what they are checked against.

import VitrineSyntax

/// A value to be written, or as it was read: what YAML and JSON have in common.
///
/// Two values are the same where they hold the same bytes: "é" as one character is not "é" as two, `1.0` is not `1`, and the entries of a
/// map stand in an order.
package enum DataValue: Sendable {
  /// Nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A number by its digits, as JSON writes it, so that none is lost; or `.inf`, `-.inf`, `.nan`. A text that is no number in YAML's core schema
  /// is written as the text it is.
  case number(String)
  /// A text.
  case string(String)
  /// Values in an order.
  case list([DataValue])
  /// Values with names, in an order. A name that stands twice makes a text that no reader takes.
  case map([Entry])

  /// An entry of a map.
  package struct Entry: Sendable {
    /// The name.
    package var key: String
    /// What stands under it.
    package var value: DataValue

    /// An entry of a name and a value.
    package init(_ key: String, _ value: DataValue) {
      self.key = key
      self.value = value
    }
  }
}

// Reading a value.
extension DataValue {
  /// The value under a name; nil where the name is missing or this is no map.
  package subscript(key: String) -> DataValue? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key.hasSameBytes(as: key) }?.value
  }

  /// The items of a list; nil for anything else.
  package var items: [DataValue]? {
    guard case .list(let items) = self else { return nil }
    return items
  }

  /// The entries of a map; nil for anything else.
  package var entries: [Entry]? {
    guard case .map(let entries) = self else { return nil }
    return entries
  }

  /// The content of a string; nil for anything else.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// True for a list or a map.
  package var isCollection: Bool {
    switch self {
    case .list, .map: true
    case .null, .bool, .number, .string: false
    }
  }

  /// True for a list or a map with nothing in it.
  package var isEmptyCollection: Bool {
    switch self {
    case .list(let items): items.isEmpty
    case .map(let entries): entries.isEmpty
    case .null, .bool, .number, .string: false
    }
  }

  /// A scalar of the meaning that a word has in YAML when it stands there without quotes: `12` a number, `no` a string, `~` nothing.
  package init(plain word: String) {
    var word = word
    let kind = word.withUTF8 { YAMLCoreSchema.kind(of: $0) }
    switch kind {
    case .null: self = .null
    case .bool: self = .bool(word.utf8.first == UInt8(ascii: "t") || word.utf8.first == UInt8(ascii: "T"))
    case .int, .float: self = .number(word).normalized
    case .string, .sequence, .mapping, .alias: self = .string(word)
    }
  }

  /// The value as it reads back: numbers in JSON's form, what is no number as a string. Collections are left alone.
  package var normalized: DataValue {
    guard case .number(var text) = self else { return self }
    return text.withUTF8 { DataValue(number: $0) } ?? .string(text)
  }
}

extension DataValue: Hashable {
  /// Whether two values hold the same bytes in the same order.
  package static func == (left: DataValue, right: DataValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)), (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.list(let left), .list(let right)): left == right
    case (.map(let left), .map(let right)): left == right
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.list, _), (.map, _): false
    }
  }

  /// Feeds the bytes of the value.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value ? 1 : 2)
    case .number(let text):
      hasher.combine(3)
      text.hashBytes(into: &hasher)
    case .string(let text):
      hasher.combine(4)
      text.hashBytes(into: &hasher)
    case .list(let items):
      hasher.combine(5)
      hasher.combine(items)
    case .map(let entries):
      hasher.combine(6)
      hasher.combine(entries)
    }
  }
}

extension DataValue.Entry: Hashable {
  /// Whether names and values hold the same bytes.
  package static func == (left: DataValue.Entry, right: DataValue.Entry) -> Bool {
    left.key.hasSameBytes(as: right.key) && left.value == right.value
  }

  /// Feeds the bytes of name and value.
  package func hash(into hasher: inout Hasher) {
    key.hashBytes(into: &hasher)
    hasher.combine(value)
  }
}

extension String {
  /// Whether two strings are the same in UTF-8. Swift's own `==` takes characters for equal that only look so.
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Feeds the string in UTF-8.
  func hashBytes(into hasher: inout Hasher) {
    for byte in utf8 { hasher.combine(byte) }
    hasher.combine(UInt8(0xFF))
  }
}
