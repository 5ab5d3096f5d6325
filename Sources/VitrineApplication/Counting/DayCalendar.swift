// Records by the days that they speak of, a month at a time.

package import VitrineIndex
package import VitrineModel

/// A month of a year.
package struct CalendarMonth: Sendable, Hashable, Comparable {
  /// The year, 0 to 9999.
  package let year: Int
  /// The month, 1 to 12.
  package let month: Int

  /// The month of a day.
  package init(of day: CivilDay) { (year, month) = (day.year, day.month) }

  /// A month as `2026-05`; nil for anything else.
  package init?(_ text: String) {
    guard text.utf8.count == 7, let date = PartialDate(text), date.precision == .month else { return nil }
    self.init(of: date.first)
  }

  private init?(number: Int) {
    guard (0..<120_000).contains(number) else { return nil }
    (year, month) = (number / 12, number % 12 + 1)
  }

  /// The month so many months later, or earlier; nil before the year 0 and after the year 9999.
  package func advanced(by months: Int) -> CalendarMonth? { CalendarMonth(number: year * 12 + month - 1 + months) }

  /// Another month of the same year.
  package func of(_ month: Int) -> CalendarMonth? { CalendarMonth(number: year * 12 + month - 1) }

  /// The same month of another year.
  package func of(year: Int) -> CalendarMonth? { CalendarMonth(number: year * 12 + month - 1) }

  /// How many days it has.
  package var dayCount: Int { CivilDay.dayCount(year, month) }

  /// A day of it, from 1; nil where it has none of that number.
  package func day(_ day: Int) -> CivilDay? { CivilDay(year: year, month: month, day: day) }

  /// As addresses write it: `2026-05`.
  package var text: String { day(1).map { String($0.description.prefix(7)) } ?? "" }

  /// Earlier months first.
  package static func < (left: CalendarMonth, right: CalendarMonth) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }
}

/// The days of records.
package struct DayCalendar {
  /// A record on a day.
  package struct Entry {
    /// The record.
    package let row: RowID
    /// The column of the field that says so.
    package let column: Int
    /// When on that day. Units: seconds since midnight.
    fileprivate let seconds: Double
    /// How many days of records were looked at before.
    fileprivate let place: Int
  }

  /// The month that is shown.
  package let month: CalendarMonth
  /// The records of each of its days.
  package let days: [Int: [Entry]]
  /// The records of which no more is known than that month.
  package let sometime: [Entry]
  /// The records of which no more is known than its year.
  package let sometimeInYear: [Entry]
  /// How many days of records each month has.
  package let counts: [CalendarMonth: Int]
  /// How many days of records each year has, those without a month among them.
  package let years: [Int: Int]
  /// How many of the month's are of each kind.
  package let kinds: [Int: Int]

  /// The kinds that speak of days.
  package static func kinds(in open: OpenCatalogue) -> [Int] {
    open.kinds.indices.filter { !open.kinds[$0].calendarFields.isEmpty }
  }

  /// The days of some records. Without a month the present one, where it has any, else the last before it that has, else the first.
  package init(_ open: OpenCatalogue, _ rows: [RowID], month wanted: CalendarMonth?) {
    var reader = DayReader(open)
    var counts: [CalendarMonth: Int] = [:]
    var years: [Int: Int] = [:]
    for row in rows {
      reader.forEach(row) { _, moment, period in
        years[moment.day.year, default: 0] += 1
        if period?.precision != .year { counts[CalendarMonth(of: moment.day), default: 0] += 1 }
      }
    }
    let present = CalendarMonth(of: open.now.day)
    let month = wanted ?? counts.keys.filter { $0 <= present }.max() ?? counts.keys.min() ?? present
    (self.month, self.counts, self.years) = (month, counts, years)
    var (days, kinds): ([Int: [Entry]], [Int: Int]) = ([:], [:])
    var (sometime, sometimeInYear): ([Entry], [Entry]) = ([], [])
    var place = 0
    for row in rows {
      reader.forEach(row) { column, moment, period in
        guard moment.day.year == month.year else { return }
        let entry = Entry(row: row, column: column, seconds: moment.seconds, place: place)
        place += 1
        if period?.precision == .year {
          sometimeInYear.append(entry)
        } else if moment.day.month == month.month {
          // A record that says so twice stands there once.
          let isThere = period == nil ? days[moment.day.day]?.last?.row == row : sometime.last?.row == row
          if isThere { return }
          kinds[row.table, default: 0] += 1
          if period == nil { days[moment.day.day, default: []].append(entry) } else { sometime.append(entry) }
        }
      }
    }
    (self.kinds, self.sometime, self.sometimeInYear) = (kinds, sometime, sometimeInYear)
    self.days = days.mapValues { $0.sorted { ($0.seconds, $0.place) < ($1.seconds, $1.place) } }
  }

  /// How many records the month has, each as often as it has days in it.
  package var total: Int { days.values.reduce(sometime.count) { $0 + $1.count } }
}

/// Reads the days of records: each distinct value once.
private struct DayReader {
  /// What a value says; nil where it is no day.
  private typealias Day = (moment: CivilMoment, period: PartialDate?)

  private let open: OpenCatalogue
  /// The columns of each table that hold days.
  private let columns: [[Int]]
  private let width: Int
  /// What the values of each column say, table by table.
  private var known: [[ValueID: Day?]]

  init(_ open: OpenCatalogue) {
    self.open = open
    columns = open.index.tables.map { table in
      let paths = Set(table.kind.calendarFields.map(\.path))
      return table.columns.indices.filter { !table.columns[$0].isBuiltIn && paths.contains(table.columns[$0].field.path) }
    }
    width = open.index.tables.map(\.columns.count).max() ?? 0
    known = Array(repeating: [:], count: width * open.index.tables.count)
  }

  /// Hands over the days of a record, with the columns that say so.
  mutating func forEach(_ row: RowID, _ body: (_ column: Int, _ moment: CivilMoment, _ period: PartialDate?) -> Void) {
    let table = open.index.tables[row.table]
    for column in columns[row.table] {
      for value in table.values(row.row, column) where value > .map {
        if let day = day(value, table, row.table, column) { body(column, day.moment, day.period) }
      }
    }
  }

  private mutating func day(_ value: ValueID, _ table: RecordTable, _ kind: Int, _ column: Int) -> Day? {
    if let day = known[kind * width + column][value] { return day }
    var text = table.pools[column].text(value)
    let day: Day? = text.withUTF8 { text in ValueNumber.moment(text).map { ($0, ValueNumber.coarse(text)) } }
    known[kind * width + column][value] = .some(day)
    return day
  }
}
