// Which rows of a table, and which values of a pool: one bit each.

/// A set of rows of one table, or of values of one pool. Shape: bit `i % 64` of word `i / 64`.
package struct BitSet: Sendable, Hashable {
  /// The bits; those beyond `count` are clear.
  package var words: [UInt64]
  /// How many bits there are.
  package let count: Int

  /// A set of so many bits, none of them set.
  package init(count: Int) {
    self.count = count
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  /// True where a bit is set.
  @inlinable package func contains(_ index: Int) -> Bool { words[index / 64] & (1 << UInt64(index % 64)) != 0 }

  /// Sets a bit.
  @inlinable package mutating func insert(_ index: Int) { words[index / 64] |= 1 << UInt64(index % 64) }

  /// How many bits are set.
  package var population: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
