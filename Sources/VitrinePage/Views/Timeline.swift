// A list by time: newest first, under headings of months.

import VitrineAnswers
import VitrineApplication
import VitrineIndex
import VitrineModel

/// The days of a kind's records, as headings of a list.
struct Timeline {
  private let list: RecordCollection
  private let column: Int
  private let table: RecordTable
  private let words: PageWords

  /// The headings of a list of one kind; nil where that has no day.
  init?(_ list: RecordCollection, kind: Int, _ request: PageRequest) {
    let table = request.open.index.tables[kind]
    guard let field = table.kind.dayField,
      let column = table.columns.firstIndex(where: { !$0.isBuiltIn && $0.field.path == field.path })
    else { return nil }
    (self.list, self.column, self.table, words) = (list, column, table, request.words)
  }

  /// The order of a timeline, as an address says it; nil for a kind without a day.
  static func sort(of kind: Kind) -> String? { kind.dayField.map { "-" + $0.path.dotted } }

  /// What stands before a row: its month or, where it says no more, its year; nil where that stands there already.
  func heading(before row: Int, first: Bool) -> String? {
    let own = period(of: row)
    guard first || period(of: row - 1) != own else { return nil }
    return own.isEmpty ? words("timeline.none") : text(own)
  }

  /// How many rows of the month or year of a row stand before it.
  func lead(of row: Int) -> Int {
    let own = period(of: row)
    return list.lead(of: row) { period(of: $0) == own }
  }

  /// The year and month of a row as its digits: `202605`, `2026`, or "".
  private func period(of row: Int) -> String {
    let id = list.answer.rows[row]
    guard let value = table.values(id.row, column).first(where: { $0 > .map }) else { return "" }
    let digits = table.pools[column].text(value).prefix(7).filter { $0.isASCII && $0.isNumber }.prefix(6)
    return digits.count >= 4 ? String(digits) : ""
  }

  private func text(_ period: String) -> String {
    let year = String(period.prefix(4))
    guard period.count == 6, let month = Int(period.suffix(2)), (1...12).contains(month) else { return year }
    return words("month.\(month)") + " " + year
  }
}
