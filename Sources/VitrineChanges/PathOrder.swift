// The order of paths, for very many of them.

extension Array {
  /// The elements in the byte order of their paths; those of the same path stay as they stand.
  func sorted(byPath path: (Element) -> String) -> [Element] {
    var order = PathOrder()
    for element in self { order.append(path(element)) }
    return order.sort() ? order.places.map { self[$0] } : self
  }
}

/// Sorts paths by eight bytes at a time: what many have in common is looked at once, not in each comparison.
private struct PathOrder {
  /// All paths, one behind the other, and where each ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  /// How many bytes all paths begin with alike.
  private var common = Int.max

  /// The paths by the numbers in which they came, in order once they are sorted.
  private(set) var places: [Int] = []

  mutating func append(_ path: String) {
    let start = bytes.count
    bytes.append(contentsOf: path.utf8)
    places.append(places.count)
    ends.append(bytes.count)
    let most = Swift.min(common, ends[1], bytes.count - start)
    common = (0..<most).first { bytes[$0] != bytes[start + $0] } ?? most
  }

  /// Sorts; false where they were in order.
  mutating func sort() -> Bool {
    guard places.count > 1 else { return false }
    var items = places.map { (key: UInt64(0), place: $0) }
    // Stretches that are alike up to a byte.
    var stretches = [(range: items.indices, start: common)]
    while let (range, start) = stretches.popLast() {
      for index in range { items[index].key = key(of: items[index].place, from: start) }
      items[range].sort { ($0.key, $0.place) < ($1.key, $1.place) }
      var low = range.lowerBound
      for index in range where index + 1 == range.upperBound || items[index].key != items[index + 1].key {
        // A path that ended has a zero at the end of its key.
        if index > low, items[low].key & 0xFF != 0 { stretches.append((low..<index + 1, start + 8)) }
        low = index + 1
      }
    }
    let wasInOrder = items.indices.allSatisfy { items[$0].place == $0 }
    places = items.map(\.place)
    return !wasInOrder
  }

  /// Eight bytes of a path, the first one highest; zeros behind its end.
  private func key(of place: Int, from start: Int) -> UInt64 {
    let (first, end) = (ends[place] + start, ends[place + 1])
    var key: UInt64 = 0
    for index in first..<first + 8 { key = key << 8 | UInt64(index < end ? bytes[index] : 0) }
    return key
  }
}
