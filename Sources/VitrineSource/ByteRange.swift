// A stretch of a text in bytes: what every node, finding and edit carries.

/// A half-open range of bytes in one text.
///
/// Units: bytes, counted from 0; `start` is included, `end` is not. An empty value or a missing key has an empty range.
package struct ByteRange: Hashable, Sendable {
  /// The first byte.
  package var start: UInt32
  /// The byte after the last.
  package var end: UInt32

  /// A range from `start` up to, not including, `end`; a reversed pair gives an empty range at `start`.
  @inlinable package init(_ start: UInt32, _ end: UInt32) {
    self.start = start
    self.end = Swift.max(start, end)
  }

  /// A range given in `Int`, clamped to what 32 bits hold.
  @inlinable package init(_ start: Int, _ end: Int) {
    self.init(UInt32(clamping: start), UInt32(clamping: end))
  }

  /// An empty range at one place.
  @inlinable package init(at offset: UInt32) {
    self.init(offset, offset)
  }

  /// The number of bytes.
  @inlinable package var count: Int { Int(end - start) }
  /// True where no byte is covered.
  @inlinable package var isEmpty: Bool { start == end }
  /// The range as indices of an array of bytes.
  @inlinable package var indices: Range<Int> { Int(start)..<Int(end) }
}

extension ByteRange: Comparable {
  /// Orders by start, then by end.
  @inlinable package static func < (left: ByteRange, right: ByteRange) -> Bool {
    (left.start, left.end) < (right.start, right.end)
  }
}
