// Sorting many values at once: by whole words of their bytes, never by comparing texts.

/// A number to sort by, and what it belongs to.
struct SortItem: Sendable {
  /// What is compared.
  var key: UInt64
  /// The value.
  var id: UInt32
}

/// Sorts of values.
enum ValueSorting {
  /// The fewest items that are worth counting instead of comparing.
  private static let radixBelow = 256

  /// Sorts by key; items of one key keep their order. `scratch` is as long as `items` at least.
  static func sort(_ items: inout [SortItem], _ range: Range<Int>, _ scratch: inout [SortItem]) {
    items.withUnsafeMutableBufferPointer { items in
      scratch.withUnsafeMutableBufferPointer { scratch in
        let items = UnsafeMutableBufferPointer(rebasing: items[range])
        if range.count < radixBelow { insertionOrLibrarySort(items) } else { radixSort(items, scratch) }
      }
    }
  }

  private static func insertionOrLibrarySort(_ items: UnsafeMutableBufferPointer<SortItem>) {
    guard items.count > 16 else {
      for index in 1..<max(items.count, 1) {
        let item = items[index]
        var place = index
        while place > 0, items[place - 1].key > item.key {
          items[place] = items[place - 1]
          place -= 1
        }
        items[place] = item
      }
      return
    }
    // The library's sort is stable, though it does not promise to be.
    var array = Array(items)
    array.sort { $0.key < $1.key }
    for index in array.indices { items[index] = array[index] }
  }

  /// Least significant byte first; bytes that are the same in all keys are passed over.
  private static func radixSort(_ items: UnsafeMutableBufferPointer<SortItem>, _ scratch: UnsafeMutableBufferPointer<SortItem>) {
    var differing: UInt64 = 0
    let first = items[0].key
    for item in items { differing |= item.key ^ first }
    var (source, target) = (items, UnsafeMutableBufferPointer(rebasing: scratch[..<items.count]))
    var isSwapped = false
    for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { places in
        places.initialize(repeating: 0)
        for item in source { places[Int(item.key >> shift & 0xFF)] += 1 }
        var sum = 0
        for index in 0..<256 {
          let count = places[index]
          places[index] = sum
          sum += count
        }
        for item in source {
          let byte = Int(item.key >> shift & 0xFF)
          target[places[byte]] = item
          places[byte] += 1
        }
      }
      (source, target) = (target, source)
      isSwapped.toggle()
    }
    if isSwapped { for index in 0..<items.count { items[index] = source[index] } }
  }

  /// Sorts the values `ids` by their texts in `bytes`, and says of each whether it is alike with the one before.
  ///
  /// Texts are compared eight bytes at a time: all of a run by their first words, then each run of one word by the next. The work is bounded
  /// by the bytes that have to be looked at, however much texts have in common.
  static func sortTexts(
    _ ids: [UInt32], bytes: UnsafeBufferPointer<UInt8>, starts: [Int]
  ) -> (order: [UInt32], isSameAsBefore: [Bool]) {
    var items = ids.map { SortItem(key: 0, id: $0) }
    var scratch = items
    var isSame = Array(repeating: false, count: ids.count)
    var open: [(range: Range<Int>, offset: Int)] = ids.isEmpty ? [] : [(0..<ids.count, 0)]
    func left(_ id: UInt32, _ offset: Int) -> UInt64 { UInt64(min(starts[Int(id) + 1] - starts[Int(id)] - offset, 8)) }
    while let (range, offset) = open.popLast() {
      for index in range { items[index].key = word(bytes, starts, items[index].id, offset) }
      sort(&items, range, &scratch)
      forEachRun(items, range) { run in
        guard run.count > 1 else { return }
        // Texts of one word that end in it are alike, unless they end in bytes of zero.
        for index in run { items[index].key = left(items[index].id, offset) }
        sort(&items, run, &scratch)
        forEachRun(items, run) { run in
          if items[run.lowerBound].key == 8 {
            if run.count > 1 { open.append((run, offset + 8)) }
          } else {
            for index in run.dropFirst() { isSame[index] = true }
          }
        }
      }
    }
    return (items.map(\.id), isSame)
  }

  /// The eight bytes of a text from an offset on, the first of them most significant; zeros beyond its end.
  @inline(__always)
  private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ starts: [Int], _ id: UInt32, _ offset: Int) -> UInt64 {
    let start = starts[Int(id)] + offset
    let count = starts[Int(id) + 1] - start
    if count >= 8, let base = bytes.baseAddress {
      return UInt64(bigEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: start, as: UInt64.self))
    }
    var word: UInt64 = 0
    for index in 0..<8 { word = word << 8 | (index < count ? UInt64(bytes[start + index]) : 0) }
    return word
  }

  /// Calls `body` with each run of items of one key. The keys are read before `body` is called, which may change them.
  private static func forEachRun(_ items: @autoclosure () -> [SortItem], _ range: Range<Int>, _ body: (Range<Int>) -> Void) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, items()[end].key == items()[start].key { end += 1 }
      body(start..<end)
      start = end
    }
  }
}
