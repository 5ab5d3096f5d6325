// The bytes of a query and the place reached in them: blanks, names, operators. What the characters are, before what they mean.

import VitrineSource

/// A query's text as it is read.
struct QueryInput {
  /// The text.
  let text: String
  /// Its bytes: UTF-8 without fault, as all of `String`.
  let bytes: [UInt8]
  /// The byte to be read next.
  var position = 0

  /// The input at its start.
  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// The byte at the position; nil at the end.
  var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The byte some way ahead.
  func byte(_ ahead: Int) -> UInt8? { position + ahead < bytes.count ? bytes[position + ahead] : nil }

  /// A range of bytes.
  func range(_ start: Int, _ end: Int) -> ByteRange { ByteRange(start, end) }

  /// The text of a range.
  func text(_ range: ByteRange) -> String { String(decoding: bytes[range.indices], as: UTF8.self) }

  /// An error at a place.
  func error(_ message: String, at range: ByteRange, _ suggestion: String = "") -> QueryError {
    QueryError(message, in: text, at: range, suggestion: suggestion)
  }

  /// Throws for the first control character that is no tab and no line break: nobody types one on purpose.
  func refuseControlCharacters() throws(QueryError) {
    for (index, byte) in bytes.enumerated() where byte < 0x20 || byte == 0x7F || byte == 0xC2 {
      if byte == 0x09 || byte == 0x0A || byte == 0x0D { continue }
      if byte == 0xC2, !(index + 1 < bytes.count && bytes[index + 1] < 0xA0) { continue }
      let value = byte == 0xC2 ? bytes[index + 1] : byte
      let digits = String(value, radix: 16, uppercase: true)
      throw error(
        "the control character U+\(String(repeating: "0", count: 4 - digits.count))\(digits) is in the query",
        at: range(index, index + (byte == 0xC2 ? 2 : 1)), "leave it out")
    }
  }
}

// Blanks.
extension QueryInput {
  /// True where a blank of any script stands, or the text ends.
  func isBlank(at index: Int) -> Bool { index >= bytes.count || blankLength(at: index) > 0 }

  /// Passes over blanks.
  mutating func skipBlanks() { position = afterBlanks(position) }

  /// The place behind the blanks that stand at a place.
  func afterBlanks(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, case let length = blankLength(at: index), length > 0 { index += length }
    return index
  }

  /// The bytes of the blank at a place; 0 where none stands.
  func blankLength(at index: Int) -> Int {
    let byte = bytes[index]
    if byte < 0x80 { return byte == 0x20 || (0x09...0x0D).contains(byte) ? 1 : 0 }
    guard byte == 0xC2 || byte == 0xE1 || byte == 0xE2 || byte == 0xE3 else { return 0 }
    let (scalar, length) = scalar(at: index)
    return scalar.properties.isWhitespace ? length : 0
  }
}

// Names.
extension QueryInput {
  /// The scalar at a place, and its bytes.
  func scalar(at index: Int) -> (Unicode.Scalar, Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for byte in bytes[index..<min(index + length, bytes.count)].dropFirst() { value = value << 6 | UInt32(byte & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// The bytes of the letter, digit or `_` at a place, or of `-` where that is allowed; 0 where there is none.
  func nameLength(at index: Int, dash: Bool = true) -> Int {
    guard index < bytes.count else { return 0 }
    let byte = bytes[index]
    if byte < 0x80 {
      let isLetter = (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
      return isLetter || (dash && byte == UInt8(ascii: "-")) ? 1 : 0
    }
    let (scalar, length) = scalar(at: index)
    return scalar.properties.isIDContinue ? length : 0
  }

  /// The end of the dotted name that begins at a place; nil where none does.
  func pathEnd(from start: Int) -> Int? {
    var index = start
    while true {
      let first = nameLength(at: index, dash: false)
      guard first > 0 else { return index > start ? index - 1 : nil }
      index += first
      while case let length = nameLength(at: index), length > 0 { index += length }
      guard index < bytes.count, bytes[index] == UInt8(ascii: ".") else { return index }
      index += 1
    }
  }

  /// The dotted name that stands in a range.
  func path(_ range: ByteRange) -> Query.Path {
    var names = bytes[range.indices].split(separator: UInt8(ascii: ".")).map { String(decoding: $0, as: UTF8.self) }
    let counts = names.count > 1 && names.last == "count"
    if counts { names.removeLast() }
    return Query.Path(names: names, counts: counts, range: range)
  }
}

// Operators.
extension QueryInput {
  /// The operators that are words.
  enum Operator { case or, and, not }

  /// The word at the position, where it is an operator.
  func operatorAhead() -> (Operator, ByteRange)? {
    guard let first = byte, "oanOAN".utf8.contains(first) else { return nil }
    for (word, upper, meaning) in [("or", "OR", Operator.or), ("and", "AND", .and), ("not", "NOT", .not)] {
      guard starts(with: word, at: position) || starts(with: upper, at: position) else { continue }
      let end = position + word.utf8.count
      if isBlank(at: end) || "(){}|\"".utf8.contains(bytes[end]) { return (meaning, range(position, end)) }
    }
    return nil
  }

  /// True where these characters stand at a place.
  func starts(with word: String, at index: Int) -> Bool {
    index + word.utf8.count <= bytes.count && bytes[index...].starts(with: word.utf8)
  }
}
