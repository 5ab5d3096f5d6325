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

  private let members: RowMembers
  private var states: [ColumnState]

  /// A reader of the records of a layout's kind.
  init(_ layout: TableLayout) {
    members = RowMembers(layout)
    states = Array(repeating: ColumnState(), count: layout.columns.count)
  }

  /// Adds the values of a record to the last row of `builder`. A tree without a root, or whose root is no map, has none.
  mutating func read(_ tree: Tree, into builder: inout TableBuilder) {
    guard let root = tree.roots.first else { return }
    let members = members
    let row = UInt32(truncatingIfNeeded: builder.positions.count - 1)
    // Asked for once a record: whoever else has the memory of a column is asked at every change of it otherwise.
    states.withUnsafeMutableBufferPointer { states in
      states.update(repeating: ColumnState())
      builder.columns.withUnsafeMutableBufferPointer { columns in
        tree.withReader { reader in
          guard reader.resolved(root).kind == .mapping else { return }
          var walk = RowWalk(members: members, reader: reader, columns: columns, states: states, row: row)
          walk.readMap(root, parent: 0, depth: 0)
        }
      }
    }
  }
}

/// What is known of a column while one record is read.
private struct ColumnState: Sendable {
  /// Of a list of maps: how many elements of the row were met.
  var elementCount: UInt32 = 0
  /// Of a list of maps: the number of the element that is being read.
  var currentElement: UInt32 = 0
  /// The last map in which the column was met: of keys given twice the first counts.
  var lastMap: UInt32 = 0
}

/// The columns of a kind by the keys of its records.
private struct RowMembers: Sendable {
  /// A scalar that a field means where it is missing.
  struct Default: Sendable {
    let column: Int
    let content: [UInt8]
    let kind: Node.Kind
  }

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
  private var starts: [Int] = [0]
  /// The defaults of members of the root, then of those of each column, in the order of the schema; one for each value of a list.
  private(set) var defaults: [[Default]] = []
  /// For each column, whether it is a map.
  let isMap: [Bool]
  /// The lists of maps that each column lies in, one column after the other.
  private(set) var lists: [Int] = []
  /// Where those of each column start, and where the last end.
  private(set) var listStarts: [Int] = [0]

  init(_ layout: TableLayout) {
    let columns = layout.columns
    isMap = columns.map(\.field.isMap)
    for column in columns {
      lists += column.lists
      listStarts.append(lists.count)
    }
    var held = Array(repeating: [Int](), count: columns.count + 1)
    for (index, column) in columns.enumerated() where !column.isBuiltIn {
      let names = column.field.path.names
      let parent = names.count == 1 ? nil : layout.column(at: FieldPath(Array(names.dropLast())))
      if names.count == 1 || parent != nil { held[parent.map { $0 + 1 } ?? 0].append(index) }
    }
    for indices in held {
      for index in indices {
        let key = Array((columns[index].field.path.names.last ?? "").utf8)
        let word = key.withUnsafeBufferPointer { Self.word($0) }
        members.append(Member(word: word, count: key.count, start: keys.count, column: index))
        keys += key
      }
      starts.append(members.count)
      defaults.append(indices.flatMap { Self.defaults(of: columns[$0].field, column: $0) })
    }
  }

  /// The scalars of a field's default: none of a map.
  private static func defaults(of field: Kind.Field, column: Int) -> [Default] {
    guard let value = field.defaultValue else { return [] }
    return value.tree.withReader { reader in
      let node = reader.resolved(value.node)
      let items = node.kind == .sequence && field.isOwnList ? Array(reader.items(reader.resolve(value.node))) : [value.node]
      return items.compactMap { id in
        let item = reader.resolved(id)
        guard item.isScalar, item.kind != .null else { return nil }
        return Default(column: column, content: Array(reader.content(reader.resolve(id))), kind: item.kind)
      }
    }
  }

  /// Where the search for the members of a map begins; nil where it has none. Shape: 0 for the root, 1 for the first column.
  @inline(__always)
  func first(of parent: Int) -> Int? { starts[parent] < starts[parent + 1] ? starts[parent] : nil }

  /// The column of a member: keys mostly come in the order of the schema, so that the search starts where the last one ended.
  @inline(__always)
  func column(under key: UnsafeBufferPointer<UInt8>, of parent: Int, _ hint: inout Int) -> Int? {
    let (first, end) = (starts[parent], starts[parent + 1])
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
}

/// The walk through one record. It ends before the memory that it was lent does.
private struct RowWalk {
  let members: RowMembers
  let reader: TreeReader
  let columns: UnsafeMutableBufferPointer<ColumnBuilder>
  let states: UnsafeMutableBufferPointer<ColumnState>
  let row: UInt32
  private var mapCount: UInt32 = 0
  private var valuesLeft = RowReader.mostValues
  private var visitsLeft = RowReader.mostVisits

  init(
    members: RowMembers, reader: TreeReader, columns: UnsafeMutableBufferPointer<ColumnBuilder>,
    states: UnsafeMutableBufferPointer<ColumnState>, row: UInt32
  ) {
    self.members = members
    self.reader = reader
    self.columns = columns
    self.states = states
    self.row = row
  }

  mutating func readMap(_ map: NodeID, parent: Int, depth: Int) {
    guard let first = members.first(of: parent), depth < RowReader.depth else { return }
    mapCount += 1
    let number = mapCount
    var hint = first
    if reader.resolved(map).flags.contains(.merges) {
      let entries = reader.mergedEntries(map)
      // What merging looked at is more than what it brought; a handful of such maps is all that a record needs.
      visitsLeft -= entries.count
      for entry in entries { readEntry(entry, parent, number, &hint, depth) }
    } else {
      for entry in reader.writtenEntries(map) { readEntry(entry, parent, number, &hint, depth) }
    }
    for member in members.defaults[parent] where states[member.column].lastMap != number && valuesLeft > 0 {
      member.content.withUnsafeBufferPointer {
        add(columns[member.column].table.gather(Self.head($0), member.kind), member.column)
      }
    }
  }

  @inline(__always)
  private mutating func readEntry(_ entry: Entry, _ parent: Int, _ number: UInt32, _ hint: inout Int, _ depth: Int) {
    visitsLeft -= 1
    guard visitsLeft > 0, let column = members.column(under: reader.content(entry.key), of: parent, &hint),
      states[column].lastMap != number
    else { return }
    states[column].lastMap = number
    readValue(entry.value, column, isItem: false, depth: depth + 1)
  }

  private mutating func readValue(_ value: NodeID, _ column: Int, isItem: Bool, depth: Int) {
    guard valuesLeft > 0, depth < RowReader.depth else { return }
    let node = reader.resolved(value)
    switch node.kind {
    case .null: if isItem { add(.null, column) }
    case .bool, .int, .float, .string: add(columns[column].table.gather(Self.head(reader.content(value)), node.kind), column)
    case .mapping:
      add(.map, column)
      if members.isMap[column] { readMap(value, parent: column + 1, depth: depth) }
    case .sequence:
      for item in reader.items(value) {
        visitsLeft -= 1
        guard visitsLeft > 0 else { return }
        readValue(item, column, isItem: true, depth: depth + 1)
      }
    case .alias: return
    }
  }

  /// A text as far as queries look at it, cut between characters.
  @inline(__always)
  private static func head(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard text.count > RowReader.mostBytes else { return text }
    var end = RowReader.mostBytes
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return UnsafeBufferPointer(rebasing: text[..<end])
  }

  @inline(__always)
  private mutating func add(_ value: ValueID, _ column: Int) {
    valuesLeft -= 1
    states[column].currentElement = states[column].elementCount
    states[column].elementCount += 1
    columns[column].cells.append(ColumnBuilder.Cell(row: row, value: value))
    let start = members.listStarts[column]
    for index in start..<members.listStarts[column + 1] {
      columns[column].elements[index - start].append(states[members.lists[index]].currentElement)
    }
  }
}
