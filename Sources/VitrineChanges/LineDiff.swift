// Which lines differ between two texts: the fewest removed and added, by Myers' algorithm, within bounds of time and memory.

/// A stretch of lines of the old text that others of the new text stand for. Shape: half-open, counted from 0; one of them may be empty.
struct LineChange: Equatable {
  /// The lines that go.
  var old: Range<Int>
  /// The lines that come.
  var new: Range<Int>
}

/// The comparison of two texts line by line.
///
/// Source: E. Myers, An O(ND) Difference Algorithm and Its Variations (1986), the greedy forward form.
enum LineDiff {
  /// The most removed and added lines that are told apart; beyond that the whole stretch between equal ends is one change.
  static let mostDifferences = 1024
  /// The most comparisons before the same happens.
  static let mostSteps = 50_000_000

  /// The lines of a text with their line feeds; a carriage return before one belongs to the line.
  static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  /// The changes that lead from `old` to `new`, in order, with at least one equal line between two of them.
  static func changes(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) -> [LineChange] {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] { (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1) }
    if start == oldEnd, start == newEnd { return [] }
    let whole = [LineChange(old: start..<oldEnd, new: start..<newEnd)]
    if start == oldEnd || start == newEnd { return whole }

    var numbers: [ArraySlice<UInt8>: Int32] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int32 {
      if let known = numbers[line] { return known }
      let next = Int32(truncatingIfNeeded: numbers.count)
      numbers[line] = next
      return next
    }
    let left = old[start..<oldEnd].map(number)
    let right = new[start..<newEnd].map(number)
    guard let changes = middle(left, right) else { return whole }
    return changes.map {
      LineChange(
        old: $0.old.lowerBound + start..<$0.old.upperBound + start, new: $0.new.lowerBound + start..<$0.new.upperBound + start)
    }
  }

  /// The changes between two lists of numbered lines; nil where that takes too long.
  private static func middle(_ left: [Int32], _ right: [Int32]) -> [LineChange]? {
    let most = min(left.count + right.count, mostDifferences)
    var reach = [Int](repeating: 0, count: 2 * most + 3)
    let zero = most + 1
    var history: [ArraySlice<Int>] = []
    var steps = 0
    for cost in 0...most {
      history.append(ArraySlice(Array(reach[zero - cost - 1...zero + cost + 1])))
      for diagonal in stride(from: -cost, through: cost, by: 2) {
        let goesDown = diagonal == -cost || (diagonal != cost && reach[zero + diagonal - 1] < reach[zero + diagonal + 1])
        var x = goesDown ? reach[zero + diagonal + 1] : reach[zero + diagonal - 1] + 1
        var y = x - diagonal
        while x < left.count, y < right.count, left[x] == right[y] { (x, y, steps) = (x + 1, y + 1, steps + 1) }
        reach[zero + diagonal] = x
        if x >= left.count, y >= right.count { return changes(back: history, from: left.count, right.count) }
      }
      steps += cost
      if steps > mostSteps { return nil }
    }
    return nil
  }

  /// Walks the found way back from the end.
  private static func changes(back history: [ArraySlice<Int>], from oldCount: Int, _ newCount: Int) -> [LineChange] {
    var (x, y) = (oldCount, newCount)
    var changes: [LineChange] = []
    for cost in stride(from: history.count - 1, to: 0, by: -1) {
      let reach = history[cost]
      let zero = cost + 1
      let diagonal = x - y
      let goesDown = diagonal == -cost || (diagonal != cost && reach[zero + diagonal - 1] < reach[zero + diagonal + 1])
      let before = goesDown ? diagonal + 1 : diagonal - 1
      let beforeX = reach[zero + before]
      let beforeY = beforeX - before
      let step =
        goesDown
        ? LineChange(old: beforeX..<beforeX, new: beforeY..<beforeY + 1)
        : LineChange(old: beforeX..<beforeX + 1, new: beforeY..<beforeY)
      if let last = changes.last, last.old.lowerBound == step.old.upperBound, last.new.lowerBound == step.new.upperBound {
        changes[changes.count - 1] = LineChange(
          old: step.old.lowerBound..<last.old.upperBound, new: step.new.lowerBound..<last.new.upperBound)
      } else {
        changes.append(step)
      }
      (x, y) = (beforeX, beforeY)
    }
    return changes.reversed()
  }
}
