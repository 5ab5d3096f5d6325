// One row of a chunk set anew.

extension ColumnChunk {
  /// Adds a row without values; `rowCount` is how many there were.
  mutating func appendRow(rowCount: Int) {
    if values.isEmpty { return }
    if let last = starts.last {
      starts.append(last)
    } else {
      values.append(.null)
      for list in elements.indices { elements[list].append(0) }
    }
  }

  /// Gives a row its values; `rowCount` is how many rows there are.
  mutating func set(_ row: Int, _ new: [ValueID], _ newElements: [[UInt32]], rowCount: Int) {
    let isSingle = new.count <= 1 && new.first != .null
    if values.isEmpty {
      if isSingle {
        values = Array(repeating: .null, count: rowCount)
        elements = newElements.map { _ in Array(repeating: 0, count: rowCount) }
      } else {
        starts = Array(repeating: 0, count: rowCount + 1)
        elements = newElements.map { _ in [] }
      }
      countsUp = newElements.map { _ in true }
    }
    for list in newElements.indices where countsUp[list] {
      countsUp[list] = newElements[list].enumerated().allSatisfy { $0.element == $0.offset }
    }
    if starts.isEmpty, isSingle {
      values[row] = new.first ?? .null
      for list in elements.indices { elements[list][row] = newElements[list].first ?? 0 }
      return
    }
    if starts.isEmpty { gather() }
    let range = range(ofRow: row, starts)
    values.replaceSubrange(range, with: new)
    for list in elements.indices { elements[list].replaceSubrange(range, with: newElements[list]) }
    let change = UInt32(truncatingIfNeeded: new.count &- range.count)
    starts.withUnsafeMutableBufferPointer { starts in
      for index in row + 1..<starts.count { starts[index] &+= change }
    }
    if values.isEmpty { self = ColumnChunk() }
  }

  private func range(ofRow row: Int, _ starts: [UInt32]) -> Range<Int> { Int(starts[row])..<Int(starts[row + 1]) }

  /// Whether a row has just these values.
  func isSame(_ row: Int, _ new: [ValueID], _ newElements: [[UInt32]]) -> Bool {
    let range = range(ofRow: row)
    if starts.isEmpty, !values.isEmpty, values[row] == .null { return new.isEmpty }
    guard range.count == new.count, values[range].elementsEqual(new) else { return false }
    return elements.isEmpty || elements.indices.allSatisfy { elements[$0][range].elementsEqual(newElements[$0]) }
  }

  /// From one value a row to the form for any number.
  private mutating func gather() {
    let spread = values
    starts = [0]
    starts.reserveCapacity(spread.count + 1)
    var count: UInt32 = 0
    for value in spread {
      count += value == .null ? 0 : 1
      starts.append(count)
    }
    values = spread.filter { $0 != .null }
    for list in elements.indices { elements[list] = zip(spread, elements[list]).filter { $0.0 != .null }.map(\.1) }
  }
}
