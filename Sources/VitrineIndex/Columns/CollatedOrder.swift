// The order of a column's texts by a language's alphabet, found out when somebody asks for it.

import Synchronization
import VitrineModel
package import VitrineText

/// The order of the values of one pool as it is; a pool that takes up another value has a new one.
package final class CollatedOrder: Sendable {
  /// The order that was last asked for.
  private let known = Mutex<(collation: Collation, labels: [UInt64])?>(nil)

  /// An order that nobody asked for.
  init() {}

  /// The order that was asked for before, else what `make` finds out.
  fileprivate func labels(_ collation: Collation, _ make: () -> [UInt64]) -> [UInt64] {
    known.withLock { known in
      if let known, known.collation == collation { return known.labels }
      let labels = make()
      known = (collation, labels)
      return labels
    }
  }
}

extension ValuePool {
  /// What orders each value by an alphabet, as `label` does by folded texts; nil for columns whose values are more than texts.
  package func labels(in collation: Collation) -> [UInt64]? {
    guard meaning == .text else { return nil }
    return collated.labels(collation) {
      var keys: [UInt8] = []
      var starts = [0]
      starts.reserveCapacity(count + 1)
      for segment in segments {
        segment.bytes.withUnsafeBufferPointer { bytes in
          for index in 0..<segment.count {
            let text = bytes[Int(segment.starts[index])..<Int(segment.starts[index + 1])]
            collation.appendKey(UnsafeBufferPointer(rebasing: text), to: &keys)
            starts.append(keys.count)
          }
        }
      }
      let values = count > 2 ? Array(2..<ValueID(count)) : []
      let sorted = keys.withUnsafeBufferPointer { ValueSorting.sortTexts(values, bytes: $0, starts: starts) }
      var labels = Array(repeating: Self.lastLabel, count: count)
      if count > Int(ValueID.map) { labels[Int(ValueID.map)] = Self.mapLabel }
      var label: UInt64 = 0
      for (place, value) in sorted.order.enumerated() {
        if !sorted.isSameAsBefore[place] { label += 1 }
        labels[Int(value)] = label
      }
      return labels
    }
  }
}
