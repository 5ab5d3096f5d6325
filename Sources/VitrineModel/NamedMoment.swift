// Times in names of files, as cameras, phones and programs write them.

extension ExifMoment {
  /// The years that are believed: photos of file names are younger than digital cameras.
  private static let years = 1990...2100

  /// The moment in the name of a file, such as `captain-20261120T181500Z-primed.jpg`, `IMG_20180725_163423.jpg` or `Screenshot 2026-05-06 at 10.11.12.png`;
  /// nil where there is none.
  ///
  /// Shape: year, month, day, hour, minute, second, with two digits each but for the year, no digit before or after. Between the parts of the day and
  /// those of the time stands nothing, or one of `-`, `.`, `_`, `:`; between day and time one of `T`, `_`, `-`, ` `, ` at `, `-at-`, and nothing only where
  /// nothing stands anywhere. A thousandth of the second may follow, and a `Z` where the clock showed UTC.
  package static func inName(_ name: String) -> String? {
    var scan = NameScan(name)
    while let day = scan.nextDay() {
      guard let text = moment(after: day, scan) else { continue }
      // Google's phones write UTC, and nothing that says so.
      let isGoogle = ["PXL_", "pxl_", "pxl-"].contains { scan.bytes.starts(with: $0.utf8) }
      return isGoogle && !text.hasSuffix("Z") ? text + "Z" : text
    }
    return nil
  }

  /// The day in the name of a file that says no time, such as `IMG-20260506-WA0001.jpg`: `2026-05-06`; nil where there is none.
  package static func dayInName(_ name: String) -> String? {
    var scan = NameScan(name)
    while let day = scan.nextDay() {
      if day.end == scan.bytes.count || !scan.isDigit(day.end) { return day.day.description }
    }
    return nil
  }

  /// The moment of a day and the time that follows it.
  private static func moment(after found: NameScan.Day, _ scan: NameScan) -> String? {
    var place = found.end
    if let width = scan.break(at: place) {
      place += width
    } else if found.isSpread {
      return nil
    }
    // Where words stand between them, the hour may have one digit, and half of the day follow.
    let isShort = scan.number(place, 2) == nil && scan.separator(at: place + 1) != nil
    if isShort { place -= 1 }
    guard var hour = scan.number(isShort ? place + 1 : place, isShort ? 1 : 2) else { return nil }
    let separator = scan.separator(at: place + 2)
    let width = separator == nil ? 2 : 3
    if let isAfternoon = scan.isAfternoon(at: place + 2 * width + 2), (1...12).contains(hour) {
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard let minute = scan.number(place + width, 2), let second = scan.number(place + 2 * width, 2),
      separator == nil || scan.separator(at: place + width + 2) == separator,
      let text = text(found.day.year, found.day.month, found.day.day, hour, minute, second)
    else { return nil }
    let end = place + 2 * width + 2
    // Cameras that count thousandths write them with the second, or behind it.
    let isSplit = scan.isDigit(end) == false && separator != nil && scan.separator(at: end) == separator
    let start = isSplit ? end + 1 : end
    let decimals = scan.digits(from: start)
    if decimals == 3, scan.number(start, 3) != nil {
      let fraction = String(decoding: scan.bytes[start..<start + 3], as: UTF8.self)
      return text + (fraction == "000" ? "" : "." + fraction) + (scan.isUTC(start + 3) ? "Z" : "")
    }
    guard !scan.isDigit(end) else { return nil }
    return scan.isUTC(end) ? text + "Z" : text
  }

  /// A name of a file that is searched for days.
  private struct NameScan {
    /// A day that was found.
    struct Day {
      var day: CivilDay
      /// Where what follows begins.
      var end: Int
      /// Whether something stands between its parts.
      var isSpread: Bool
    }

    let bytes: [UInt8]
    private var place = 0

    init(_ name: String) { bytes = Array(name.utf8) }

    /// The next day; nil where there is none any more.
    mutating func nextDay() -> Day? {
      while place + 8 <= bytes.count {
        let start = place
        place += 1
        guard start == 0 || !isDigit(start - 1), let year = number(start, 4), ExifMoment.years.contains(year) else { continue }
        let separator = separator(at: start + 4)
        let width = separator == nil ? 2 : 3
        let first = start + 4 + width - 2
        guard let month = number(first, 2), separator == nil || self.separator(at: first + 2) == separator,
          let day = number(first + width, 2), let found = CivilDay(year: year, month: month, day: day)
        else { continue }
        return Day(day: found, end: first + width + 2, isSpread: separator != nil)
      }
      return nil
    }

    func isDigit(_ place: Int) -> Bool { bytes.indices.contains(place) && (0x30...0x39).contains(bytes[place]) }

    func isUTC(_ place: Int) -> Bool { bytes.indices.contains(place) && bytes[place] == UInt8(ascii: "Z") }

    /// The number of some digits; nil where one is none.
    func number(_ start: Int, _ count: Int) -> Int? {
      guard (start..<start + count).allSatisfy(isDigit) else { return nil }
      return bytes[start..<start + count].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// How many digits follow.
    func digits(from start: Int) -> Int {
      bytes.indices.contains(start) ? bytes[start...].prefix { (0x30...0x39).contains($0) }.count : 0
    }

    /// What separates numbers.
    func separator(at place: Int) -> UInt8? {
      guard bytes.indices.contains(place), [0x2D, 0x2E, 0x3A, 0x5F].contains(bytes[place]) else { return nil }
      return bytes[place]
    }

    /// How much stands between a day and a time; nil for nothing that does.
    func `break`(at place: Int) -> Int? {
      guard place < bytes.count else { return nil }
      if let word = Self.words.first(where: { bytes[place...].starts(with: $0.utf8) }) { return word.utf8.count }
      return [0x54, 0x5F, 0x2D, 0x20].contains(bytes[place]) ? 1 : nil
    }

    /// What programs write between day and time, in the languages of those who use them.
    private static let words =
      [" at ", " um ", " à ", " a\u{300} ", " a las ", " alle ", " às ", " om ", " kl. "]
      // As names of records have them.
      + ["-at-", "-um-", "-a-las-", "-a-", "-alle-", "-as-", "-om-", "-kl-"]

    /// Whether an hour of 1 to 12 is one of the afternoon, by the sign behind a blank, a narrow one, or a hyphen; nil where there is no sign.
    func isAfternoon(at place: Int) -> Bool? {
      guard place < bytes.count else { return nil }
      for blank in [" ", "\u{202F}", "\u{A0}", "-"] where bytes[place...].starts(with: blank.utf8) {
        let end = place + blank.utf8.count + 2
        if bytes.indices.contains(end), (0x41...0x5A).contains(bytes[end] & 0xDF) { return nil }
        let sign = bytes[(place + blank.utf8.count)...].prefix(2).map { $0 & 0xDF }
        return sign == Array("PM".utf8) ? true : sign == Array("AM".utf8) ? false : nil
      }
      return nil
    }
  }
}
