// The days to come that records speak of, in order.

import VitrineAnswers
package import VitrineFormats
package import VitrineIndex
package import VitrineModel
import VitrineQuery
import VitrineSyntax

/// How far to look ahead.
package struct DueSpan: Sendable {
  /// Two weeks.
  package static let standard = DueSpan(count: 14, unit: "d")

  private let count: Int
  private let unit: Character

  /// A span as it is written: `14d`, `2w`, `3m`, `1y`; a bare number counts days. Nil for anything else.
  package init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), count <= 100_000 else { return nil }
    let unit = text.dropFirst(digits.count)
    guard unit.isEmpty || ["d", "w", "m", "y"].contains(unit) else { return nil }
    self.init(count: count, unit: unit.first ?? "d")
  }

  private init(count: Int, unit: Character) {
    self.count = count
    self.unit = unit
  }

  /// The last day of the span that starts at a day. A month later than 31 January is the last day of February.
  package func last(from day: CivilDay) -> CivilDay {
    switch unit {
    case "w": return CivilDay(number: day.number + 7 * count)
    case "m", "y":
      let months = day.year * 12 + day.month - 1 + count * (unit == "y" ? 12 : 1)
      let (year, month) = (min(months / 12, 9999), months % 12 + 1)
      return CivilDay(year: year, month: month, day: min(day.day, CivilDay.dayCount(year, month))) ?? CivilDay(number: .max)
    default: return CivilDay(number: day.number + count)
    }
  }
}

/// What is to come.
package struct Agenda {
  /// One day or moment of one record.
  package struct Entry {
    /// The record.
    package var row: RowID
    /// The field.
    package var column: Int
    /// The value as it is written.
    package var text: String
    /// What it means; of a month or a year the start.
    package var moment: CivilMoment
    /// The month or the year, where no more is known.
    package var period: PartialDate?
  }

  /// What is to come, in order.
  package let entries: [Entry]
  /// The day on which the span begins.
  package let today: CivilDay
  /// The last day of the span.
  package let last: CivilDay
  private let open: OpenCatalogue
  private let asked: Asked

  /// What is to come in the records of an answer. Of the fields that hold days or moments only those named, if any are.
  ///
  /// Errors: a field that is not there, or holds no days.
  package init(_ open: OpenCatalogue, _ asked: Asked, span: DueSpan, fields: [String]) throws {
    self.open = open
    self.asked = asked
    today = open.now.day
    last = span.last(from: open.now.day)
    let columns = try Agenda.columns(open, asked, fields)
    var entries: [Entry] = []
    let range = today.number...max(last.number, today.number)
    for row in asked.answer.rows {
      let table = open.index.tables[row.table]
      for column in columns[row.table] ?? [] {
        for value in table.values(row.row, column) where value > .map {
          var text = table.pools[column].text(value)
          guard let moment = text.withUTF8({ ValueNumber.moment($0) }) else { continue }
          let period = text.withUTF8 { ValueNumber.coarse($0) }
          guard range.overlaps(moment.day.number...(period?.last ?? moment.day).number) else { continue }
          entries.append(Entry(row: row, column: column, text: text, moment: moment, period: period))
        }
      }
    }
    // What has a day comes first: who knows no more than the month can do nothing about it yet.
    let today = today
    func key(_ entry: Entry) -> (Int, Double) {
      guard let period = entry.period else { return (0, entry.moment.civilSeconds) }
      return (period.precision == .month ? 1 : 2, Double(max(period.first.number, today.number)))
    }
    self.entries = entries.enumerated().sorted {
      let (left, right) = (key($0.element), key($1.element))
      return left != right ? left < right : $0.offset < $1.offset
    }.map(\.element)
  }

  /// What is to come in all records. The index is asked which have a day in the span, so that of 100,000 records only those are read.
  package init(comingIn open: OpenCatalogue, span: DueSpan) throws {
    let (today, last) = (open.now.day, span.last(from: open.now.day))
    var rows: Set<RowID> = []
    for (kind, columns) in try Agenda.columns(
      open, Asked(answer: Answer(), kinds: Array(open.kinds.indices)), [])
    {
      for column in columns {
        rows.formUnion(open.rows(ofKind: kind, where: column, "\(today.description)..\(last.description)"))
      }
    }
    let sorted = rows.sorted { ($0.table, $0.row) < ($1.table, $1.row) }
    let asked = Asked(answer: Answer(rows: sorted, total: sorted.count), kinds: Array(open.kinds.indices))
    try self.init(open, asked, span: span, fields: [])
  }

  private static func columns(_ open: OpenCatalogue, _ asked: Asked, _ fields: [String]) throws -> [Int: [Int]] {
    var columns: [Int: [Int]] = [:]
    guard !fields.isEmpty else {
      for kind in asked.kinds {
        let all = open.index.tables[kind].columns
        let due = Set(open.kinds[kind].dueFields.map(\.path))
        columns[kind] = all.indices.filter { !all[$0].isBuiltIn && due.contains(all[$0].field.path) }
      }
      return columns
    }
    for field in fields {
      let path = try open.path(field, kinds: asked.kinds)
      guard open.field(of: path)?.meaning.isTemporal == true else {
        throw RequestError(
          "'\(field)' holds no days, so that nothing in it can be due; without '--field' all fields with days are looked at")
      }
      for (kind, way) in path.ways where way.references.isEmpty && !way.counts {
        if columns[kind]?.contains(way.column) != true { columns[kind, default: []].append(way.column) }
      }
    }
    return columns
  }
}

// MARK: as rows

extension Agenda {
  /// The days as rows: people read each day as a heading.
  package func table(_ look: Look) -> Table {
    let hasKinds = Set(entries.map(\.row.table)).count > 1 || !look.isTerminal
    func column(_ name: String, _ alignment: Table.Alignment = .left) -> Table.Column {
      Table.Column(name, title: language(name), alignment)
    }
    var columns = [column("date"), column("days", .right)]
    if hasKinds { columns.append(column("kind")) }
    columns += [column("title"), column("field"), column("id")]
    if look.isTerminal { columns[1] = column("time") }
    var table = Table(
      columns: columns,
      rows: entries.map { entry in
        let days = max(entry.moment.day.number - today.number, 0)
        var cells = [date(entry)]
        cells.append(look.isTerminal ? time(entry) : .integer(days))
        if hasKinds { cells.append(open.kinds[entry.row.table].nounCell) }
        let name = field(entry).path.dotted
        let field = language.isEnglish ? Cell.text(name) : .shown(language.lowercased(field(entry).title), written: .text(name))
        cells += [.text(open.index.title(of: entry.row)), field, .text(open.index.id(of: entry.row))]
        return Table.Row(path: open.index.path(of: entry.row), cells)
      })
    if look.isTerminal {
      table.groupCount = 1
      table.headings = headings
      table.hidesEmptyColumns = true
      table.footer = language("{} due until {}", "\(entries.count)", last.words(in: language))
    }
    return table
  }

  private var language: Language { open.language }

  /// What is to be said besides; nil where nothing is.
  package var remark: String? { asked.remark }

  /// What is said where nothing is to come.
  package var nothingWords: String {
    // Where no record was found at all, the query is what to look at.
    if let remark { return remark }
    return "vitrine: " + language("nothing is due until {}", last.words(in: language))
  }

  private var headings: [Table.Heading] {
    var headings: [Table.Heading] = []
    for (place, entry) in entries.enumerated() where place == 0 || !hasHeading(of: entries[place - 1], entry) {
      let day = entry.moment.day
      if let period = entry.period {
        let isNow = period.first <= today
        let words = period.precision == .month ? (isNow ? "this month" : "some day") : (isNow ? "this year" : "some day")
        headings.append(Table.Heading(row: place, level: 0, .text("\(language(words)) · \(period.words(in: language))")))
        continue
      }
      headings.append(
        Table.Heading(
          row: place, level: 0,
          .text("\(day.words(from: today, in: language)) · \(language(day.weekdayName)) \(day.words(in: language))")))
    }
    return headings
  }

  private func hasHeading(of left: Entry, _ right: Entry) -> Bool {
    left.moment.day == right.moment.day && left.period == right.period
  }

  private func date(_ entry: Entry) -> Cell {
    let table = open.index.tables[entry.row.table]
    return CellDress(table.columns[entry.column]).cell(entry.text, field(entry).meaning == .dateInt ? .int : .string)
  }

  /// The time of day, where the value has one.
  private func time(_ entry: Entry) -> Cell {
    guard field(entry).meaning == .dateTime, entry.text.utf8.count > 10 else { return .null }
    return .text(String(entry.text.dropFirst(11).prefix(5)))
  }

  private func field(_ entry: Entry) -> Kind.Field { open.index.tables[entry.row.table].columns[entry.column].field }
}

// MARK: as a calendar

extension Agenda {
  /// The days as a calendar.
  package func calendar(maker: String) -> ICalendar {
    ICalendar(
      maker: maker, name: "vitrine", stamp: Agenda.utc(open.now),
      events: entries.map { entry in
        let field = field(entry)
        let id = open.index.id(of: entry.row)
        let name = field.path.dotted + (field.isList ? "." + entry.text : "")
        let title = open.index.title(of: entry.row)
        return ICalendar.Event(
          id: "\(uriReference(id))/\(uriReference(name))@vitrine", start: start(entry),
          summary: "\(title) (\(field.title))", description: "\(open.kinds[entry.row.table].title) · \(id)",
          category: open.kinds[entry.row.table].title)
      })
  }

  private func start(_ entry: Entry) -> ICalendar.Start {
    let moment = entry.moment
    if let period = entry.period {
      let end = CivilDay(number: period.last.number + 1)
      return .days(period.first.description.filter { $0 != "-" }, until: end.description.filter { $0 != "-" })
    }
    guard field(entry).meaning == .dateTime, entry.text.utf8.count > 10 else {
      return .day(moment.day.year, moment.day.month, moment.day.day)
    }
    return .moment(moment.offset == nil ? Agenda.digits(moment) : Agenda.utc(moment))
  }

  private static func utc(_ moment: CivilMoment) -> String {
    // Not by nanoseconds, which end in 2262.
    let days = (moment.instant / 86_400).rounded(.down)
    return digits(CivilMoment(day: CivilDay(number: Int(days)), seconds: moment.instant - days * 86_400)) + "Z"
  }

  private static func digits(_ moment: CivilMoment) -> String {
    let seconds = Int(moment.seconds)
    let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return moment.day.description.filter { $0 != "-" } + "T" + parts.joined()
  }
}
