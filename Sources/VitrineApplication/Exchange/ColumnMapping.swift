// Which column of a table becomes which field: the mapping that somebody chooses in a form.

import VitrineEditing
package import VitrineExchange
package import VitrineModel

/// A mapping of a table's columns to fields of a kind.
package struct ColumnMapping {
  private let kind: Kind
  private let table: ForeignTable
  private let fields: [FieldPath?]
  private let keepsOthers: Bool
  private let isDayFirst: Bool

  /// A mapping of the columns of `table` to `fields`, nil for a column that none takes. `isDayFirst`: `3/4/2026` is a day in April.
  package init(_ table: ForeignTable, of kind: Kind, to fields: [FieldPath?], keepsOthers: Bool, isDayFirst: Bool) {
    (self.table, self.kind, self.fields) = (table, kind, fields)
    (self.keepsOthers, self.isDayFirst) = (keepsOthers, isDayFirst)
  }

  /// The mapping as a file for `vitrine import --mapping`.
  package var text: [UInt8] {
    let entries = zip(table.columns, fields).compactMap { column, path -> DataValue.Entry? in
      guard let path, let field = kind.field(path) else { return nil }
      var said = [DataValue.Entry("from", .string(column.name))]
      if let separator = Self.separator(of: column, field) { said.append(DataValue.Entry("split", .string(separator))) }
      let dates = dates(of: column, field)
      if !dates.isEmpty { said.append(DataValue.Entry("date", .list(dates.map { .string($0) }))) }
      let blanks = column.values.filter { Self.wordsForNothing.contains($0) }
      if !blanks.isEmpty { said.append(DataValue.Entry("skip", .list(blanks.map { .string($0) }))) }
      return DataValue.Entry(path.dotted, said.count == 1 ? said[0].value : .map(said))
    }
    return YAMLDocument.text(
      .map([
        DataValue.Entry("kind", .string(kind.name)), DataValue.Entry("others", .string(keepsOthers ? "keep" : "drop")),
        DataValue.Entry("fields", .map(entries)),
      ]))
  }

  /// What programs write where they know nothing.
  private static let wordsForNothing: Set<String> = ["NA", "N/A", "n/a", "null", "NULL", "None", "-", "?"]

  /// What stands between the values of a list in one cell; nil where the field is no list, or each cell holds one value.
  private static func separator(of column: ForeignTable.Column, _ field: Kind.Field) -> String? {
    guard field.isOwnList else { return nil }
    let plain = column.values.filter { !$0.hasPrefix("[") }
    let isSure = [";", "|"].first { separator in plain.contains { $0.contains(separator) } }
    // A comma may be part of a name: most cells must have one.
    return isSure ?? (plain.count { $0.contains(",") } * 2 > plain.count ? "," : nil)
  }

  /// The patterns of a column's dates; none where they are written as ISO 8601 writes them, or the field holds none.
  private func dates(of column: ForeignTable.Column, _ field: Kind.Field) -> [String] {
    guard field.meaning.isTemporal else { return [] }
    let patterns =
      [
        "YYYY-MM-DD", "YYYY-MM", "YYYY", "D MMM YYYY", "MMM D, YYYY", "D MMMM YYYY", "MMMM D, YYYY", "MMM YYYY", "MMMM YYYY",
        "D.M.YYYY",
      ]
      + [isDayFirst ? "D/M/YYYY" : "M/D/YYYY", "D-M-YYYY", "YYYY/M/D"]
    let values = column.values.filter { !Self.wordsForNothing.contains($0) }
    let used = patterns.filter { text in
      guard let pattern = try? DatePattern(text) else { return false }
      return values.contains { pattern.date($0) != nil }
    }
    return used.allSatisfy { $0.hasPrefix("YYYY-") || $0 == "YYYY" } ? [] : used
  }

  /// How a table means `3/4/2026`.
  ///
  /// Shape: `isOpen` where it has such dates and none of them says which number is the day; `isDayFirst` is what it means, or most people do.
  package static func slashes(in table: ForeignTable) -> (isOpen: Bool, isDayFirst: Bool) {
    var (hasSlashes, isDay, isMonth) = (false, false, false)
    for value in table.columns.flatMap(\.values) {
      let parts = value.split(separator: "/").map { Int($0) }
      guard parts.count == 3, let first = parts[0], let second = parts[1], let year = parts[2], year > 99 else { continue }
      hasSlashes = true
      if first > 12 { isDay = true }
      if second > 12 { isMonth = true }
    }
    return (hasSlashes && isDay == isMonth, isDay || !isMonth)
  }
}
