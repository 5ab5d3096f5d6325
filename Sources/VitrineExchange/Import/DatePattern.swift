// Dates as foreign texts write them.

import VitrineChanges
import VitrineModel

/// A pattern of dates, of any precision: `MMM D, YYYY`, `MMM YYYY`, `YYYY`, `DD.MM.YYYY HH:mm`; or `unix`, seconds since 1970 in UTC, or `unix-ms`.
///
/// Shape: `YYYY`, `MMMM` (January), `MMM` (Jan), `MM`, `M`, `DD`, `D`, `HH`, `H`, `mm`, `ss`; everything else stands for itself. Names of months are
/// English, in any case.
package struct DatePattern: Sendable {
  private enum Part: Sendable {
    case year, month, shortName, name, day, hour, minute, second
    case literal(UInt8)
  }

  /// The pattern as it is written.
  package let text: String
  private let parts: [Part]
  /// How many of them make a second, where numbers count from 1970; nil for a pattern of parts.
  private let unitsPerSecond: Double?

  /// What can be wrong with a pattern.
  package struct Fault: Error {
    /// The fault, in words.
    package let message: String
  }

  /// A pattern.
  ///
  /// Errors: it says no year, or something finer without what holds it.
  package init(_ text: String) throws(Fault) {
    self.text = text
    unitsPerSecond = ["unix": 1, "unix-ms": 1000][text]
    var parts: [Part] = []
    var rest = Array(text.utf8)[...]
    var seen: Set<UInt8> = []
    while let byte = rest.first, unitsPerSecond == nil {
      let run = rest.prefix { $0 == byte }.count
      switch (byte, run) {
      case (UInt8(ascii: "Y"), 4): parts.append(.year)
      case (UInt8(ascii: "M"), 1...2): parts.append(.month)
      case (UInt8(ascii: "M"), 3): parts.append(.shortName)
      case (UInt8(ascii: "M"), 4): parts.append(.name)
      case (UInt8(ascii: "D"), 1...2): parts.append(.day)
      case (UInt8(ascii: "H"), 1...2): parts.append(.hour)
      case (UInt8(ascii: "m"), 2): parts.append(.minute)
      case (UInt8(ascii: "s"), 2): parts.append(.second)
      case (UInt8(ascii: "Y"), _): throw Fault(message: "a year has four digits: write 'YYYY' in '\(text)'")
      default:
        parts.append(.literal(byte))
        rest = rest.dropFirst()
        continue
      }
      guard seen.insert(byte).inserted else { throw Fault(message: "'\(text)' says '\(Character(UnicodeScalar(byte)))' twice") }
      rest = rest.dropFirst(run)
    }
    self.parts = parts
    guard unitsPerSecond == nil else { return }
    // What is finer means nothing without what is coarser.
    let names: [(byte: UInt8, name: String)] = [
      (UInt8(ascii: "Y"), "year"), (UInt8(ascii: "M"), "month"), (UInt8(ascii: "D"), "day"), (UInt8(ascii: "H"), "hour"),
      (UInt8(ascii: "m"), "minute"), (UInt8(ascii: "s"), "second"),
    ]
    let missing = names.first { !seen.contains($0.byte) }
    let finest = names.last { seen.contains($0.byte) }
    guard let finest else { throw Fault(message: "'\(text)' says no year") }
    if let missing, let place = names.firstIndex(where: { $0.byte == missing.byte }),
      names[place...].contains(where: { seen.contains($0.byte) })
    {
      throw Fault(message: "'\(text)' says \(finest.name == "hour" ? "an" : "a") \(finest.name) and no \(missing.name)")
    }
  }

  /// The date that a text is; nil where it is none of this pattern.
  package func date(_ text: String) -> WrittenDate? {
    if let unitsPerSecond { return Self.date(counted: text, unitsPerSecond) }
    var rest = Array(text.lowercased().utf8)[...]
    var values: [UInt8: Int] = [:]
    func number(_ key: UInt8, least: Int, most: Int) -> Bool {
      let digits = rest.prefix(most).prefix { $0 &- 0x30 < 10 }
      rest = rest.dropFirst(digits.count)
      guard digits.count >= least, let value = Int(String(decoding: digits, as: UTF8.self)) else { return false }
      values[key] = value
      return true
    }
    for part in parts {
      switch part {
      case .year: guard number(0, least: 4, most: 4) else { return nil }
      case .month: guard number(1, least: 1, most: 2) else { return nil }
      case .day: guard number(2, least: 1, most: 2) else { return nil }
      case .hour: guard number(3, least: 1, most: 2) else { return nil }
      case .minute: guard number(4, least: 2, most: 2) else { return nil }
      case .second: guard number(5, least: 2, most: 2) else { return nil }
      case .name, .shortName:
        let isShort = if case .shortName = part { true } else { false }
        let names = CivilDay.monthNames.map { Array((isShort ? String($0.prefix(3)) : $0).lowercased().utf8) }
        guard let month = names.firstIndex(where: { rest.starts(with: $0) }) else { return nil }
        rest = rest.dropFirst(names[month].count)
        values[1] = month + 1
      case .literal(let byte):
        let wanted = byte &- 0x41 < 26 ? byte + 0x20 : byte
        guard rest.first == wanted else { return nil }
        rest = rest.dropFirst()
      }
    }
    guard rest.isEmpty, let year = values[0] else { return nil }
    var time: Double?
    if let hour = values[3] {
      let (minute, second) = (values[4] ?? 0, values[5] ?? 0)
      guard hour < 24, minute < 60, second < 60 else { return nil }
      time = Double(hour * 3600 + minute * 60 + second)
    }
    return WrittenDate(year: year, month: values[1], day: values[2], seconds: time, offset: nil)
  }

  private static func date(counted text: String, _ unitsPerSecond: Double) -> WrittenDate? {
    guard let count = Double(text), count.isFinite else { return nil }
    let seconds = (count / unitsPerSecond).rounded(.down)
    // The years that four digits can say.
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return nil }
    let days = (seconds / 86_400).rounded(.down)
    let day = CivilDay(number: Int(days))
    return WrittenDate(year: day.year, month: day.month, day: day.day, seconds: seconds - days * 86_400, offset: 0)
  }
}

/// A date as precise as it was written.
package struct WrittenDate: Sendable, Hashable {
  /// The year, 0 to 9999.
  package let year: Int
  /// The month, where it is said.
  package let month: Int?
  /// The day, where it is said.
  package let day: Int?
  /// The time of day, where it is said. Units: seconds since midnight.
  package let seconds: Double?
  /// How far the clock is ahead of UTC, where it is said. Units: seconds.
  package let offset: Int?

  /// A date; nil where there is no such month or day.
  package init?(year: Int, month: Int?, day: Int?, seconds: Double? = nil, offset: Int? = nil) {
    guard CivilDay(year: year, month: month ?? 1, day: day ?? 1) != nil else { return nil }
    (self.year, self.month, self.day, self.seconds, self.offset) = (year, month, day, seconds, offset)
  }

  /// A date as ISO 8601 writes it, `2004`, `2004-11`, `2004-11-16`, `20041116`, with or without a time; nil for anything else.
  package init?(iso text: String) {
    var text = text
    if let moment = text.withUTF8({ CivilMoment($0) }) {
      self.init(
        year: moment.day.year, month: moment.day.month, day: moment.day.day, seconds: moment.seconds, offset: moment.offset)
      return
    }
    if let day = text.withUTF8({ CivilDay(dashed: $0) ?? CivilDay(digits: $0) }) {
      self.init(year: day.year, month: day.month, day: day.day)
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts[0].utf8.count == 4, parts.allSatisfy({ $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }),
      parts.count == 1 || parts[1].utf8.count == 2, let year = Int(parts[0])
    else { return nil }
    self.init(year: year, month: parts.count == 2 ? Int(parts[1]) : nil, day: nil)
  }

  /// The date as the number `20041116`, `200411` or `2004`.
  package var digits: String {
    guard let month else { return String(year) }
    guard let day else { return String(year * 100 + month) }
    return String(year * 10_000 + month * 100 + day)
  }

  /// The date as `2004-11-16`, `2004-11` or `2004`.
  package var dashed: String {
    let day = CivilDay(year: year, month: month ?? 1, day: day ?? 1)?.description ?? ""
    return String(day.prefix(month == nil ? 4 : self.day == nil ? 7 : 10))
  }

  /// The date with its time, as RFC 3339 writes moments; without one, what is known.
  package var moment: String {
    guard let seconds, let day = CivilDay(year: year, month: month ?? 1, day: day ?? 1) else { return dashed }
    return ChangeMoment.text(CivilMoment(day: day, seconds: seconds, offset: offset))
  }
}
