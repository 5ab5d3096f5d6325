// The distinct values of one column: what a query is asked of once, however many records share the answer.

package import VitrineModel
package import VitrineSyntax

/// The distinct values of a column, in the order they were first met. Values are only ever added; those that no record has any more stay
/// until the pool is made anew.
///
/// Shape: `ValueID.null` and `ValueID.map` are there from the start, without text.
package struct ValuePool: Sendable {
  /// What the column's values mean.
  package let meaning: FieldMeaning
  /// The values, `ValueSegment.size` in each but the last.
  package internal(set) var segments: [ValueSegment]
  /// How many values there are.
  package internal(set) var count: Int
  /// Reference columns: the record that each value names, by `ValueID`; nil where it names none, several, or one of another kind. Empty
  /// for other columns. In chunks of `ValueSegment.size`.
  package internal(set) var targets: [[RowID?]]
  /// The order of the values by an alphabet.
  var collated = CollatedOrder()
}

/// Values that lie together; never changed once made.
package final class ValueSegment: Sendable {
  /// How many values a full segment has.
  package static let size = 512

  /// The number of values.
  package let count: Int
  /// The values' texts as written, one after the other.
  package let bytes: [UInt8]
  /// Where each starts in `bytes`, and where the last ends.
  package let starts: [UInt32]
  /// The texts folded for search (`Folding.fold`), a NUL byte after each.
  package let folded: [UInt8]
  /// Where each starts in `folded`, and where the last ends.
  package let foldedStarts: [UInt32]
  /// What each is in YAML.
  package let kinds: [Node.Kind]
  /// The number of each (`ValueNumber.number`), not a number where it has none; empty for columns whose meaning has no numbers.
  package let numbers: [Double]
  /// What orders them: a value sorts before another exactly if its label is less. Values that sort alike have one label.
  package let labels: [UInt64]
  /// What was looked for in the folded texts.
  package let memo = SearchMemo()

  /// A segment of the given parts.
  init(
    bytes: [UInt8], starts: [UInt32], folded: [UInt8], foldedStarts: [UInt32], kinds: [Node.Kind], numbers: [Double],
    labels: [UInt64]
  ) {
    count = kinds.count
    self.bytes = bytes
    self.starts = starts
    self.folded = folded
    self.foldedStarts = foldedStarts
    self.kinds = kinds
    self.numbers = numbers
    self.labels = labels
  }
}

extension ValuePool {
  /// The label of what is missing: after all others.
  package static let lastLabel = UInt64.max

  /// The text of a value as written.
  package func text(_ id: ValueID) -> String { String(decoding: bytes(id), as: UTF8.self) }

  /// The bytes of a value as written.
  package func bytes(_ id: ValueID) -> ArraySlice<UInt8> {
    let segment = segments[Int(id) / ValueSegment.size]
    let index = Int(id) % ValueSegment.size
    return segment.bytes[Int(segment.starts[index])..<Int(segment.starts[index + 1])]
  }

  /// A value folded for search.
  package func folded(_ id: ValueID) -> ArraySlice<UInt8> {
    let segment = segments[Int(id) / ValueSegment.size]
    let index = Int(id) % ValueSegment.size
    return segment.folded[Int(segment.foldedStarts[index])..<Int(segment.foldedStarts[index + 1]) - 1]
  }

  /// What a value is in YAML.
  package func kind(_ id: ValueID) -> Node.Kind { segments[Int(id) / ValueSegment.size].kinds[Int(id) % ValueSegment.size] }

  /// The number of a value; not a number where it has none.
  package func number(_ id: ValueID) -> Double {
    let numbers = segments[Int(id) / ValueSegment.size].numbers
    return numbers.isEmpty ? .nan : numbers[Int(id) % ValueSegment.size]
  }

  /// What orders a value.
  package func label(_ id: ValueID) -> UInt64 { segments[Int(id) / ValueSegment.size].labels[Int(id) % ValueSegment.size] }

  /// The record that a value of a reference column names.
  package func target(_ id: ValueID) -> RowID? {
    targets.isEmpty ? nil : targets[Int(id) / ValueSegment.size][Int(id) % ValueSegment.size]
  }
}
