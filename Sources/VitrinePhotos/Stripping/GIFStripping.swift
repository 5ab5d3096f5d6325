// A GIF without comments, and without what programs have put into it.

/// Strips GIF.
///
/// Source: GIF89a, 18 to 27; the application extensions NETSCAPE2.0 and ANIMEXTS1.0 (loops), ICCRGBG1012 (colour profile).
enum GIFStripping {
  private static let keptApplications: Set<String> = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]

  /// The parts of the file that stay, up to its end.
  ///
  /// Errors: a block that does not fit, or is none; no picture.
  static func strip(_ bytes: [UInt8]) throws(StrippingRefusal) -> StrippedPhoto {
    guard bytes.count >= 14 else { throw .cutOff }
    var result = StrippedPhoto()
    var place = 13 + colorTable(bytes[10])
    guard place < bytes.count else { throw .cutOff }
    result.append(0..<place)
    var hasPicture = false
    while place < bytes.count {
      let start = place
      switch bytes[place] {
      case 0x3B:
        guard hasPicture else { throw StrippingRefusal("it holds no picture") }
        result.append(place..<place + 1)
        return result
      case 0x2C:
        guard place + 11 <= bytes.count else { throw .cutOff }
        place = try blocksEnd(bytes, from: place + 11 + colorTable(bytes[place + 9]))
        result.append(start..<place)
        hasPicture = true
      case 0x21:
        guard place + 3 <= bytes.count else { throw .cutOff }
        let label = bytes[place + 1]
        place = try blocksEnd(bytes, from: place + 2)
        if label == 0xF9 || label == 0x01 || label == 0xFF && isKept(bytes, at: start) { result.append(start..<place) }
      default: throw StrippingRefusal("it has a block of the unknown type \(String(bytes[place], radix: 16, uppercase: true))")
      }
    }
    throw .cutOff
  }

  /// The size of the colour table that a byte of flags announces.
  private static func colorTable(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

  /// Where the blocks that begin at a place end, after the empty one.
  private static func blocksEnd(_ bytes: [UInt8], from start: Int) throws(StrippingRefusal) -> Int {
    var place = start
    while place < bytes.count {
      let length = Int(bytes[place])
      place += 1 + length
      if length == 0 { return place }
    }
    throw .cutOff
  }

  /// Whether the application extension at a place is one that a viewer needs.
  private static func isKept(_ bytes: [UInt8], at start: Int) -> Bool {
    guard start + 14 <= bytes.count, bytes[start + 2] == 11 else { return false }
    return keptApplications.contains(String(decoding: bytes[start + 3..<start + 14], as: UTF8.self))
  }
}
