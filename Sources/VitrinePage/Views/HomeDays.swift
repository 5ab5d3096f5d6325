// The days of the start: what fell on this day in earlier years, and what is to come.

import VitrineApplication
import VitrineIndex
import VitrineModel

/// Two shelves of the start, which are not there where they would be empty.
enum HomeDays {
  /// The most records of each.
  private static let shelf = 6

  /// What fell on this day in earlier years, the latest first.
  static func onThisDay(_ request: PageRequest) -> Markup {
    let found = Anniversaries(request.open)
    let words = request.words
    let items = found.entries.prefix(shelf).map { entry in
      let years = found.today.year - entry.day.year
      let field = request.open.index.tables[entry.row.table].columns[entry.column].field
      return DayMarkup.entry(
        entry.row, "\(words("home.yearsAgo", count: years)) · \(field.title)", prefix: "o-", request)
    }
    return section(
      "this-day", words("home.onThisDay"), address: PageAddress.view("all", query: "on:today"), items,
      count: found.entries.count, request)
  }

  /// What the next two weeks bring.
  static func due(_ request: PageRequest) throws -> Markup {
    let agenda = try Agenda(comingIn: request.open, span: .standard)
    let words = request.words
    let language = request.open.language
    let items = agenda.entries.prefix(shelf).map { entry in
      let field = request.open.index.tables[entry.row.table].columns[entry.column].field
      let when =
        entry.period.map { $0.words(in: language) }
        ?? "\(entry.moment.day.words(from: agenda.today, in: language)) · \(entry.moment.day.words(in: language))"
      return DayMarkup.entry(entry.row, "\(when) · \(field.title)", prefix: "due-\(entry.column)-", request)
    }
    return section(
      "due", words("home.due"), address: "/timeline", items, count: agenda.entries.count, request)
  }

  private static func section(
    _ name: String, _ title: String, address: String, _ items: [Markup], count: Int, _ request: PageRequest
  ) -> Markup {
    guard !items.isEmpty else { return .empty }
    return """
      <section aria-labelledby="\(name)"><h2 id="\(name)"><a href="\(address)">\(title)</a> <b class="pill quiet">\(request.words.number(count))</b></h2>\
      <ul class="entries wide">\(items)</ul></section>

      """
  }
}
