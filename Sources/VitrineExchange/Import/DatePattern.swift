// Days as foreign texts write them.

package import VitrineModel

/// A pattern of days: `MMM D, YYYY`.
///
/// Shape: `YYYY`, `MMMM` (January), `MMM` (Jan), `MM`, `M`, `DD`, `D`; everything else stands for itself. Names of months are English, in any
/// case.
package struct DatePattern: Sendable {
  private enum Part: Sendable {
    case year, month, shortName, name, day
    case literal(UInt8)
  }

  private let parts: [Part]

  /// A pattern; nil where it does not say year, month and day.
  package init?(_ text: String) {
    var parts: [Part] = []
    var rest = Array(text.utf8)[...]
    var seen: Set<Character> = []
    while let byte = rest.first {
      let run = rest.prefix { $0 == byte }.count
      switch (byte, run) {
      case (UInt8(ascii: "Y"), 4): parts.append(.year)
      case (UInt8(ascii: "M"), 1...2): parts.append(.month)
      case (UInt8(ascii: "M"), 3): parts.append(.shortName)
      case (UInt8(ascii: "M"), 4): parts.append(.name)
      case (UInt8(ascii: "D"), 1...2): parts.append(.day)
      default:
        parts.append(.literal(byte))
        rest = rest.dropFirst()
        continue
      }
      seen.insert(Character(UnicodeScalar(byte)))
      rest = rest.dropFirst(run)
    }
    guard seen == ["Y", "M", "D"] else { return nil }
    self.parts = parts
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
  ]

  /// The day that a text is; nil where it is none of this pattern.
  package func day(_ text: String) -> CivilDay? {
    var rest = Array(text.lowercased().utf8)[...]
    var (year, month, day): (Int?, Int?, Int?) = (nil, nil, nil)
    func number(_ most: Int) -> Int? {
      let digits = rest.prefix(most).prefix { $0 &- 0x30 < 10 }
      rest = rest.dropFirst(digits.count)
      return Int(String(decoding: digits, as: UTF8.self))
    }
    for part in parts {
      switch part {
      case .year: year = number(4)
      case .month: month = number(2)
      case .day: day = number(2)
      case .name, .shortName:
        let isShort = if case .shortName = part { true } else { false }
        let names = Self.months.map { isShort ? String($0.prefix(3)) : $0 }
        guard let place = names.firstIndex(where: { rest.starts(with: Array($0.utf8)) }) else { return nil }
        rest = rest.dropFirst(names[place].utf8.count)
        month = place + 1
      case .literal(let byte):
        let wanted = byte &- 0x41 < 26 ? byte + 0x20 : byte
        guard rest.first == wanted else { return nil }
        rest = rest.dropFirst()
      }
    }
    guard rest.isEmpty, let year, let month, let day else { return nil }
    return CivilDay(year: year, month: month, day: day)
  }
}
