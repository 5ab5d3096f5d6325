// Which column of a table becomes which field: the mapping that somebody chooses in a form.

import VitrineEditing
package import VitrineExchange
package import VitrineModel

/// A mapping of a table's columns to fields of a kind.
package struct ColumnMapping {
  private let kind: Kind
  private let table: ForeignTable
  private let fields: [FieldPath?]
  private let fallbacks: [FieldPath: String]
  private let keepsOthers: Bool
  private let isDayFirst: Bool

  /// A mapping of the columns of `table` to `fields`, nil for a column that none takes. `fallbacks` are the values of fields where the table has none.
  /// `isDayFirst`: `3/4/2026` is a day in April.
  package init(
    _ table: ForeignTable, of kind: Kind, to fields: [FieldPath?], fallbacks: [FieldPath: String], keepsOthers: Bool,
    isDayFirst: Bool
  ) {
    (self.table, self.kind, self.fields, self.fallbacks) = (table, kind, fields, fallbacks)
    (self.keepsOthers, self.isDayFirst) = (keepsOthers, isDayFirst)
  }

  /// The mapping as a file for `vitrine import --mapping`.
  package var text: [UInt8] {
    let entries = zip(table.columns, fields).compactMap { column, path -> DataValue.Entry? in
      guard let path else { return nil }
      guard let field = kind.field(path) else { return path.isOwn ? DataValue.Entry(path.dotted, .string(column.name)) : nil }
      var said = [DataValue.Entry("from", .string(column.name))]
      if let separator = Self.separator(of: column, field) { said.append(DataValue.Entry("split", .string(separator))) }
      let dates = dates(of: column, field)
      if !dates.isEmpty { said.append(DataValue.Entry("date", .list(dates.map { .string($0) }))) }
      let blanks = ForeignTable.blanks(of: column, for: field, in: kind)
      if let fallback = fallbacks[path] { said.append(DataValue.Entry("default", .string(Self.escaped(fallback)))) }
      if !blanks.isEmpty { said.append(DataValue.Entry("skip", .list(blanks.map { .string($0) }))) }
      return DataValue.Entry(path.dotted, said.count == 1 ? said[0].value : .map(said))
    }
    let constants = fallbacks.filter { path, _ in !fields.contains(path) }.sorted { $0.key.dotted < $1.key.dotted }.map {
      path, value in
      DataValue.Entry(path.dotted, .map([DataValue.Entry("value", .string(Self.escaped(value)))]))
    }
    return YAMLDocument.text(
      .map([
        DataValue.Entry("kind", .string(kind.name)), DataValue.Entry("others", .string(keepsOthers ? "keep" : "drop")),
        DataValue.Entry("fields", .map(entries + constants)),
      ]))
  }

  /// A text in which braces stand for themselves.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "{" ? "{{" : $1 == "}" ? "}}" : String($1) }
  }

  /// What stands between the values of a list in one cell; nil where the field is no list, or each cell holds one value.
  private static func separator(of column: ForeignTable.Column, _ field: Kind.Field) -> String? {
    guard field.isOwnList else { return nil }
    let plain = column.values.filter { !$0.hasPrefix("[") }
    let counts = ([",", ";", "|"] as [Character]).map { separator in
      (separator: separator, count: plain.count { $0.contains(separator) })
    }
    // A comma may be part of a name: most cells must have one.
    let likely = counts.filter { $0.separator != "," || $0.count * 2 > plain.count }
    return likely.filter { $0.count > 0 }.max { $0.count < $1.count || ($0.count == $1.count && $0.separator == ",") }.map {
      String($0.separator)
    }
  }

  /// The patterns of a column's dates; none where all are written as ISO 8601 writes them, or the field holds none.
  private func dates(of column: ForeignTable.Column, _ field: Kind.Field) -> [String] {
    guard field.meaning.isTemporal else { return [] }
    let patterns =
      [
        "YYYY-MM-DD", "YYYY-MM", "YYYY", "D MMM YYYY", "MMM D, YYYY", "D MMMM YYYY", "MMMM D, YYYY", "MMM YYYY", "MMMM YYYY",
        "D.M.YYYY",
      ]
      + [isDayFirst ? "D/M/YYYY" : "M/D/YYYY", "D-M-YYYY", "YYYY/M/D"]
    let values = column.values.filter { !column.blanks.contains($0) }
    return values.allSatisfy { WrittenDate(iso: $0) != nil } ? [] : patterns
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
