// Days to come as a calendar that other programs read. Source: RFC 5545 (iCalendar), RFC 7986.

/// A calendar of events that take whole days or begin at a moment.
package struct ICalendar: Sendable {
  /// When an event is.
  package enum Start: Sendable, Hashable {
    /// A whole day. Shape: year, month, day of the month.
    case day(Int, Int, Int)
    /// All days of a period. Shape: the first day, and the one after the last, as `20260501`.
    case days(String, until: String)
    /// A moment. Shape: `20260529T164200Z` in UTC, or without the `Z` by whatever clock is on the wall.
    case moment(String)
  }

  /// One event.
  package struct Event: Sendable {
    /// What tells it from all others, the same in every calendar that is made.
    package var id: String
    /// When it is.
    package var start: Start
    /// What it is called.
    package var summary: String
    /// More words; or "".
    package var description: String
    /// What it is one of; or "".
    package var category: String

    /// An event of the given parts.
    package init(id: String, start: Start, summary: String, description: String = "", category: String = "") {
      self.id = id
      self.start = start
      self.summary = summary
      self.description = description
      self.category = category
    }
  }

  /// The program that makes it, with its version.
  package var maker: String
  /// What it is called.
  package var name: String
  /// When it is made, in UTC. Shape: `20261121T090000Z`.
  package var stamp: String
  /// The events, in their order.
  package var events: [Event]

  /// A calendar of the given events.
  package init(maker: String, name: String, stamp: String, events: [Event]) {
    self.maker = maker
    self.name = name
    self.stamp = stamp
    self.events = events
  }

  /// The calendar as a file of lines that end with CR LF, none longer than 75 bytes.
  package func write(to sink: inout ByteSink) {
    let head = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//\(ICalendar.escaped(maker))//EN", "CALSCALE:GREGORIAN",
      "NAME:\(ICalendar.escaped(name))", "X-WR-CALNAME:\(ICalendar.escaped(name))",
    ]
    for line in head { ICalendar.write(line, to: &sink) }
    for event in events {
      ICalendar.write("BEGIN:VEVENT", to: &sink)
      ICalendar.write("UID:\(ICalendar.escaped(event.id))", to: &sink)
      ICalendar.write("DTSTAMP:\(stamp)", to: &sink)
      switch event.start {
      case .day(let year, let month, let day):
        let digits = String(year * 10_000 + month * 100 + day)
        ICalendar.write("DTSTART;VALUE=DATE:\(String(repeating: "0", count: max(8 - digits.count, 0)))\(digits)", to: &sink)
      case .days(let first, let end):
        ICalendar.write("DTSTART;VALUE=DATE:\(first)", to: &sink)
        ICalendar.write("DTEND;VALUE=DATE:\(end)", to: &sink)
      case .moment(let text): ICalendar.write("DTSTART:\(text)", to: &sink)
      }
      ICalendar.write("SUMMARY:\(ICalendar.escaped(event.summary))", to: &sink)
      if !event.description.isEmpty { ICalendar.write("DESCRIPTION:\(ICalendar.escaped(event.description))", to: &sink) }
      if !event.category.isEmpty { ICalendar.write("CATEGORIES:\(ICalendar.escaped(event.category))", to: &sink) }
      // It marks the day and takes nobody's time.
      ICalendar.write("TRANSP:TRANSPARENT", to: &sink)
      ICalendar.write("END:VEVENT", to: &sink)
    }
    ICalendar.write("END:VCALENDAR", to: &sink)
  }

  /// A text with the marks of the format escaped; other control characters than line breaks and tabs are left out, as no escape for them exists.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\t"
      case "\u{0}"..."\u{1F}", "\u{7F}": continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Writes a content line, folded between characters so that no line has more than 75 bytes (section 3.1).
  private static func write(_ line: String, to sink: inout ByteSink) {
    var used = 0
    for scalar in line.unicodeScalars {
      let size = String(scalar).utf8.count
      if used + size > 75 {
        sink.write("\r\n ")
        used = 1
      }
      sink.write(String(scalar))
      used += size
    }
    sink.write("\r\n")
  }
}
