// Randomness that is the same in every run.

/// The SplitMix64 generator: small, seeded, good enough for tests.
package struct SplitMix: RandomNumberGenerator {
  /// The state; the seed at first.
  package var state: UInt64

  /// A generator of the given seed.
  package init(state: UInt64) { self.state = state }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, `bound`, which is at least 1.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }
}
