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
  private let words: [[String: Meaning]]
  private let keepsOthers: Bool
  private let isDayFirst: Bool

  /// What a word of a column means that its field does not have.
  package enum Meaning: Sendable, Hashable {
    /// A value of the field.
    case value(String)
    /// That there is no value.
    case nothing
  }

  /// A mapping of the columns of `table` to `fields`, nil for a column that none takes. `fallbacks` are the values of fields where the table has none,
  /// `words` what words of each column mean.
  /// `isDayFirst`: `3/4/2026` is a day in April.
  package init(
    _ table: ForeignTable, of kind: Kind, to fields: [FieldPath?], fallbacks: [FieldPath: String],
    words: [[String: Meaning]] = [],
    keepsOthers: Bool, isDayFirst: Bool
  ) {
    (self.table, self.kind, self.fields, self.fallbacks, self.words) = (table, kind, fields, fallbacks, words)
    (self.keepsOthers, self.isDayFirst) = (keepsOthers, isDayFirst)
  }

  /// The mapping as a file for `vitrine import --mapping`.
  package var text: [UInt8] {
    var entries: [DataValue.Entry] = []
    for (place, path) in fields.enumerated() {
      let column = table.columns[place]
      guard let path else { continue }
      guard let field = kind.field(path) else {
        if path.isOwn { entries.append(DataValue.Entry(path.dotted, .string(column.name))) }
        continue
      }
      let list = kind.list(holding: path)
      // What else an item has is said with its first column.
      if let list, let lead = lead(of: list), lead != place, path != fields[lead] { continue }
      let shared = list.flatMap(source)
      var said = [DataValue.Entry("from", .string(shared ?? column.name))]
      if let separator = self.separator(of: column, field) { said.append(DataValue.Entry("split", .string(separator))) }
      let dates = dates(of: column, field)
      if !dates.isEmpty { said.append(DataValue.Entry("date", .list(dates.map { .string($0) }))) }
      let meant = words.indices.contains(place) ? words[place].sorted { $0.key < $1.key } : []
      let values = meant.compactMap { word, meaning -> DataValue.Entry? in
        if case .value(let value) = meaning { DataValue.Entry(word, .string(Self.escaped(value))) } else { nil }
      }
      if !values.isEmpty { said.append(DataValue.Entry("map", .map(values))) }
      let blanks = ForeignTable.blanks(of: column, for: field, in: kind) + meant.filter { $0.value == .nothing }.map(\.key)
      if let list { said.append(DataValue.Entry("item", item(of: list, path, from: shared))) }
      if list == nil, let fallback = fallbacks[path] { said.append(DataValue.Entry("default", .string(Self.escaped(fallback)))) }
      if !blanks.isEmpty { said.append(DataValue.Entry("skip", .list(blanks.map { .string($0) }))) }
      entries.append(DataValue.Entry((list?.path ?? path).dotted, said.count == 1 ? said[0].value : .map(said)))
    }
    let others = fallbacks.filter { path, _ in !fields.contains(path) && kind.list(holding: path) == nil }
    let constants = others.sorted { $0.key.dotted < $1.key.dotted }.map { path, value in
      DataValue.Entry(path.dotted, .map([DataValue.Entry("value", .string(Self.escaped(value)))]))
    }
    return YAMLDocument.text(
      .map(
        [
          DataValue.Entry("kind", .string(kind.name))
        ] + records + [
          DataValue.Entry("others", .string(keepsOthers ? "keep" : "drop")), DataValue.Entry("fields", .map(entries + constants)),
        ]))
  }

  /// Where a document has its records.
  private var records: [DataValue.Entry] {
    (table.records.isEmpty ? [] : [DataValue.Entry("records", .string(table.records.joined(separator: ".")))])
      + (table.key.map { [DataValue.Entry("key", .string($0))] } ?? [])
  }

  /// The list of objects in a JSON document whose members say what the items of a list are; nil where columns of their own do.
  private func source(of list: Kind.Field) -> String? {
    let columns = table.columns.indices.filter { fields[$0].flatMap { kind.list(holding: $0) }?.path == list.path }
    guard columns.count > 1, let source = table.columns[columns[0]].list,
      columns.allSatisfy({ table.columns[$0].list == source })
    else { return nil }
    return source
  }

  /// The words of a column that its field does not have, with the field; none where it may have any, and where it says something of items that another
  /// column stands for, as it is written.
  package func unknownWords(ofColumn place: Int) -> (field: Kind.Field, words: [String])? {
    guard let path = fields[place], let field = kind.field(path) else { return nil }
    if let list = kind.list(holding: path), lead(of: list) != place || source(of: list) != nil { return nil }
    let column = table.columns[place]
    let separator = self.separator(of: column, field)
    return (field, ForeignTable.unknownWords(in: column, for: field, of: kind, separatedBy: separator))
  }

  /// The first column that says something of the items of a list.
  private func lead(of list: Kind.Field) -> Int? {
    fields.firstIndex { path in path.flatMap { kind.list(holding: $0) }?.path == list.path }
  }

  /// An item of a list of maps: what its first column says, what others say of the same row, and what is the same in all. `source` is the list of objects
  /// whose members all of them are.
  private func item(of list: Kind.Field, _ leading: FieldPath, from source: String?) -> DataValue {
    func place(_ column: Int) -> DataValue {
      .string("{\(source.map { String(table.columns[column].name.dropFirst($0.count + 1)) } ?? table.columns[column].name)}")
    }
    let first = source == nil ? nil : fields.firstIndex(of: leading)
    var members = [DataValue.Entry(leading.names.last ?? "", first.map(place) ?? .string("{}"))]
    for member in ForeignTable.targets(of: kind)
    where kind.list(holding: member.path)?.path == list.path && member.path != leading {
      let name = member.path.names.last ?? ""
      if let column = fields.firstIndex(of: member.path) {
        members.append(DataValue.Entry(name, place(column)))
      } else if let value = fallbacks[member.path] {
        members.append(DataValue.Entry(name, .string(Self.escaped(value))))
      }
    }
    return .map(members)
  }

  /// A text in which braces stand for themselves.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "{" ? "{{" : $1 == "}" ? "}}" : String($1) }
  }

  /// What stands between the values of a list in one cell; nil where the field is in no list, or each cell holds one value.
  private func separator(of column: ForeignTable.Column, _ field: Kind.Field) -> String? {
    guard field.isList, !column.isApart else { return nil }
    let plain = column.values.filter { !$0.hasPrefix("[") }
    let counts = ([",", ";", "|"] as [Character]).map { separator in
      (separator: separator, count: plain.count { $0.contains(separator) })
    }
    // A comma may be part of a name: most cells must have one, unless the names are known.
    let areKnown = !field.values.isEmpty && !field.values.contains { $0.contains(",") }
    let likely = counts.filter { $0.separator != "," || areKnown || $0.count * 2 > plain.count }
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
