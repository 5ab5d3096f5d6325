// Records counted by two fields at once, and the overview by kind.

import VitrineAnswers
package import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineText

extension Statistics {
  /// The records by two fields: on a terminal and in a pipe a cross table with totals; `isLong` for machines, a row for each pair that occurs.
  package func table(by first: Key, and second: Key, _ look: Look, isLong: Bool) -> Table {
    guard let one = first.facet, let two = second.facet else { return Table(columns: []) }
    let cross = Facets(index: open.index, rows: asked.answer.rows).facet(by: one, and: two)
    return isLong ? long(cross, first, second) : matrix(cross, first, second, look)
  }

  private func long(_ cross: CrossFacet, _ first: Key, _ second: Key) -> Table {
    let cells = FacetCells(open.index)
    var table = Table(columns: [
      Table.Column(first.text), Table.Column(second.text), Table.Column("records", .right),
    ])
    for measure in measures { table.columns.append(Table.Column(measure.form.rawValue, .right)) }
    let measured = measures.map { measure -> [CrossFacet.Pair] in
      guard let one = first.facet, let two = second.facet else { return [] }
      return Facets(index: open.index, rows: asked.answer.rows).facet(by: one, and: two, measure: measure.path).pairs
    }
    let pairs = order.sorted(Array(cross.pairs.enumerated())) { pair, column in
      let (one, two) = (cross.first[pair.element.first], cross.second[pair.element.second])
      if column == first.text { return one.isMissing ? .missing : .number(Double(pair.element.first)) }
      if column == second.text { return two.isMissing ? .missing : .number(Double(pair.element.second)) }
      if column == Self.recordsColumn { return .number(Double(pair.element.tally.count)) }
      guard let measure = measures.firstIndex(where: { $0.form.rawValue == column }) else { return .missing }
      return Self.value(measures[measure], measured[measure][pair.offset].tally)
    }
    table.rows = Table.Rows(
      pairs.map { place, pair in
        let head = [cells.cell(cross.first[pair.first]), cells.cell(cross.second[pair.second]), .integer(pair.tally.count)]
        return Table.Row(head + zip(measures, measured).map { self.cell($0, $1[place].tally) })
      })
    return table
  }

  private func matrix(_ cross: CrossFacet, _ first: Key, _ second: Key, _ look: Look) -> Table {
    let cells = FacetCells(open.index)
    let rows = places(cross.first, first)
    let names = cross.first.map { DisplayWidth.width(of: TerminalText.visible(cells.cell($0).words)) }.max() ?? 0
    let heads = cross.second.map { value in
      let cell = cells.cell(value)
      return cell == .null ? language("(none)") : cell.words
    }
    let columns = places(cross.second, second, room: look.width.map { ($0 - min(names, $0 / 2) - 7, heads) })
    var counts: [Int: Int] = [:]
    for pair in cross.pairs { counts[pair.first << 32 | pair.second] = pair.tally.count }
    var table = Table(columns: [Table.Column(first.text, title: title(of: first))])
    for column in columns.shown { table.columns.append(Table.Column(heads[column], .right)) }
    table.columns.append(column("total", .right))
    var made = rows.shown.map { row in
      let value = cross.first[row]
      let name = value.isMissing ? missing(look) : cells.cell(value)
      let counted = columns.shown.map { column in counts[row << 32 | column].map { Cell.integer($0) } ?? .null }
      return Table.Row([name] + counted + [.integer(value.tally.count)])
    }
    let totals = columns.shown.map { Cell.integer(cross.second[$0].tally.count) }
    made.append(Table.Row([.shown(language("total"), written: .text("total"))] + totals + [.integer(cross.all.count)]))
    table.rows = Table.Rows(made)
    var notes: [String] = []
    if cross.pairs.reduce(0, { $0 + $1.tally.count }) > cross.all.count {
      notes.append(language("those with several values count once for each"))
    }
    if rows.hidden > 0 { notes.append(language("{} more rows", "\(rows.hidden)")) }
    if columns.hidden > 0 { notes.append(language("{} more columns", "\(columns.hidden)")) }
    table.footer = footer(notes)
    return table
  }

  /// The values that are shown, in their order. `room` is what columns may take together, with their heads. Units: cells.
  private func places(
    _ values: [FacetValue], _ key: Key, room: (cells: Int, heads: [String])? = nil
  ) -> (shown: [Int], hidden: Int) {
    var places = Array(values.indices)
    if !order.keys.isEmpty {
      places = order.sorted(places) { place, column in
        if values[place].isMissing { return .missing }
        if column == key.text { return .number(Double(place)) }
        return column == Self.recordsColumn ? .number(Double(values[place].tally.count)) : .number(0)
      }
    } else if !key.isOrdered {
      places.sort {
        values[$0].isMissing != values[$1].isMissing
          ? values[$1].isMissing
          : values[$0].tally.count != values[$1].tally.count ? values[$0].tally.count > values[$1].tally.count : $0 < $1
      }
    }
    // Of periods the latest are kept, of other values the first.
    let isByTime = key.facet?.period != nil && room != nil && order.keys.isEmpty
    if isByTime { places.reverse() }
    var kept = Array(places.prefix(top ?? .max))
    if let room {
      var used = 0
      kept = Array(
        kept.prefix { place in
          used += max(DisplayWidth.width(of: TerminalText.visible(room.heads[place])), 4) + 2
          return used <= max(room.cells, 12)
        })
    }
    return (isByTime ? kept.reversed() : kept, places.count - kept.count)
  }

  /// The records by kind: how many, their photos, what is wrong with them, when one was last changed.
  package func overview(_ look: Look) -> Table {
    var table = Table(columns: [
      column("kind"), column("records", .right), column("photos", .right), column("errors", .right), column("warnings", .right),
      column("changed"),
    ])
    for measure in measures { table.columns.append(column(of: measure)) }
    var rows: [Table.Row] = []
    var all = KindCounts()
    let kinds = asked.kinds.map { kind in
      let own = asked.answer.rows.filter { $0.table == kind }
      let facets = Facets(index: open.index, rows: own)
      return (kind: kind, counts: KindCounts(own, open.index.tables[kind]), tallies: measures.map { facets.tally(of: $0.path) })
    }
    let sorted = order.sorted(kinds) { kind, column in
      if column == "kind" { return .text(open.kinds[kind.kind].plural) }
      guard let place = measures.firstIndex(where: { $0.form.rawValue == column }) else { return kind.counts.value(column) }
      return Self.value(measures[place], kind.tallies[place])
    }
    for (kind, counts, tallies) in sorted {
      all.add(counts)
      rows.append(Table.Row([open.kinds[kind].nounsCell] + counts.cells + zip(measures, tallies).map { cell($0, $1) }))
    }
    if asked.kinds.count > 1 {
      let facets = Facets(index: open.index, rows: asked.answer.rows)
      let measured = measures.map { cell($0, facets.tally(of: $0.path)) }
      if look.isTerminal { rows.append(Table.Row([.shown(language("total"), written: .text("total"))] + all.cells + measured)) }
    }
    table.rows = Table.Rows(rows)
    return table
  }
}

/// What the overview says of some records of one kind, or of all.
private struct KindCounts {
  private var records = 0
  private var photos = 0
  private var errors = 0
  private var warnings = 0
  private var changed: (number: Double, text: String)?

  init() {}

  init(_ rows: [RowID], _ table: VitrineIndex.RecordTable) {
    records = rows.count
    let photo = table.layout.column(at: BuiltIn.photo)
    let severity = table.layout.column(at: BuiltIn.severity)
    let modified = table.layout.column(at: BuiltIn.modified)
    for row in rows {
      if let photo { photos += table.values(row.row, photo).count }
      if let severity {
        for value in table.values(row.row, severity) {
          switch table.pools[severity].text(value) {
          case "error": errors += 1
          case "warning": warnings += 1
          default: break
          }
        }
      }
      if let modified, let value = table.values(row.row, modified).first {
        let number = table.pools[modified].number(value)
        if number > changed?.number ?? -.infinity { changed = (number, table.pools[modified].text(value)) }
      }
    }
  }

  mutating func add(_ other: KindCounts) {
    records += other.records
    photos += other.photos
    errors += other.errors
    warnings += other.warnings
    if let theirs = other.changed, theirs.number > changed?.number ?? -.infinity { changed = theirs }
  }

  /// What stands in a column, to sort by.
  func value(_ column: String) -> ColumnOrder.Value {
    switch column {
    case Statistics.recordsColumn: .number(Double(records))
    case "photos": .number(Double(photos))
    case "errors": .number(Double(errors))
    case "warnings": .number(Double(warnings))
    case "changed": changed.map { .number($0.number) } ?? .missing
    default: .missing
    }
  }

  var cells: [Cell] {
    let day = changed.map { Cell.shown(String($0.text.prefix(10)), written: .text($0.text)) } ?? .null
    return [.integer(records), .integer(photos), .integer(errors), .integer(warnings), day]
  }
}
