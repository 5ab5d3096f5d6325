// The values that fields have across a catalogue, with how often each is used.

import VitrineAnswers
package import VitrineFormats
package import VitrineIndex
package import VitrineModel
package import VitrineQuery
import VitrineSource
package import VitrineText

/// Tables of fields and of their values.
package struct PropertyTables {
  /// The catalogue.
  package let open: OpenCatalogue

  /// The tables of a catalogue.
  package init(open: OpenCatalogue) { self.open = open }

  /// Whether a field's values are worth managing: closed lists, vocabularies, lists of texts, colours, references.
  package static func isProperty(_ column: Column) -> Bool {
    let field = column.field
    guard !column.isBuiltIn, !field.isPhoto else { return false }
    switch field.meaning {
    case .enumeration, .color, .reference: return true
    case .text: return field.isVocabulary || (field.isOwnList && !field.isMap)
    case .number, .boolean, .date, .dateInt, .dateTime, .time, .location, .map: return false
    }
  }

  /// The same, but for a field that is a part of the log of another, which says the same.
  func isProperty(_ column: Column, ofKind kind: Int) -> Bool {
    Self.isProperty(column) && !open.kinds[kind].histories.contains { column.field.path.names.starts(with: $0.field.names) }
  }

  /// What a field holds, in a word.
  private static func words(for field: Kind.Field) -> String {
    switch field.meaning {
    case .enumeration: field.isOrdered ? "ordered list" : "closed list"
    case .color: "colours"
    case .reference(let kind): kind ?? "records"
    default: field.isVocabulary ? "vocabulary" : "texts"
    }
  }

  /// The fields of some kinds: for each the kinds that have it, how many values it has and how many uses they have together.
  package func fields(of asked: Asked, sorted order: ColumnOrder) -> Table {
    struct Entry {
      var name: String
      var words: String
      var values: [String]
      var ways: [Int: BoundPath.Way] = [:]
    }
    var entries: [Entry] = []
    for kind in asked.kinds {
      for name in open.binder.names.names(forKind: kind) {
        let column = open.index.tables[kind].columns[name.column]
        guard isProperty(column, ofKind: kind) else { continue }
        let words = Self.words(for: column.field)
        // Fields of one name are one only where they may have the same values.
        let place = entries.firstIndex {
          $0.name == name.text && $0.words == words && $0.values == column.field.values && $0.ways[kind] == nil
        }
        if place == nil { entries.append(Entry(name: name.text, words: words, values: column.field.values)) }
        entries[place ?? entries.count - 1].ways[kind] = BoundPath.Way(column: name.column)
      }
    }
    let facets = Facets(index: open.index, rows: asked.answer.rows)
    let counted = entries.map { entry in
      let facet = facets.facet(by: FacetKey(path: BoundPath(written: entry.name, ways: entry.ways)))
      let values = facet.values.filter { !$0.isMissing }
      return (entry: entry, values: values.count, uses: values.reduce(0) { $0 + $1.tally.count })
    }
    let sorted = order.sorted(counted) { field, column in
      switch column {
      case "field": .text(field.entry.name)
      case "what": .text(field.entry.words)
      case "values": .number(Double(field.values))
      default: .number(Double(field.uses))
      }
    }
    let rows = sorted.map { entry, values, uses in
      let kinds = entry.ways.keys.sorted().map { open.kinds[$0].name }
      return Table.Row([
        .text(entry.name), .text(entry.words), .integer(values), .integer(uses),
        .list(kinds.map { .text($0) }),
      ])
    }
    var columns = [
      Table.Column("field"), Table.Column("what"), Table.Column("values", .right), Table.Column("uses", .right),
      Table.Column("kinds"),
    ]
    if asked.kinds.count == 1 { columns.removeLast() }
    return Table(columns: columns, rows: rows)
  }

  /// The columns that fields may be sorted by.
  package static let fieldColumns = ["field", "what", "values", "uses"]

  /// The columns that the values of a field may be sorted by.
  package static func valueColumns(of path: BoundPath) -> [String] { [path.written, "uses"] }

  /// The values of a field with how many records use each; words of a closed list that none uses are among them.
  /// Values that as many use compare by an alphabet, where one is given.
  package func values(of path: BoundPath, _ asked: Asked, sorted columnOrder: ColumnOrder, by collation: Collation? = nil)
    -> Table
  {
    let counted = Facets(index: open.index, rows: asked.answer.rows).facet(by: FacetKey(path: path)).values
    var values = counted.filter { !$0.isMissing }
    let fields = fields(of: path)
    var seen = Set(values.map(\.text))
    for value in fields.flatMap(\.values) where seen.insert(value).inserted { values.append(FacetValue(text: value)) }
    let keys = values.map { collation?.key(of: $0.text) ?? Folding.fold($0.text) }
    let order = values.indices.sorted { left, right in
      if values[left].tally.count != values[right].tally.count {
        return values[left].tally.count > values[right].tally.count
      }
      if keys[left] != keys[right] { return keys[left].lexicographicallyPrecedes(keys[right]) }
      return values[left].text.utf8.lexicographicallyPrecedes(values[right].text.utf8)
    }
    let sorted = columnOrder.sorted(order) { place, column in
      column == path.written ? .text(values[place].text) : .number(Double(values[place].tally.count))
    }
    let hasTitles = fields.contains { if case .reference = $0.meaning { true } else { false } }
    let kinds = path.ways.count > 1 ? kindsOfValues(path, asked) : nil
    var columns = [Table.Column(path.written), Table.Column("uses", .right)]
    if hasTitles { columns.append(Table.Column("title")) }
    if kinds != nil { columns.append(Table.Column("kinds")) }
    columns.append(Table.Column("note"))
    var table = Table(
      columns: columns,
      rows: sorted.map { place in
        let value = values[place]
        var cells = [cell(value, fields), .integer(value.tally.count)]
        if hasTitles { cells.append(title(value)) }
        if let kinds { cells.append(.list((kinds[value.text] ?? []).map { .text($0) })) }
        cells.append(note(value, fields).map { .text($0) } ?? .null)
        return Table.Row(cells)
      })
    table.hidesEmptyColumns = true
    return table
  }

  /// The names of the kinds that have each value.
  private func kindsOfValues(_ path: BoundPath, _ asked: Asked) -> [String: [String]] {
    var kinds: [String: [String]] = [:]
    for kind in path.ways.keys.sorted() {
      let facets = Facets(index: open.index, rows: asked.answer.rows.filter { $0.table == kind })
      for value in facets.facet(by: FacetKey(path: path)).values where !value.isMissing {
        kinds[value.text, default: []].append(open.kinds[kind].name)
      }
    }
    return kinds
  }

  private func cell(_ value: FacetValue, _ fields: [Kind.Field]) -> Cell {
    guard let source = value.source else { return declaredCell(value.text, fields) }
    if case .reference = open.index.tables[source.table].columns[source.column].field.meaning { return .text(value.text) }
    return FacetCells(open.index).cell(value)
  }

  /// What the record is called that a value of a reference leads to.
  private func title(_ value: FacetValue) -> Cell {
    guard let source = value.source, let id = source.values.first,
      case .reference = open.index.tables[source.table].columns[source.column].field.meaning
    else { return .null }
    let target = open.index.tables[source.table].pools[source.column].target(id)
    return target.map { .text(open.index.title(of: $0)) } ?? .text("(no such record)")
  }

  private func note(_ value: FacetValue, _ fields: [Kind.Field]) -> String? {
    if value.tally.count == 0 { return "unused" }
    let isClosed = !fields.isEmpty && fields.allSatisfy { $0.meaning == .enumeration || $0.meaning == .color }
    if !isClosed || fields.contains(where: { $0.values.contains(value.text) }) { return nil }
    if value.text.hasPrefix("#"), fields.contains(where: { $0.meaning == .color }) { return nil }
    return "not in the list"
  }

  /// A word that no record has, dressed like those that some have.
  private func declaredCell(_ text: String, _ fields: [Kind.Field]) -> Cell {
    for field in fields {
      if let hex = ShownValue.hex(of: text, field), let color = RGB(hex: hex) { return .color(text, color) }
      if let mark = field.marks[text] {
        return .shown((mark.glyph.isEmpty ? "" : mark.glyph + " ") + mark.label, written: .text(text))
      }
    }
    return .text(text)
  }

  /// The fields at the end of a path, in each kind that has it.
  package func fields(of path: BoundPath) -> [Kind.Field] {
    path.ways.sorted { $0.key < $1.key }.map { kind, way in
      open.index.tables[way.references.last?.kind ?? kind].columns[way.column].field
    }
  }
}

// MARK: one value

extension PropertyTables {
  /// The texts that a person means by the value of a field: the value as it is written, else regardless of case and marks, else an alias or a
  /// label, else the title of the record that it leads to.
  ///
  /// Errors: there is no such value, with the nearest.
  package func texts(of value: String, _ path: BoundPath, _ asked: Asked) throws -> [String] {
    let values = Facets(index: open.index, rows: asked.answer.rows).facet(by: FacetKey(path: path)).values.filter {
      !$0.isMissing
    }
    if values.contains(where: { $0.text == value }) { return [value] }
    let key = Folding.vocabulary(value)
    let folded = values.filter { Folding.vocabulary($0.text) == key }
    if !folded.isEmpty { return folded.map(\.text) }
    let fields = fields(of: path)
    var meant: Set<String> = []
    func take(_ word: String, for value: String) {
      if Folding.vocabulary(word) == key { meant.insert(value) }
    }
    for field in fields {
      for word in field.values { take(word, for: word) }
      for alias in field.aliases { take(alias.word, for: alias.value) }
      for (word, mark) in field.marks { for label in mark.labels { take(label, for: word) } }
      for color in field.palette { for label in color.labels { take(label, for: color.name) } }
    }
    if !meant.isEmpty { return meant.sorted() }
    let id = Path(value).stem.string
    func isName(of record: String) -> Bool { record == id || record.hasSuffix("/" + id) }
    let named = values.filter { value in
      guard let source = value.source, let id = source.values.first,
        let target = open.index.tables[source.table].pools[source.column].target(id)
      else { return false }
      return Folding.vocabulary(open.index.title(of: target)) == key || isName(of: open.index.id(of: target))
    }
    if !named.isEmpty { return named.map(\.text) }
    let words = values.map(\.text) + fields.flatMap(\.values)
    let nearest = NearestWord.nearest(to: value, in: words).map { "; did you mean '\($0)'?" }
    throw RequestError(
      "no record has the \(path.written) '\(value)'\(nearest ?? "; 'vitrine property list \(path.written)' lists what they have")"
    )
  }
}
