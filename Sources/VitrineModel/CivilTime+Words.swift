// Days and moments in words, for people: in English, or in the words of a language; no locale.

extension CivilDay {
  /// The months in their order.
  package static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]
  /// The days of the week, Monday first.
  package static let weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// The day as `11 March 1995`.
  package var words: String { words(in: .english) }

  /// The day in a language; `isShort`: as `11 Mar 1995`.
  package func words(in language: Language, isShort: Bool = false) -> String {
    "\(day) \(language.month(month, isShort: isShort)) \(year)"
  }

  /// The name of its day of the week.
  package var weekdayName: String { CivilDay.weekdayNames[weekday - 1] }

  /// How far the day is from another one, such as "in 3 days", "today", "yesterday", "2 days ago".
  package func words(from today: CivilDay, in language: Language = .english) -> String {
    switch number - today.number {
    case 0: language("today")
    case 1: language("tomorrow")
    case -1: language("yesterday")
    case let days where days > 0: language("in {} days", "\(days)")
    case let days: language("{} days ago", "\(-days)")
    }
  }
}

extension Language {
  /// The name of a month, 1 to 12; `isShort`: its first three letters, which tell the twelve apart in English and Turkish.
  func month(_ number: Int, isShort: Bool) -> String {
    let name = self(CivilDay.monthNames[number - 1])
    return isShort ? String(name.prefix(3)) : name
  }

  /// The words that days are named by besides numbers, in English.
  private static let ofDays = ["today", "yesterday", "tomorrow", "now"] + CivilDay.monthNames

  /// A day in words of the language with English ones in their place, by which days are read: `3 Mayıs 2024` is `3 May 2024`, `dün` is `yesterday`.
  package func dayInEnglish(_ text: String) -> String {
    guard !isEnglish, text.utf8.count <= 64 else { return text }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return words.map { word in Self.ofDays.first { lowercased(self($0)) == lowercased(word) } ?? word }.joined(separator: " ")
  }
}

extension CivilMoment {
  /// The moment as `29 May 2026, 19:42 +03:00`: seconds only where they are not 0, the offset where it is known.
  package var words: String { words(in: .english) }

  /// The moment in a language; `isShort`: with the month in three letters.
  package func words(in language: Language, isShort: Bool = false) -> String {
    let clock = CivilTime.words(seconds: seconds)
    let day = day.words(in: language, isShort: isShort)
    guard let offset else { return "\(day), \(clock)" }
    return "\(day), \(clock) \(CivilTime.words(offset: offset))"
  }
}

extension CivilTime {
  /// The time as `19:42 +03:00`, in the same way as moments.
  package var words: String {
    CivilTime.words(seconds: seconds) + (offset.map { " " + CivilTime.words(offset: $0) } ?? "")
  }

  /// A time of day; parts of seconds are left out.
  fileprivate static func words(seconds: Double) -> String {
    let whole = Int(seconds)
    let minutes = "\(twoDigits(whole / 3600)):\(twoDigits(whole / 60 % 60))"
    return whole % 60 == 0 ? minutes : "\(minutes):\(twoDigits(whole % 60))"
  }

  /// An offset from UTC as `+03:00`, or `UTC` for none.
  fileprivate static func words(offset: Int) -> String {
    if offset == 0 { return "UTC" }
    let minutes = abs(offset) / 60
    return "\(offset < 0 ? "−" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
  }
}

private func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
