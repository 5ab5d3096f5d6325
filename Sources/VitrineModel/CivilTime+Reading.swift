// Days and times of day from text: the forms of RFC 3339, and the number YYYYMMDD.

extension CivilDay {
  /// A day as `2026-05-29`; nil for anything else.
  package init?(dashed text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 10, text[4] == dash, text[7] == dash, let year = decimal(text, 0, 4), let month = decimal(text, 5, 2),
      let day = decimal(text, 8, 2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// A day as the number 20260529; nil for anything else.
  package init?(digits text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 8, let year = decimal(text, 0, 4), let month = decimal(text, 4, 2), let day = decimal(text, 6, 2) else {
      return nil
    }
    self.init(year: year, month: month, day: day)
  }
}

extension CivilMoment {
  /// A moment as RFC 3339 writes it, `2026-05-29T19:42:00.5+03:00`; the offset may be missing, and a blank may stand for the `T`. Nil for
  /// anything else.
  package init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count > 11, text[10] | 0x20 == UInt8(ascii: "t") || text[10] == 0x20,
      let day = CivilDay(dashed: UnsafeBufferPointer(rebasing: text[..<10])),
      let time = CivilTime(UnsafeBufferPointer(rebasing: text[11...]))
    else { return nil }
    self.init(day: day, seconds: time.seconds, offset: time.offset)
  }
}

/// A time of day.
package struct CivilTime: Sendable, Hashable {
  /// Units: seconds since midnight.
  package var seconds: Double
  /// How far the clock is ahead of UTC; nil where nobody said. Units: seconds.
  package var offset: Int?

  /// A time as `19:42`, `19:42:00`, `19:42:00.25Z` or `19:42:00+03:00`; nil for anything else.
  package init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count >= 5, text[2] == colon, let hour = decimal(text, 0, 2), let minute = decimal(text, 3, 2), hour < 24,
      minute < 60
    else { return nil }
    var seconds = Double(hour * 3600 + minute * 60)
    var place = 5
    if place < text.count, text[place] == colon {
      guard let second = decimal(text, 6, 2), second <= 60 else { return nil }
      seconds += Double(min(second, 59))
      place = 8
      if place < text.count, text[place] == UInt8(ascii: ".") {
        place += 1
        var scale = 0.1
        let start = place
        while place < text.count, (0x30...0x39).contains(text[place]) {
          seconds += Double(text[place] - 0x30) * scale
          scale /= 10
          place += 1
        }
        if place == start { return nil }
      }
    }
    self.seconds = seconds
    guard place < text.count else { return }
    if text[place] | 0x20 == UInt8(ascii: "z") {
      offset = 0
      place += 1
    } else {
      guard text[place] == dash || text[place] == UInt8(ascii: "+"), place + 6 == text.count, text[place + 3] == colon,
        let hours = decimal(text, place + 1, 2), let minutes = decimal(text, place + 4, 2), hours < 24, minutes < 60
      else { return nil }
      offset = (text[place] == dash ? -1 : 1) * (hours * 3600 + minutes * 60)
      place += 6
    }
    if place != text.count { return nil }
  }
}

private let dash = UInt8(ascii: "-")
private let colon = UInt8(ascii: ":")

/// The number that so many digits make; nil where one of them is none.
func decimal(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int? {
  guard start + count <= text.count else { return nil }
  var value = 0
  for index in start..<start + count {
    let byte = text[index]
    guard (0x30...0x39).contains(byte) else { return nil }
    value = value * 10 + Int(byte - 0x30)
  }
  return value
}
