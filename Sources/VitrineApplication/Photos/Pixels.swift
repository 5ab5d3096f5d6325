// A decoded photo: red, green and blue, row by row.

/// The pixels of a picture.
package struct Pixels: Sendable {
  /// Units: pixels.
  package let width: Int
  /// Units: pixels.
  package let height: Int
  /// Three bytes a pixel, red first, the upper left pixel first, no gap between rows.
  package var bytes: [UInt8]

  /// A picture of one colour.
  package init(width: Int, height: Int, filledWith color: (red: UInt8, green: UInt8, blue: UInt8)) {
    (self.width, self.height) = (width, height)
    bytes = [UInt8](unsafeUninitializedCapacity: width * height * 3) { bytes, count in
      for pixel in 0..<width * height {
        (bytes[pixel * 3], bytes[pixel * 3 + 1], bytes[pixel * 3 + 2]) = color
      }
      count = width * height * 3
    }
  }

  /// The picture of a PPM as `vitrine-decode` writes it; nil for anything else.
  init?(ppm: [UInt8]) {
    let lines = ppm.prefix(64).split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
    guard lines.count == 4, lines[0].elementsEqual("P6".utf8), lines[2].elementsEqual("255".utf8) else { return nil }
    let numbers = String(decoding: lines[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy({ (1...65_536).contains($0) }) else { return nil }
    (width, height) = (numbers[0], numbers[1])
    bytes = Array(ppm[lines[3].startIndex...])
    guard bytes.count == width * height * 3 else { return nil }
  }

  /// What stands before the bytes in a PPM. Source: ppm(5) of Netpbm.
  var ppmHead: [UInt8] { Array("P6\n\(width) \(height)\n255\n".utf8) }
}
