// Whether a text is plain: most are, and need no second look.

extension UnsafeBufferPointer<UInt8> {
  /// True where all bytes are printable ASCII, and none is one of two others, which are ASCII; false may be wrong where there is one that is
  /// not. Eight bytes are looked at at a time.
  ///
  /// Source: Sean Eron Anderson, "Bit Twiddling Hacks", "Determine if a word has a byte less than n", "equal to n".
  func isPrintable(but one: UInt8 = 0x7F, _ other: UInt8 = 0x7F) -> Bool {
    guard let start = baseAddress.map({ UnsafeRawPointer($0) }) else { return true }
    guard count >= 8 else {
      for byte in self where byte &- 0x20 >= 0x5F || byte == one || byte == other { return false }
      return true
    }
    var odd: UInt64 = 0
    var place = 0
    while place < count {
      // The last eight bytes, some of them for the second time, cost less than one by one.
      let word = start.loadUnaligned(fromByteOffset: Swift.min(place, count - 8), as: UInt64.self)
      odd |= word | (word &- (0x20 * Self.ones)) & ~word
      odd |= Self.bytes(of: word, equalTo: 0x7F) | Self.bytes(of: word, equalTo: one) | Self.bytes(of: word, equalTo: other)
      place += 8
    }
    return odd & (0x80 * Self.ones) == 0
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  @inline(__always)
  private static func bytes(of word: UInt64, equalTo byte: UInt8) -> UInt64 {
    let difference = word ^ UInt64(byte) &* ones
    return (difference &- ones) & ~difference
  }
}
