// What to write instead of a date that is none.

package import VitrineModel
import VitrineText

extension DateWords {
  /// Why a text is no date, or what it was probably meant to be.
  ///
  /// Shape: a value of a field is one day; that of a query may be a period.
  package static func advice(_ text: String, _ now: CivilMoment, forFields: Bool = false) -> String {
    let readings = PartialDate.readings(of: text)
    if readings.count > 1 { return "it may be \(readings.joined(separator: " or ")); write which" }
    if !forFields, let month = PartialDate(month: text) { return "write it as \(month.dashed)" }
    let numbers = text.split { !($0.isASCII && $0.isNumber) }.prefix(3).compactMap { $0.utf8.count <= 4 ? Int($0) : nil }
    let separators = text.filter { !($0.isASCII && $0.isNumber) }
    if numbers.count == 3, separators.count == 2, let first = separators.first, "-./".contains(first) {
      return advice(day: numbers, isDashed: separators == "--")
    }
    if numbers.count == 2, separators == "-", numbers[0] > 99, !(1...12).contains(numbers[1]) {
      return "there are the months 01 to 12"
    }
    if text.utf8.count == 6, numbers.isEmpty, let whole = Int(text), whole > 100_000, !(1...12).contains(whole % 100) {
      return "there are the months 01 to 12"
    }
    if text.utf8.count == 8, numbers.isEmpty, let whole = Int(text), whole > 0 {
      return advice(day: [whole / 10_000, whole / 100 % 100, whole % 100], isDashed: true)
    }
    if let nearest = NearestWord.nearest(to: text, in: names) { return "did you mean '\(nearest)'?" }
    if forFields { return "write a day as 2026-05-29, or days from today as -30d" }
    return "write a day as 2026-05-29, a month as 2026-05, a year as 2026, or days from today as -30d"
  }

  private static func advice(day: [Int], isDashed: Bool) -> String {
    // Day first is how most of the world writes it.
    let (year, last) = day[0] > 31 ? (day[0], day[2]) : (day[2], day[0])
    let month = day[1]
    guard (0...9999).contains(year), (1...12).contains(month) else { return "there are the months 01 to 12" }
    let count = CivilDay.dayCount(year, month)
    guard (1...count).contains(last) else { return "\(CivilDay.yearAndMonth(year, month)) has \(count) days" }
    return CivilDay(year: year, month: month, day: last).map { "write it as \($0)" } ?? ""
  }
}

extension CivilDay {
  /// A month as `2026-05`.
  static func yearAndMonth(_ year: Int, _ month: Int) -> String {
    CivilDay(year: year, month: month, day: 1).map { String($0.description.dropLast(3)) } ?? "\(year)-\(month)"
  }
}
