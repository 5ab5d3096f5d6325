// Constants and steps that spread the bits of hashes.

extension UInt64 {
  /// 2 to the 64th over the golden ratio: multiplying by it spreads small numbers. Source: Knuth, The Art of Computer Programming, 6.4.
  @inlinable package static var goldenRatio: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  /// The number with each bit depending on all. Source: MurmurHash3, fmix64.
  @inlinable package var mixed: UInt64 {
    var hash = self
    hash = (hash ^ hash &>> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash &>> 33) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash &>> 33
  }
}
