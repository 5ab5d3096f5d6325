// The side of a column that changes: what finds a value in its pool, and gives a new one its place in the order.

import VitrineAlgorithms
import VitrineModel
import VitrineSyntax
import VitrineText

/// What is needed to add values to one pool. The pool itself stands in the index and is handed in.
struct ColumnWriter: Sendable {
  /// The least distance of labels that a new spacing may leave.
  private static let leastGap: UInt64 = 1 << 16

  private let order: ValueOrder
  private var slots: PoolSlots
  private var sorted: SortedValues
  /// Reference columns: the rows that have each value, ascending. Empty for others.
  private(set) var users: [[UInt32]] = []
  /// How many values the pool had when it was made; those added since may be in use no more.
  let firstCount: Int
  /// How many times labels had to be spaced anew.
  private(set) var relabelings = 0

  /// The writer of a pool's column.
  init(_ pool: ValuePool, field: Kind.Field) {
    order = ValueOrder(field)
    slots = PoolSlots(pool)
    sorted = SortedValues(pool)
    firstCount = pool.count
  }

  /// The value with these bytes, where it is there.
  func find(_ text: [UInt8], in pool: ValuePool) -> ValueID? { slots.find(text, in: pool) }

  /// The value with these bytes, added where it is new.
  mutating func intern(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind, into pool: inout ValuePool
  ) -> (id: ValueID, isNew: Bool) {
    if let known = slots.find(text, kind, in: pool) { return (known, false) }
    let number = order.number(text, kind).map { ValueOrder.bits($0) }
    var folded: [UInt8] = []
    Folding.fold(text, into: &folded)
    let place = sorted.place { compare($0, number, folded, pool) < 0 }
    let label = label(at: place, number, folded, &pool)
    let id = ValueID(truncatingIfNeeded: pool.count)
    pool.append(text, kind, folded: folded, number: order.hasNumbers ? order.rangeNumber(text) : nil, label: label)
    slots.insert(id, text, kind)
    sorted.insert(id, at: place)
    return (id, true)
  }

  /// Less than 0 where a value of the pool comes before the one of the given number and folded text, 0 where they are alike.
  private func compare(_ id: ValueID, _ number: UInt64?, _ folded: [UInt8], _ pool: ValuePool) -> Int {
    let own = pool.withBytes(id) { order.number($0, pool.kind(id)) }.map { ValueOrder.bits($0) }
    if let own, let number { return own < number ? -1 : own == number ? 0 : 1 }
    if own != nil || number != nil { return own != nil ? -1 : 1 }
    let text = pool.folded(id)
    return text.withUnsafeBufferPointer { text in
      folded.withUnsafeBufferPointer { folded in
        for index in 0..<min(text.count, folded.count) where text[index] != folded[index] {
          return text[index] < folded[index] ? -1 : 1
        }
        return text.count - folded.count
      }
    }
  }

  /// The label for a value that belongs at a place; makes room where there is none.
  private mutating func label(
    at place: SortedValues.Place, _ number: UInt64?, _ folded: [UInt8], _ pool: inout ValuePool
  ) -> UInt64 {
    let next = sorted.value(at: place)
    if let next, compare(next, number, folded, pool) == 0 { return pool.label(next) }
    if let label = between(sorted.value(before: place).map { pool.label($0) }, next.map { pool.label($0) }) { return label }
    makeRoom(around: place, &pool)
    let before = sorted.value(before: place).map { pool.label($0) } ?? 0
    return between(before, next.map { pool.label($0) } ?? ValuePool.mapLabel) ?? before
  }

  /// A label between two; nil where there is none.
  private func between(_ low: UInt64?, _ high: UInt64?) -> UInt64? {
    switch (low, high) {
    case (nil, nil): return ValuePool.firstLabel
    case (let low?, nil): return ValuePool.mapLabel - low > ValuePool.labelStep ? low + ValuePool.labelStep : nil
    case (nil, let high?): return high > ValuePool.labelStep ? high - ValuePool.labelStep : high > 1 ? high / 2 : nil
    case (let low?, let high?): return high - low > 1 ? low + (high - low) / 2 : nil
    }
  }

  /// Spaces the labels around a place anew: of as few values as there is room for, in the end of all.
  private mutating func makeRoom(around place: SortedValues.Place, _ pool: inout ValuePool) {
    relabelings += 1
    var width = 32
    while true {
      let (groups, low, high) = neighbours(of: place, width, pool)
      let isWhole = low == nil && high == nil
      let gap = ((high ?? ValuePool.mapLabel) - (low ?? 0)) / UInt64(groups.count + 1)
      if isWhole || gap >= Self.leastGap {
        var labels: [(id: ValueID, label: UInt64)] = []
        for (index, group) in groups.enumerated() {
          let label =
            isWhole && ValuePool.fitsInSteps(groups.count)
            ? ValuePool.firstLabel + UInt64(index) * ValuePool.labelStep : (low ?? 0) + gap * UInt64(index + 1)
          for id in group { labels.append((id, label)) }
        }
        return pool.relabel(labels)
      }
      width *= 8
    }
  }

  /// The values up to `width` before and after a place, those that are alike together, and the labels around them; nil at either end.
  private func neighbours(
    of place: SortedValues.Place, _ width: Int, _ pool: ValuePool
  ) -> (groups: [[ValueID]], low: UInt64?, high: UInt64?) {
    var start = place
    var taken = 0
    while let before = sorted.place(before: start) {
      let isAlike =
        sorted.value(at: before).map { pool.label($0) } == sorted.value(at: start).map { pool.label($0) } && start != place
      if taken >= width, !isAlike { break }
      start = before
      taken += 1
    }
    var groups: [[ValueID]] = []
    var last: UInt64?
    var current = start
    taken = -taken
    while let id = sorted.value(at: current) {
      let label = pool.label(id)
      if taken >= width, label != last { break }
      if label == last { groups[groups.count - 1].append(id) } else { groups.append([id]) }
      last = label
      taken += 1
      guard let next = sorted.place(after: current) else { break }
      current = next
    }
    return (groups, sorted.value(before: start).map { pool.label($0) }, sorted.value(at: current).map { pool.label($0) })
  }
}

// MARK: the rows that use values

extension ColumnWriter {
  /// Keeps, from now on, which rows have each value.
  mutating func keepUsers(of pool: ValuePool) { users = Array(repeating: [], count: pool.count) }

  /// Notes that a row has a value.
  mutating func addUser(_ row: Int, of value: ValueID) {
    let row = UInt32(truncatingIfNeeded: row)
    while users.count <= Int(value) { users.append([]) }
    let place = Self.place(of: row, in: users[Int(value)])
    if place == users[Int(value)].count || users[Int(value)][place] != row { users[Int(value)].insert(row, at: place) }
  }

  /// Notes that a row has a value no more.
  mutating func removeUser(_ row: Int, of value: ValueID) {
    let row = UInt32(truncatingIfNeeded: row)
    let place = Self.place(of: row, in: users[Int(value)])
    if place < users[Int(value)].count, users[Int(value)][place] == row { users[Int(value)].remove(at: place) }
  }

  private static func place(of row: UInt32, in rows: [UInt32]) -> Int {
    rows.partitioningIndex { $0 >= row }
  }
}
