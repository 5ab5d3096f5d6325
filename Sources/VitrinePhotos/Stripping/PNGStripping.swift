// A PNG without its metadata: the chunks of the picture, of its colours and of its movement.

/// Strips PNG and APNG.
///
/// Source: PNG 3rd edition, 5 (chunks), 11 (their meanings); PNG extensions 1.4.
enum PNGStripping {
  /// The chunks that decoders may leave out and that say nothing of a person. Those with a capital first letter always stay.
  private static let kept: Set<String> = [
    "acTL", "bKGD", "cHRM", "cICP", "cLLI", "cLLi", "fcTL", "fdAT", "gAMA", "hIST", "iCCP", "mDCV", "mDCv", "oFFs", "pCAL",
    "pHYs",
    "sBIT", "sCAL", "sPLT", "sRGB", "sTER", "tRNS",
  ]

  /// The parts of the file that stay, up to its last chunk; `exif` is written before the picture.
  ///
  /// Errors: a chunk that does not fit, no last chunk.
  static func strip(_ bytes: [UInt8], exif: [UInt8]?) throws(StrippingRefusal) -> StrippedPhoto {
    var result = StrippedPhoto()
    guard bytes.count >= 8 + 12 else { throw .cutOff }
    result.append(0..<8)
    var place = 8
    var hasPicture = false
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let letters = bytes[place + 4..<place + 8]
      guard letters.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }) else {
        throw StrippingRefusal("a chunk has a name that is none")
      }
      let type = String(decoding: letters, as: UTF8.self)
      guard length <= bytes.count - place - 12 else { throw .tooLong("the chunk \(type)") }
      if place == 8, type != "IHDR", type != "CgBI" { throw StrippingRefusal("its first chunk is \(type), not IHDR") }
      let chunk = place..<place + 12 + length
      if letters.first.map({ $0 & 0x20 == 0 }) == true || kept.contains(type) { result.append(chunk) }
      if type == "IHDR", let exif { result.append(self.chunk("eXIf", exif)) }
      if type == "IDAT" { hasPicture = true }
      if type == "IEND" {
        guard hasPicture else { throw StrippingRefusal("it holds no picture") }
        return result
      }
      place = chunk.upperBound
    }
    throw .cutOff
  }

  /// A chunk with its length and its checksum.
  static func chunk(_ type: StaticString, _ bytes: [UInt8]) -> [UInt8] {
    let body = (0..<4).map { type.utf8Start[$0] } + bytes
    return MinimalExif.number(bytes.count, 4) + body + MinimalExif.number(Int(checksum(body)), 4)
  }

  /// CRC-32. Source: PNG 3rd edition, annex D.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
