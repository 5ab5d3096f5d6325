// From a record's tree to the values of a row: the walk through its maps and lists, beside the columns of its kind.

import VitrineModel
import VitrineSyntax

/// Reads records of one kind. It holds scratch memory: one thread uses one.
struct RowReader: Sendable {
  /// The most values that a record gives to its table.
  static let mostValues = 100_000
  /// The most bytes of a text that queries look at: with them, the texts of a segment stay below what its places can count.
  static let mostBytes = 2 << 20
  /// The most nodes of a record that are looked at, aliases followed.
  static let mostVisits = 1_000_000
  /// The deepest nesting of lists and maps that is looked at, aliases followed.
  static let depth = 256

  /// A field as it is looked for in a map: trivial, so that passing it on costs nothing.
  private struct Member: Sendable {
    /// The first bytes of the key, up to eight, and how many it has.
    let word: UInt64
    let count: Int
    /// Where the key starts in `keys`.
    let start: Int
    let column: Int
  }

  /// The names of all fields, one after the other.
  private var keys: [UInt8] = []
  /// The members of the root, then those of each column.
  private var members: [Member] = []
  /// Where the members of the root, and of each column, start.
  private var memberStarts: [Int] = [0]
  private var isMap: [Bool]
  /// The lists of maps that each column lies in, one column after the other.
  private var lists: [Int] = []
  /// Where those of each column start, and where the last end.
  private var listStarts: [Int] = [0]
  /// For each list of maps, how many elements of the row were met.
  private var elementCounts: [UInt32]
  /// For each list of maps, the number of the element that is being read.
  private var currentElements: [UInt32]
  /// For each column, the last map in which it was met: of keys given twice the first counts.
  private var lastMaps: [Int]
  private var mapCount = 0
  private var valuesLeft = 0
  private var visitsLeft = 0

  /// A reader of the records of a layout's kind.
  init(_ layout: TableLayout) {
    let columns = layout.columns
    isMap = columns.map(\.field.isMap)
    for column in columns {
      lists += column.lists
      listStarts.append(lists.count)
    }
    elementCounts = Array(repeating: 0, count: columns.count)
    currentElements = elementCounts
    lastMaps = Array(repeating: 0, count: columns.count)
    var held = Array(repeating: [Int](), count: columns.count + 1)
    for (index, column) in columns.enumerated() where !column.isBuiltIn {
      let names = column.field.path.names
      let holder = names.count == 1 ? nil : layout.column(at: FieldPath(Array(names.dropLast())))
      if names.count == 1 || holder != nil { held[holder.map { $0 + 1 } ?? 0].append(index) }
    }
    for indices in held {
      for index in indices {
        let key = Array((columns[index].field.path.names.last ?? "").utf8)
        let word = key.withUnsafeBufferPointer { Self.word($0) }
        members.append(Member(word: word, count: key.count, start: keys.count, column: index))
        keys += key
      }
      memberStarts.append(members.count)
    }
  }

  /// The first bytes of a key, up to eight, as a number.
  @inline(__always)
  private static func word(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard key.count < 8, let base = key.baseAddress else {
      return UnsafeRawPointer(key.baseAddress)?.loadUnaligned(as: UInt64.self) ?? 0
    }
    var word: UInt64 = 0
    for index in 0..<key.count { word = word << 8 | UInt64(base[index]) }
    return word
  }

  /// Adds the values of a record to the last row of `harvest`. A tree without a root, or whose root is no map, has none.
  mutating func read(_ tree: Tree, into harvest: inout TableHarvest) {
    guard let root = tree.roots.first else { return }
    valuesLeft = Self.mostValues
    visitsLeft = Self.mostVisits
    mapCount = 0
    for column in lastMaps.indices {
      elementCounts[column] = 0
      lastMaps[column] = 0
    }
    tree.withReader { reader in
      if reader.resolved(root).kind == .mapping { readMap(reader, root, holder: 0, depth: 0, &harvest) }
    }
  }

  private mutating func readMap(_ reader: TreeReader, _ map: NodeID, holder: Int, depth: Int, _ harvest: inout TableHarvest) {
    guard memberStarts[holder] < memberStarts[holder + 1], depth < Self.depth else { return }
    mapCount += 1
    let number = mapCount
    var hint = memberStarts[holder]
    if reader.resolved(map).flags.contains(.merges) {
      let entries = reader.mergedEntries(map)
      // What merging looked at is more than what it brought; a handful of such maps is all that a record needs.
      visitsLeft -= entries.count
      for entry in entries { readEntry(reader, entry, holder, number, &hint, depth, &harvest) }
    } else {
      for entry in reader.writtenEntries(map) { readEntry(reader, entry, holder, number, &hint, depth, &harvest) }
    }
  }

  @inline(__always)
  private mutating func readEntry(
    _ reader: TreeReader, _ entry: Entry, _ holder: Int, _ number: Int, _ hint: inout Int, _ depth: Int,
    _ harvest: inout TableHarvest
  ) {
    visitsLeft -= 1
    guard visitsLeft > 0, let column = column(under: reader.content(entry.key), of: holder, &hint), lastMaps[column] != number
    else { return }
    lastMaps[column] = number
    readValue(reader, entry.value, column, isItem: false, depth: depth + 1, &harvest)
  }

  /// The column of a member: keys mostly come in the order of the schema, so that the search starts where the last one ended.
  @inline(__always)
  private func column(under key: UnsafeBufferPointer<UInt8>, of holder: Int, _ hint: inout Int) -> Int? {
    let (first, end) = (memberStarts[holder], memberStarts[holder + 1])
    let word = Self.word(key)
    var index = hint
    for _ in first..<end {
      if index >= end { index = first }
      let member = members[index]
      if member.word == word, member.count == key.count, member.count <= 8 || isSame(key, member.start) {
        hint = index + 1
        return member.column
      }
      index += 1
    }
    return nil
  }

  private func isSame(_ key: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    for index in 8..<key.count where key[index] != keys[start + index] { return false }
    return true
  }

  private mutating func readValue(
    _ reader: TreeReader, _ value: NodeID, _ column: Int, isItem: Bool, depth: Int, _ harvest: inout TableHarvest
  ) {
    guard valuesLeft > 0, depth < Self.depth else { return }
    let node = reader.resolved(value)
    switch node.kind {
    case .null: if isItem { add(.null, column, &harvest) }
    case .bool, .int, .float, .string:
      add(harvest.columns[column].table.gather(Self.head(reader.content(value)), node.kind), column, &harvest)
    case .mapping:
      add(.map, column, &harvest)
      if isMap[column] { readMap(reader, value, holder: column + 1, depth: depth, &harvest) }
    case .sequence:
      for item in reader.items(value) {
        visitsLeft -= 1
        guard visitsLeft > 0 else { return }
        readValue(reader, item, column, isItem: true, depth: depth + 1, &harvest)
      }
    case .alias: return
    }
  }

  /// A text as far as queries look at it, cut between characters.
  @inline(__always)
  private static func head(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard text.count > mostBytes else { return text }
    var end = mostBytes
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return UnsafeBufferPointer(rebasing: text[..<end])
  }

  @inline(__always)
  private mutating func add(_ value: ValueID, _ column: Int, _ harvest: inout TableHarvest) {
    valuesLeft -= 1
    currentElements[column] = elementCounts[column]
    elementCounts[column] += 1
    harvest.columns[column].cells.append(
      ColumnHarvest.Cell(row: UInt32(truncatingIfNeeded: harvest.positions.count - 1), value: value))
    let start = listStarts[column]
    for index in start..<listStarts[column + 1] {
      harvest.columns[column].elements[index - start].append(currentElements[lists[index]])
    }
  }
}
