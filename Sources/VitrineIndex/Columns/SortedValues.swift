// The values of a pool in their order, in leaves, so that a value in between moves few others.

import VitrineAlgorithms

/// The values of one pool, sorted. Values that are alike stand together, in any order.
struct SortedValues: Sendable {
  /// A leaf of twice this size is parted.
  private static let leafSize = 512

  /// A place between two values: before the one at `index` of the leaf. The end is a leaf beyond the last.
  struct Place: Sendable, Equatable {
    fileprivate var leaf: Int
    fileprivate var index: Int
  }

  /// None of them is empty.
  private var leaves: [[ValueID]] = []

  /// The values of a pool, as its labels order them.
  init(_ pool: ValuePool) {
    var items: [SortItem] = []
    items.reserveCapacity(pool.count)
    var id: ValueID = 0
    for segment in pool.segments {
      for label in segment.labels {
        if id > .map { items.append(SortItem(key: label, id: id)) }
        id += 1
      }
    }
    var scratch = items
    ValueSorting.sort(&items, items.indices, &scratch)
    for start in stride(from: 0, to: items.count, by: Self.leafSize) {
      leaves.append(items[start..<min(start + Self.leafSize, items.count)].map(\.id))
    }
  }

  /// The place before the first value that is not less than the one sought: `isLess` says whether a value is.
  func place(_ isLess: (ValueID) -> Bool) -> Place {
    let leaf = leaves.partitioningIndex { !isLess($0[$0.count - 1]) }
    guard leaf < leaves.count else { return Place(leaf: leaf, index: 0) }
    return Place(leaf: leaf, index: leaves[leaf].partitioningIndex { !isLess($0) })
  }

  /// The value after a place.
  func value(at place: Place) -> ValueID? { place.leaf < leaves.count ? leaves[place.leaf][place.index] : nil }

  /// The value before a place.
  func value(before place: Place) -> ValueID? { self.place(before: place).flatMap { value(at: $0) } }

  /// The place one value further; nil at the end.
  func place(after place: Place) -> Place? {
    guard place.leaf < leaves.count else { return nil }
    let isLast = place.index + 1 == leaves[place.leaf].count
    return isLast ? Place(leaf: place.leaf + 1, index: 0) : Place(leaf: place.leaf, index: place.index + 1)
  }

  /// The place one value back; nil at the start.
  func place(before place: Place) -> Place? {
    if place.index > 0 { return Place(leaf: place.leaf, index: place.index - 1) }
    return place.leaf > 0 ? Place(leaf: place.leaf - 1, index: leaves[place.leaf - 1].count - 1) : nil
  }

  /// Adds a value at a place.
  mutating func insert(_ id: ValueID, at place: Place) {
    if place.leaf == leaves.count {
      guard let last = leaves.indices.last else {
        leaves.append([id])
        return
      }
      leaves[last].append(id)
      divide(last)
    } else {
      leaves[place.leaf].insert(id, at: place.index)
      divide(place.leaf)
    }
  }

  private mutating func divide(_ leaf: Int) {
    guard leaves[leaf].count >= 2 * Self.leafSize else { return }
    let upper = Array(leaves[leaf][Self.leafSize...])
    leaves[leaf].removeSubrange(Self.leafSize...)
    leaves.insert(upper, at: leaf + 1)
  }
}
