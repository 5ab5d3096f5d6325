// The days of all kinds as a calendar of covers, a month at a time; on a phone as a list of days.

import VitrineAnswers
import VitrineApplication
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

/// The page `/timeline`.
struct TimelinePage {
  private let request: PageRequest
  private let query: String
  private let kinds: [Int]
  private let wanted: CalendarMonth?
  private let day: Int?

  /// The calendar, or the part of it that is wanted.
  static func answer(_ request: PageRequest) throws -> PageAnswer {
    let written = request.value("month").flatMap { $0.isEmpty ? nil : $0 }
    let month = written.flatMap { CalendarMonth($0) }
    if let written, month == nil {
      throw PageError(status: 400, message: request.words("timeline.noMonth", String(written.prefix(40))))
    }
    let day = request.value("day")
    let number = day.flatMap { Int($0) }
    if let day, number.flatMap({ month?.day($0) }) == nil {
      throw PageError(status: 400, message: request.words("timeline.noDay", String(day.prefix(40))))
    }
    return TimelinePage(
      request: request, query: request.value("q") ?? "", kinds: DayCalendar.kinds(in: request.open), wanted: month, day: number
    ).answer()
  }

  private var words: PageWords { request.words }

  private func address(_ month: CalendarMonth?, query: String? = nil, day: Int? = nil) -> String {
    PageAddress.view(
      "timeline", query: query ?? self.query, [("month", month?.text ?? ""), ("day", day.map { String($0) } ?? "")])
  }

  /// A month in words.
  private func name(_ month: CalendarMonth) -> String { "\(words("month.\(month.month)")) \(month.year)" }

  private func answer() -> PageAnswer {
    guard !kinds.isEmpty else { return page("<div class=\"empty\"><p>\(words("timeline.noKind"))</p></div>", error: nil) }
    do throws(QueryError) {
      let (calendar, remark) = try calendar(of: query, wanted)
      let chips = try chips(calendar)
      switch request.part {
      case "aside": return .part("\(chips)\(nothing.meant, if: calendar.years.isEmpty)")
      case .some: return .part(results(calendar, chips, remark))
      case nil: return page("\(head(error: nil))\(results(calendar, chips, remark))</record-list>", error: nil)
      }
    } catch {
      let failure: Markup = """
        <div class="failed">\(SearchBox.message(error, query, "/timeline", request))\
        <p><a class="btn small" href="\(address(wanted, query: ""))">\(words("search.clear"))</a></p></div>
        """
      return request.part == nil ? page("\(head(error: error))\(failure)</record-list>", error: error) : .part(failure)
    }
  }

  /// The days of what a query finds, and what is to be said of that besides.
  private func calendar(of text: String, _ month: CalendarMonth?) throws(QueryError) -> (DayCalendar, remark: String?) {
    let query = try RecordQuery(text: text, kinds: kinds, in: request.open)
    let answer = query.answer(isSorted: false)
    return (DayCalendar(request.open, answer.rows, month: month), query.bound.wasGivenUp ? RecordQuery.givenUp : nil)
  }

  private func page(_ content: Markup, error: QueryError?) -> PageAnswer {
    let title = words("timeline.title")
    let main: Markup = "<header class=\"head\"><h1>\(title)</h1></header>\(content)"
    return .page(PageContent(title: title, main: main, status: error == nil ? 200 : 400, place: "timeline"))
  }

  private func head(error: QueryError?) -> Markup {
    """
    \(SearchBox.markup(action: "/timeline", query: query, kept: [("month", wanted?.text ?? "")], label: words("timeline.search"), error: error, request))
    <record-list id="results" data-kind="">
    """
  }

  private func chips(_ calendar: DayCalendar) throws(QueryError) -> Markup {
    var counts = calendar.kinds
    if KindChips.areChosen(in: query) { counts = try self.calendar(of: KindChips.wider(query), calendar.month).0.kinds }
    return KindChips.markup(kinds, counts: counts, query: query, request) { kind in
      "<i class=\"dot \(ValueMarkup.pastel(kind))\"></i>"
    } address: {
      address(wanted, query: $0)
    }
  }

  private func results(_ calendar: DayCalendar, _ chips: Markup, _ remark: String?) -> Markup {
    let notes = PageFrame.notes(remark.map { [words.said($0)] } ?? [])
    guard !calendar.years.isEmpty else {
      return query.isEmpty
        ? empty
        : "\(notes)<p class=\"sub visually-hidden\" id=\"count\">\(words("list.nothing"))</p><div id=\"filters\"></div>\(nothing.markup())"
    }
    let days = DayMarkup(calendar, request) { address(calendar.month, day: $0) }
    return """
      \(notes)\(tools(calendar))\(year(calendar))\(chips)\
      \(calendar.total > 0 ? days.grid : none(calendar))\
      \(days.sometime(calendar.sometime, words("timeline.sometime", name(calendar.month)), prefix: "m-"))\
      \(days.sometime(calendar.sometimeInYear, words("timeline.sometime", String(calendar.month.year)), prefix: "y-"))\
      \(day.map { days.section($0) } ?? .empty)
      """
  }

  // MARK: from month to month

  private func tools(_ calendar: DayCalendar) -> Markup {
    let month = calendar.month
    let present = CalendarMonth(of: request.open.now.day)
    return """
      <div class="tools month">\(step(month.advanced(by: -1), "‹", "prev", "ArrowLeft"))<h2>\(name(month))</h2>\(step(month.advanced(by: 1), "›", "next", "ArrowRight"))\
      <p class="sub" id="count"><span class="visually-hidden">\(name(month)): </span>\(words("home.records", count: calendar.total))</p>\
      <a class="chip" href="\(address(present))" data-key="t"\(" aria-current=\"true\"", if: month == present)>\(words("timeline.today"))</a>\
      \(years(calendar))\
      <form class="jump" method="get" action="/timeline">\("<input type=\"hidden\" name=\"q\" value=\"\(query)\">", if: !query.isEmpty)\
      <label><span class="visually-hidden">\(words("timeline.month"))</span><input type="month" name="month" value="\(month.text)" placeholder="2026-05" required></label>\
      <button class="btn small">\(words("timeline.go"))</button></form></div>
      """
  }

  private func step(_ month: CalendarMonth?, _ sign: String, _ relation: String, _ key: String) -> Markup {
    guard let month else { return .empty }
    return """
      <a class="chip" href="\(address(month))" rel="\(relation)" data-key="\(key)" aria-label="\(name(month))">\(sign)</a>
      """
  }

  /// The most years that are offered, the latest ones.
  private static let mostYears = 200

  private func years(_ calendar: DayCalendar) -> Markup {
    let last = calendar.counts.keys.reduce(into: [Int: CalendarMonth]()) { $0[$1.year] = max($0[$1.year] ?? $1, $1) }
    let links = calendar.years.keys.sorted(by: >).prefix(Self.mostYears).map { year -> Markup in
      let month = last[year] ?? calendar.month.of(year: year)
      return """
        <a class="value" href="\(address(month))"\(" aria-current=\"true\"", if: year == calendar.month.year)><span>\(String(year))</span> \
        <b>\(words.number(calendar.years[year] ?? 0))</b></a>
        """
    }
    return """
      <details class="filter" name="filter" id="years"><summary class="chip">\(words("timeline.years"))</summary><div class="values">\(links)</div></details>
      """
  }

  /// The months of the year with how many days of records each has.
  private func year(_ calendar: DayCalendar) -> Markup {
    let links = (1...12).compactMap { calendar.month.of($0) }.map { month -> Markup in
      let count = calendar.counts[month] ?? 0
      return """
        <a href="\(address(month))"\(" class=\"none\"", if: count == 0)\(" aria-current=\"true\"", if: month == calendar.month) \
        aria-label="\(name(month)): \(words("home.records", count: count))"><span>\(String(words("month.\(month.month)").prefix(3)))</span> <b>\(words.number(count))</b></a>
        """
    }
    return "<nav class=\"year\" aria-label=\"\(words("timeline.months", String(calendar.month.year)))\">\(links)</nav>"
  }

  // MARK: where there is nothing

  /// A month without records, with the way to the nearest that have some.
  private func none(_ calendar: DayCalendar) -> Markup {
    let near = [
      calendar.counts.keys.filter { $0 < calendar.month }.max(), calendar.counts.keys.filter { $0 > calendar.month }.min(),
    ].compactMap { $0 }
    let links = near.map { month -> Markup in
      "<a class=\"btn\" href=\"\(address(month))\">\(month < calendar.month ? "‹ " : "")\(name(month))\(month > calendar.month ? " ›" : "")</a>"
    }
    return "<div class=\"empty\"><p>\(words("timeline.nothing"))</p><div class=\"buttons\">\(links)</div></div>"
  }

  private var nothing: NothingFound {
    NothingFound(query: query, kinds: kinds, address: { address(wanted, query: $0) }, request: request)
  }

  private var empty: Markup {
    let buttons = kinds.prefix(12).map { index -> Markup in
      let kind = request.open.kinds[index]
      return """
        <a class="btn" href="/new/\(PageAddress.encoded(kind.name))">\(words("new.of", kind.language.lowercased(kind.title)))</a>
        """
    }
    return "<div class=\"empty\"><p>\(words("timeline.empty"))</p><div class=\"buttons\">\(buttons)</div></div>"
  }
}
