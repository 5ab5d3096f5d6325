// One value of a term, for one field: what it means there, by what the field's values are.

import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineText

/// Reads the values of a term for one field.
struct ValueBinder {
  /// The field.
  let field: BoundField
  /// The term.
  let term: Query.Term
  /// What relative days are relative to.
  let now: CivilMoment
  /// Where errors are.
  let scope: BindingScope

  private var column: Int { field.way.column }

  /// The name of the field in messages.
  var name: String { field.field.path.dotted }

  /// The condition that the field has one of the given values; of `near:` and `bbox:` all values together. `!=` counts as `=` here.
  ///
  /// Errors: a value that the field cannot have, or a relation that its values do not know.
  func condition(_ values: [Query.Value]) throws(QueryError) -> Condition {
    if field.way.counts { return try .some(conditions(values) { value throws(QueryError) in try count(value) }) }
    let meaning = field.field.meaning
    switch term.relation {
    case .near, .box:
      if meaning == .location { return try place(values) }
      if meaning == .color, term.relation == .near { return .value(column: column, try nearColor(values)) }
      throw noRelation
    case .matches, .exactly, .starts, .pattern, .on, .atLeast, .atMost, .above, .below, .equal, .unequal: break
    }
    return try .some(conditions(values) { value throws(QueryError) in try condition(value) })
  }

  private func conditions(
    _ values: [Query.Value], _ body: (Query.Value) throws(QueryError) -> Condition
  ) throws(QueryError) -> [Condition] {
    var result: [Condition] = []
    for value in values { result.append(try body(value)) }
    return result
  }

  private func condition(_ value: Query.Value) throws(QueryError) -> Condition {
    if case .anything = value.form {
      guard [.matches, .equal, .unequal].contains(term.relation) else {
        throw error("'*' stands alone, after ':'", value.range, "'has:\(name)' finds any value")
      }
      return .present(column: column)
    }
    switch field.field.meaning {
    case .map, .location: return try members(value)
    case .reference where term.relation == .matches || term.relation == .equal || term.relation == .unequal:
      return try reference(value)
    case .text, .enumeration, .number, .boolean, .date, .dateInt, .dateTime, .time, .color, .reference:
      return .value(column: column, try test(value))
    }
  }

  /// What one value has to be.
  func test(_ value: Query.Value) throws(QueryError) -> ValueTest {
    // These three look at the text as it is written, whatever it means.
    switch term.relation {
    case .exactly: return .texts([try text(value)])
    case .starts: return .starts(Folding.fold(try text(value)))
    case .pattern: return .pattern(try pattern(value))
    case .matches, .near, .box, .on, .atLeast, .atMost, .above, .below, .equal, .unequal: break
    }
    switch field.field.meaning {
    case .text: return try words(value)
    case .enumeration: return try enumeration(value)
    case .number: return .number(try interval(value) { end throws(QueryError) in try number(end) })
    case .date, .dateInt, .dateTime: return try date(value)
    case .time: return try time(value)
    case .boolean: return try boolean(value)
    case .color: return try color(value)
    case .reference: throw noRelation
    case .location, .map: throw noRelation
    }
  }

  // MARK: texts

  private func words(_ value: Query.Value) throws(QueryError) -> ValueTest {
    let word = try text(value)
    if field.column.isBuiltIn, field.field.path == BuiltIn.rule { return try rule(word, value) }
    switch term.relation {
    case .matches: break
    case .equal, .unequal: return .folded(Folding.fold(word))
    case .exactly, .starts, .pattern, .near, .box, .on, .atLeast, .atMost, .above, .below: throw noRelation
    }
    if word.isEmpty { return .folded([]) }
    guard field.column.isBuiltIn, field.field.path == BuiltIn.path else { return .contains(Folding.fold(word)) }
    do throws(PatternError) { return try PathWords.test(word) } catch {
      throw self.error("the pattern is too long for a path", value.range, "write a shorter part of it")
    }
  }

  private func rule(_ word: String, _ value: Query.Value) throws(QueryError) -> ValueTest {
    guard [.matches, .equal, .unequal].contains(term.relation) else { throw noRelation }
    if let rule = RuleBook.rule(named: word) { return .texts([rule.slug]) }
    throw error(
      "unknown rule '\(word)'", value.range,
      RuleBook.suggestion(for: word).map { "did you mean '\($0)'?" } ?? "'vitrine explain' lists all rules")
  }

  private func pattern(_ value: Query.Value) throws(QueryError) -> Pattern {
    let source = try text(value)
    do throws(PatternError) { return try Pattern(ecma: source) } catch {
      throw self.error("the pattern is not valid: " + error.message, place(of: source, value, at: error.offset))
    }
  }

  /// The byte of a value at which something is wrong; the whole value where it is not written as it reads.
  private func place(of text: String, _ value: Query.Value, at offset: Int) -> ByteRange {
    let count = text.utf8.count
    let quote = value.range.count == count + 2 ? 1 : 0
    guard value.range.count == count + 2 * quote, offset <= count else { return value.range }
    let start = Int(value.range.start) + quote + min(offset, max(count - 1, 0))
    return count == 0 ? value.range : ByteRange(start, start + 1)
  }

  // MARK: closed lists

  private func enumeration(_ value: Query.Value) throws(QueryError) -> ValueTest {
    let ends = try ends(of: value)
    if case .single(let word) = ends { return .some(try values(word).map { .folded(Folding.fold($0)) }) }
    guard field.field.isOrdered else {
      throw error("the values of '\(name)' have no order, so that there is no range of them", value.range, Self.severalValues)
    }
    let all = field.field.values
    func positions(_ end: RangeEnd) throws(QueryError) -> [Int] { try values(end).compactMap { all.firstIndex(of: $0) } }
    var lower = 0
    var upper = all.count - 1
    switch ends {
    case .single: break
    case .between(let low, let high):
      if let low { lower = try positions(low).min() ?? lower }
      if let high { upper = try positions(high).max() ?? upper }
      if lower > upper, let low, let high {
        throw error("'\(low.text)' comes after '\(high.text)'", value.range, "write \(high.text)..\(low.text)")
      }
    case .beyond(let end):
      let found = try positions(end)
      switch term.relation {
      case .atLeast: lower = found.min() ?? lower
      case .atMost: upper = found.max() ?? upper
      case .above: lower = (found.max() ?? -1) + 1
      case .below: upper = (found.min() ?? all.count) - 1
      case .matches, .exactly, .starts, .pattern, .near, .box, .on, .equal, .unequal: break
      }
    }
    return .some(lower > upper ? [] : all[lower...upper].map { .folded(Folding.fold($0)) })
  }

  private func values(_ end: RangeEnd) throws(QueryError) -> [String] {
    let found = ValueWords.values(of: field.field, named: end.text)
    guard found.isEmpty else { return found }
    let nearest = ValueWords.nearest(to: end.text, of: field.field).map { "did you mean '\($0)'?" }
    let few = field.field.values.count <= 9 ? "it is one of " + field.field.values.joined(separator: ", ") : ""
    throw error("'\(end.text)' is not a value of '\(name)'", end.range, nearest ?? few)
  }

  private func boolean(_ value: Query.Value) throws(QueryError) -> ValueTest {
    let word = try single(value)
    switch String(decoding: Folding.fold(word), as: UTF8.self) {
    case "true", "yes": return .boolean(true)
    case "false", "no": return .boolean(false)
    default: throw error("'\(word)' is neither true nor false", value.range, "write true or false, yes or no")
    }
  }
}

// MARK: what all of them need

/// One end of a range, or a single value.
struct RangeEnd {
  /// The text.
  var text: String
  /// Where it stands.
  var range: ByteRange
}

/// A value by its ends.
enum RangeEnds {
  /// One value.
  case single(RangeEnd)
  /// All from one to another; either may be open.
  case between(RangeEnd?, RangeEnd?)
  /// All on one side, as the relation says.
  case beyond(RangeEnd)
}

extension ValueBinder {
  /// An error about a part of the term.
  func error(_ message: String, _ range: ByteRange, _ suggestion: String = "") -> QueryError {
    scope.error(message, range, suggestion)
  }

  /// What to do where there is no range.
  private static let severalValues = "write several values with commas between them"

  /// The error of a relation that values of the field's type do not know.
  var noRelation: QueryError {
    error(
      "'\(term.relation.rawValue)' does not go with '\(name)', which is \(field.field.meaning.words)", relationRange,
      field.field.meaning.relations)
  }

  /// Where the relation stands: between the path and the first value.
  var relationRange: ByteRange {
    let word = term.relation.rawValue.utf8.count
    guard let first = term.values.first, Int(first.range.start) >= Int(term.path.range.end) + word else { return term.range }
    return ByteRange(Int(first.range.start) - word, Int(first.range.start))
  }

  /// A value that has to be one text after `:`, `=` or `!=`.
  func single(_ value: Query.Value) throws(QueryError) -> String {
    guard [.matches, .equal, .unequal].contains(term.relation) else { throw noRelation }
    return try text(value)
  }

  /// A value that has to be one text.
  func text(_ value: Query.Value) throws(QueryError) -> String {
    switch value.form {
    case .text(let text, _): return text
    case .anything: return "*"
    case .range:
      let mayHaveDots = field.field.holdsText && field.field.meaning != .color
      throw error(
        "'\(name)' is \(field.field.meaning.words), and there are no ranges of it", value.range,
        mayHaveDots
          ? "put the value in quotes if it has dots"
          : field.field.meaning == .boolean ? field.field.meaning.relations : Self.severalValues)
    }
  }

  /// The ends of a value, by its form and the relation. Errors: a range after a relation that takes one value.
  func ends(of value: Query.Value) throws(QueryError) -> RangeEnds {
    switch (value.form, term.relation) {
    case (.anything, _): throw error("'*' stands alone, after ':'", value.range, "'has:\(name)' finds any value")
    case (.text(let text, _), .atLeast), (.text(let text, _), .atMost), (.text(let text, _), .above),
      (.text(let text, _), .below):
      return .beyond(RangeEnd(text: text, range: value.range))
    case (.text(let text, _), _): return .single(RangeEnd(text: text, range: value.range))
    case (.range(let low, let high), .matches), (.range(let low, let high), .equal), (.range(let low, let high), .unequal):
      return .between(low.map { end($0, value, isLast: false) }, high.map { end($0, value, isLast: true) })
    case (.range, _):
      throw error("'\(term.relation.rawValue)' takes one value, not a range", value.range, "write '\(name):FROM..TO'")
    }
  }

  /// One end of a range with its own place; the place of the whole where it is not written as it reads.
  private func end(_ text: String, _ value: Query.Value, isLast: Bool) -> RangeEnd {
    guard case .range(let low, let high) = value.form,
      value.range.count == (low ?? "").utf8.count + 2 + (high ?? "").utf8.count
    else { return RangeEnd(text: text, range: value.range) }
    let start = isLast ? Int(value.range.end) - text.utf8.count : Int(value.range.start)
    return RangeEnd(text: text, range: ByteRange(start, start + text.utf8.count))
  }

  /// The numbers of a value whose ends are intervals themselves, such as a month. Shape: `read` gives the first number of an end and the
  /// one it ends at.
  func interval(
    _ value: Query.Value, _ read: (RangeEnd) throws(QueryError) -> NumberRange
  ) throws(QueryError) -> NumberRange {
    let endless = Double.infinity
    switch try ends(of: value) {
    case .single(let end): return try read(end)
    case .between(let low, let high):
      let lower = try low.map { end throws(QueryError) in try read(end) }
      let upper = try high.map { end throws(QueryError) in try read(end) }
      if let lower, let upper, let low, let high, isReversed(lower, upper), DateWords.areComparable(low.text, high.text) {
        throw error("'\(low.text)' comes after '\(high.text)'", value.range, "write \(high.text)..\(low.text)")
      }
      return NumberRange(
        lower?.lower ?? -endless, upper?.upper ?? endless, includesLower: true, includesUpper: upper?.includesUpper ?? true)
    case .beyond(let end):
      let found = try read(end)
      switch term.relation {
      case .atLeast: return NumberRange(found.lower, endless)
      case .atMost: return NumberRange(-endless, found.upper, includesUpper: found.includesUpper)
      case .above: return NumberRange(found.upper, endless, includesLower: !found.includesUpper)
      case .below: return NumberRange(-endless, found.lower, includesUpper: false)
      case .matches, .exactly, .starts, .pattern, .near, .box, .on, .equal, .unequal: return found
      }
    }
  }
}

extension ValueBinder {
  private func isReversed(_ lower: NumberRange, _ upper: NumberRange) -> Bool {
    upper.includesUpper ? lower.lower > upper.upper : lower.lower >= upper.upper
  }
}

extension FieldMeaning {
  /// What values of the meaning are called in messages.
  var words: String {
    switch self {
    case .text: "text"
    case .enumeration: "a word of a list"
    case .number: "a number"
    case .boolean: "true or false"
    case .date, .dateInt: "a day"
    case .dateTime: "a moment"
    case .time: "a time of day"
    case .color: "a colour"
    case .reference: "the name of a record"
    case .location: "a place"
    case .map: "a map"
    }
  }

  /// What may stand between a field of this meaning and a value, as advice.
  fileprivate var relations: String {
    switch self {
    case .text, .reference: "write ':' for a part of it, 'eq:', 'starts:' or 're:'"
    case .enumeration: "write ':', and 'FROM..TO' where the values have an order"
    case .number, .time: "write ':', a range 'FROM..TO' or a comparison such as '>='"
    case .boolean: "write true or false behind ':'"
    case .date, .dateInt, .dateTime: "write ':', a range 'FROM..TO', 'on:' or a comparison such as '>='"
    case .color: "write ':' or 'near:'"
    case .location: "write ':' for a part of its name, 'near:' or 'bbox:'"
    case .map: "ask for one of its fields"
    }
  }
}
