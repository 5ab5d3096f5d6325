// One value of a term, for one field: what it means there, by what the field's values are.

import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineText

/// Reads the values of a term for one field.
package struct ValueBinder {
  /// The field.
  let field: BoundField
  /// The term.
  let term: Query.Term
  /// What relative days are relative to.
  let now: CivilMoment
  /// What names of places stand for.
  let namedPlaces: NamedPlaces
  /// Where errors are.
  let scope: BindingScope

  private var column: Int { field.way.column }

  /// The name of the field in messages.
  var name: String { field.field.path.dotted }

  /// The condition that the field has one of the given values, or what their operator asks of it. `!=` counts as `=` here.
  ///
  /// Errors: a value that the field cannot have, or a relation that its values do not know.
  func condition(_ values: [Query.Value]) throws(QueryError) -> Condition {
    if field.way.counts { return try .some(conditions(values) { value throws(QueryError) in try count(value) }) }
    if case .word(let word) = term.relation, word.valuesTogether != nil { return try word.condition(values, self) }
    return try .some(conditions(values) { value throws(QueryError) in try condition(value) })
  }

  /// The condition that a value of the field passes one of the tests that are made of the given values.
  func some(
    _ values: [Query.Value], _ test: (Query.Value) throws(QueryError) -> any ValueTest
  ) throws(QueryError) -> Condition {
    try .some(conditions(values) { value throws(QueryError) in .value(column: column, try test(value)) })
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
      guard term.relation.isEquality else {
        throw error("'*' stands alone, after ':'", value.range, "'has:\(name)' finds any value")
      }
      return .present(column: column)
    }
    switch (field.field.meaning, term.relation) {
    case (.map, _), (.location, _): return try members(value)
    case (_, .word(let word)): return try word.condition([value], self)
    case (.reference, .matches), (.reference, .equal), (.reference, .unequal): return try reference(value)
    case (_, .matches), (_, .comparison): return .value(column: column, try test(value))
    }
  }

  /// What one value has to be, behind a colon alone or a comparison.
  private func test(_ value: Query.Value) throws(QueryError) -> any ValueTest {
    switch field.field.meaning {
    case .text: try words(value)
    case .enumeration: try enumeration(value)
    case .number: NumberTest(try interval(value) { end throws(QueryError) in try number(end) })
    case .date, .dateInt, .dateTime: try date(value)
    case .time: try time(value)
    case .boolean: try boolean(value)
    case .color: try color(value)
    case .reference, .location, .map: throw noRelation
    }
  }

  // MARK: texts

  private func words(_ value: Query.Value) throws(QueryError) -> any ValueTest {
    let word = try text(value)
    if field.column.isBuiltIn, field.field.path == BuiltIn.rule { return try rule(word, value) }
    guard term.relation.isEquality else { throw noRelation }
    if word.isEmpty || term.relation != .matches { return FoldedTest(word) }
    guard field.column.isBuiltIn, field.field.path == BuiltIn.path else { return ContainsTest(word) }
    do throws(PatternError) { return try PathWords.test(word) } catch {
      throw self.error("the pattern is too long for a path", value.range, "write a shorter part of it")
    }
  }

  private func rule(_ word: String, _ value: Query.Value) throws(QueryError) -> TextsTest {
    guard term.relation.isEquality else { throw noRelation }
    if let rule = RuleBook.rule(named: word) { return TextsTest([rule.slug]) }
    throw error(
      "unknown rule '\(word)'", value.range,
      RuleBook.suggestion(for: word).map { "did you mean '\($0)'?" } ?? "'vitrine explain' lists all rules")
  }

  // MARK: closed lists

  private func enumeration(_ value: Query.Value) throws(QueryError) -> any ValueTest {
    let ends = try ends(of: value)
    if case .single(let word) = ends { return AnyTest.of(try values(word).map { FoldedTest($0) }) }
    guard field.field.isOrdered else {
      throw error("the values of '\(name)' have no order, so that there is no range of them", value.range, Self.severalValues)
    }
    let all = field.field.values
    func indices(_ end: RangeEnd) throws(QueryError) -> [Int] { try values(end).compactMap { all.firstIndex(of: $0) } }
    var range = all.indices
    switch ends {
    case .single: break
    case .between(let low, let high):
      let lower = try low.map { end throws(QueryError) in try indices(end).min() ?? 0 } ?? 0
      let upper = try high.map { end throws(QueryError) in try indices(end).max() ?? all.count - 1 } ?? all.count - 1
      if lower > upper, let low, let high {
        throw error("'\(low.text)' comes after '\(high.text)'", value.range, "write \(high.text)..\(low.text)")
      }
      range = lower > upper ? 0..<0 : lower..<upper + 1
    case .beyond(let end, let comparison): range = comparison.indices(from: try indices(end), of: all.count)
    }
    return AnyTest.of(all[range].map { FoldedTest($0) })
  }

  private func values(_ end: RangeEnd) throws(QueryError) -> [String] {
    let found = ValueWords.values(of: field.field, named: end.text)
    guard found.isEmpty else { return found }
    let nearest = ValueWords.nearest(to: end.text, of: field.field).map { "did you mean '\($0)'?" }
    let words = field.field.values.map { field.field.word(for: $0) ?? $0 }
    let few = words.count <= 9 ? "it is one of " + words.joined(separator: ", ") : ""
    throw error("'\(end.text)' is not a value of '\(name)'", end.range, nearest ?? few)
  }

  private func boolean(_ value: Query.Value) throws(QueryError) -> BooleanTest {
    let word = try single(value)
    switch String(decoding: Folding.fold(word), as: UTF8.self) {
    case "true", "yes": return BooleanTest(true)
    case "false", "no": return BooleanTest(false)
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
  /// All on one side.
  case beyond(RangeEnd, Query.Comparison)
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
      "'\(term.relation.text)' does not go with '\(name)', which is \(field.field.meaning.words)", relationRange,
      field.field.meaning.relations)
  }

  /// Where the relation stands: between the path and the first value.
  var relationRange: ByteRange {
    let word = term.relation.text.utf8.count
    guard let first = term.values.first, Int(first.range.start) >= Int(term.path.range.end) + word else { return term.range }
    return ByteRange(Int(first.range.start) - word, Int(first.range.start))
  }

  /// A value that has to be one text after `:`, `=` or `!=`.
  func single(_ value: Query.Value) throws(QueryError) -> String {
    guard term.relation.isEquality else { throw noRelation }
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
    case (.text(let text, _), .comparison(let comparison)) where comparison.isOrdering:
      return .beyond(RangeEnd(text: text, range: value.range), comparison)
    case (.text(let text, _), _): return .single(RangeEnd(text: text, range: value.range))
    case (.range(let low, let high), _):
      guard term.relation.isEquality else {
        throw error("'\(term.relation.text)' takes one value, not a range", value.range, "write '\(name):FROM..TO'")
      }
      return .between(low.map { end($0, value, isLast: false) }, high.map { end($0, value, isLast: true) })
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
    case .beyond(let end, let comparison): return comparison.range(from: try read(end))
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
    let words = Query.operators.filter { $0.suits(self) }.map { "'\($0.word)'" }
    func write(_ first: String..., last: String...) -> String { "write " + QueryBinder.list(first + words + last, "or") }
    switch self {
    case .text, .reference: return write("':' for a part of it")
    case .enumeration: return "write ':', and 'FROM..TO' where the values have an order"
    case .number, .time, .date, .dateInt, .dateTime:
      return write("':'", "a range 'FROM..TO'", last: "a comparison such as '>='")
    case .boolean: return "write true or false behind ':'"
    case .color: return write("':'")
    case .location: return write("':' for a part of its name")
    case .map: return "ask for one of its fields"
    }
  }
}
