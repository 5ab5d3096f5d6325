// Calendar dates: `date` (RFC 3339) and the integer YYYYMMDD of `date-int`.

/// A real date of the Gregorian calendar, years 1 to 9999 (0 to 9999 as text).
struct CalendarDate: Hashable {
  /// The year.
  let year: Int
  /// The month, from 1.
  let month: Int
  /// The day, from 1.
  let day: Int

  /// The date of three numbers; nil where there is no such date.
  init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(year: year, month: month) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `YYYY-MM-DD`, exactly.
  init?(iso text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 10, text[4] == 0x2D, text[7] == 0x2D, let year = digits(text, 0, 4), let month = digits(text, 5, 2),
      let day = digits(text, 8, 2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The date that the integer YYYYMMDD stands for, from 00010101.
  init?(integer: UInt64) {
    guard integer >= 10101, integer <= 9999_12_31 else { return nil }
    let value = Int(integer)
    self.init(year: value / 10000, month: value / 100 % 100, day: value % 100)
  }

  /// The number of days of a month from 1 to 12.
  static func days(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The English name of a month from 1 to 12.
  static func name(ofMonth month: Int) -> String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
    return names.indices.contains(month - 1) ? names[month - 1] : "month \(month)"
  }

  /// `YYYY-MM-DD`
  var iso: String { Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) }

  /// `YYYYMMDD`, without leading zeros.
  var integer: String { String(year * 10000 + month * 100 + day) }

  /// A number with leading zeros.
  static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}

/// The value of `count` digits at an offset; nil where there is something else.
func digits(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int? {
  guard start >= 0, start + count <= text.count else { return nil }
  var value = 0
  for index in start..<start + count {
    guard text[index].isDigit else { return nil }
    value = value * 10 + Int(text[index] - 0x30)
  }
  return value
}
