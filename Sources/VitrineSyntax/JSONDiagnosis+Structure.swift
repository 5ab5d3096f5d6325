// Faults of commas, colons, keys and brackets.
//
// Safe: a sign that alone can stand between two values that stay as they are. A comma too much in a list may stand for a value that is missing.

import VitrineSource

extension JSONDiagnosis {
  /// No value where one is wanted.
  func missingValue() -> Finding {
    guard offset < text.count else { return unclosed() }
    let before = lastByte(before: offset)
    let found = character(at: offset)
    switch byte(offset) {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if byte(before) == UInt8(ascii: ",") { return byte(offset) == closer ? trailingComma(at: before) : wrongCloser() }
      if byte(before) == UInt8(ascii: ":") { return keyWithoutValue() }
      return fault.parent == nil ? closesNothing() : wrongCloser()
    case UInt8(ascii: ","):
      if byte(before) == UInt8(ascii: ":") { return keyWithoutValue() }
      if byte(before) == UInt8(ascii: ",") { return doubledComma() }
      return syntax(
        found, "a comma stands where a value was expected", label: "nothing before it",
        help: "delete the comma, or write a value before it",
        fixes: [replace(found, "", title: "delete the comma", isSafe: false)])
    case UInt8(ascii: ":"):
      if byte(before) == UInt8(ascii: ":") {
        return syntax(
          found, "a second ':' stands where a value was expected", help: "delete one of the two",
          fixes: [replace(found, "", title: "delete the second ':'", isSafe: true)])
      }
      return unexpected("a value")
    case let first where Self.isWordByte(first) || first == UInt8(ascii: "+") || first == UInt8(ascii: "."):
      return word()
    default: return unexpected("a value")
    }
  }

  /// No key where one is wanted.
  func missingKey() -> Finding {
    guard offset < text.count else { return unclosed() }
    let before = lastByte(before: offset)
    switch byte(offset) {
    case UInt8(ascii: "}"):
      return byte(before) == UInt8(ascii: ",") ? trailingComma(at: before) : unexpected("a key in double quotes")
    case UInt8(ascii: "]"): return wrongCloser()
    case UInt8(ascii: ","):
      if byte(before) == UInt8(ascii: ",") { return doubledComma() }
      return unexpected("a key in double quotes")
    case UInt8(ascii: ":"):
      return syntax(character(at: offset), "the key before ':' is missing", help: "write the key in double quotes before the ':'")
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return syntax(
        character(at: offset), "a list or an object stands where a key was expected", label: "expected a key in double quotes",
        help: "give it a key, or use a list ('[') around it")
    case let first where Self.isNumberByte(first):
      let range = run(from: offset) { Self.isNumberByte($0) }
      return syntax(
        range, "the key \(shown(range)) is not in double quotes", help: "put the key in double quotes",
        fixes: [quoteFix(range, isSafe: true)])
    default: return unexpected("a key in double quotes")
    }
  }

  /// No colon after a key.
  func missingColon() -> Finding {
    guard offset < text.count else { return unclosed() }
    let found = character(at: offset)
    let end = lastByte(before: offset) + 1
    switch byte(offset) {
    case UInt8(ascii: "="):
      let range = byte(offset + 1) == UInt8(ascii: ">") ? ByteRange(offset, offset + 2) : found
      return syntax(
        range, "\(shown(range)) stands where ':' was expected", help: "write ':' between key and value",
        fixes: [replace(range, ":", isSafe: true)])
    case UInt8(ascii: ","), UInt8(ascii: "}"): return keyWithoutValue()
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return syntax(
        ByteRange(end, end), "a ':' is missing between key and value", label: "':' expected here",
        help: "write ':' between key and value",
        fixes: [Fix("insert ':'", [TextEdit(ByteRange(end, end), ":")], isSafe: true)])
    default: return unexpected("':' and a value")
    }
  }

  /// Neither comma nor end after a value.
  func missingSeparator() -> Finding {
    guard offset < text.count else { return unclosed() }
    let found = character(at: offset)
    let end = lastByte(before: offset) + 1
    switch byte(offset) {
    case UInt8(ascii: "]"), UInt8(ascii: "}"): return wrongCloser()
    case UInt8(ascii: ";"):
      return syntax(
        found, "';' stands where ',' was expected", help: "put a comma between two values",
        fixes: [replace(found, ",", isSafe: true)])
    case UInt8(ascii: ":") where !isInObject:
      return syntax(
        found, "a ':' stands in a list", label: "lists have no keys", help: "use '{' and '}' around keys with values",
        related: opening("the list starts here"))
    case let first
    where end == offset && byte(end - 1) == UInt8(ascii: "\"") && (Self.isWordByte(first) || first == UInt8(ascii: "\"")):
      return syntax(
        ByteRange(end - 1, end), "the string ends at this quote, but text follows it", label: "ends here",
        help: "write a quote inside a string as \\\", or put a comma between two values")
    case let first where Self.isNumberByte(first) || [0x22, 0x7B, 0x5B].contains(first):
      let what = isInObject ? "entries" : "values"
      let isSafe = isInObject || hasLineBreak(end, offset) || first == UInt8(ascii: "\"")
      return syntax(
        ByteRange(end, end), "a comma is missing between two \(what)", label: "',' expected here",
        help: "put a comma between two \(what)", fixes: [Fix("insert ','", [TextEdit(ByteRange(end, end), ",")], isSafe: isSafe)])
    default: return unexpected("',' or '\(Character(Unicode.Scalar(closer)))'")
    }
  }

  /// More than one value.
  func textAfterEnd() -> Finding {
    switch byte(offset) {
    case UInt8(ascii: "]"), UInt8(ascii: "}"): return closesNothing()
    case UInt8(ascii: ","):
      return syntax(
        character(at: offset), "a comma follows the end of the JSON value",
        help: "delete it, or put '[' and ']' around the values",
        fixes: [replace(character(at: offset), "", title: "delete the comma", isSafe: false)])
    default:
      let range = Self.isWordByte(byte(offset)) ? run(from: offset) { Self.isWordByte($0) } : character(at: offset)
      let root = nodes.first?.range ?? ByteRange(at: 0)
      let isOnNextLine = hasLineBreak(Int(root.end), offset)
      return syntax(
        range, "text follows the end of the JSON value", label: "nothing was expected here",
        help: "put '[' and ']' around the values and commas between them, or delete what follows",
        note: isOnNextLine && byte(offset) == byte(Int(root.start)) ? "this looks like JSON Lines: a value on every line" : "",
        related: [RelatedPlace(ByteRange(max(Int(root.end) - 1, 0), Int(root.end)), "the value ends here")])
    }
  }
}

extension JSONDiagnosis {
  /// The end of the text inside a collection: the fault is its opening bracket.
  private func unclosed() -> Finding {
    guard let parent = fault.parent else { return unexpected("a value") }
    let start = Int(nodes[Int(parent)].start)
    let what = isInObject ? "object" : "list"
    let bracket = Character(Unicode.Scalar(closer))
    return syntax(
      ByteRange(start, start + 1), "the \(what) opened here is never closed", label: "'\(bracket)' is missing",
      help: "write the missing '\(bracket)'; if the end of the file is lost, get it from a copy",
      related: [RelatedPlace(ByteRange(text.count, text.count), "the file ends here")])
  }

  /// `]` for `}` or the other way round.
  private func wrongCloser() -> Finding {
    syntax(
      character(at: offset), "\(shown(character(at: offset))) stands where '\(Character(Unicode.Scalar(closer)))' was expected",
      help: "close the \(isInObject ? "object with '}'" : "list with ']'")", related: opening("opened here"))
  }

  private func closesNothing() -> Finding {
    syntax(
      character(at: offset), "\(shown(character(at: offset))) closes nothing", label: "nothing is open here",
      help: "delete it, or look for a bracket closed too early above",
      fixes: [replace(character(at: offset), "", title: "delete it", isSafe: false)])
  }

  private func trailingComma(at comma: Int) -> Finding {
    let range = ByteRange(comma, comma + 1)
    return syntax(
      range, "a comma stands after the last \(isInObject ? "entry" : "value")", label: "trailing comma",
      help: "delete the comma; JSON allows none before '\(Character(Unicode.Scalar(closer)))'",
      fixes: [replace(range, "", title: "delete the comma", isSafe: true)])
  }

  private func doubledComma() -> Finding {
    let found = character(at: offset)
    return syntax(
      found, "\(isInObject ? "an entry" : "a value") is missing between two commas", help: "write it, or delete one comma",
      fixes: [replace(found, "", title: "delete the second comma", isSafe: isInObject)])
  }

  /// `{"a"}` and `{"a":}`: the last node read is the key.
  private func keyWithoutValue() -> Finding {
    // An empty null was put in the value's place when the object was closed.
    guard let key = nodes.last(where: { $0.kind == .string }) else { return unexpected("a value") }
    return syntax(
      key.range, "the key \(shown(ByteRange(key.start + 1, key.end &- 1))) has no value", label: "no value",
      help: "write ':' and a value after it, or null")
  }

  /// What can be said of anything.
  func unexpected(_ wanted: String) -> Finding {
    let found = character(at: offset)
    return syntax(
      found, found.isEmpty ? "the text ends where \(wanted) was expected" : "\(shown(found)) stands where \(wanted) was expected",
      label: "\(wanted) expected", help: "fix the text at the marked place", related: opening("inside what was opened here"))
  }

  private func opening(_ message: String) -> [RelatedPlace] {
    guard let parent = fault.parent else { return [] }
    let start = Int(nodes[Int(parent)].start)
    return [RelatedPlace(ByteRange(start, start + 1), message)]
  }
}
