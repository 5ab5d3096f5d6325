// What fell on this day in earlier years.

import VitrineAnswers
package import VitrineIndex
package import VitrineModel
import VitrineQuery

/// The records whose day (`Kind.dayField`) is this day of an earlier year.
package struct Anniversaries {
  /// A record, and its day.
  package struct Entry {
    /// The record.
    package var row: RowID
    /// The field.
    package var column: Int
    /// The day.
    package var day: CivilDay
  }

  /// The records, the latest first.
  package let entries: [Entry]
  /// This day.
  package let today: CivilDay

  /// The anniversaries of a catalogue at the moment that it was opened.
  package init(_ open: OpenCatalogue) {
    let today = open.now.day
    var entries: [Entry] = []
    for (kind, field) in open.kinds.enumerated().compactMap({ kind, name in name.dayField.map { (kind, $0) } }) {
      let table = open.index.tables[kind]
      guard let column = table.columns.firstIndex(where: { !$0.isBuiltIn && $0.field.path == field.path }) else { continue }
      for row in open.rows(ofKind: kind, where: column, "on:today") {
        for value in table.values(row.row, column) where value > .map {
          var text = table.pools[column].text(value)
          guard let day = text.withUTF8({ ValueNumber.moment($0) })?.day, day.year < today.year else { continue }
          entries.append(Entry(row: row, column: column, day: day))
        }
      }
    }
    self.today = today
    self.entries = entries.enumerated().sorted { ($1.element.day.number, $0.offset) < ($0.element.day.number, $1.offset) }
      .map(\.element)
  }
}

extension OpenCatalogue {
  /// The records of a kind in which the values of a column meet a condition as queries write it, such as `on:today`. The index asks each distinct value
  /// once; of a column that queries have no name for there are none.
  func rows(ofKind kind: Int, where column: Int, _ condition: String) -> [RowID] {
    guard let name = binder.names.names(forKind: kind).first(where: { $0.column == column }) else { return [] }
    do throws(QueryError) {
      return try RecordQuery(text: "\(name.text):\(condition)", kind: kind, in: self).answer(isSorted: false).rows
    } catch {
      return []
    }
  }
}
