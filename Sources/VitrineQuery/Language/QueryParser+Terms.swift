// What stands between operators: words, views, states, terms and elements.

import VitrineSource

extension QueryParser {
  /// A term, word, view, state, element or group; nil for a control.
  mutating func primary(negation: ByteRange?) throws(QueryError) -> Query.Node? {
    let start = input.position
    guard let byte = input.byte else {
      throw input.error(
        "the query ends where a term should stand", at: input.range(start, start), "write on, or leave out what stands before")
    }
    switch byte {
    case UInt8(ascii: "("): return try enclosed(close: UInt8(ascii: ")"))
    case UInt8(ascii: "@"): return try view()
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let text = try quoted()
      let range = input.range(start, input.position)
      try refuseTouching()
      if text.isEmpty { throw input.error("nothing stands in the quotes", at: range, "leave them out to find every record") }
      return .word(text, isQuoted: true, range)
    default: break
    }
    guard let end = input.pathEnd(from: start) else { return try word() }
    if end < input.bytes.count, input.bytes[end] == UInt8(ascii: ":") {
      return try colon(path: input.path(input.range(start, end)), negation: negation)
    }
    let behind = input.afterBlanks(end)
    if let found = input.comparison(at: behind) {
      return try comparison(path: input.path(input.range(start, end)), found, at: behind)
    }
    return try word()
  }

  /// `path:`, whatever follows.
  private mutating func colon(path: Query.Path, negation: ByteRange?) throws(QueryError) -> Query.Node? {
    let start = Int(path.range.start)
    let behind = Int(path.range.end) + 1
    input.position = behind
    if path.names.count == 1, !path.counts {
      if let control = Control(rawValue: path.names[0]) {
        try read(control, at: input.range(start, behind), negation: negation)
        return nil
      }
      if let state = Query.State(rawValue: path.names[0]) { return try self.state(state, at: input.range(start, behind)) }
    }
    if input.byte == UInt8(ascii: "{") {
      if path.counts { throw input.error("'count' has no elements", at: path.range, "leave it out before '{'") }
      let node = try enclosed(close: UInt8(ascii: "}"))
      let range = input.range(start, input.position)
      try refuseTouching()
      return .element(path, node, range)
    }
    let relation = QueryOperators.first(in: input, at: behind).map { Query.Relation.word($0) } ?? .matches
    if relation != .matches { input.position += relation.text.utf8.count }
    try refuseMissing(behind: input.range(start, input.position))
    if relation == .matches { try refuseComparison(behind: path) }
    return .term(try term(path, relation))
  }

  /// `path cmp value`.
  private mutating func comparison(path: Query.Path, _ comparison: Query.Comparison, at start: Int) throws(QueryError)
    -> Query.Node
  {
    input.position = start + comparison.rawValue.utf8.count
    let operation = input.range(Int(path.range.start), input.position)
    input.skipBlanks()
    if let byte = input.byte, "=<>~!".utf8.contains(byte) {
      let found = input.range(start, input.position + 1)
      let hint: String =
        switch input.text(found) {
        case "==": "write '='"
        case "=>": "write '>='"
        case "=<": "write '<='"
        case "<>": "write '!='"
        case "=~": "a pattern is '\(path.dotted):re:PATTERN'"
        default: "comparisons are = != < <= > >="
        }
      throw input.error("'\(input.text(found))' is no comparison", at: found, hint)
    }
    try refuseMissing(behind: operation)
    return .term(try term(path, .comparison(comparison)))
  }

  /// `is:`, `has:` or `no:` and a name.
  private mutating func state(_ state: Query.State, at range: ByteRange) throws(QueryError) -> Query.Node {
    let expected = state == .is ? "such as 'is:invalid'" : "the name of a field, such as '\(state.rawValue):title'"
    guard let end = input.pathEnd(from: input.position) else {
      throw input.error("'\(input.text(range))' needs a name", at: range, expected)
    }
    let name = input.path(input.range(input.position, end))
    input.position = end
    if input.byte == UInt8(ascii: ",") {
      throw input.error(
        "'\(input.text(range))' takes one name", at: input.range(end, end + 1),
        "for either, write '\(state.rawValue):\(name.dotted) or \(state.rawValue):…'")
    }
    try refuseTouching()
    if state == .is, let element = open.last(where: { $0.close == UInt8(ascii: "}") }) {
      throw input.error(
        "'is:' is about a record, not an element of a list", at: input.range(Int(range.start), end),
        "put it before '\(input.text(element.range))'")
    }
    return .state(state, name: name, input.range(Int(range.start), end))
  }

  /// `@name`; the name may be in quotes.
  private mutating func view() throws(QueryError) -> Query.Node {
    let start = input.position
    input.position += 1
    let name: String
    if input.byte == UInt8(ascii: "\"") || input.byte == UInt8(ascii: "'") {
      name = try quoted()
    } else {
      while case let length = input.nameLength(at: input.position),
        length > 0 || input.byte == UInt8(ascii: ".") || input.byte == UInt8(ascii: "/")
      {
        input.position += max(length, 1)
      }
      name = input.text(input.range(start + 1, input.position))
    }
    let range = input.range(start, input.position)
    if name.isEmpty { throw input.error("'@' needs the name of a view", at: range, "such as '@backlog'") }
    try refuseTouching()
    if open.contains(where: { $0.close == UInt8(ascii: "}") }) {
      throw input.error("a view is about records, not elements of a list", at: range, "put it outside the braces")
    }
    return .view(name, range)
  }

  /// A bare word.
  private mutating func word() throws(QueryError) -> Query.Node {
    let start = input.position
    try refuseOddStart()
    try bare(.word)
    let range = input.range(start, input.position)
    return .word(input.text(range), isQuoted: false, range)
  }
}

// What is refused, each with what to write instead.
extension QueryParser {
  /// Throws unless a value follows.
  private func refuseMissing(behind range: ByteRange) throws(QueryError) {
    let next = input.afterBlanks(input.position)
    let isAtOnce = next == input.position
    guard next < input.bytes.count, !Self.closes(input.bytes[next]), input.bytes[next] != UInt8(ascii: "|") else {
      let field = input.text(range).prefix { $0 != ":" }
      throw input.error(
        "'\(input.text(range))' has no value", at: range,
        input.text(range).hasSuffix(":") && range.count == field.utf8.count + 1
          ? "'has:\(field)' finds what has any, 'no:\(field)' what has none" : "")
    }
    if isAtOnce || !input.text(range).hasSuffix(":") { return }
    var end = next
    while input.nameLength(at: end) > 0, end - next < 40 { end += input.nameLength(at: end) }
    let example =
      end > next && input.isBlank(at: end)
      ? "write '\(input.text(range))\(input.text(input.range(next, end)))' without a blank" : "no blank may follow the colon"
    throw input.error("'\(input.text(range))' has no value", at: range, "\(example); text with a colon goes in quotes")
  }

  /// Throws for `path:>=value`.
  private func refuseComparison(behind path: Query.Path) throws(QueryError) {
    guard let comparison = input.comparison(at: input.position) else { return }
    let start = input.position + comparison.rawValue.utf8.count
    var end = start
    while end < input.bytes.count, end - start < 40, !input.isBlank(at: end), !Self.closes(input.bytes[end]) { end += 1 }
    let value = input.text(input.range(start, end))
    let isShown = !value.isEmpty && !value.contains("\u{FFFD}") && !"\"'".contains(value.first ?? " ")
    let range = input.range(Int(path.range.end), start)
    throw input.error(
      "'\(input.text(range))' is no comparison", at: range, comparison.advice(for: path.dotted, isShown ? value : "VALUE"))
  }

  /// Throws where a word begins with what is a piece of grammar.
  private func refuseOddStart() throws(QueryError) {
    let start = input.position
    let byte = input.bytes[start]
    let one = input.range(start, start + 1)
    switch byte {
    case UInt8(ascii: "&") where input.byte(1) == UInt8(ascii: "&"):
      throw input.error("'&&' is no operator", at: input.range(start, start + 2), "terms that must all hold stand side by side")
    case UInt8(ascii: "!") where input.byte(1) == UInt8(ascii: "(") || input.byte(1) == UInt8(ascii: "="):
      throw input.error("'!' is no operator", at: one, "write 'not' or '-'")
    case UInt8(ascii: "!"):
      if let end = input.pathEnd(from: start + 1), end < input.bytes.count, input.bytes[end] == UInt8(ascii: ":") {
        throw input.error("'!' is no operator", at: one, "write 'not' or '-'")
      }
    case UInt8(ascii: ":"):
      throw input.error(
        "':' has no field before it", at: one, "it touches the name: 'status:done'; text that begins with one goes in quotes")
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="):
      let sign = input.comparison(at: start)?.rawValue ?? input.text(one)
      throw input.error(
        "'\(sign)' has no field before it", at: input.range(start, start + sign.utf8.count),
        "write 'FIELD\(sign)VALUE'; text that begins with it goes in quotes")
    case UInt8(ascii: "{"):
      throw input.error("'{' has no field before it", at: one, "write 'FIELD:{…}'; text with braces goes in quotes")
    case UInt8(ascii: ","):
      throw input.error("',' stands between values, without blanks", at: one, "write 'FIELD:ONE,OTHER'")
    case UInt8(ascii: "*") where input.isBlank(at: start + 1):
      throw input.error("'*' alone is no term", at: one, "leave it out; 'has:FIELD' finds what has a value")
    case UInt8(ascii: ".") where input.starts(with: "..", at: start) && input.byte(2) != UInt8(ascii: "."):
      throw input.error("a range has no field before it", at: input.range(start, start + 2), "write 'FIELD:2020..2023'")
    default: try refuseTypographicQuote()
    }
  }
}
