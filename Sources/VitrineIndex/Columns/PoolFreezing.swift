// From the distinct values of a column to a pool: folded texts, numbers, and labels in order.

import VitrineModel
import VitrineSyntax
import VitrineText

extension ValuePool {
  /// The first label that values get in bulk: with as much room below as any catalogue needs, and three times that above.
  static let firstLabel: UInt64 = 1 << 62
  /// The distance of labels that were given in bulk.
  static let labelStep: UInt64 = 1 << 32
  /// The label of a map. No value has it, as none has `lastLabel`.
  static let mapLabel = lastLabel - 1

  /// The pool of a field's values.
  init(_ table: ValueTable, field: Kind.Field) {
    let order = ValueOrder(field)
    var folded: [UInt8] = []
    folded.reserveCapacity(table.bytes.count + table.bytes.count / 8)
    var foldedStarts = [0]
    foldedStarts.reserveCapacity(table.count + 1)
    for id in 0..<ValueID(table.count) {
      table.withBytes(id) { Folding.fold($0, into: &folded) }
      foldedStarts.append(folded.count)
    }
    let labels = Self.labels(table, order, folded, foldedStarts)
    var segments: [ValueSegment] = []
    for start in stride(from: 0, to: table.count, by: ValueSegment.size) {
      let range = start..<min(start + ValueSegment.size, table.count)
      segments.append(ValueSegment(table, range, order, folded, foldedStarts, labels))
    }
    self.init(meaning: field.meaning, segments: segments, count: table.count, targets: [])
  }

  private static func labels(_ table: ValueTable, _ order: ValueOrder, _ folded: [UInt8], _ foldedStarts: [Int]) -> [UInt64] {
    var labels = Array(repeating: lastLabel, count: table.count)
    labels[Int(ValueID.map)] = mapLabel
    var numbered: [SortItem] = []
    var texts: [UInt32] = []
    for id in 2..<ValueID(max(table.count, 2)) {
      if let number = table.withBytes(id, { order.number($0, table.kind(id)) }) {
        numbered.append(SortItem(key: ValueOrder.bits(number), id: id))
      } else {
        texts.append(id)
      }
    }
    var scratch = numbered
    ValueSorting.sort(&numbered, numbered.indices, &scratch)
    var label = firstLabel - labelStep
    for (index, item) in numbered.enumerated() {
      if index == 0 || numbered[index - 1].key != item.key { label += labelStep }
      labels[Int(item.id)] = label
    }
    let sorted = folded.withUnsafeBufferPointer { ValueSorting.sortTexts(texts, bytes: $0, starts: foldedStarts) }
    for (index, id) in sorted.order.enumerated() {
      if !sorted.isSameAsBefore[index] { label += labelStep }
      labels[Int(id)] = label
    }
    return labels
  }
}

extension ValueSegment {
  /// A piece of a column's values.
  fileprivate convenience init(
    _ table: ValueTable, _ range: Range<Int>, _ order: ValueOrder, _ folded: [UInt8], _ foldedStarts: [Int], _ labels: [UInt64]
  ) {
    let start = table.start(range.lowerBound)
    var ownFolded: [UInt8] = []
    var ownFoldedStarts: [UInt32] = [0]
    ownFolded.reserveCapacity(foldedStarts[range.upperBound] - foldedStarts[range.lowerBound] + range.count)
    ownFoldedStarts.reserveCapacity(range.count + 1)
    for id in range {
      ownFolded.append(contentsOf: folded[foldedStarts[id]..<foldedStarts[id + 1]])
      ownFolded.append(0)
      ownFoldedStarts.append(UInt32(truncatingIfNeeded: ownFolded.count))
    }
    self.init(
      bytes: Array(table.bytes[start..<table.start(range.upperBound)]),
      starts: (range.lowerBound...range.upperBound).map { UInt32(truncatingIfNeeded: table.start($0) - start) },
      folded: ownFolded, foldedStarts: ownFoldedStarts, kinds: range.map { table.kind(ValueID(truncatingIfNeeded: $0)) },
      numbers: order.hasNumbers ? range.map { id in table.withBytes(ValueID(id)) { order.rangeNumber($0) } } : [],
      labels: Array(labels[range]))
  }
}
