// From the text of a query to its tree: the part of the grammar that joins terms. One pass over the bytes, nothing looked up.

import VitrineSource

/// Reads queries.
///
/// Shape: the grammar, where blanks may stand between any two words and terms, and nowhere else but around `cmp`.
/// ```
/// query   = or ;  or = and { ("or" | "|") and } ;  and = unary { ["and"] unary } ;  unary = ("not" | "-") unary | primary
/// primary = "(" or ")" | "@" view | ("is" | "has" | "no") ":" path | path ":" "{" or "}" | path ":" [op] value {"," value}
///         | path cmp value {"," value} | word
/// path    = name { "." name } ;  op = the words of `QueryOperators`, such as "near:"
/// value   = [end] ".." [end] | quoted | bare | "*" ;  cmp = ">=" | "<=" | ">" | "<" | "=" | "!="
/// control = "sort:" ["-"] path {"," ["-"] path} | "limit:" number | "group:" path {"," path} | "show:" path {"," path}
/// ```
/// Names are letters of any script, digits, `_` and `-`. A word in quotes, single or double, is never an operator; in quotes `\` escapes
/// the quote and itself. `OR`, `AND` and `NOT` are operators too, `Or`, `And` and `Not` are words. Controls stand anywhere at the top.
/// The tree holds no `all` directly in an `all`, no `any` in an `any`, and none of one part.
package struct QueryParser {
  /// The most levels of parentheses, braces and negations.
  package static let deepest = 100
  /// The longest query, with some ten thousand words and values in it. Units: bytes.
  package static let longest = 256 << 10

  /// What is read.
  var input: QueryInput
  /// The parentheses and braces that are open, with their places.
  var open: [(close: UInt8, range: ByteRange)] = []
  /// How many parentheses, braces and negations are open.
  var depth = 0
  /// The controls met so far.
  var controls: Query
  /// Their names.
  var seen: Set<String> = []

  private init(_ text: String) {
    input = QueryInput(text)
    controls = Query(text: text, condition: .all([]))
  }

  /// The query of a text; the empty text is every record.
  ///
  /// Errors: the first fault from the left, with its place; see `QueryError`.
  package static func parse(_ text: String) throws(QueryError) -> Query {
    if text.utf8.count > longest { throw tooLong(text) }
    var parser = QueryParser(text)
    try parser.input.refuseControlCharacters()
    let condition = try parser.alternatives()
    if let byte = parser.input.byte { throw parser.stray(byte) }
    var query = parser.controls
    query.condition = condition ?? .all([])
    return query
  }

  /// `or`, up to the end or what closes; nil where there is nothing but blanks and controls.
  mutating func alternatives() throws(QueryError) -> Query.Node? {
    var options: [Query.Node] = []
    var choice: ByteRange?
    while true {
      let node = try conjunction()
      let next = try or()
      if let node {
        if case .any(let inner) = node { Self.append(inner, to: &options) } else { options.append(node) }
      } else if let range = choice ?? next {
        throw lonely(range, choice == nil ? "before" : "behind")
      }
      guard let next else { break }
      choice = next
    }
    guard options.count > 1 else { return options.first }
    return .any(options)
  }

  private mutating func conjunction() throws(QueryError) -> Query.Node? {
    var items: [Query.Node] = []
    var joining: ByteRange?
    while true {
      input.skipBlanks()
      guard let byte = input.byte, byte != UInt8(ascii: "|"), !Self.closes(byte) else { break }
      if let (word, range) = input.operatorAhead(), word != .not {
        if word == .or { break }
        guard !items.isEmpty, joining == nil else { throw lonely(range, "before") }
        joining = range
        input.position = Int(range.end)
        continue
      }
      guard let node = try unary(negation: nil) else { continue }
      joining = nil
      if case .all(let inner) = node { Self.append(inner, to: &items) } else { items.append(node) }
    }
    if let joining { throw lonely(joining, "behind") }
    guard items.count > 1 else { return items.first }
    return .all(items)
  }

  /// Reads `or` or `|`.
  private mutating func or() throws(QueryError) -> ByteRange? {
    if input.byte == UInt8(ascii: "|") {
      let range = input.range(input.position, input.position + 1)
      if input.byte(1) == UInt8(ascii: "|") {
        throw input.error("'||' is no operator", at: input.range(input.position, input.position + 2), "write 'or', or one '|'")
      }
      input.position += 1
      return range
    }
    guard let (word, range) = input.operatorAhead(), word == .or else { return nil }
    input.position = Int(range.end)
    return range
  }

  /// A primary with what negates it; nil for a control.
  private mutating func unary(negation: ByteRange?) throws(QueryError) -> Query.Node? {
    let negating: ByteRange
    if let (word, range) = input.operatorAhead() {
      guard word == .not else { throw lonely(range, "before") }
      negating = range
      input.position = Int(range.end)
      input.skipBlanks()
      guard let byte = input.byte, byte != UInt8(ascii: "|"), !Self.closes(byte),
        input.operatorAhead().map({ $0.0 == .not }) ?? true
      else { throw lonely(range, "behind") }
    } else if input.byte == UInt8(ascii: "-") {
      negating = input.range(input.position, input.position + 1)
      try refuseLooseDash()
      input.position += 1
    } else {
      return try primary(negation: negation)
    }
    try enter(negating)
    let operand = try unary(negation: negating)
    depth -= 1
    guard let operand else { return nil }
    return .not(operand, negating)
  }

  private func refuseLooseDash() throws(QueryError) {
    let start = input.position
    if input.byte(1) == UInt8(ascii: "-") {
      throw input.error("'--' is no operator", at: input.range(start, start + 2), "'-' or 'not' leaves out what follows")
    }
    guard let next = input.byte(1), !Self.closes(next), next != UInt8(ascii: "|"), !input.isBlank(at: start + 1) else {
      throw input.error(
        "'-' stands alone", at: input.range(start, start + 1),
        "it touches what it leaves out: '-status:done'; a dash is \"-\" in quotes")
    }
  }

  /// One more level.
  mutating func enter(_ range: ByteRange) throws(QueryError) {
    depth += 1
    if depth > Self.deepest { throw input.error("nested deeper than \(Self.deepest) levels", at: range) }
  }

  /// Reads what is in parentheses or braces, whose opening is at the position, and what closes them.
  mutating func enclosed(close: UInt8) throws(QueryError) -> Query.Node {
    let opening = input.range(input.position, input.position + 1)
    try enter(opening)
    open.append((close, opening))
    input.position += 1
    let node = try alternatives()
    guard let byte = input.byte else {
      throw input.error(
        "'\(input.text(opening))' is never closed", at: opening, "a '\(Character(UnicodeScalar(close)))' is missing")
    }
    guard byte == close else { throw stray(byte) }
    input.position += 1
    guard let node else {
      throw input.error(
        "nothing stands between '\(input.text(opening))' and its end", at: input.range(Int(opening.start), input.position))
    }
    open.removeLast()
    depth -= 1
    return node
  }

  /// True for what ends a group.
  static func closes(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ")") || byte == UInt8(ascii: "}") }

  private static func append(_ inner: [Query.Node], to list: inout [Query.Node]) {
    if list.isEmpty { list = inner } else { list += inner }
  }
}

extension QueryParser {
  /// More than anybody writes, at the place where it is too much.
  private static func tooLong(_ text: String) -> QueryError {
    QueryError(
      "a query has no more than \(longest) bytes", in: text, at: ByteRange(longest, longest), suggestion: "ask in several queries"
    )
  }

  /// A word of the grammar with nothing on one side of it.
  private func lonely(_ range: ByteRange, _ side: String) -> QueryError {
    let word = input.text(range)
    return input.error("'\(word)' has nothing \(side) it", at: range, "to search for it, put it in quotes: \"\(word)\"")
  }

  /// What closes something that is not open, or not the last that was opened.
  private func stray(_ byte: UInt8) -> QueryError {
    let found = Character(UnicodeScalar(byte))
    let here = input.range(input.position, input.position + 1)
    guard let last = open.last else {
      return input.error("'\(found)' closes nothing", at: here, "put text that has one in quotes")
    }
    return input.error(
      "'\(found)' stands where '\(Character(UnicodeScalar(last.close)))' should", at: here,
      "'\(input.text(last.range))' is still open")
  }
}
