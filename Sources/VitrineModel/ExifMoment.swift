// Times of photos: from EXIF's form, and from names of files, to RFC 3339.

/// When a photo was taken.
package enum ExifMoment {
  /// The text of a moment that EXIF writes as `2026:11:20 17:02:31`, the fraction of the second as `53`, the offset as `+03:00`.
  ///
  /// Shape: `2026-11-20T17:02:31.53+03:00`; nil where there is no real moment, such as with zeros or blanks. Other separators than colons,
  /// seconds that are missing and an offset behind the time are taken, as old cameras and phones write them.
  package static func text(_ date: String, fraction: String? = nil, offset: String? = nil) -> String? {
    var rest = Substring(date).utf8
    guard let year = number(&rest, digits: 4), let month = number(&rest, digits: 2), let day = number(&rest, digits: 2),
      let hour = number(&rest, digits: 2), let minute = number(&rest, digits: 2)
    else { return nil }
    let second = number(&rest, digits: 2) ?? 0
    let ownOffset = String(Substring(rest).drop { $0 == " " })
    guard let text = text(year, month, day, hour, minute, second) else { return nil }
    let decimals = (fraction ?? "").prefix { $0.isASCII && $0.isNumber }.prefix(9)
    let isFraction = decimals.contains { $0 != "0" } && fraction?.allSatisfy { $0.isASCII && ($0.isNumber || $0 == " ") } == true
    return text + (isFraction ? "." + decimals : "") + (zone(offset ?? "") ?? zone(ownOffset) ?? "")
  }

  /// A moment as RFC 3339 writes it; nil where there is none.
  static func text(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) -> String? {
    guard year > 0, let day = CivilDay(year: year, month: month, day: day), hour < 24, minute < 60, second < 60 else {
      return nil
    }
    return "\(day)T\(two(hour)):\(two(minute)):\(two(second))"
  }

  /// The digits of the next number, after anything else; nil where there is none or it has more.
  private static func number(_ rest: inout Substring.UTF8View, digits most: Int) -> Int? {
    var number = 0
    var count = 0
    var before = 0
    while let byte = rest.first, !isDigit(byte), before < 2 {
      // What begins an offset is no part of the time.
      if most == 2, byte == UInt8(ascii: "+") || byte == UInt8(ascii: "Z") { return nil }
      rest.removeFirst()
      before += 1
    }
    while let byte = rest.first, isDigit(byte), count < most {
      number = number * 10 + Int(byte - 0x30)
      count += 1
      rest.removeFirst()
    }
    return count == 0 || most == 4 && count < 4 ? nil : number
  }

  /// An offset as RFC 3339 writes it; nil for anything else.
  private static func zone(_ text: String) -> String? {
    if text == "Z" { return text }
    var bytes = Array(text.utf8)
    // Some programs leave out the zero of the hour.
    if bytes.count == 5, bytes[2] == UInt8(ascii: ":") { bytes.insert(UInt8(ascii: "0"), at: 1) }
    guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"), bytes[3] == UInt8(ascii: ":"),
      [1, 2, 4, 5].allSatisfy({ isDigit(bytes[$0]) }), bytes[4] < UInt8(ascii: "6"),
      Int(bytes[1] - 0x30) * 10 + Int(bytes[2] - 0x30) < 24
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
