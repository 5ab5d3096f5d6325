// `on:`, for a day of any year.

import VitrineIndex
import VitrineModel

/// The same day of any year. `on:today` alone asks it of the day that a record is about.
enum OnOperator: QueryOperator {
  static let word = "on:"
  static let rank = 6
  static let help = [
    OperatorHelp("date", "date:on:today", finds: "the same day of any year"),
    OperatorHelp("date", "on:today", finds: "so for the day the record is about"),
  ]

  static func suits(_ meaning: FieldMeaning) -> Bool { meaning.isTemporal }

  static func condition(_ values: [Query.Value], _ binder: ValueBinder) throws(QueryError) -> Condition {
    guard suits(binder.field.field.meaning) else { throw binder.noRelation }
    return try binder.some(values) { value throws(QueryError) in
      let word = try binder.text(value)
      let days = DateWords.remembered(word, binder.now)
      guard !days.isEmpty else {
        throw binder.error("'\(word)' is no day", value.range, "'on:' takes a day, such as today, 2026-05-29 or 05-29")
      }
      return AnyTest.of(days.map { AnniversaryTest(month: $0.month, day: $0.day) })
    }
  }
}

extension Query.Relation {
  /// `f:on:v`
  static let on = Query.Relation.word(OnOperator.self)
}

/// The day or moment falls on this day of any year.
private struct AnniversaryTest: PlainValueTest {
  let month: Int
  let day: Int

  var cost: Double { 8 }
  var fraction: Double { 0.02 }

  func passes(_ segment: ValueSegment, _ index: Int) -> Bool {
    guard let seconds = segment.number(index), seconds.magnitude < 1e12,
      segment.withText(index, { ValueNumber.coarse($0) }) == nil
    else { return false }
    let civil = CivilDay(number: Int((seconds / 86_400).rounded(.down)))
    return civil.month == month && civil.day == day
  }

  func explanation(_ meaning: FieldMeaning) -> String {
    "on \(String(CivilDay(year: 2000, month: month, day: day)?.description.dropFirst(5) ?? "?")) of any year"
  }
}
