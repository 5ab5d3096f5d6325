// A hash that photos with the same bytes share.

extension ImageSample {
  /// 2 to the 64th over the golden ratio: multiplying by it spreads the bits. Source: Knuth, The Art of Computer Programming, 6.4.
  private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// A hash of the size and of what is known of both ends.
  ///
  /// Photos of another size, another picture or other metadata have another one: formats that are coded end in bytes which depend on the picture. Of formats
  /// that are not, only the ends count. It is the same in every run, and made for speed, not against somebody who wants collisions.
  package var fingerprint: UInt64 {
    var hash = UInt64(size) &* Self.multiplier
    for bytes in [head, tail] {
      bytes.withUnsafeBytes { bytes in
        // Two words at a time, so that one multiplication need not wait for the other.
        var (first, second) = (hash, hash ^ ~0)
        var place = 0
        while place + 16 <= bytes.count {
          first = (first ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* Self.multiplier
          second = (second ^ bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)) &* Self.multiplier
          first ^= first &>> 32
          second ^= second &>> 32
          place += 16
        }
        while place < bytes.count {
          first = (first ^ UInt64(bytes[place])) &* Self.multiplier
          first ^= first &>> 32
          place += 1
        }
        hash = (first ^ (second &<< 29 | second &>> 35)) &* Self.multiplier
      }
    }
    return hash
  }
}
