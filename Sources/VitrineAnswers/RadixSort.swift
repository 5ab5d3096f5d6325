// The sort behind all orders: by 64-bit keys, stable, in time that grows as the number of keys does.

/// Sorts entries by keys, ascending and stable.
struct RadixSort {
  private var packed: [UInt64] = []
  private var spare: [UInt64] = []
  private var oldEntries: [RowEntry] = []
  private var oldKeys: [UInt64] = []

  /// Up to so many are sorted by insertion.
  private static let few = 24

  /// Sorts the places of a range of both arrays, which are of one length.
  mutating func sort(_ entries: inout [RowEntry], _ keys: inout [UInt64], _ range: Range<Int>) {
    guard range.count > 1 else { return }
    entries.withUnsafeMutableBufferPointer { entries in
      keys.withUnsafeMutableBufferPointer { keys in
        sort(
          UnsafeMutableBufferPointer(rebasing: entries[range]), UnsafeMutableBufferPointer(rebasing: keys[range]))
      }
    }
  }

  private mutating func sort(_ entries: UnsafeMutableBufferPointer<RowEntry>, _ keys: UnsafeMutableBufferPointer<UInt64>) {
    let count = keys.count
    if count <= RadixSort.few { return insert(entries, keys) }
    // What is missing has the greatest key, far from all others: set apart, it does not spread them.
    let missing = keys.reduce(0) { $0 + ($1 == .max ? 1 : 0) }
    if missing > 0, missing < count {
      setApart(entries, keys, missing)
      return sort(
        UnsafeMutableBufferPointer(rebasing: entries[..<(count - missing)]),
        UnsafeMutableBufferPointer(rebasing: keys[..<(count - missing)]))
    }
    // Digits that all keys share are skipped, and keys that are in order are left alone.
    var varying: UInt64 = 0
    var isSorted = true
    for index in 1..<count {
      varying |= keys[index] ^ keys[0]
      if keys[index] < keys[index - 1] { isSorted = false }
    }
    if isSorted { return }
    let top = 64 - varying.leadingZeroBitCount
    let bottom = varying.trailingZeroBitCount
    let indexBits = 64 - UInt64(count - 1).leadingZeroBitCount
    // A few bits more than it takes to number the keys distinguish most of them: keys that share them are sorted below.
    let width = min(top - bottom, 64 - indexBits, indexBits + 6)
    let shift = top - width
    distribute(keys, shift: shift, width: width, indexBits: indexBits)
    reorder(entries, keys, indexBits: indexBits)
    guard shift > bottom else { return }
    var start = 0
    while start < count {
      var end = start + 1
      var isSorted = true
      while end < count, keys[end] >> UInt64(shift) == keys[start] >> UInt64(shift) {
        if keys[end] < keys[end - 1] { isSorted = false }
        end += 1
      }
      if !isSorted {
        sort(
          UnsafeMutableBufferPointer(rebasing: entries[start..<end]), UnsafeMutableBufferPointer(rebasing: keys[start..<end]))
      }
      start = end
    }
  }

  /// Moves the entries with the greatest of all keys, of which there are so many, to the end.
  private mutating func setApart(
    _ entries: UnsafeMutableBufferPointer<RowEntry>, _ keys: UnsafeMutableBufferPointer<UInt64>, _ missing: Int
  ) {
    makeRoom(keys.count)
    var next = 0
    var nextMissing = 0
    for index in keys.indices {
      if keys[index] == .max {
        oldEntries[nextMissing] = entries[index]
        nextMissing += 1
      } else {
        keys[next] = keys[index]
        entries[next] = entries[index]
        next += 1
      }
    }
    for index in 0..<missing {
      keys[next + index] = .max
      entries[next + index] = oldEntries[index]
    }
  }

  private mutating func makeRoom(_ count: Int) {
    guard oldKeys.count < count else { return }
    oldEntries = Array(repeating: 0, count: count)
    oldKeys = oldEntries
    packed = oldEntries
    spare = oldEntries
  }

  private func insert(_ entries: UnsafeMutableBufferPointer<RowEntry>, _ keys: UnsafeMutableBufferPointer<UInt64>) {
    for index in 1..<max(keys.count, 1) {
      let (key, entry) = (keys[index], entries[index])
      var place = index
      while place > 0, keys[place - 1] > key {
        keys[place] = keys[place - 1]
        entries[place] = entries[place - 1]
        place -= 1
      }
      keys[place] = key
      entries[place] = entry
    }
  }

  /// Sorts, by so many bits of the keys, words that hold these bits and below them the key's number.
  private mutating func distribute(_ keys: UnsafeMutableBufferPointer<UInt64>, shift: Int, width: Int, indexBits: Int) {
    let count = keys.count
    makeRoom(count)
    let passes = (width + 11) / 12
    let digit = (width + passes - 1) / passes
    let buckets = 1 << digit
    let mask = UInt64(buckets - 1)
    let keyMask: UInt64 = width >= 64 ? .max : (1 << UInt64(width)) - 1
    var tallies: [Int32] = Array(repeating: 0, count: buckets * passes)
    packed.withUnsafeMutableBufferPointer { packed in
      tallies.withUnsafeMutableBufferPointer { tallies in
        for index in 0..<count {
          let key = keys[index] >> UInt64(shift) & keyMask
          packed[index] = key << UInt64(indexBits) | UInt64(index)
          for pass in 0..<passes { tallies[pass << digit + Int(key >> UInt64(pass * digit) & mask)] += 1 }
        }
      }
    }
    for pass in 0..<passes {
      var sum: Int32 = 0
      var isOneBucket = false
      for bucket in pass * buckets..<(pass + 1) * buckets {
        let tally = tallies[bucket]
        if Int(tally) == count { isOneBucket = true }
        tallies[bucket] = sum
        sum += tally
      }
      if isOneBucket { continue }
      let low = UInt64(indexBits + pass * digit)
      packed.withUnsafeMutableBufferPointer { packed in
        spare.withUnsafeMutableBufferPointer { spare in
          tallies.withUnsafeMutableBufferPointer { tallies in
            let base = pass * buckets
            for index in 0..<count {
              let word = packed[index]
              let bucket = base + Int(word >> low & mask)
              spare[Int(tallies[bucket])] = word
              tallies[bucket] += 1
            }
          }
        }
      }
      swap(&packed, &spare)
    }
  }

  /// Brings entries and keys into the order of the packed words.
  private mutating func reorder(
    _ entries: UnsafeMutableBufferPointer<RowEntry>, _ keys: UnsafeMutableBufferPointer<UInt64>, indexBits: Int
  ) {
    let count = keys.count
    let mask: UInt64 = (1 << UInt64(indexBits)) - 1
    oldEntries.withUnsafeMutableBufferPointer { oldEntries in
      oldKeys.withUnsafeMutableBufferPointer { oldKeys in
        packed.withUnsafeBufferPointer { packed in
          for index in 0..<count {
            oldEntries[index] = entries[index]
            oldKeys[index] = keys[index]
          }
          for index in 0..<count {
            let from = Int(packed[index] & mask)
            entries[index] = oldEntries[from]
            keys[index] = oldKeys[from]
          }
        }
      }
    }
  }
}
