// The moment of a change as records write it.

package import VitrineEditing
package import VitrineModel

/// What the clock on the wall showed when a change was made.
package struct ChangeMoment: Sendable {
  /// What it showed, with the offset from UTC.
  package let now: CivilMoment

  /// A change at the given moment.
  package init(_ now: CivilMoment) { self.now = now }

  /// The moment as a value of a field of the given meaning: a day, a time or a whole moment.
  package func value(for meaning: FieldMeaning) -> DataValue {
    switch meaning {
    case .date: .string(now.day.description)
    case .dateInt: .number(Self.digits(of: now.day))
    case .time: .string(Self.time(now.seconds, now.offset))
    case .text, .enumeration, .number, .boolean, .dateTime, .color, .reference, .location, .map: .string(Self.text(now))
    }
  }

  /// A moment as RFC 3339 writes it: `2026-11-20T21:15:00+03:00`.
  package static func text(_ moment: CivilMoment) -> String { "\(moment.day)T\(time(moment.seconds, moment.offset))" }

  /// A day as the number `20261120`.
  static func digits(of day: CivilDay) -> String { String(day.year * 10_000 + day.month * 100 + day.day) }

  /// A time of day as `21:15:00+03:00`; parts of seconds are left out.
  static func time(_ seconds: Double, _ offset: Int?) -> String {
    let whole = Int(seconds)
    let clock = "\(two(whole / 3600)):\(two(whole / 60 % 60)):\(two(whole % 60))"
    guard let offset else { return clock }
    if offset == 0 { return clock + "Z" }
    let minutes = abs(offset) / 60
    return "\(clock)\(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
}
