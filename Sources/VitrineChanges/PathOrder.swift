// The order of paths, for very many of them.

extension Array {
  /// The elements in the byte order of their paths; those of the same path stay as they stand.
  func sorted(byPath path: (Element) -> String) -> [Element] {
    var order = PathOrder(map(path))
    return order.sort() ? order.places.map { self[$0] } : self
  }
}

/// Sorts paths by eight bytes at a time: what many have in common is looked at once, not in each comparison.
private struct PathOrder {
  private let paths: [String]
  private var items: [(key: UInt64, place: Int)]

  init(_ paths: [String]) {
    self.paths = paths
    items = paths.indices.map { (0, $0) }
  }

  var places: [Int] { items.map(\.place) }

  /// Sorts; false where they were in order.
  mutating func sort() -> Bool {
    guard let first = paths.first else { return false }
    var common = first.utf8.count
    for path in paths.dropFirst() {
      common = Swift.min(common, zip(first.utf8.prefix(common), path.utf8).prefix { $0 == $1 }.count)
    }
    // Stretches that are alike up to a byte.
    var stretches = [(range: items.indices, start: common)]
    while let (range, start) = stretches.popLast() {
      for index in range { items[index].key = key(of: paths[items[index].place], from: start) }
      items[range].sort { ($0.key, $0.place) < ($1.key, $1.place) }
      var low = range.lowerBound
      for index in range where index + 1 == range.upperBound || items[index].key != items[index + 1].key {
        // A path that ended has a zero at the end of its key.
        if index > low, items[low].key & 0xFF != 0 { stretches.append((low..<index + 1, start + 8)) }
        low = index + 1
      }
    }
    return items.indices.contains { items[$0].place != $0 }
  }

  /// Eight bytes of a path, the first one highest; zeros behind its end.
  private func key(of path: String, from start: Int) -> UInt64 {
    var path = path
    return path.withUTF8 { bytes in
      var key: UInt64 = 0
      for index in start..<start + 8 { key = key << 8 | UInt64(index < bytes.count ? bytes[index] : 0) }
      return key
    }
  }
}
