// Values: bare, in quotes, ranges, and what may touch what.

import VitrineSource

extension QueryParser {
  /// The values of a term, which begin at the position, and with them the term.
  mutating func term(_ path: Query.Path, _ relation: Query.Relation) throws(QueryError) -> Query.Term {
    let start = Int(path.range.start)
    var values: [Query.Value] = []
    while true {
      values.append(try value(relation, of: path))
      guard input.byte == UInt8(ascii: ",") else { break }
      let comma = input.range(input.position, input.position + 1)
      input.position += 1
      guard let next = input.byte, next != UInt8(ascii: ","), !Self.closes(next), next != UInt8(ascii: "|"),
        !input.isBlank(at: input.position)
      else { throw input.error("no value follows ','", at: comma, "no blank may follow it; a value with commas goes in quotes") }
    }
    try refuseTouching(bar: true)
    let term = Query.Term(path: path, relation: relation, values: values, range: input.range(start, input.position))
    try checkCount(of: term)
    return term
  }

  private func checkCount(of term: Query.Term) throws(QueryError) {
    switch term.relation {
    case .matches: return
    case .word(let word):
      guard let counts = word.valuesTogether, !counts.contains(term.values.count) else { return }
      let (message, suggestion) = word.wrongCount(term.values.count)
      throw input.error(message, at: term.range, suggestion)
    case .comparison(let comparison):
      guard comparison.isOrdering, term.values.count > 1 else { return }
      throw input.error(
        "'\(comparison.rawValue)' compares with one value", at: term.values[1].range, "write a term for each of them")
    }
  }

  private mutating func value(_ relation: Query.Relation, of path: Query.Path) throws(QueryError) -> Query.Value {
    let start = input.position
    var isWord = false
    if case .word = relation { isWord = true }
    if !isWord, input.byte == UInt8(ascii: "*"), isAtEndOfValue(start + 1) {
      input.position += 1
      if relation != .matches {
        throw input.error(
          "'*' does not go with '\(relation.text)'", at: input.range(start, input.position),
          "'has:\(path.dotted)' finds any value")
      }
      return Query.Value(.anything, range: input.range(start, input.position))
    }
    if relation == .matches, input.byte == UInt8(ascii: "{") {
      throw input.error("'{' stands behind ':' only", at: input.range(start, start + 1), "text with braces goes in quotes")
    }
    let (takesRanges, bare): (Bool, Bare) =
      switch relation.syntax {
      case .value: (true, .value(ranges: true))
      case .text: (false, .value(ranges: false))
      case .pattern: (false, .pattern)
      }
    let isQuoted = input.byte == UInt8(ascii: "\"") || input.byte == UInt8(ascii: "'")
    let first: String
    if isQuoted {
      first = try quoted()
    } else {
      try refuseTypographicQuote()
      try self.bare(bare)
      first = input.text(input.range(start, input.position))
    }
    let range = input.range(start, input.position)
    if takesRanges, dots == 2 {
      return Query.Value(
        try self.range(from: isQuoted || !first.isEmpty ? (first, range) : nil, relation, path),
        range: input.range(start, input.position))
    }
    if first.isEmpty {
      guard isQuoted else { throw unreadable(in: path) }
      guard relation.mayBeEmpty else {
        throw input.error(
          "nothing stands in the quotes", at: range, "'\(path.dotted):eq:\"\"' finds the empty text, 'no:\(path.dotted)' no value"
        )
      }
    }
    return Query.Value(.text(first, isQuoted: isQuoted), range: range)
  }

  /// The rest of a range, from its dots on.
  private mutating func range(
    from lower: (text: String, range: ByteRange)?, _ relation: Query.Relation, _ path: Query.Path
  ) throws(QueryError) -> Query.Value.Form {
    let points = input.range(input.position, input.position + 2)
    guard relation == .matches else {
      throw input.error("a range does not go with '\(relation.text)'", at: points, "write '\(path.dotted):FROM..TO'")
    }
    input.position += 2
    var upper: (text: String, range: ByteRange)?
    let start = input.position
    if input.byte == UInt8(ascii: "\"") || input.byte == UInt8(ascii: "'") {
      upper = (try quoted(), input.range(start, input.position))
    } else if !isAtEndOfValue(start) {
      try refuseTypographicQuote()
      try bare(.value(ranges: true))
      upper = (input.text(input.range(start, input.position)), input.range(start, input.position))
    }
    if dots == 2 {
      throw input.error(
        "a range has two ends", at: input.range(input.position, input.position + 2), "text with '..' goes in quotes")
    }
    for end in [lower, upper] {
      guard let end else { continue }
      if end.text.isEmpty {
        throw input.error("an end of the range is empty", at: end.range, "leave the quotes out for no limit")
      }
      if end.text == "*" {
        throw input.error("'*' is no end of a range", at: end.range, "leave it out for no limit: 'FROM..' or '..TO'")
      }
    }
    if lower == nil, upper == nil {
      throw input.error(
        "'..' has no end at all", at: points, "write FROM..TO, FROM.. or ..TO; 'has:\(path.dotted)' finds any value")
    }
    return .range(lower?.text, upper?.text)
  }

  /// How many dots stand at the position.
  private var dots: Int {
    var count = 0
    while count < 4, input.byte(count) == UInt8(ascii: ".") { count += 1 }
    return count
  }

  /// True where a value ends.
  private func isAtEndOfValue(_ index: Int) -> Bool {
    guard index < input.bytes.count else { return true }
    return ",|)}".utf8.contains(input.bytes[index]) || input.isBlank(at: index)
  }

  private func unreadable(in path: Query.Path) -> QueryError {
    let here = input.range(input.position, min(input.position + 1, input.bytes.count))
    return input.error(
      "'\(path.dotted)' has no value before '\(input.text(here))'", at: here, "put text that begins with one in quotes")
  }
}

// Characters that are bare, and those that are not.
extension QueryParser {
  /// What a bare text may hold.
  enum Bare {
    /// Commas and dots are as any other.
    case word
    /// It ends at a comma and, where ranges are read, at two dots.
    case value(ranges: Bool)
    /// As a value, but what stands in brackets is one piece, and `|` belongs to it.
    case pattern
  }

  /// Passes over a bare text, up to a blank, a parenthesis or brace that is not its own, or what else ends it; also over none.
  mutating func bare(_ kind: Bare) throws(QueryError) {
    if case .pattern = kind { return barePattern() }
    let start = input.position
    var braces = 0
    while let byte = input.byte {
      switch byte {
      case UInt8(ascii: ")"), UInt8(ascii: "|"): return
      case UInt8(ascii: "}"):
        if braces == 0 { return }
        braces -= 1
      case UInt8(ascii: "{"): braces += 1
      case UInt8(ascii: ","): if case .value = kind { return }
      case UInt8(ascii: "."):
        if case .value(true) = kind, dots == 2 { return }
        if case .value(true) = kind, dots > 2 {
          throw input.error(
            "a range has two dots", at: input.range(input.position, input.position + dots), "text with more goes in quotes")
        }
      case UInt8(ascii: "\""):
        throw input.error(
          "a quote stands inside a word", at: input.range(input.position, input.position + 1),
          "quotes enclose a whole value; inside quotes write \\\"")
      case UInt8(ascii: "("):
        let isWord = if case .word = kind { true } else { false }
        throw input.error(
          "'(' touches what is before it", at: input.range(input.position, input.position + 1),
          !isWord && start == input.position
            ? "values are separated by commas: 'ONE,OTHER'" : "put a blank before it to group, or all of it in quotes")
      default:
        if byte >= 0x80 || byte <= 0x20 {
          if input.isBlank(at: input.position) { return }
          input.position += input.scalar(at: input.position).1 - 1
        }
      }
      input.position += 1
    }
  }

  private mutating func barePattern() {
    var closers: [UInt8] = []
    var isInClass = false
    while let byte = input.byte, !input.isBlank(at: input.position) {
      switch byte {
      case UInt8(ascii: "\\") where !input.isBlank(at: input.position + 1): input.position += 1
      case UInt8(ascii: "]"): isInClass = false
      case _ where isInClass: break
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "("): closers.append(UInt8(ascii: ")"))
      case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
      case UInt8(ascii: ")"), UInt8(ascii: "}"):
        guard let last = closers.last else { return }
        if last == byte { closers.removeLast() }
      case UInt8(ascii: ",") where closers.isEmpty: return
      default: break
      }
      input.position += input.scalar(at: input.position).1
    }
  }

  /// The text of what is in quotes at the position.
  mutating func quoted() throws(QueryError) -> String {
    let start = input.position
    let quote = input.bytes[start]
    var content: [UInt8] = []
    var index = start + 1
    while index < input.bytes.count {
      var byte = input.bytes[index]
      if byte == quote {
        input.position = index + 1
        return String(decoding: content, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\"), index + 1 < input.bytes.count, case let next = input.bytes[index + 1],
        next == quote || next == byte
      {
        byte = next
        index += 1
      }
      content.append(byte)
      index += 1
    }
    let hint = quote == UInt8(ascii: "'") ? "; a word that begins with an apostrophe goes in double quotes" : ""
    throw input.error("a quote is never closed", at: input.range(start, start + 1), "it runs to the end of the query\(hint)")
  }

  /// Throws unless a blank, the end, or what closes or separates follows.
  func refuseTouching(bar isRefused: Bool = false) throws(QueryError) {
    let start = input.position
    guard let byte = input.byte, !Self.closes(byte), !input.isBlank(at: start) else { return }
    if byte == UInt8(ascii: "|") {
      if !isRefused || input.byte(1) == byte || input.isBlank(at: start + 1) { return }
      throw input.error(
        "'|' touches the value before it", at: input.range(start, start + 1),
        "between values write a comma, between terms put blanks around it")
    }
    let end = start + input.scalar(at: start).1
    throw input.error(
      "'\(input.text(input.range(start, end)))' touches what is before it", at: input.range(start, end),
      "put a blank between them, or all of it in quotes")
  }

  /// Throws for quotes as typesetters write them.
  func refuseTypographicQuote() throws(QueryError) {
    guard let byte = input.byte, byte == 0xE2 else { return }
    let (scalar, length) = input.scalar(at: input.position)
    guard ["“", "”", "„", "‟", "‘", "‛"].contains(scalar) else { return }
    throw input.error(
      "'\(scalar)' is no quote of the query language", at: input.range(input.position, input.position + length), "write \"")
  }
}
