// The one way to write a query: what `vitrine query` prints, what views are compared by, and what reads back as the same tree.

extension Query {
  /// The query as text that reads back as the same tree.
  ///
  /// Shape: one blank between terms, `or` and `not` as words, double quotes, no needless parentheses; the controls last, in the order `group:`,
  /// `sort:`, `limit:`, `show:`. `""` for a query of every record. A text that was not in quotes stays so where it can be read back.
  package var normalForm: String {
    var parts: [String] = []
    if condition != .all([]) { parts.append(condition.normalForm) }
    if !group.isEmpty { parts.append("group:" + group.map(\.dotted).joined(separator: ",")) }
    if !sort.isEmpty {
      parts.append("sort:" + sort.map { ($0.isDescending ? "-" : "") + $0.path.dotted }.joined(separator: ","))
    }
    if let limit { parts.append("limit:\(limit)") }
    if !show.isEmpty { parts.append("show:" + show.map(\.dotted).joined(separator: ",")) }
    return parts.joined(separator: " ")
  }
}

extension Query.Node {
  /// The condition as text, without parentheses around it.
  package var normalForm: String {
    switch self {
    case .all(let parts): parts.map(\.asPart).joined(separator: " ")
    case .any(let parts): parts.map(\.asPart).joined(separator: " or ")
    case .not(let part, _): "not " + part.asPart
    case .term(let term): term.normalForm
    case .word(let text, let isQuoted, _): isQuoted || !isBareWord(text) ? quoted(text) : text
    case .state(let state, let name, _): "\(state.rawValue):\(name.dotted)"
    case .view(let name, _): "@" + (isBareView(name) ? name : quoted(name))
    case .element(let path, let part, _): "\(path.dotted):{\(part.normalForm)}"
    }
  }

  /// The condition as part of another.
  private var asPart: String {
    switch self {
    case .all, .any: "(\(normalForm))"
    case .not, .term, .word, .state, .view, .element: normalForm
    }
  }
}

extension Query.Term {
  /// The term as text.
  package var normalForm: String {
    path.dotted + relation.textAfterField
      + values.indices.map { text(of: values[$0].form, isFirst: $0 == 0) }.joined(separator: ",")
  }

  private func text(of value: Query.Value.Form, isFirst: Bool) -> String {
    switch value {
    case .anything: "*"
    case .text(let text, let isQuoted): isQuoted || !isBareValue(text, relation, isFirst: isFirst) ? quoted(text) : text
    case .range(let lower, let upper):
      (lower.map { isPlainEnd($0) ? $0 : quoted($0) } ?? "") + ".." + (upper.map { isPlainEnd($0) ? $0 : quoted($0) } ?? "")
    }
  }
}

/// The text in double quotes.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
    result.unicodeScalars.append(scalar)
  }
  return result + "\""
}

/// True where a text reads back as it is: the parser is asked, so that there is one grammar.
private func isBareWord(_ text: String) -> Bool {
  guard case .word(let word, isQuoted: false, _)? = try? QueryParser.parse(text).condition else { return false }
  return word.utf8.elementsEqual(text.utf8)
}

private func isBareView(_ name: String) -> Bool {
  guard case .view(let found, _)? = try? QueryParser.parse("@" + name).condition else { return false }
  return found.utf8.elementsEqual(name.utf8)
}

/// True where a text reads back as it is. What looks like an operator does so behind another value only.
private func isBareValue(_ text: String, _ relation: Query.Relation, isFirst: Bool) -> Bool {
  let others = Array(repeating: "0", count: max((relation.valuesTogether?.lowerBound ?? 1) - 1, isFirst ? 0 : 1))
  let values = (isFirst ? [text] + others : others + [text]).joined(separator: ",")
  guard case .term(let term)? = try? QueryParser.parse("x" + relation.textAfterField + values).condition,
    term.relation == relation,
    term.values.count == others.count + 1,
    case .text(let found, isQuoted: false)? = (isFirst ? term.values.first : term.values.last)?.form
  else { return false }
  return found.utf8.elementsEqual(text.utf8)
}

/// True for an end of a range that needs no quotes: quotes leave no trace there, so that this may be narrow.
private func isPlainEnd(_ text: String) -> Bool {
  var input = QueryInput(text)
  var wasDot = true
  while let byte = input.byte {
    let isDot = byte == UInt8(ascii: ".")
    if isDot && wasDot { return false }
    wasDot = isDot
    let length = input.nameLength(at: input.position)
    guard length > 0 || isDot || "-+:/#_%".utf8.contains(byte) else { return false }
    input.position += max(length, 1)
  }
  return !wasDot && !Query.operators.contains { text.hasPrefix($0.word) }
}
