// What the records of a foreign text hold, column by column, as they are looked through.

import VitrineSchema
import VitrineText

/// The columns of the records that were looked through so far.
struct ForeignColumns {
  /// The columns, in the order in which they were first met.
  private(set) var columns: [ForeignTable.Column] = []
  private var places: [String: Int] = [:]
  private var seen: [Set<String>] = []
  /// The last record that had a value in each.
  private var lastRecords: [Int] = []
  private var record = 0

  /// How many values of a column are kept.
  private static let mostValues = 200
  /// The longest value that is kept whole. Units: characters.
  private static let longest = 400

  /// Adds a column; false where there is one of this name.
  mutating func add(_ name: String, in list: String? = nil) -> Bool {
    guard places.updateValue(columns.count, forKey: name) == nil else { return false }
    columns.append(ForeignTable.Column(name: name, list: list))
    seen.append([])
    lastRecords.append(0)
    return true
  }

  /// The place of a column, which is added where there is none; nil where there are too many.
  mutating func place(of name: String, in list: String?) -> Int? {
    if let place = places[name] { return place }
    guard columns.count < ForeignTable.mostColumns, add(name, in: list) else { return nil }
    return columns.count - 1
  }

  /// Begins a record.
  mutating func beginRecord() { record += 1 }

  /// Notes a value of the record in a column. `isApart`: others of the same record may stand beside it.
  mutating func note(_ value: String, in place: Int, isApart: Bool = false) {
    if isApart { columns[place].isApart = true }
    let text = SurroundingSpace.trimmed(value)
    guard !text.isEmpty else { return }
    if lastRecords[place] < record { columns[place].count += 1 }
    lastRecords[place] = record
    if ForeignTable.wordsForNothing.contains(text), !columns[place].blanks.contains(text) { columns[place].blanks.append(text) }
    guard columns[place].values.count < Self.mostValues, seen[place].insert(text).inserted else { return }
    columns[place].values.append(text.count > Self.longest ? String(text.prefix(Self.longest - 1)) + "…" : text)
  }
}
