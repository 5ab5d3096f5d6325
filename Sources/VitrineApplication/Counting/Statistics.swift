// Records counted by one field or by two, as tables: with bars on a terminal, without in a pipe.

package import VitrineAnswers
package import VitrineFormats
import VitrineIndex
package import VitrineModel
package import VitrineQuery
import VitrineSource
import VitrineText

/// What `vitrine stats` is asked for.
package struct Statistics {
  /// A field to count by.
  package struct Key {
    /// As it was written.
    package var text: String
    /// The field, and the part of the calendar; nil for the kind itself.
    package var facet: FacetKey?
    /// The field, in the first kind that has it.
    package var field: Kind.Field?
    /// True where its values have an order of their own: by it, not by how many there are, is how people look for them.
    package var isOrdered: Bool

    /// A key of these parts.
    package init(text: String, facet: FacetKey?, field: Kind.Field?, isOrdered: Bool) {
      self.text = text
      self.facet = facet
      self.field = field
      self.isOrdered = isOrdered
    }
  }

  /// Something that a field's numbers come to.
  package struct Measure {
    /// What is computed.
    package enum Form: String, CaseIterable {
      /// All added up.
      case sum
      /// The least.
      case min
      /// The greatest.
      case max
      /// The mean.
      case mean
    }

    /// What is computed.
    package var form: Form
    /// The field.
    package var path: BoundPath
    /// Its unit, or nil.
    package var unit: String?

    /// What it comes to; nil where there are no numbers.
    package func number(of tally: FacetTally) -> Double? {
      guard tally.numbers > 0 else { return nil }
      return switch form {
      case .sum: tally.sum
      case .min: tally.least
      case .max: tally.greatest
      case .mean: tally.mean ?? 0
      }
    }

    /// A measure of a field.
    package init(form: Form, path: BoundPath, unit: String?) {
      self.form = form
      self.path = path
      self.unit = unit
    }
  }

  /// The catalogue.
  package let open: OpenCatalogue
  /// The records.
  package let asked: Asked
  /// What is measured.
  package var measures: [Measure] = []
  /// What rows are sorted by; nothing for what suits the field.
  package var order = ColumnOrder()
  /// The most values that are shown.
  package var top: Int?

  /// Statistics of the records that were asked for.
  package init(open: OpenCatalogue, asked: Asked) {
    self.open = open
    self.asked = asked
  }

  /// The language that the answer is given in.
  var language: Language { open.language }

  private var facets: Facets { Facets(index: open.index, rows: asked.answer.rows) }

  /// The words below a table: how many records there are.
  package func footer(_ more: [String] = []) -> String {
    let count = asked.answer.rows.count
    let kind = asked.kinds.count == 1 ? open.kinds[asked.kinds[0]] : nil
    let noun = kind?.noun(for: count) ?? language.noun(count, one: language("record"), several: language("records"))
    return ([" \(count) \(noun)"] + more).joined(separator: "; ").trimmed
  }
}

// MARK: by one field

extension Statistics {
  /// The records by one field.
  package func table(by key: Key, _ look: Look) -> Table {
    var entries = entries(by: key)
    var notes: [String] = []
    let counted = entries.reduce(0) { $0 + $1.value.tally.count }
    if counted > asked.answer.rows.count { notes.append(language("those with several values count once for each")) }
    if let top, entries.count > top {
      notes.append(language("{} more values", "\(entries.count - top)"))
      entries = Array(entries.prefix(top))
    }
    var table = Table(columns: [Table.Column(key.text, title: title(of: key)), column(Self.recordsColumn, .right)])
    for measure in measures { table.columns.append(column(of: measure)) }
    let most = entries.map(\.value.tally.count).max() ?? 0
    let room = look.width.map { barRoom($0, entries.map(\.cell), table) }
    if room != nil { table.columns.append(Table.Column("", title: "")) }
    table.rows = Table.Rows(
      entries.map { entry in
        var cells = [entry.cell == .null ? missing(look) : entry.cell, .integer(entry.value.tally.count)]
        for (measure, tally) in zip(measures, entry.tallies) { cells.append(self.cell(measure, tally)) }
        if let room {
          let share = Double(entry.value.tally.count) / Double(max(most, 1))
          cells.append(.text(Bar.text(share, width: room, isASCII: look.isASCII)))
        }
        return Table.Row(cells)
      })
    table.footer = footer(notes)
    return table
  }

  /// A column of what is known of all records, with its title in the language of the answer.
  func column(_ name: String, _ alignment: Table.Alignment = .left) -> Table.Column {
    Table.Column(name, title: language(name), alignment)
  }

  /// The column of a measure.
  func column(of measure: Measure) -> Table.Column {
    let name = measure.form.rawValue
    return Table.Column(name, title: "\(language(name)) \(open.title(of: measure.path))", .right)
  }

  /// What a field that is counted by is called.
  func title(of key: Key) -> String {
    guard !language.isEnglish else { return key.text }
    guard let path = key.facet?.path else { return language(key.text) }
    return open.title(of: path)
  }

  /// A value and what its records come to.
  private struct Entry {
    var value: FacetValue
    var cell: Cell
    var tallies: [FacetTally] = []
  }

  private func entries(by key: Key) -> [Entry] {
    guard let facet = key.facet else { return sorted(kindEntries, key) }
    let cells = FacetCells(open.index)
    var values = filled(facets.facet(by: facet).values, key)
    let measured = measures.map { measure in
      let values = facets.facet(by: facet, measure: measure.path).values
      return Dictionary(values.map { ($0.isMissing ? nil : $0.text, $0.tally) }) { first, _ in first }
    }
    if order.keys.isEmpty, !key.isOrdered {
      // Values without records stand where their order puts them; those with the most records first.
      values = values.enumerated().sorted {
        $0.element.isMissing != $1.element.isMissing
          ? $1.element.isMissing
          : $0.element.tally.count != $1.element.tally.count
            ? $0.element.tally.count > $1.element.tally.count : $0.offset < $1.offset
      }.map(\.element)
    }
    let entries = values.map { value in
      let tallies = measured.map { $0[value.isMissing ? nil : value.text] ?? FacetTally() }
      return Entry(value: value, cell: cells.cell(value, of: key.field), tallies: tallies)
    }
    return sorted(entries, key)
  }

  /// Entries, which stand in the order of their values, in the order that was asked for.
  private func sorted(_ entries: [Entry], _ key: Key) -> [Entry] {
    order.sorted(Array(entries.enumerated())) { entry, column in
      if entry.element.value.isMissing { return .missing }
      if column == key.text { return .number(Double(entry.offset)) }
      if column == Self.recordsColumn { return .number(Double(entry.element.value.tally.count)) }
      guard let place = measures.firstIndex(where: { $0.form.rawValue == column }) else { return .missing }
      return Self.value(measures[place], entry.element.tallies[place])
    }.map(\.element)
  }

  /// The column of how many records there are.
  package static let recordsColumn = "records"

  /// The columns that rows may be sorted by: the fields that are counted by, how many records there are, and what is measured.
  package static func sortableColumns(by keys: [Key], _ measures: [Measure]) -> [String] {
    let counted =
      keys.isEmpty ? ["kind", recordsColumn, "photos", "errors", "warnings", "changed"] : keys.map(\.text) + [recordsColumn]
    return counted + measures.map(\.form.rawValue)
  }

  /// What a measure comes to, to sort by.
  package static func value(_ measure: Measure, _ tally: FacetTally) -> ColumnOrder.Value {
    measure.number(of: tally).map { .number($0) } ?? .missing
  }

  /// Periods without a record, and words of an ordered list that no record has, among those that some have.
  private func filled(_ values: [FacetValue], _ key: Key) -> [FacetValue] {
    var all: [String] = []
    if let period = key.facet?.period {
      all = CalendarGaps.filled(values.filter { !$0.isMissing }.map(\.text), period)
    } else if let field = key.field, field.isOrdered, field.meaning == .enumeration {
      all = field.values
    }
    guard !all.isEmpty else { return values }
    let known = Dictionary(values.map { ($0.text, $0) }) { first, _ in first }
    let listed = Set(all)
    return all.map { known[$0] ?? FacetValue(text: $0) } + values.filter { $0.isMissing || !listed.contains($0.text) }
  }

  private var kindEntries: [Entry] {
    asked.kinds.map { kind in
      let rows = asked.answer.rows.filter { $0.table == kind }
      let facets = Facets(index: open.index, rows: rows)
      var value = FacetValue(text: open.kinds[kind].name)
      value.tally.count = rows.count
      return Entry(value: value, cell: open.kinds[kind].nounCell, tallies: measures.map { facets.tally(of: $0.path) })
    }
  }

  /// What is said of records without a value.
  package func missing(_ look: Look) -> Cell { .shown(language("(none)"), written: .null) }

  /// What a measure comes to, with its unit.
  package func cell(_ measure: Measure, _ tally: FacetTally) -> Cell {
    guard let number = measure.number(of: tally) else { return .null }
    guard number.isFinite else { return .shown("∞", written: .text("\(number)")) }
    let text = ShownValue.rounded(number)
    return .shown(measure.unit.map { CellDress.measured(text, $0) } ?? text, written: .number(text))
  }

  /// The cells that are left for bars.
  private func barRoom(_ width: Int, _ cells: [Cell], _ table: Table) -> Int {
    let names = cells.map { DisplayWidth.width(of: TerminalText.visible($0.words)) }.max() ?? 0
    let others = table.columns.dropFirst().reduce(0) { $0 + 2 + max(DisplayWidth.width(of: $1.title), 7) }
    return min(max(width - max(names, DisplayWidth.width(of: table.columns[0].title)) - others - 4, 8), 60)
  }
}

extension String {
  /// The text without the blank at its start.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
