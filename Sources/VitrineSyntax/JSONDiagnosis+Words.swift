// Words, numbers and characters that other notations have and JSON has not.
//
// Safe: other notations' words for true, false and null, their quotes around the same text, and blanks that no eye tells from a space.

import VitrineSource

extension JSONDiagnosis {
  /// Something that is wrong wherever it stands between the tokens: comments, other quotes, other spaces, control characters.
  func oddity() -> Finding? {
    guard offset < text.count else { return nil }
    switch byte(offset) {
    case UInt8(ascii: "/") where byte(offset + 1) == UInt8(ascii: "/"), UInt8(ascii: "#"):
      return comment(run(from: offset) { $0 != 0x0A && $0 != 0x0D })
    case UInt8(ascii: "/") where byte(offset + 1) == UInt8(ascii: "*"):
      var end = offset + 2
      while end < text.count, !(text[end] == UInt8(ascii: "*") && byte(end + 1) == UInt8(ascii: "/")) { end += 1 }
      return comment(ByteRange(offset, min(end + 2, text.count)))
    case UInt8(ascii: "'"): return otherQuotes(closer: "'", name: "single quotes")
    case UInt8(ascii: "`"): return otherQuotes(closer: "`", name: "backquotes")
    case 0..<0x20, 0x7F:
      return syntax(
        character(at: offset), "a control character (\(Self.codePoint(UInt32(byte(offset))))) stands between the values",
        help: "delete it", fixes: [replace(character(at: offset), "", title: "delete it", isSafe: true)])
    case 0x80...: return oddCharacter()
    default: return nil
    }
  }

  private func comment(_ range: ByteRange) -> Finding {
    syntax(
      range, "a comment stands in JSON, which has none", label: "comment", help: "delete the comment, or keep the text as YAML",
      fixes: [replace(range, "", title: "delete the comment", isSafe: false)])
  }

  private func otherQuotes(closer: Unicode.Scalar, name: String) -> Finding {
    let closer = Array(String(closer).utf8)
    let opener = character(at: offset)
    var end = Int(opener.end)
    while end < text.count, text[end] != 0x0A, !text[end...].starts(with: closer) { end += 1 }
    let content = ByteRange(Int(opener.end), end)
    guard end < text.count, text[end] != 0x0A else {
      return syntax(opener, "JSON strings stand in double quotes, not in \(name)", help: "use \" around the string")
    }
    let range = ByteRange(offset, end + closer.count)
    let isExact = !text[content.indices].contains { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 }
    return syntax(
      range, "JSON strings stand in double quotes, not in \(name)", help: "use \" around the string",
      fixes: isExact ? [replace(range, "\"" + string(content) + "\"", isSafe: true)] : [])
  }

  /// A character outside of ASCII: typographic quotes and spaces that look like the plain ones; nil for letters and the rest.
  private func oddCharacter() -> Finding? {
    let range = character(at: offset)
    guard let scalar = string(range).unicodeScalars.first else { return nil }
    switch scalar.value {
    case 0x201C, 0x201D, 0x201E, 0xAB: return otherQuotes(closer: scalar.value == 0xAB ? "»" : "”", name: "typographic quotes")
    case 0x2018, 0x2019: return otherQuotes(closer: "’", name: "typographic quotes")
    case 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0x85:
      return syntax(
        range, "a special space (\(Self.codePoint(scalar.value))) stands between the values", label: "looks like a space",
        help: "use plain spaces", fixes: [replace(range, " ", title: "replace with a plain space", isSafe: true)])
    case 0xFEFF, 0x200B...0x200F, 0x2060:
      return syntax(
        range, "an invisible character (\(Self.codePoint(scalar.value))) stands between the values", label: "invisible",
        help: "delete it", fixes: [replace(range, "", title: "delete it", isSafe: true)])
    default: return nil
    }
  }

  /// Something like a word where a value is wanted.
  func word() -> Finding {
    let range = run(from: offset) { Self.isNumberByte($0) }
    let word = string(range)
    switch word {
    case "True", "TRUE", "False", "FALSE", "None", "NULL", "Null", "nil":
      let value = ["t": "true", "f": "false"][word.lowercased().prefix(1)] ?? "null"
      return syntax(
        range, "\(shown(range)) is not a JSON value", label: "did you mean '\(value)'?", help: "write \(value)",
        fixes: [replace(range, value, isSafe: true)])
    case "NaN", "Infinity", "Inf", "inf", "nan", "undefined", "-Infinity", "+Infinity", "-inf", "+inf", "-NaN", "-Inf", "+Inf",
      "+NaN":
      return syntax(
        range, "\(shown(range)) is not a JSON value", help: "write null, or a number",
        fixes: [replace(range, "null", isSafe: false)])
    default: break
    }
    if let first = word.utf8.first, first == UInt8(ascii: "+") || first == UInt8(ascii: ".") || first == UInt8(ascii: "-") {
      return number(around: offset)
    }
    for literal in ["true", "false", "null"] where literal.hasPrefix(word) || word.hasPrefix(literal) {
      return syntax(
        range, "\(shown(range)) is not a JSON value", label: "did you mean '\(literal)'?",
        help: "write \(literal), or put text in double quotes", fixes: [replace(range, literal, isSafe: false)])
    }
    return syntax(
      range, "\(shown(range)) is not in double quotes", label: "a value was expected",
      help: "put text in double quotes; the only words are true, false and null", fixes: [quoteFix(range, isSafe: false)])
  }

  /// A number with something at its end that does not belong there, seen as a fault behind the number; nil where the fault is another.
  func numberTail() -> Finding? {
    guard Self.isNumberByte(byte(offset)), let last = nodes.last, last.isNumber, Int(last.end) == offset else { return nil }
    return number(around: offset)
  }

  /// A number that is none, around an offset inside it or at its end.
  func number(around offset: Int) -> Finding {
    var start = min(offset, text.count)
    while start > 0, Self.isNumberByte(text[start - 1]) { start -= 1 }
    let range = run(from: start) { Self.isNumberByte($0) }
    let written = string(range)
    if written.hasSuffix("Infinity") || written.hasSuffix("NaN") {
      return syntax(range, "\(shown(range)) is not a JSON value", help: "write null, or a number")
    }
    if let (message, better) = Self.betterNumber(written) {
      let isSafe = !better.isEmpty && message != .leadingZero
      return syntax(
        range, "the number \(shown(range)) \(message.rawValue)", label: better.isEmpty ? "" : "did you mean \(better)?",
        help: better.isEmpty ? "write it with digits" : "write \(better)",
        fixes: better.isEmpty ? [] : [replace(range, better, isSafe: isSafe)])
    }
    return syntax(
      range, "\(shown(range)) is not a number", label: "a value was expected",
      help: "put text, dates and versions in double quotes",
      fixes: range.isEmpty ? [] : [quoteFix(range, isSafe: false)])
  }
}

extension JSONDiagnosis {
  /// What may be wrong with a number.
  private enum NumberFault: String {
    case plus = "has a plus sign"
    case leadingPoint = "starts with a point"
    case trailingPoint = "ends with a point"
    case exponent = "has no digits in its exponent"
    case leadingZero = "starts with a zero"
    case grouped = "is grouped with '_'"
    case hexadecimal = "is not decimal"
    case onlySign = "has no digits"
  }

  /// The fault of something meant as a number, and the number as JSON writes it or ""; nil for what is no number.
  private static func betterNumber(_ written: String) -> (NumberFault, String)? {
    var digits = Array(written.utf8)
    var isNegative = false
    var fault: NumberFault?
    if let first = digits.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      if !isNegative { fault = .plus }
      digits.removeFirst()
    }
    guard !digits.isEmpty else { return (.onlySign, "") }
    let sign = isNegative ? "-" : ""
    if digits.starts(with: Array("0x".utf8)) || digits.starts(with: Array("0X".utf8)), digits.count > 2 {
      guard let value = UInt64(String(decoding: digits[2...], as: UTF8.self), radix: 16) else { return nil }
      return (.hexadecimal, sign + String(value))
    }
    if digits.contains(UInt8(ascii: "_")) {
      digits.removeAll { $0 == UInt8(ascii: "_") }
      fault = .grouped
    }
    var whole = digits.prefix { $0 &- 0x30 < 10 }
    var rest = digits.dropFirst(whole.count)
    var fraction: ArraySlice<UInt8> = []
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
      rest = rest.dropFirst(1 + fraction.count)
      guard !whole.isEmpty || !fraction.isEmpty else { return nil }
      if fraction.isEmpty {
        fault = .trailingPoint
        fraction = [0x30]
      }
    }
    if whole.isEmpty {
      guard !fraction.isEmpty else { return nil }
      fault = .leadingPoint
      whole = [0x30]
    }
    if whole.count > 1, whole.first == 0x30 {
      fault = .leadingZero
      whole = whole.drop { $0 == 0x30 }
      if whole.isEmpty { whole = [0x30] }
    }
    if let first = rest.first {
      guard first | 0x20 == UInt8(ascii: "e") else { return nil }
      var exponent = rest.dropFirst()
      if let sign = exponent.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { exponent = exponent.dropFirst() }
      if exponent.isEmpty { return (.exponent, "") }
      guard exponent.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    }
    guard let fault else { return nil }
    let better = sign + String(decoding: whole, as: UTF8.self)
    let point = fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self)
    return (fault, better + point + String(decoding: rest, as: UTF8.self))
  }

  /// The text of a range.
  func string(_ range: ByteRange) -> String { String(decoding: text[range.indices], as: UTF8.self) }

  /// The fix that puts double quotes around a range.
  func quoteFix(_ range: ByteRange, isSafe: Bool) -> Fix {
    let edits = [TextEdit(ByteRange(at: range.start), "\""), TextEdit(ByteRange(at: range.end), "\"")]
    return Fix("put it in double quotes", edits, isSafe: isSafe)
  }
}
