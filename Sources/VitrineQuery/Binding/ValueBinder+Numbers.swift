// Numbers, counts, days, moments and times of day as values.

import VitrineModel
import VitrineSource
import VitrineText

extension ValueBinder {
  /// A number with the field's unit or without.
  func number(_ end: RangeEnd) throws(QueryError) -> NumberRange {
    guard let number = NumberWords.number(end.text, of: field.field) else {
      throw error("'\(end.text)' is not a number", end.range, NumberWords.advice(end.text, unit: field.field.unit))
    }
    return NumberRange(number, number)
  }

  /// How many values there are.
  func count(_ value: Query.Value) throws(QueryError) -> Condition {
    if case .word(let word) = term.relation {
      throw error("'\(word.word)' does not go with '.count', which is a number", relationRange, "write '\(name).count:3..'")
    }
    if case .anything = value.form { return .present(column: field.way.column) }
    let range = try interval(value) { end throws(QueryError) in
      guard let number = NumberWords.number(end.text, unit: nil) else {
        throw self.error("'\(end.text)' is not a number", end.range, "'.count' takes a number or a range, such as 3..")
      }
      return NumberRange(number, number)
    }
    return .count(column: field.way.column, range)
  }

  /// A day, a moment or a period.
  func date(_ value: Query.Value) throws(QueryError) -> DateTest {
    let now = now
    let range = try interval(value) { end throws(QueryError) in
      guard let period = DateWords.period(of: end.text, now) else {
        throw self.error("'\(end.text)' is no date", end.range, DateWords.advice(end.text, now))
      }
      return NumberRange(period.start, period.end, includesUpper: false)
    }
    func ahead(_ end: RangeEnd?) -> Int? { end.flatMap { DateWords.period(of: $0.text, now)?.ahead } }
    return switch try ends(of: value) {
    case .single(let end), .beyond(let end, _): DateTest(range, ahead: (ahead(end), ahead(end)))
    case .between(let low, let high): DateTest(range, ahead: (ahead(low), ahead(high)))
    }
  }

  /// A time of day. A range may run over midnight.
  func time(_ value: Query.Value) throws(QueryError) -> any ValueTest {
    func read(_ end: RangeEnd) throws(QueryError) -> NumberRange {
      guard let period = DateWords.timeOfDay(end.text) else {
        throw error("'\(end.text)' is no time of day", end.range, "write it as 19:42")
      }
      return NumberRange(period.start, period.end, includesUpper: false)
    }
    if case .between(let low?, let high?) = try ends(of: value) {
      let (from, to) = (try read(low), try read(high))
      if from.lower > to.lower {
        return AnyTest(tests: [
          NumberTest(NumberRange(from.lower, .infinity)), NumberTest(NumberRange(-.infinity, to.upper, includesUpper: false)),
        ])
      }
    }
    return NumberTest(try interval(value) { end throws(QueryError) in try read(end) })
  }
}
