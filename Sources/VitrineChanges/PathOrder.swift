// The order of paths, for very many of them.

package import VitrineSource

extension Array {
  /// The elements in the byte order of their paths; those of the same path stay as they stand.
  func sorted(byPath path: (Element) -> Path) -> [Element] { isInOrder(path) ? self : places(byPath: path).map { self[$0] } }

  /// The places of the elements in the byte order of their paths: for those who make very many of something that shall stand in that order.
  package func places(byPath path: (Element) -> Path) -> [Int] {
    if isInOrder(path) { return Array<Int>(indices) }
    var order = PathOrder()
    for element in self { order.append(path(element)) }
    return order.sorted()
  }

  /// Whether they are in order as they stand, as what comes from an export is.
  private func isInOrder(_ path: (Element) -> Path) -> Bool {
    var last = Path.root
    for element in self {
      let next = path(element)
      if next < last { return false }
      last = next
    }
    return true
  }
}

/// Sorts paths by eight bytes at a time: what many have in common is looked at once, not in each comparison.
private struct PathOrder {
  /// All paths, one behind the other, and where each ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  /// How many bytes all paths begin with alike.
  private var common = Int.max

  mutating func append(_ path: Path) {
    let start = bytes.count
    bytes.append(contentsOf: path.utf8)
    ends.append(bytes.count)
    let most = Swift.min(common, ends[1], bytes.count - start)
    common = (0..<most).first { bytes[$0] != bytes[start + $0] } ?? most
  }

  /// The paths by the numbers in which they came, in order.
  func sorted() -> [Int] {
    var items = (0..<ends.count - 1).map { (key: UInt64(0), place: $0) }
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
    return items.map(\.place)
  }

  /// Eight bytes of a path, the first one highest; zeros behind its end.
  private func key(of place: Int, from start: Int) -> UInt64 {
    let (first, end) = (ends[place] + start, ends[place + 1])
    var key: UInt64 = 0
    for index in first..<first + 8 { key = key << 8 | UInt64(index < end ? bytes[index] : 0) }
    return key
  }
}
