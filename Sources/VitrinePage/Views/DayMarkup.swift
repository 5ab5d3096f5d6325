// A month's days with the records of each: cells of a calendar where there is room, else a list.

import VitrineApplication
import VitrineIndex
import VitrineModel
import VitrineSource

/// Writes the days of a month.
struct DayMarkup {
  private let calendar: DayCalendar
  private let request: PageRequest
  private let address: (Int) -> String

  /// The most records of a day in the calendar, of a day that is looked at, and of what has no day.
  private static let (mostInCell, mostOfDay, mostSometime) = (4, 200, 60)

  /// The days of a calendar; `address` is where all of a day is seen.
  init(_ calendar: DayCalendar, _ request: PageRequest, address: @escaping (Int) -> String) {
    (self.calendar, self.request, self.address) = (calendar, request, address)
  }

  private var words: PageWords { request.words }
  private var language: Language { request.open.language }

  /// The calendar.
  var grid: Markup {
    let heads = (1...7).map { "<span>\(words("weekday.\($0)"))</span>" as Markup }
    let days = (1...calendar.month.dayCount).map { cell($0) }
    return "<div class=\"weekdays\" aria-hidden=\"true\">\(heads)</div><ol class=\"days\" id=\"days\">\(days)</ol>"
  }

  private func cell(_ number: Int) -> Markup {
    guard let day = calendar.month.day(number) else { return .empty }
    let entries = calendar.days[number] ?? []
    let today: Markup = day == request.open.now.day ? " today" : .empty
    let date: Markup = """
      <time datetime="\(day.description)"><span class="weekday">\(words("weekday.\(day.weekday)"))</span> <b>\(number)</b></time>
      """
    guard !entries.isEmpty else {
      return "<li class=\"day none\(today) c\(day.weekday)\" id=\"day-\(number)\"><p class=\"date\">\(date)</p></li>\n"
    }
    let shown = entries.prefix(Self.mostInCell).map { entry($0, "d\(number)-") }
    let rest = entries.count - shown.count
    let more: Markup =
      rest > 0
      ? "<a class=\"rest\" href=\"\(address(number))#day\" data-whole aria-label=\"\(words("record.more", count: rest))\">+\(words.number(rest))</a>"
      : .empty
    return """
      <li class="day\(today) c\(day.weekday)" id="day-\(number)"><h3 class="date"><a href="\(address(number))#day" data-whole>\(date)</a></h3>\
      <ul class="entries\(" one", if: entries.count == 1)">\(shown)</ul>\(more)</li>

      """
  }

  /// All of one day.
  func section(_ number: Int) -> Markup {
    guard let day = calendar.month.day(number) else { return .empty }
    let entries = calendar.days[number] ?? []
    let body: Markup =
      entries.isEmpty
      ? "<p class=\"sub\">\(words("timeline.noneOnDay"))</p>"
      : "<ul class=\"entries wide\">\(entries.prefix(Self.mostOfDay).map { entry($0, "s-") })</ul>\(lists(entries, day))"
    return """
      <section id="day" aria-labelledby="day-title"><h2 id="day-title">\(language(day.weekdayName)) \(day.words(in: language))</h2>\(body)</section>
      """
  }

  /// Where so many are of one day that not all are shown, the lists of the kinds that have them.
  private func lists(_ entries: [DayCalendar.Entry], _ day: CivilDay) -> Markup {
    guard entries.count > Self.mostOfDay else { return .empty }
    var counts: [[Int]: Int] = [:]
    for entry in entries { counts[[entry.row.table, entry.column], default: 0] += 1 }
    let links = counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, count -> Markup in
      let kind = request.open.kinds[key[0]]
      let field = request.open.index.tables[key[0]].columns[key[1]].field
      let query = "\(field.path.dotted):\(day.description)"
      return """
        <a class="chip" href="\(PageAddress.collection(kind, query: query))">\(PageFrame.plural(of: kind)) · \(field.title) <b>\(words.number(count))</b></a>
        """
    }
    return """
      <p class="sub">\(words("record.more", count: entries.count - Self.mostOfDay))</p><div class="filters">\(links)</div>
      """
  }

  /// Records of which no more is known than their month or their year; `prefix` is for the names of their elements.
  func sometime(_ entries: [DayCalendar.Entry], _ title: String, prefix: String) -> Markup {
    guard !entries.isEmpty else { return .empty }
    let rest: Markup =
      entries.count > Self.mostSometime
      ? "<p class=\"sub\">\(words("record.more", count: entries.count - Self.mostSometime))</p>" : .empty
    return """
      <section><h2>\(title)</h2><ul class="entries wide">\(entries.prefix(Self.mostSometime).map { entry($0, prefix) })</ul>\(rest)</section>
      """
  }

  private func entry(_ entry: DayCalendar.Entry, _ prefix: String) -> Markup {
    let field = request.open.index.tables[entry.row.table].columns[entry.column].field
    return Self.entry(entry.row, "\(request.open.kinds[entry.row.table].title) · \(field.title)", prefix: prefix, request)
  }

  /// A record: its cover, what it is called, and a note. `prefix` tells it from another of the same record on the page.
  static func entry(_ row: RowID, _ note: String, prefix: String, _ request: PageRequest) -> Markup {
    let index = request.open.index
    let (path, title) = (index.path(of: row), index.title(of: row))
    let inside: Markup =
      CardView.cover(of: path, request).map { "<img src=\"\($0)\" alt=\"\" loading=\"lazy\" decoding=\"async\">" }
      ?? "<span class=\"tile\" aria-hidden=\"true\">\(title)</span>"
    return """
      <li id="\(prefix)\(CardView.anchor(path))"><a class="entry" href="\(PageAddress.record(path, request.open.kinds[row.table]))" title="\(title)">\
      <span class="thumb \(ValueMarkup.pastel(row.table))" data-letter="\(CardView.letter(of: title, request))">\(inside)</span><span class="said"><bdi>\(title)</bdi> <small>\(note)</small></span></a></li>

      """
  }
}
