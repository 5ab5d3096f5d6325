// The lines of a table for people: which columns are shown, how wide each is, and each row as a line.

import VitrineAlgorithms
import VitrineText

/// The measures of one table, and its lines.
struct TableLines {
  private let table: Table
  private let look: Look
  /// The columns shown, by their index.
  private let shownColumns: [Int]
  /// How many columns the width has no room for.
  let hiddenCount: Int
  /// Their widths.
  private let widths: [Int]
  /// The space before each line.
  private let indent: Int
  /// The first column that is measured: those before it stand in headings.
  private let first: Int
  /// The cells of a short table, row by row from column `first` on; empty where the table is long, whose rows are made again.
  private let kept: DressedCells

  /// The space between two columns, in cells.
  private static let gap = 2
  /// The width of a column in a pipe, at most.
  private static let most = 200
  /// The width below which no text column is cut.
  private static let least = 6
  /// The width below which a text column is left out rather than cut, where columns may be.
  private static let readable = 9
  /// The most cells that are kept from measuring to writing.
  private static let mostKept = 20_000

  /// The measures of a table; nil where no column is to be shown.
  init?(_ table: Table, _ look: Look) {
    self.table = table
    self.look = look
    let groups = TableHeadings.count(table, look)
    indent = groups * TableHeadings.step
    let columns = Array(groups..<table.columns.count)
    let (natural, kept) = TableLines.measured(table, columns, look)
    first = groups
    self.kept = kept
    let hidesEmpty = table.hidesEmptyColumns && look.isTerminal
    var shownColumns = columns.filter { !hidesEmpty || natural[$0 - groups] > 0 }
    guard !shownColumns.isEmpty else { return nil }
    var wanted = shownColumns.map { max(natural[$0 - groups], DisplayWidth.width(of: shown(table.columns[$0].title))) }
    let room = look.width.map { $0 - groups * TableHeadings.step }
    let all = shownColumns.count
    if let room, let key = table.keyColumn.flatMap({ shownColumns.firstIndex(of: $0) }) {
      let keyColumn = shownColumns[key]
      let isWide = wanted.reduce(0, +) + TableLines.gap * (wanted.count - 1) > room
      let distinct =
        isWide
        ? kept.distinctWidth(column: keyColumn - groups, of: columns.count, fromEnd: table.columns[keyColumn].keepsEnd) : 0
      let width = min(wanted[key], max(room * 2 / 5, 12, min(distinct, room)))
      // Columns that somebody asked for by name are all shown.
      while table.hidesEmptyColumns, shownColumns.count > max(key + 1, 2),
        TableLines.leastWidth(wanted, (key, width), shownColumns, table) > room
      {
        shownColumns.removeLast()
        wanted.removeLast()
      }
      widths = TableLines.fitted(wanted, (key, width), shownColumns, table, room)
    } else {
      widths = TableLines.fitted(wanted, isText: shownColumns.map { table.columns[$0].alignment == .left }, room)
    }
    hiddenCount = all - shownColumns.count
    self.shownColumns = shownColumns
  }

  /// The column that tells rows apart, and what it keeps when others are cut: as much as its cells need to be different, two fifths of the width, or 12 cells,
  /// whatever is most.
  private typealias Key = (column: Int, width: Int)

  /// True for columns that are cut where the width is short.
  private static func isCut(_ column: Table.Column) -> Bool { column.alignment == .left && !column.isUncut }

  /// The width of a line whose columns are cut as far as they can be read.
  private static func leastWidth(_ wanted: [Int], _ key: Key, _ columns: [Int], _ table: Table) -> Int {
    let cells = wanted.indices.reduce(0) { sum, place in
      sum
        + (place == key.column
          ? key.width : isCut(table.columns[columns[place]]) ? min(wanted[place], readable) : wanted[place])
    }
    return cells + gap * (wanted.count - 1)
  }

  /// The widths where one column tells rows apart: the others are cut to one ceiling before it is, and it gets what they leave.
  private static func fitted(_ wanted: [Int], _ key: Key, _ columns: [Int], _ table: Table, _ room: Int) -> [Int] {
    guard wanted.reduce(0, +) + gap * (wanted.count - 1) > room else { return wanted }
    var widths = wanted
    widths[key.column] = key.width
    widths = fitted(widths, isText: columns.enumerated().map { $0 != key.column && isCut(table.columns[$1]) }, room)
    let spare = room - widths.reduce(0, +) - gap * (widths.count - 1)
    if spare >= 0 {
      widths[key.column] = min(wanted[key.column], widths[key.column] + spare)
    } else {
      widths[key.column] = max(widths[key.column] + spare, least)
    }
    return widths
  }

  /// The width of the widest cell of each column; and the cells, where they are few.
  private static func measured(_ table: Table, _ columns: [Int], _ look: Look) -> (widths: [Int], kept: DressedCells) {
    var widths = columns.map { _ in 0 }
    var kept = DressedCells()
    let keeps = table.rows.count <= mostKept / max(columns.count, 1)
    var text = StyledText(look)
    for row in table.rows.indices {
      let cells = table.rows.cells(at: row)
      for (place, column) in columns.enumerated() {
        text.clear()
        cells.write(column, to: &text)
        let width = text.width
        if width > widths[place] { widths[place] = width }
        if keeps { kept.append(text, width: width) }
      }
    }
    return (widths, kept)
  }

  /// The widths with one ceiling for all text columns: the greatest with which a line fits.
  private static func fitted(_ widths: [Int], isText: [Bool], _ limit: Int?) -> [Int] {
    // One long text must not make every other line as long as itself.
    guard let limit else { return widths.map { min($0, most) } }
    let room = limit - gap * (widths.count - 1)
    func total(_ ceiling: Int) -> Int {
      zip(widths, isText).reduce(0) { $0 + ($1.1 ? min($1.0, ceiling) : $1.0) }
    }
    guard total(.max) > room else { return widths }
    // The greatest ceiling with which the columns fit.
    let low = max((least..<max(room, least) + 1).partitioningIndex { total($0) > room } - 1, least)
    var spare = max(room - total(low), 0)
    // What is left over by the common ceiling goes to the first columns that want it.
    return zip(widths, isText).map { width, isText in
      guard isText, width > low else { return width }
      let extra = spare > 0 ? 1 : 0
      spare -= extra
      return low + extra
    }
  }
}

// MARK: lines

extension TableLines {
  /// Writes the titles of the columns.
  func writeHeader(_ sink: inout ByteSink) {
    look.begin(.title, &sink)
    var titles = DressedCells()
    for column in table.columns[first...] { titles.append(StyledText(.text(column.title), look)) }
    write(titles, from: 0, &sink)
    look.end(&sink)
    sink.write(0x0A)
  }

  /// Writes the row at a place.
  func write(rowAt place: Int, _ sink: inout ByteSink) {
    let columns = first..<table.columns.count
    if kept.isEmpty {
      let row = table.rows.cells(at: place)
      var cells = DressedCells()
      var text = StyledText(look)
      for column in columns {
        text.clear()
        row.write(column, to: &text)
        cells.append(text)
      }
      write(cells, from: 0, &sink)
    } else {
      write(kept, from: place * columns.count, &sink)
    }
    sink.write(0x0A)
  }

  /// Writes a line of the cells from a place on.
  private func write(_ cells: DressedCells, from start: Int, _ sink: inout ByteSink) {
    var pending = indent
    for (place, column) in shownColumns.enumerated() {
      let isRight = table.columns[column].alignment == .right
      let limit = look.width != nil && !isRight ? widths[place] : .max
      let keepsEnd = table.columns[column].keepsEnd
      let width = cells.width(start + column - first, limit, keepsEnd: keepsEnd)
      let padding = max(widths[place] - width, 0)
      if width > 0 {
        sink.write(0x20, times: pending + (isRight ? padding : 0))
        cells.write(start + column - first, limit, keepsEnd: keepsEnd, look, to: &sink)
        pending = TableLines.gap + (isRight ? 0 : padding)
      } else {
        pending += TableLines.gap + padding
      }
    }
  }
}

/// Cells as they stand in lines, one after the other, but for being cut.
private struct DressedCells {
  private struct Place {
    /// Where the text, and its blocks, end.
    var end: Int
    var blockEnd: Int
    var width: Int
  }

  private var bytes: [UInt8] = []
  private var blocks: [(offset: Int, color: RGB)] = []
  private var places: [Place] = []

  /// True where there are none.
  var isEmpty: Bool { places.isEmpty }

  /// Adds a cell, of a width that is known or not.
  mutating func append(_ text: borrowing StyledText, width: Int? = nil) {
    bytes += text.bytes
    blocks += text.blocks
    places.append(Place(end: bytes.count, blockEnd: blocks.count, width: width ?? text.width))
  }

  /// The width of a cell, cut to at most `limit`.
  func width(_ number: Int, _ limit: Int, keepsEnd: Bool) -> Int {
    places[number].width > limit ? cut(number, limit, keepsEnd).width : places[number].width
  }

  /// The width at which the cells of a column can be told apart that are not the same; 0 where none are kept. `columnCount` cells make a row.
  func distinctWidth(column: Int, of columnCount: Int, fromEnd: Bool) -> Int {
    let texts = stride(from: column, to: places.count, by: columnCount).map { number in
      let text = String(decoding: bytes[range(number)], as: UTF8.self)
      return fromEnd ? Array(text.reversed()) : Array(text)
    }
    let sorted = texts.sorted { $0.lexicographicallyPrecedes($1) }
    return zip(sorted, sorted.dropFirst()).reduce(0) { most, pair in
      let shared = zip(pair.0, pair.1).prefix { $0 == $1 }.count
      guard shared < max(pair.0.count, pair.1.count) else { return most }
      // What they share, the character in which they differ, and the sign that more follows.
      return max(most, DisplayWidth.width(of: String(pair.1.prefix(shared + 1))) + 1)
    }
  }

  /// Writes a cell, cut to at most `limit`.
  func write(_ number: Int, _ limit: Int, keepsEnd: Bool, _ look: Look, to sink: inout ByteSink) {
    let blocks = self.blocks[(number > 0 ? places[number - 1].blockEnd : 0)..<places[number].blockEnd]
    if places[number].width > limit {
      cut(number, limit, keepsEnd).bytes.withUnsafeBufferPointer { sink.write($0, blocks, look) }
    } else {
      bytes.withUnsafeBufferPointer { sink.write(UnsafeBufferPointer(rebasing: $0[range(number)]), blocks, look) }
    }
  }

  private func cut(_ number: Int, _ limit: Int, _ keepsEnd: Bool) -> ShownPiece {
    let piece = ShownPiece(Array(bytes[range(number)]), width: places[number].width)
    return keepsEnd ? piece.end(limit) : piece.start(limit)
  }

  private func range(_ number: Int) -> Range<Int> { (number > 0 ? places[number - 1].end : 0)..<places[number].end }
}

/// The headings above the rows of grouped tables, on a terminal.
struct TableHeadings {
  private let table: Table
  private let look: Look
  private let count: Int
  private var next = 0

  /// How far each level stands in from the one above. Units: cells.
  static let step = 2

  /// The headings of a table, none written yet.
  init(_ table: Table, _ look: Look) {
    self.table = table
    self.look = look
    count = TableHeadings.count(table, look)
  }

  /// How many levels of headings there are. Where all columns are grouped by, the last stays a column.
  static func count(_ table: Table, _ look: Look) -> Int {
    look.isTerminal && !table.headings.isEmpty ? max(0, min(table.groupCount, table.columns.count - 1)) : 0
  }

  /// Writes the headings that stand above a row.
  mutating func write(above row: Int, _ sink: inout ByteSink) {
    while next < table.headings.count, table.headings[next].row <= row {
      if table.headings[next].level < count { write(table.headings[next], &sink) }
      next += 1
    }
  }

  private func write(_ heading: Table.Heading, _ sink: inout ByteSink) {
    let indent = heading.level * TableHeadings.step
    let text = StyledText(heading.cell, look, separator: ", ")
    sink.write(0x20, times: indent)
    look.begin(.title, &sink)
    if text.bytes.isEmpty {
      sink.write(table.missingHeading(shown(table.columns[heading.level].title)))
    } else {
      let room = look.width.map { max($0 - indent, 1) } ?? .max
      let piece = ShownPiece(text.bytes, width: text.width).start(room)
      piece.bytes.withUnsafeBufferPointer { sink.write($0, text.blocks[...], look) }
    }
    look.end(&sink)
    sink.write(0x0A)
  }
}
