// Random queries of the whole grammar, over any vocabulary of fields and values.

/// What random queries are made of. Names and values are written as they are; values may hold anything, generated queries quote them.
package struct QueryVocabulary: Sendable {
  /// A field and what is asked of it.
  package struct Field: Sendable {
    /// The dotted path.
    package var path: String
    /// Values, of which some should match and some not.
    package var values: [String]
    /// Operators and comparisons that make sense before its values: `eq:`, `>=` and so on. Those that take other values stand in `written`.
    package var operators: [String]
    /// Whether `a..b` of two of its values makes sense.
    package var hasRanges: Bool
    /// What may follow `path:` as it is, in normal form: `near:41.01,28.97,2km`.
    package var written: [String]
    /// For a list of maps: the fields of an element, their paths from there.
    package var members: [Field]

    /// A field of a path and its values.
    package init(
      _ path: String, _ values: [String] = [], operators: [String] = [], hasRanges: Bool = false, written: [String] = [],
      members: [Field] = []
    ) {
      self.path = path
      self.values = values
      self.operators = operators
      self.hasRanges = hasRanges
      self.written = written
      self.members = members
    }
  }

  /// The fields.
  package var fields: [Field]
  /// Free text.
  package var words: [String]
  /// What follows `is:`.
  package var states: [String] = []
  /// What follows `@`.
  package var views: [String] = []
  /// What follows `has:` and `no:`; the fields' paths where it is empty.
  package var presences: [String] = []
  /// The fields of `sort:`, `group:` and `show:`; no controls are made where it is empty.
  package var keys: [String] = []

  /// A vocabulary of fields and words.
  package init(fields: [Field], words: [String]) {
    self.fields = fields
    self.words = words
  }
}

/// A random query, twice.
package struct GeneratedQuery: Sendable {
  /// As a person may write it: operators as words or signs, either quotes, blanks and parentheses that are not needed.
  package var text: String
  /// The normal form it must be read as.
  package var normalForm: String

  /// A query and its normal form.
  package init(_ text: String, _ normalForm: String) {
    self.text = text
    self.normalForm = normalForm
  }
}

/// Makes random queries, the same ones for the same seed and vocabulary.
package struct QueryGenerator {
  private let vocabulary: QueryVocabulary
  private var random: SplitMix
  /// How deep groups, elements and negations go.
  private let depth: Int

  /// A generator of queries over a vocabulary, which needs a field with values, or a word.
  package init(_ vocabulary: QueryVocabulary, seed: UInt64, depth: Int = 4) {
    self.vocabulary = vocabulary
    self.depth = depth
    random = SplitMix(state: seed)
  }

  /// The next query.
  package mutating func next() -> GeneratedQuery {
    var query = condition(depth, vocabulary.fields, isElement: false, avoiding: .none)
    guard !vocabulary.keys.isEmpty else { return query }
    for control in ["group:", "sort:", "limit:", "show:"] where random.below(4) == 0 {
      let text = control + value(of: control)
      query.normalForm += " " + text
      query.text = random.below(2) == 0 ? "\(query.text)\(blanks())\(text)" : "\(text)\(blanks())\(query.text)"
    }
    return query
  }

  private mutating func value(of control: String) -> String {
    if control == "limit:" { return String(random.below(50)) }
    return (0...random.below(2)).map { _ in
      (control == "sort:" && random.below(2) == 0 ? "-" : "") + pick(vocabulary.keys)
    }.joined(separator: ",")
  }
}

// Conditions.
extension QueryGenerator {
  private enum Joint { case none, all, any }

  /// A condition that is not joined as the one around it is, so that no reader may merge the two.
  private mutating func condition(
    _ depth: Int, _ fields: [QueryVocabulary.Field], isElement: Bool, avoiding: Joint
  ) -> GeneratedQuery {
    let choice = depth > 0 ? random.below(8) : 7
    switch choice {
    case 0, 1: return avoiding == .all ? term(fields, isElement) : joined(depth, fields, isElement, .all)
    case 2, 3: return avoiding == .any ? term(fields, isElement) : joined(depth, fields, isElement, .any)
    case 4:
      let inner = condition(depth - 1, fields, isElement: isElement, avoiding: .none)
      let part = grouped(inner)
      return GeneratedQuery(
        pick(part.text.hasPrefix("-") ? ["not "] : ["not ", "-", "not\t", "NOT "]) + part.text, "not " + part.normalForm)
    case 5:
      let lists = fields.filter { !$0.members.isEmpty }
      guard !lists.isEmpty else { return term(fields, isElement) }
      let list = pick(lists)
      let inner = condition(depth - 1, list.members, isElement: true, avoiding: .none)
      return GeneratedQuery(
        "\(list.path):{\(pick(["", " "]))\(inner.text)\(pick(["", " "]))}", "\(list.path):{\(inner.normalForm)}")
    default: return term(fields, isElement)
    }
  }

  private mutating func joined(
    _ depth: Int, _ fields: [QueryVocabulary.Field], _ isElement: Bool, _ joint: Joint
  ) -> GeneratedQuery {
    var texts = ""
    var forms: [String] = []
    for index in 0...1 + random.below(2) {
      let part = grouped(condition(depth - 1, fields, isElement: isElement, avoiding: joint))
      if index > 0 {
        let between = joint == .all ? pick([" ", "  ", " and ", " AND ", "\n"]) : pick([" or ", " | ", " OR ", "\tor\t"])
        texts += between
      }
      texts += part.text
      forms.append(part.normalForm)
    }
    return GeneratedQuery(texts, forms.joined(separator: joint == .all ? " " : " or "))
  }

  /// The condition as a part: in parentheses where it is joined, at times where it need not be.
  private mutating func grouped(_ part: GeneratedQuery) -> GeneratedQuery {
    if isJoined(part.normalForm) { return GeneratedQuery("(\(part.text))", "(\(part.normalForm))") }
    return random.below(8) == 0 ? GeneratedQuery("( \(part.text) )", part.normalForm) : part
  }

  /// True where a blank stands outside quotes and brackets, but for that behind `not`.
  private func isJoined(_ form: String) -> Bool {
    var text = Substring(form)
    while text.hasPrefix("not ") { text = text.dropFirst(4) }
    var level = 0
    var isInQuotes = false
    var isEscaped = false
    for character in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if isInQuotes {
        if character == "\\" { isEscaped = true } else if character == "\"" { isInQuotes = false }
      } else if character == "\"" {
        isInQuotes = true
      } else if character == "(" || character == "{" {
        level += 1
      } else if character == ")" || character == "}" {
        level -= 1
      } else if character == " ", level == 0 {
        return true
      }
    }
    return false
  }
}

// Terms.
extension QueryGenerator {
  private mutating func term(_ fields: [QueryVocabulary.Field], _ isElement: Bool) -> GeneratedQuery {
    let valued = fields.filter { !$0.values.isEmpty || !$0.written.isEmpty }
    switch random.below(valued.isEmpty ? 3 : 12) {
    case 0 where !vocabulary.words.isEmpty: return word()
    case 1 where !isElement && !vocabulary.states.isEmpty: return same("is:" + pick(vocabulary.states))
    case 2 where !isElement && !vocabulary.views.isEmpty: return same("@" + pick(vocabulary.views))
    case 3 where !fields.isEmpty:
      let names = isElement || vocabulary.presences.isEmpty ? fields.map(\.path) : vocabulary.presences
      return same(pick(["has:", "no:"]) + pick(names))
    default: return valued.isEmpty ? word() : term(of: pick(valued))
    }
  }

  private mutating func term(of field: QueryVocabulary.Field) -> GeneratedQuery {
    if !field.written.isEmpty, field.values.isEmpty || random.below(3) == 0 {
      return same("\(field.path):\(pick(field.written))")
    }
    if random.below(12) == 0 { return same("\(field.path):*") }
    if !field.operators.isEmpty, random.below(3) == 0 {
      let operation = pick(field.operators)
      let value = self.value(pick(field.values))
      guard "<>=!".contains(operation.prefix(1)) else {
        return GeneratedQuery("\(field.path):\(operation)\(value.text)", "\(field.path):\(operation)\(value.normalForm)")
      }
      return GeneratedQuery(
        "\(field.path)\(pick(["", " "]))\(operation)\(pick(["", " "]))\(value.text)",
        "\(field.path)\(operation)\(value.normalForm)")
    }
    var parts: [GeneratedQuery] = []
    for _ in 0...(random.below(4) == 0 ? 2 : 0) {
      parts.append(field.hasRanges && random.below(3) == 0 ? range(field.values) : value(pick(field.values)))
    }
    return GeneratedQuery(
      "\(field.path):" + parts.map(\.text).joined(separator: ","),
      "\(field.path):" + parts.map(\.normalForm).joined(separator: ","))
  }

  private mutating func range(_ values: [String]) -> GeneratedQuery {
    let ends = (end(pick(values)), end(pick(values)))
    switch random.below(3) {
    case 0: return GeneratedQuery("\(ends.0.text)..", "\(ends.0.normalForm)..")
    case 1: return GeneratedQuery("..\(ends.1.text)", "..\(ends.1.normalForm)")
    default: return GeneratedQuery("\(ends.0.text)..\(ends.1.text)", "\(ends.0.normalForm)..\(ends.1.normalForm)")
    }
  }

  /// An end of a range, which keeps no trace of quotes.
  private mutating func end(_ text: String) -> GeneratedQuery {
    let form = isSimple(text) ? text : quoted(text, "\"")
    return GeneratedQuery(isSimple(text) && random.below(3) > 0 ? text : quoted(text, pick(["\"", "'"])), form)
  }

  private mutating func value(_ text: String) -> GeneratedQuery {
    if isSimple(text), random.below(4) > 0 { return same(text) }
    return GeneratedQuery(quoted(text, pick(["\"", "'"])), quoted(text, "\""))
  }

  private mutating func word() -> GeneratedQuery {
    let text = pick(vocabulary.words)
    return ["or", "and", "not", "OR", "AND", "NOT"].contains(text)
      ? GeneratedQuery(quoted(text, "'"), quoted(text, "\"")) : value(text)
  }

  private func same(_ text: String) -> GeneratedQuery { GeneratedQuery(text, text) }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[random.below(list.count)] }

  private mutating func blanks() -> String { pick([" ", "  ", "\t", "\n"]) }

  /// True for what needs no quotes anywhere: letters, digits, `_`, dots with something between, and dashes inside.
  private func isSimple(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last, first.isLetter || first.isNumber, last.isLetter || last.isNumber else {
      return false
    }
    return !text.contains("..") && text.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
  }

  private func quoted(_ text: String, _ quote: String) -> String {
    var result = quote
    for scalar in text.unicodeScalars {
      if scalar == "\\" || String(scalar) == quote { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + quote
  }
}
