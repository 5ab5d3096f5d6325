// Pixels with a line of text before them: how programs hand pictures to each other.

/// Reads and writes PPMs of 8 bits a colour. Source: ppm(5) of Netpbm.
enum PPM {
  /// A picture as a PPM.
  static func encode(_ picture: Picture) -> [UInt8] {
    Array("P6\n\(picture.width) \(picture.height)\n255\n".utf8) + picture.pixels
  }

  /// The picture of a PPM without comments.
  ///
  /// Errors: it is none, or has other than all of its pixels.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodeFailure) -> Picture {
    guard bytes.has("P6", at: 0) else { throw DecodeFailure(reason: "the picture is no PPM") }
    var numbers: [Int] = []
    var place = 2
    while numbers.count < 3 {
      while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x0A { place += 1 }
      var number = 0
      let start = place
      while place < bytes.count, (0x30...0x39).contains(bytes[place]), place < start + 6 {
        number = number * 10 + Int(bytes[place] - 0x30)
        place += 1
      }
      guard place > start else { throw DecodeFailure(reason: "the picture is no PPM") }
      numbers.append(number)
    }
    try Picture.check(width: numbers[0], height: numbers[1])
    place += 1
    guard numbers[2] == 255, bytes.count - place == numbers[0] * numbers[1] * 3 else {
      throw DecodeFailure(reason: "the picture is no PPM of 8 bits with all its pixels")
    }
    return Picture(width: numbers[0], height: numbers[1], pixels: Array(bytes[place...]))
  }
}
