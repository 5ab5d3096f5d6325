// The words of a command line as one query: what a shell has taken quotes from gets them back.

package import VitrineSource

/// The arguments of a command, joined to the text of a query. Nothing here fails: what is no query stays none, and the parser says why.
///
/// Shape, an argument a line:
/// ```
/// status:done                →  status:done                     without blanks: as it is
/// developer:From Software    →  developer:"From Software"       one term and plain words: one term whose value has blanks
/// system:PC Engine,SNES      →  system:"PC Engine",SNES         each of its values on its own
/// release >= 2020            →  release>=2020
/// Chrono Trigger             →  "Chrono Trigger"                plain words: one phrase
/// a:1 or b:2                 →  (a:1 or b:2)                    anything else: a query in itself
/// ```
package struct QueryArguments: Sendable {
  /// The query.
  package private(set) var text = ""
  /// Where each argument stands in it, in order. Units: bytes.
  package private(set) var places: [ByteRange] = []

  /// The query of some arguments, with their places.
  package init(_ words: [String]) {
    for word in words {
      if !places.isEmpty { text += " " }
      let start = text.utf8.count
      text += Self.written(word, isAlone: words.count == 1)
      places.append(ByteRange(start, text.utf8.count))
    }
  }

  /// The query of some arguments.
  package static func text(of words: [String]) -> String { QueryArguments(words).text }

  /// An argument as a part of a query.
  private static func written(_ word: String, isAlone: Bool) -> String {
    // An empty argument, such as a variable that is not set, must not mean "every record": empty quotes are refused by the parser.
    if word.isEmpty { return "\"\"" }
    var input = QueryInput(word)
    let pieces = Self.pieces(of: &input)
    guard let first = pieces.first, let last = pieces.last else { return quoted(word) }
    if pieces.count > 1 {
      if pieces.allSatisfy({ isPlain($0, in: input) }) { return quoted(input.text(ByteRange(first.lowerBound, last.upperBound))) }
      if let term = term(pieces, &input) { return term }
    }
    let trimmed = input.text(ByteRange(first.lowerBound, last.upperBound))
    return !isAlone && hasOpenChoice(trimmed) ? "(\(trimmed))" : trimmed
  }

  /// What stands between blanks.
  private static func pieces(of input: inout QueryInput) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var index = input.afterBlanks(0)
    while index < input.bytes.count {
      let start = index
      while !input.isBlank(at: index) { index += input.scalar(at: index).1 }
      pieces.append(start..<index)
      index = input.afterBlanks(index)
    }
    return pieces
  }

  private static func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 &- 0x30 <= 9 } ?? false }

  /// True for a piece without any meaning but its letters.
  private static func isPlain(_ piece: Range<Int>, in input: QueryInput) -> Bool {
    var input = input
    let bytes = input.bytes[piece]
    if bytes.contains(where: { "(){}|\"".utf8.contains($0) }) || bytes.starts(with: "&&".utf8) { return false }
    switch bytes.first {
    case UInt8(ascii: "'"), UInt8(ascii: "@"): return false
    // A dash between blanks is one, as in "Metroid - Other M".
    case UInt8(ascii: "-"): return piece.count == 1
    default: break
    }
    input.position = piece.lowerBound
    if input.operatorAhead() != nil || input.comparison(at: piece.lowerBound) != nil { return false }
    guard let end = input.pathEnd(from: piece.lowerBound), end < piece.upperBound else { return true }
    // A time of day, as tables show it behind a day.
    if isDigit(bytes.first), input.bytes[end] == UInt8(ascii: ":"), end + 1 < piece.upperBound, isDigit(input.bytes[end + 1]) {
      return true
    }
    return input.bytes[end] != UInt8(ascii: ":") && input.comparison(at: end) == nil
  }
}

// A term whose value has blanks.
extension QueryArguments {
  /// The pieces as one term: its path, an operator, and plain words; nil where they are something else.
  private static func term(_ pieces: [Range<Int>], _ input: inout QueryInput) -> String? {
    let start = pieces[0].lowerBound
    let name = start + (input.bytes[start] == UInt8(ascii: "-") ? 1 : 0)
    guard let nameEnd = input.pathEnd(from: name), isNoKeyword(input.text(ByteRange(name, nameEnd))) else { return nil }
    var relation = Query.Relation.matches
    var value = nameEnd + 1
    if nameEnd < input.bytes.count, input.bytes[nameEnd] == UInt8(ascii: ":") {
      if let word = QueryOperators.first(in: input, at: value) {
        relation = .word(word)
        value += word.word.utf8.count
      }
    } else {
      let sign = input.afterBlanks(nameEnd)
      guard let comparison = input.comparison(at: sign) else { return nil }
      relation = .comparison(comparison)
      value = sign + comparison.rawValue.utf8.count
    }
    value = input.afterBlanks(value)
    guard let end = pieces.last?.upperBound, value < end else { return nil }
    // The words of the value, of which the first may begin in the middle of a piece.
    let words = pieces.compactMap { $0.upperBound <= value ? nil : max($0.lowerBound, value)..<$0.upperBound }
    let isPattern = if case .pattern = relation.syntax { true } else { false }
    guard let first = words.first, !"'\"({@".utf8.contains(input.bytes[first.lowerBound]),
      !input.bytes[first].contains(where: { "(){}|\"".utf8.contains($0) }) || isPattern,
      input.comparison(at: first.lowerBound) == nil,
      words.dropFirst().allSatisfy({ isPlain($0, in: input) || isPattern })
    else { return nil }
    let head = input.text(ByteRange(start, nameEnd)) + relation.textAfterField
    let text = input.text(ByteRange(value, end))
    if isPattern { return head + quoted(text) }
    return head
      + text.split(separator: ",", omittingEmptySubsequences: false).map { part(String($0), relation) }.joined(separator: ",")
  }

  /// One value, in quotes where it has blanks; of a range each end on its own.
  private static func part(_ text: String, _ relation: Query.Relation) -> String {
    var input = QueryInput(text)
    let pieces = pieces(of: &input)
    guard let first = pieces.first, let last = pieces.last else { return "" }
    let trimmed = input.text(ByteRange(first.lowerBound, last.upperBound))
    if pieces.count == 1 { return trimmed }
    if relation == .matches, let ends = ends(trimmed) {
      return ends.map { $0.isEmpty ? "" : quoted($0) }.joined(separator: "..")
    }
    return quoted(trimmed)
  }

  /// The ends of what reads as a range: two dots, no more, that touch no blank.
  private static func ends(_ text: String) -> [String]? {
    let bytes = Array(text.utf8)
    let dot = UInt8(ascii: ".")
    guard let start = bytes.indices.dropLast().first(where: { bytes[$0] == dot && bytes[$0 + 1] == dot }) else { return nil }
    let lower = bytes[..<start]
    let upper = bytes[(start + 2)...]
    if upper.first == dot || upper.first == 0x20 || lower.last == 0x20 || (lower.isEmpty && upper.isEmpty) { return nil }
    return [String(decoding: lower, as: UTF8.self), String(decoding: upper, as: UTF8.self)]
  }

  /// True for the name of a field: controls and states take no values with blanks.
  private static func isNoKeyword(_ name: String) -> Bool {
    QueryParser.Control(rawValue: name) == nil && Query.State(rawValue: name) == nil
  }

  /// True where `or` or `|` stands outside parentheses, braces and quotes, between two things.
  private static func hasOpenChoice(_ text: String) -> Bool {
    guard case .any? = try? QueryParser.parse(text).condition else { return false }
    var input = QueryInput(text)
    return !isInParentheses(&input)
  }

  /// True where one pair of parentheses encloses all.
  private static func isInParentheses(_ input: inout QueryInput) -> Bool {
    guard input.bytes.first == UInt8(ascii: "("), input.bytes.last == UInt8(ascii: ")") else { return false }
    let inside = String(decoding: input.bytes.dropFirst().dropLast(), as: UTF8.self)
    return (try? QueryParser.parse(inside)) != nil
  }
}
