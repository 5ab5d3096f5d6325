// One order for the values of a field, also where several kinds have it: their columns know only their own.

import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSyntax
import VitrineText

/// Numbers for the values of a field in some tables that compare as the values themselves do.
///
/// Where all are values of one column, their labels do. Else numbers come before texts, and texts compare folded; enumerations and palettes have
/// an order of their own only where all the fields share it, and else compare as texts.
struct ValueRanks {
  /// Which values need a number.
  enum Wanted {
    /// The first of each row.
    case first
    /// All.
    case all
  }

  /// The join path to the field from each table that has it.
  let readers: [Int: JoinPathReader]
  /// The number of each value, by table; nothing where counts or labels will do.
  private var ranks: [Int: [UInt64]] = [:]
  private let collation: Collation?

  /// The numbers of a field's values; texts compare by an alphabet, where one is given.
  init(_ index: RecordIndex, tables: [Int], path: BoundPath, wanted: Wanted, by collation: Collation? = nil) {
    self.collation = collation
    var readers: [Int: JoinPathReader] = [:]
    for table in tables {
      if let way = path.ways[table], let reader = JoinPathReader(index, table: table, path: way) { readers[table] = reader }
    }
    self.readers = readers
    if !ValueRanks.haveOneOrder(Array(readers.values)) {
      rank(wanted)
    } else if let collation, let labels = readers.values.first?.pool?.labels(in: collation) {
      ranks = readers.mapValues { _ in labels }
    } else if wanted == .all, let pool = readers.values.first?.pool {
      let labels = pool.segments.flatMap(\.labels)
      ranks = readers.mapValues { _ in labels }
    }
  }

  /// The numbers of all values of a table's rows, by value; nothing where they are counts.
  func all(_ table: Int) -> [UInt64] { ranks[table] ?? [] }

  /// The number of a value of a table's rows.
  func rank(_ value: UInt32, _ table: Int) -> UInt64 {
    guard let ranks = ranks[table] else { return UInt64(value) }
    return Int(value) < ranks.count ? ranks[Int(value)] : .max
  }

  /// The key of an order by the field.
  var sortColumn: SortColumn {
    var sources: [Int: SortColumn.Source] = [:]
    for (table, reader) in readers {
      if let ranks = ranks[table] { sources[table] = .ranked(reader, ranks: ranks) } else { sources[table] = .field(reader) }
    }
    return SortColumn(sources: sources)
  }

  /// True where all values are counted, or all are of one column.
  private static func haveOneOrder(_ readers: [JoinPathReader]) -> Bool {
    guard let first = readers.first else { return true }
    return readers.allSatisfy {
      $0.path.counts == first.path.counts
        && (first.path.counts || $0.lastTable == first.lastTable && $0.path.column == first.path.column)
    }
  }

  private mutating func rank(_ wanted: Wanted) {
    let sorted = readers.sorted { $0.key < $1.key }
    let places = sharedPlaces(sorted.map { $0.value })
    var items: [Item] = []
    for (number, (_, reader)) in sorted.enumerated() {
      items = ValueRanks.merge(items, usedValues(of: reader, number, wanted, places))
    }
    var rank: UInt64 = 0
    for (table, reader) in sorted { ranks[table] = Array(repeating: .max, count: reader.pool?.count ?? 0) }
    for (place, item) in items.enumerated() {
      if place > 0, items[place - 1] < item { rank += 1 }
      let table = sorted[item.source].key
      let missing = Int(item.value) + 1 - (ranks[table]?.count ?? 0)
      if missing > 0 { ranks[table]? += Array(repeating: .max, count: missing) }
      ranks[table]?[Int(item.value)] = rank
    }
  }

  /// The place of each word in the enumeration or palette that all fields share; nothing where they share none.
  private func sharedPlaces(_ readers: [JoinPathReader]) -> [String: Int] {
    let orders = readers.map { reader -> [String] in
      let field = reader.field
      switch field.meaning {
      case .enumeration: return field.isOrdered ? field.values : []
      case .color: return field.palette.map(\.name)
      default: return []
      }
    }
    guard let first = orders.first, orders.allSatisfy({ $0 == first }), !readers.contains(where: \.path.counts) else {
      return [:]
    }
    return Dictionary(first.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
  }

  /// The values that the rows of a table have, in order.
  private func usedValues(of reader: JoinPathReader, _ source: Int, _ wanted: Wanted, _ places: [String: Int]) -> [Item] {
    let used =
      switch wanted {
      case .first: Set(reader.firstOfAll()).subtracting([JoinPathReader.missing])
      case .all: reader.valuesInUse()
      }
    let items = used.map { value -> Item in
      guard let pool = reader.pool else { return Item(source: source, value: value, number: Double(value), folded: []) }
      let number = ValueRanks.number(of: value, in: pool, places)
      let folded = number == nil ? key(of: value, in: pool) : []
      return Item(source: source, value: value, number: number, folded: folded, isMap: value == .map)
    }
    return items.sorted { $0 < $1 }
  }

  private func key(of value: ValueID, in pool: ValuePool) -> ArraySlice<UInt8> {
    guard let collation, pool.meaning == .text else { return pool.folded(value) }
    var key: [UInt8] = []
    pool.bytes(value).withUnsafeBufferPointer { collation.appendKey($0, to: &key) }
    return key[...]
  }

  private static func number(of value: ValueID, in pool: ValuePool, _ places: [String: Int]) -> Double? {
    if value == .map { return nil }
    if !places.isEmpty { return places[pool.text(value)].map { Double($0) } }
    if pool.meaning == .boolean {
      return pool.kind(value) == .bool ? (pool.folded(value).first == UInt8(ascii: "t") ? 1 : 0) : nil
    }
    return pool.bytes(value).withUnsafeBufferPointer { ValueNumber.order(of: $0, meaning: pool.meaning) }
  }

  private static func merge(_ left: [Item], _ right: [Item]) -> [Item] {
    if left.isEmpty { return right }
    var merged: [Item] = []
    merged.reserveCapacity(left.count + right.count)
    var (one, other) = (0, 0)
    while one < left.count, other < right.count {
      if right[other] < left[one] {
        merged.append(right[other])
        other += 1
      } else {
        merged.append(left[one])
        one += 1
      }
    }
    return merged + left[one...] + right[other...]
  }

  /// A value of one of the columns, and what orders it: its number, or the folded text after all that have one; maps come last.
  private struct Item {
    let source: Int
    let value: UInt32
    let number: Double?
    let folded: ArraySlice<UInt8>
    var isMap = false

    static func < (left: Item, right: Item) -> Bool {
      if left.isMap || right.isMap { return !left.isMap && right.isMap }
      switch (left.number, right.number) {
      case (let one?, let other?): return one < other
      case (nil, nil): return left.folded.lexicographicallyPrecedes(right.folded)
      case (let one, _): return one != nil
      }
    }
  }
}

extension JoinPathReader {
  /// The field at the end of the join path.
  var field: Kind.Field { index.tables[lastTable].columns[path.column].field }
}
