// The order of an answer: keys one after the other, each only where those before it left ties.

import VitrineAlgorithms
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

/// Sorts rows by what a query says and, below that, by what their kinds say: total, and the same for the same catalogue always.
struct RowOrder {
  private let index: RecordIndex
  private var columns: [SortColumn] = []
  private var groupings: [Grouping] = []
  /// The table of all rows, where they are of one.
  private let onlyTable: Int?

  /// The order of a query's rows in some tables.
  init(_ index: RecordIndex, tables: [Int], query: BoundQuery) {
    self.index = index
    onlyTable = tables.count == 1 ? tables[0] : nil
    groupings = query.group.map { Grouping(index, tables: tables, path: $0, by: query.collation) }
    columns = groupings.map { SortColumn(sources: $0.keys.mapValues { .rows($0) }) }
    for key in query.sort {
      var column =
        key.path.isKind
        ? .tables(tables)
        : ValueRanks(index, tables: tables, path: key.path, wanted: .first, by: query.collation).sortColumn
      column.isDescending = key.isDescending
      columns.append(column)
    }
    if tables.count > 1 { columns.append(.tables(tables)) }
    columns += RowOrder.ownColumns(index, tables, query)
  }

  /// The orders of the kinds themselves: side by side, as rows are of one kind when it comes to them.
  private static func ownColumns(_ index: RecordIndex, _ tables: [Int], _ query: BoundQuery) -> [SortColumn] {
    var columns: [SortColumn] = []
    var ends: [Int: [(source: SortColumn.Source, isDescending: Bool)]] = [:]
    for table in tables {
      let layout = index.tables[table].layout
      let taken = Set(query.sort.compactMap { $0.path.ways[table] })
      for key in layout.kind.sort {
        guard let column = layout.column(at: key.field) else { continue }
        let way = BoundPath.Way(column: column)
        guard !taken.contains(way), let reader = JoinPathReader(index, table: table, path: way) else { continue }
        // A kind's own order holds as it is; as what breaks ties it ascends.
        let labels = query.collation.flatMap { reader.pool?.labels(in: $0) }
        let source = labels.map { SortColumn.Source.ranked(reader, ranks: $0) } ?? .field(reader)
        ends[table, default: []].append((source, query.sort.isEmpty && key.isDescending))
      }
      let path = BoundPath.Way(column: layout.builtIns.path)
      if let reader = JoinPathReader(index, table: table, path: path) {
        ends[table, default: []].append((.field(reader), false))
      }
    }
    for depth in 0..<(ends.values.map(\.count).max() ?? 0) {
      for isDescending in [false, true] {
        let sources = ends.compactMapValues { keys in
          depth < keys.count && keys[depth].isDescending == isDescending ? keys[depth].source : nil
        }
        if !sources.isEmpty { columns.append(SortColumn(sources: sources, isDescending: isDescending)) }
      }
    }
    return columns
  }

  /// The rows of some tables' sets, of which there are `total`, by table and row; with a limit, those that cannot be among the first so many may be
  /// left out.
  func entries(of found: [(table: Int, rows: RowBits)], total: Int, limit: Int?) -> [RowEntry] {
    if let limit, limit <= 0 { return [] }
    guard let limit, limit < total / 8, let column = columns.first else {
      var entries: [RowEntry] = []
      for (table, rows) in found { rows.appendEntries(table: table, to: &entries) }
      return entries
    }
    var first = FirstRows(limit: limit)
    for (table, rows) in found { column.offer(rows, of: table, to: &first) }
    first.settle()
    return first.entries
  }

  /// Sorts the entries; with a limit, those beyond it may be left out.
  func sort(_ entries: inout [RowEntry], limit: Int?) {
    let limit = min(max(limit ?? entries.count, 0), entries.count)
    var ties = entries.count > 1 && limit > 0 ? [0..<entries.count] : []
    var keys: [UInt64] = []
    var sorter = RadixSort()
    for column in columns where !ties.isEmpty {
      if keys.isEmpty { keys = Array(repeating: 0, count: entries.count) }
      column.gather(entries, ties, of: onlyTable, into: &keys)
      // Of a tie that reaches far beyond the limit, few are wanted.
      if let last = ties.last, limit - last.lowerBound < last.count / 8 {
        entries.removeLast(entries.count - last.upperBound)
        keys.removeLast(keys.count - last.upperBound)
        SmallestKeys.keep(limit - last.lowerBound, &entries, &keys, from: last.lowerBound)
        ties[ties.count - 1] = last.lowerBound..<entries.count
      }
      var left: [Range<Int>] = []
      for tie in ties where tie.lowerBound < limit {
        sorter.sort(&entries, &keys, tie)
        appendTies(keys, tie, before: limit, to: &left)
      }
      ties = left
    }
    for tie in ties { entries[tie].sort { precedes($0, $1) } }
  }

  /// Appends the ranges of equal keys within a sorted range.
  private func appendTies(_ keys: [UInt64], _ range: Range<Int>, before limit: Int, to ties: inout [Range<Int>]) {
    keys.withUnsafeBufferPointer { keys in
      var start = range.lowerBound
      while start < min(range.upperBound, limit) {
        var end = start + 1
        while end < range.upperBound, keys[end] == keys[start] { end += 1 }
        if end - start > 1 { ties.append(start..<end) }
        start = end
      }
    }
  }

  /// What is left to tell records apart: paths that fold alike, by their bytes.
  private func precedes(_ left: RowEntry, _ right: RowEntry) -> Bool {
    let (one, other) = (index.path(of: left.rowID), index.path(of: right.rowID))
    return one == other ? left < right : one < other
  }

  /// The headings of sorted rows.
  func groups(of entries: [RowEntry]) -> [Answer.Group] {
    groups(of: entries, entries.indices, groupings[...])
  }

  private func groups(of entries: [RowEntry], _ range: Range<Int>, _ rest: ArraySlice<Grouping>) -> [Answer.Group] {
    guard let grouping = rest.first else { return [] }
    var groups: [Answer.Group] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let key = grouping.key(of: entries[start])
      var end = start + 1
      while end < range.upperBound, grouping.key(of: entries[end]) == key { end += 1 }
      var group = grouping.group(of: entries[start], rows: start..<end)
      group.groups = self.groups(of: entries, start..<end, rest.dropFirst())
      groups.append(group)
      start = end
    }
    return groups
  }
}

extension BoundPath {
  /// True for `kind`: no column, but what the tables are.
  var isKind: Bool { ways.isEmpty && written == QueryBinder.kindWord }
}

extension SortColumn {
  /// The order of the tables.
  fileprivate static func tables(_ tables: [Int]) -> SortColumn {
    SortColumn(sources: Dictionary(tables.map { ($0, Source.same(UInt64($0))) }) { first, _ in first })
  }
}
