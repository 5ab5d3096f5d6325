// Where each value of a field is counted: one bucket for each text, for each record that references name, or for each period.

import VitrineAlgorithms
import VitrineIndex
import VitrineModel
import VitrineQuery

/// The buckets of one field, over the tables that have it. The last one, `count`, is for rows without a value.
struct FacetBuckets {
  /// How many buckets there are.
  private(set) var count = 0
  private var readers: [Int: JoinPathReader] = [:]
  /// The bucket of each value, by the table of the rows.
  private var ofValues: [Int: [UInt32]] = [:]
  /// What each bucket is.
  private var entries: [Entry] = []
  private var spellings = FacetSpellings()

  private struct Entry {
    var text: String
    var source: Answer.Source?
    var rank: UInt64
  }

  /// What values share a bucket by.
  private enum EntryKey: Hashable {
    case text(String)
    /// What a reference names, by its number among all names.
    case record(UInt64)
  }

  /// The buckets of a key.
  init(_ index: RecordIndex, tables: [Int], key: FacetKey) {
    let ranks = ValueRanks(index, tables: tables, path: key.path, wanted: .all, by: key.collation)
    readers = ranks.readers
    let records = RecordValues(readers.sorted { $0.key < $1.key }.map(\.value))
    var known: [EntryKey: UInt32] = [:]
    for (table, reader) in readers.sorted(by: { $0.key < $1.key }) {
      // Tables that share a column share its buckets.
      if let other = readers.first(where: { $0.key < table && $0.value.hasSameValues(as: reader) }) {
        ofValues[table] = ofValues[other.key]
        continue
      }
      ofValues[table] = buckets(of: reader, key.period, ranks, records?.names(reader), &known)
    }
    count = entries.count
    guard !spellings.isEmpty else { return }
    for (bucket, text, source) in spellings.shown(by: readers.values) {
      entries[bucket].text = text
      entries[bucket].source = source
    }
  }

  private mutating func buckets(
    of reader: JoinPathReader, _ period: FacetKey.Period?, _ ranks: ValueRanks, _ records: [RecordValues.Name]?,
    _ known: inout [EntryKey: UInt32]
  ) -> [UInt32] {
    let size = reader.pool?.count ?? Int(reader.greatestCount) + 1
    var places = Array(repeating: JoinPathReader.missing, count: size)
    guard let pool = reader.pool else {
      for value in places.indices {
        places[value] = bucket(Entry(text: String(value), source: nil, rank: UInt64(value)), &known)
      }
      return places
    }
    for value in places.indices {
      let id = ValueID(value)
      guard id != .null else { continue }
      if let period {
        let coarse = pool.bytes(id).withUnsafeBufferPointer { ValueNumber.coarse($0) }
        guard let number = CalendarPart(period, pool.number(id), coarse) else { continue }
        places[value] = bucket(Entry(text: number.text, source: nil, rank: number.order), &known)
      } else {
        let source = Answer.Source(table: reader.lastTable, column: reader.path.column, values: [id])
        if let name = records?[value], id != .map {
          places[value] = bucket(Entry(text: name.text, source: source, rank: name.rank), &known, .record(name.rank))
        } else {
          let text = id == .map ? "" : pool.text(id)
          places[value] = bucket(Entry(text: text, source: source, rank: ranks.rank(id, reader.table)), &known)
        }
      }
    }
    return places
  }

  /// The bucket of a text or of a record, new or not.
  private mutating func bucket(_ entry: Entry, _ known: inout [EntryKey: UInt32], _ key: EntryKey? = nil) -> UInt32 {
    let key = key ?? .text(entry.text)
    if let bucket = known[key] {
      if key == .text(entry.text) { keepSpellings(Int(bucket), entry) }
      return bucket
    }
    let bucket = UInt32(entries.count)
    known[key] = bucket
    entries.append(entry)
    return bucket
  }

  /// Keeps a text and the one that its bucket has already, where they are not the same bytes.
  private mutating func keepSpellings(_ bucket: Int, _ entry: Entry) {
    guard !entry.text.utf8.elementsEqual(entries[bucket].text.utf8) else { return }
    for entry in [entries[bucket], entry] {
      if let source = entry.source { spellings.add(entry.text, source, bucket: bucket) }
    }
  }

  /// The buckets that have rows, in the order of their values.
  func values(_ tallies: [FacetTally]) -> [(bucket: Int, value: FacetValue)] {
    let used = entries.indices.filter { tallies[$0].count > 0 }.sorted {
      entries[$0].rank != entries[$1].rank
        ? entries[$0].rank < entries[$1].rank : entries[$0].text.isBefore(entries[$1].text)
    }
    var values = used.map { place in
      (bucket: place, value: FacetValue(text: entries[place].text, source: entries[place].source, tally: tallies[place]))
    }
    if tallies[count].count > 0 {
      values.append((count, FacetValue(text: "", isMissing: true, source: nil, tally: tallies[count])))
    }
    return values
  }

  /// How many of the rows are in each bucket, those without a value last. Rows of one chunk that lie together are counted in one go.
  func counts(of rows: [RowID]) -> [Int] {
    var counts = Array(repeating: 0, count: count + 1)
    // For each bucket, the number of the last row that was in it, from 1 on: a row counts once, however often it has a value.
    var stamps = Array(repeating: 0, count: count + 1)
    rows.withUnsafeBufferPointer { rows in
      counts.withUnsafeMutableBufferPointer { counts in
        stamps.withUnsafeMutableBufferPointer { stamps in
          var start = 0
          while start < rows.count {
            let (table, chunk) = (rows[start].table, rows[start].row / RowChunk.size)
            var end = start + 1
            while end < rows.count, rows[end].table == table, rows[end].row / RowChunk.size == chunk { end += 1 }
            count(rows, start..<end, counts, stamps)
            start = end
          }
        }
      }
    }
    return counts
  }

  /// Counts rows of one chunk.
  private func count(
    _ rows: UnsafeBufferPointer<RowID>, _ range: Range<Int>, _ counts: UnsafeMutableBufferPointer<Int>,
    _ stamps: UnsafeMutableBufferPointer<Int>
  ) {
    let (table, missing) = (rows[range.lowerBound].table, count)
    guard let reader = readers[table], let places = ofValues[table] else { return counts[missing] += range.count }
    places.withUnsafeBufferPointer { places in
      /// True where the value has a bucket, in which the row is counted unless it was already.
      @inline(__always) func add(_ value: UInt32, _ number: Int) -> Bool {
        guard Int(value) < places.count, places[Int(value)] != JoinPathReader.missing else { return false }
        let bucket = Int(places[Int(value)])
        if stamps[bucket] != number {
          stamps[bucket] = number
          counts[bucket] += 1
        }
        return true
      }
      guard let data = reader.directChunk(rows[range.lowerBound].row / RowChunk.size) else {
        var cursor = JoinPathCursor(reader)
        for place in range {
          var isCounted = false
          cursor.forEach(rows[place].row) { if add($0, place + 1) { isCounted = true } }
          if !isCounted { counts[missing] += 1 }
        }
        return
      }
      data.values.withUnsafeBufferPointer { values in
        data.starts.withUnsafeBufferPointer { starts in
          for place in range {
            let row = rows[place].row % RowChunk.size
            // Where a row has one value at most, a null is none; the bucket of a null is that of rows without a value.
            let entries = values.isEmpty ? 0..<0 : starts.isEmpty ? row..<row + 1 : Int(starts[row])..<Int(starts[row + 1])
            var isCounted = false
            for entry in entries where values[entry] != .null && add(values[entry], place + 1) { isCounted = true }
            if !isCounted { counts[missing] += 1 }
          }
        }
      }
    }
  }

  /// The buckets of one row after the other.
  struct Row {
    /// The buckets of the row that was read last, each once.
    private(set) var buckets: [Int] = []
    private let all: FacetBuckets
    /// The table that the last row was of, with its cursor, and the bucket of each of its values; no cursor where it does not have the field.
    private var table = -1
    private var cursor: JoinPathCursor?
    private var places: [UInt32] = []
    /// For each bucket, the number of the last row that was in it.
    private var stamps: [UInt32]
    private var number: UInt32 = 0
    private var found: [UInt32] = []

    /// A reader of rows.
    init(_ all: FacetBuckets) {
      self.all = all
      stamps = Array(repeating: 0, count: all.count)
    }

    /// Reads a row.
    mutating func read(_ id: RowID) {
      buckets.removeAll(keepingCapacity: true)
      found.removeAll(keepingCapacity: true)
      number += 1
      if table != id.table {
        table = id.table
        cursor = all.readers[table].map { JoinPathCursor($0) }
        places = all.ofValues[table] ?? []
      }
      cursor?.forEach(id.row) { value in found.append(value) }
      for value in found where Int(value) < places.count && places[Int(value)] != JoinPathReader.missing {
        let bucket = Int(places[Int(value)])
        if stamps[bucket] != number {
          stamps[bucket] = number
          buckets.append(bucket)
        }
      }
      if buckets.isEmpty { buckets.append(all.count) }
    }
  }
}

/// The numbers of a field in a row.
struct FacetNumbers {
  private var cursors: [Int: (cursor: JoinPathCursor, pool: ValuePool?)] = [:]

  /// The numbers of a field; none where there is no field.
  init(_ index: RecordIndex, tables: [Int], path: BoundPath?) {
    for table in tables {
      if let way = path?.ways[table], let reader = JoinPathReader(index, table: table, path: way) {
        cursors[table] = (JoinPathCursor(reader), reader.pool)
      }
    }
  }

  /// The numbers of a row: those of all its values that have one, however often each occurs.
  mutating func numbers(of id: RowID) -> [Double] {
    guard let pool = cursors[id.table]?.pool else { return counts(of: id) }
    var numbers: [Double] = []
    cursors[id.table]?.cursor.forEach(id.row) { value in
      let number = pool.number(value)
      if !number.isNaN { numbers.append(number) }
    }
    return numbers
  }

  private mutating func counts(of id: RowID) -> [Double] {
    guard !cursors.isEmpty, cursors[id.table] != nil else { return [] }
    var counts: [Double] = []
    cursors[id.table]?.cursor.forEach(id.row) { counts.append(Double($0)) }
    return counts
  }
}

extension JoinPathReader {
  /// True where values of both are numbers of the same pool.
  func hasSameValues(as other: JoinPathReader) -> Bool {
    !path.counts && !other.path.counts && lastTable == other.lastTable && path.column == other.path.column
  }

  /// The greatest count of any row of the table.
  fileprivate var greatestCount: UInt32 {
    var greatest: UInt32 = 0
    var cursor = JoinPathCursor(self)
    for row in 0..<index.tables[table].rowCount { cursor.forEach(row) { greatest = Swift.max(greatest, $0) } }
    return greatest
  }
}
