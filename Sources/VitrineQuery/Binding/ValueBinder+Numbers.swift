// Numbers, counts, days, moments and times of day as values.

import VitrineModel
import VitrineSource
import VitrineText

extension ValueBinder {
  /// A number with the field's unit or without.
  func number(_ end: RangeEnd) throws(QueryError) -> NumberRange {
    guard let number = NumberWords.number(end.text, unit: field.field.unit) else {
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
    return DateTest(
      try interval(value) { end throws(QueryError) in
        guard let period = DateWords.period(of: end.text, now) else {
          throw self.error("'\(end.text)' is no date", end.range, DateWords.advice(end.text, now))
        }
        return NumberRange(period.start, period.end, includesUpper: false)
      })
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

/// Numbers as words.
package enum NumberWords {
  /// How many of a field's unit other units are, by the field's unit.
  private static let scales: [String: [(unit: String, factor: Double)]] = [
    "B": [
      ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("k", 1e3), ("M", 1e6),
      ("G", 1e9),
    ],
    "mm": [("cm", 10), ("m", 1000)], "cm": [("mm", 0.1), ("m", 100)], "m": [("mm", 0.001), ("cm", 0.01), ("km", 1000)],
    "km": [("m", 0.001)], "s": [("ms", 0.001), ("min", 60), ("h", 3600)], "min": [("h", 60), ("s", 1.0 / 60)],
    "h": [("min", 1.0 / 60)],
    "g": [("kg", 1000)], "kg": [("g", 0.001)],
  ]

  /// The number a text stands for, in the field's unit, which may follow it; nil where it is none.
  package static func number(_ text: String, unit: String?) -> Double? {
    if let number = plain(text) { return number }
    guard let unit else { return nil }
    if unit.hasSuffix("/"), text.lowercased().hasPrefix(unit.lowercased()) { return plain(String(text.dropFirst(unit.count))) }
    for (suffix, factor) in [(unit, 1)] + (scales[unit] ?? []) where text.utf8.count > suffix.utf8.count {
      let end = text.dropLast(suffix.count)
      guard text.dropFirst(end.count).lowercased() == suffix.lowercased() else { continue }
      guard let number = plain(String(end.last == " " ? end.dropLast() : end)) else { continue }
      return number * factor
    }
    return nil
  }

  private static func plain(_ text: String) -> Double? {
    guard text.utf8.first != 0x20, text.utf8.count <= 64 else { return nil }
    var text = text
    return text.withUTF8 { ValueNumber.number($0) }
  }

  /// What to write instead of a text that is no number.
  package static func advice(_ text: String, unit: String?) -> String {
    let digits = text.filter { $0.isASCII && ($0.isNumber || $0 == ".") }
    if text.contains(","), plain(digits) != nil { return "write the number without commas" }
    if let unit, !digits.isEmpty, text.utf8.last.map({ !(0x30...0x39).contains($0) }) == true { return "its unit is \(unit)" }
    return "write a number, such as 4, 0.5 or 1/250" + (unit.map { ", with or without \($0)" } ?? "")
  }
}
