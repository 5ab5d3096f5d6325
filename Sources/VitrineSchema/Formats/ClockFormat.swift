// Times, moments and durations: RFC 3339, section 5.6 and appendix A.

/// The formats `time`, `date-time` and `duration`.
enum ClockFormat {
  /// `HH:MM:SS[.fraction](Z|±HH:MM)`; a leap second only where it is 23:59:60 in UTC.
  static func isTime(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 9, let hour = digits(text, 0, 2), let minute = digits(text, 3, 2), let second = digits(text, 6, 2),
      text[2] == 0x3A, text[5] == 0x3A, hour < 24, minute < 60, second <= 60
    else { return false }
    var index = 8
    if text[index] == 0x2E {
      index += 1
      let start = index
      while index < text.count, text[index].isDigit { index += 1 }
      guard index > start else { return false }
    }
    guard index < text.count, let offset = offset(text, index) else { return false }
    guard second == 60 else { return true }
    let inUTC = (hour * 60 + minute - offset + 2 * 1440) % 1440
    return inUTC == 23 * 60 + 59
  }

  /// `HH:MM[:SS[.fraction]]`, without an offset: what the clock on the wall showed.
  static func isLocalTime(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 5, text[2] == 0x3A, let hour = digits(text, 0, 2), let minute = digits(text, 3, 2), hour < 24, minute < 60
    else { return false }
    if text.count == 5 { return true }
    guard text[5] == 0x3A, let second = digits(text, 6, 2), second < 60 else { return false }
    return text.count == 8 || (text[8] == 0x2E && text.count > 9 && text[9...].allSatisfy(\.isDigit))
  }

  /// `HH:MM(Z|±HH:MM)`: a time with its offset, without seconds.
  static func isMinute(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count >= 6 && isLocalTime(UnsafeBufferPointer(rebasing: text[..<5])) && offset(text, 5) != nil
  }

  /// The offset in minutes that ends the text at `index`.
  private static func offset(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
    if text[index] | 0x20 == 0x7A { return index + 1 == text.count ? 0 : nil }
    guard text[index] == 0x2B || text[index] == 0x2D, index + 6 == text.count, text[index + 3] == 0x3A,
      let hour = digits(text, index + 1, 2), let minute = digits(text, index + 4, 2), hour < 24, minute < 60
    else { return nil }
    return (hour * 60 + minute) * (text[index] == 0x2D ? -1 : 1)
  }

  /// A date, `T`, a time.
  static func isDateTime(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 20, text[10] | 0x20 == 0x74, CalendarDate(iso: UnsafeBufferPointer(rebasing: text[..<10])) != nil else {
      return false
    }
    return isTime(UnsafeBufferPointer(rebasing: text[11...]))
  }

  /// `P` with weeks alone, or with years, months, days and, after `T`, hours, minutes, seconds, in this order and without gaps.
  static func isDuration(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "P"), text.count >= 3 else { return false }
    var index = 1
    if let unit = units(text, &index, stop: 0x54), unit.elementsEqual([0x57]), index == text.count { return true }
    index = 1
    guard let date = units(text, &index, stop: 0x54), isRun(date, of: "YMD") else { return false }
    guard index < text.count else { return !date.isEmpty }
    index += 1
    guard let time = units(text, &index, stop: 0), !time.isEmpty, isRun(time, of: "HMS") else { return false }
    return index == text.count
  }

  /// The unit letters of `12Y6M…` up to the end or a stop.
  private static func units(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int, stop: UInt8) -> [UInt8]? {
    var found: [UInt8] = []
    while index < text.count, text[index] != stop {
      let start = index
      while index < text.count, text[index].isDigit { index += 1 }
      guard index > start, index < text.count, found.count < 3 else { return nil }
      found.append(text[index])
      index += 1
    }
    return found
  }

  /// Whether the letters stand in `order` one after the other.
  private static func isRun(_ letters: [UInt8], of order: StaticString) -> Bool {
    guard let first = letters.first else { return true }
    let order = Array(UnsafeBufferPointer(start: order.utf8Start, count: order.utf8CodeUnitCount))
    guard let start = order.firstIndex(of: first), start + letters.count <= order.count else { return false }
    return order[start...].starts(with: letters)
  }
}
