// FNV-1a, for hashes that have to be the same in every run: names of sockets, fingerprints of findings, ids that follow from a name.

/// A 64-bit FNV-1a hash that bytes are added to. Not for tables that strangers fill: collisions are easily made.
///
/// Source: draft-eastlake-fnv.
@frozen
package struct FNV1a: Sendable, Hashable {
  /// The hash of what was added so far.
  package var value: UInt64

  /// The hash of no bytes.
  @inlinable package static var offsetBasis: UInt64 { 0xCBF2_9CE4_8422_2325 }

  /// A hash to which nothing was added; another basis gives one that is independent of it.
  @inlinable package init(basis: UInt64 = FNV1a.offsetBasis) { value = basis }

  /// Adds one byte.
  @inlinable package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Adds bytes.
  @inlinable package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// The hash of bytes.
  @inlinable package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = FNV1a()
    hash.add(bytes)
    return hash.value
  }
}
