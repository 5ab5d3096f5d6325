// A change of a field as a person types it: `status=library`, `genres+=RPG`, `genres-=Puzzle`, `notes!`.

/// One change of a field, as it is written on a command line.
package struct FieldAssignment: Sendable, Hashable {
  /// What is done.
  package enum Operation: String, Sendable, Hashable {
    /// The field gets the value.
    case set = "="
    /// A list gets one more value.
    case add = "+="
    /// A list loses a value.
    case subtract = "-="
    /// The field goes.
    case remove = "!"
  }

  /// The word as it was typed.
  package var word: String
  /// The names of the field, and numbers of list items, as they were typed between dots.
  package var names: [String]
  /// What is done.
  package var operation: Operation
  /// The value; "" where the field goes.
  package var value: String
  /// Whether a value that the field cannot have is taken as the text it is, so that the rules say what else is wrong with the record.
  package var takesUnreadable = false

  /// Reads a word; nil where it is none.
  ///
  /// Shape: names of letters, digits, `_` and `-`, and single blanks between these, with dots between the names; then an operation, then, of all but
  /// `!`, the value.
  package init?(_ word: String) {
    let bytes = Array(word.utf8)
    var end = 0
    while end < bytes.count, Self.isName(bytes[end]) || Self.isInnerBlank(bytes, at: end) { end += 1 }
    guard end > 0, end < bytes.count, let first = bytes.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else {
      return nil
    }
    var nameEnd = end
    switch bytes[end] {
    case UInt8(ascii: "!"):
      guard end == bytes.count - 1 else { return nil }
      operation = .remove
      value = ""
    case UInt8(ascii: "+"):
      guard end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "=") else { return nil }
      operation = .add
      value = String(decoding: bytes[(end + 2)...], as: UTF8.self)
    case UInt8(ascii: "="):
      if bytes[end - 1] == UInt8(ascii: "-") { nameEnd -= 1 }
      operation = nameEnd == end ? .set : .subtract
      value = String(decoding: bytes[(end + 1)...], as: UTF8.self)
    default: return nil
    }
    guard nameEnd > 0 else { return nil }
    names = String(decoding: bytes[..<nameEnd], as: UTF8.self).split(separator: ".", omittingEmptySubsequences: false)
      .map(String.init)
    guard !names.contains("") else { return nil }
    self.word = word
  }

  /// A change of the given parts, as if it had been typed.
  package init(_ names: [String], _ operation: Operation, _ value: String = "") {
    self.names = names
    self.operation = operation
    self.value = value
    word = names.joined(separator: ".") + operation.rawValue + value
  }

  /// The name as it was typed.
  package var name: String { names.joined(separator: ".") }

  private static func isInnerBlank(_ bytes: [UInt8], at place: Int) -> Bool {
    bytes[place] == UInt8(ascii: " ") && place > 0 && place + 1 < bytes.count && isName(bytes[place - 1])
      && isName(bytes[place + 1])
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }
}
