// A decoded picture: red, green and blue, row by row.

/// A picture as its pixels.
struct Picture {
  /// How wide it is. Units: pixels.
  private(set) var width: Int
  /// How high it is. Units: pixels.
  private(set) var height: Int
  /// Three bytes a pixel, red first, the upper left pixel first, no gap between rows.
  var pixels: [UInt8]

  /// The longest side of a picture that is decoded. Units: pixels.
  static let longestSide = 65_500
  /// The most pixels of a picture that is decoded.
  static let mostPixels = 400_000_000

  /// A picture of pixels that were decoded, which must be so many.
  init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height * 3, "a picture has three bytes a pixel")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// A picture of four bytes a pixel in rows of `stride` bytes. What can be seen through stands on white; it `isMultiplied` where its colours are
  /// fainter by as much already.
  init(width: Int, height: Int, rgba: UnsafeBufferPointer<UInt8>, stride: Int, isMultiplied: Bool = false) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { pixels, count in
      var to = 0
      for y in 0..<height {
        var from = y * stride
        for _ in 0..<width {
          let cover = Int(rgba[from + 3])
          for channel in 0..<3 {
            let value = Int(rgba[from + channel])
            let own = isMultiplied ? value : (value * cover + 127) / 255
            pixels[to + channel] = UInt8(min(255, own + 255 - cover))
          }
          (from, to) = (from + 4, to + 3)
        }
      }
      count = to
    }
  }

  /// Refuses sizes that no picture has, and those that would take too much memory and time, before anything is decoded.
  static func check(width: Int, height: Int) throws(DecodeFailure) {
    guard width > 0, height > 0 else { throw DecodeFailure(reason: "the picture is not there") }
    guard width <= longestSide, height <= longestSide, width * height <= mostPixels else {
      throw DecodeFailure(reason: "the picture has \(width) by \(height) pixels, which are too many")
    }
  }

  /// The size of a picture of which neither side is longer than `side`; the size itself where it is that small already.
  static func size(_ width: Int, _ height: Int, within side: Int) -> (width: Int, height: Int) {
    let longest = max(width, height)
    guard longest > side else { return (width, height) }
    return (max(1, (width * side + longest / 2) / longest), max(1, (height * side + longest / 2) / longest))
  }

  /// Makes it smaller: each new pixel is the mean of the area that it stands for.
  mutating func shrink(within side: Int) {
    let (newWidth, newHeight) = Self.size(width, height, within: side)
    guard newWidth < width || newHeight < height else { return }
    let columns = AreaShares(from: width, to: newWidth)
    let rows = AreaShares(from: height, to: newHeight)
    let (oldWidth, old) = (width, pixels)
    pixels = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * 3) { new, count in
      old.withUnsafeBufferPointer { old in
        // One row of sums, in shares of both directions.
        var sums = [UInt64](repeating: 0, count: newWidth * 3)
        sums.withUnsafeMutableBufferPointer { sums in
          for y in 0..<newHeight {
            for index in 0..<newWidth * 3 { sums[index] = 0 }
            for row in rows.first(y)..<rows.end(y) {
              columns.add(old, row * oldWidth * 3, times: rows.share(row, of: y), to: sums)
            }
            let whole = columns.whole * rows.whole
            for index in 0..<newWidth * 3 { new[y * newWidth * 3 + index] = UInt8((sums[index] + whole / 2) / whole) }
          }
        }
      }
      count = newWidth * newHeight * 3
    }
    (width, height) = (newWidth, newHeight)
  }

  /// Turns it as one of EXIF's orientations asks, so that it needs no orientation any more.
  mutating func turn(_ orientation: Int) {
    guard (2...8).contains(orientation) else { return }
    let isOnItsSide = orientation >= 5
    let (newWidth, newHeight) = isOnItsSide ? (height, width) : (width, height)
    let (oldWidth, oldHeight, old) = (width, height, pixels)
    pixels = [UInt8](unsafeUninitializedCapacity: old.count) { new, count in
      var to = 0
      for y in 0..<newHeight {
        for x in 0..<newWidth {
          // Where the pixel that is seen at (x, y) is stored.
          let (column, row): (Int, Int) =
            switch orientation {
            case 2: (oldWidth - 1 - x, y)
            case 3: (oldWidth - 1 - x, oldHeight - 1 - y)
            case 4: (x, oldHeight - 1 - y)
            case 5: (y, x)
            case 6: (y, oldHeight - 1 - x)
            case 7: (oldWidth - 1 - y, oldHeight - 1 - x)
            default: (oldWidth - 1 - y, x)
            }
          let from = (row * oldWidth + column) * 3
          new[to] = old[from]
          new[to + 1] = old[from + 1]
          new[to + 2] = old[from + 2]
          to += 3
        }
      }
      count = to
    }
    (width, height) = (newWidth, newHeight)
  }
}

/// Which old pixels a new one stands for along one direction, and with which share each.
///
/// Lengths are counted in parts of which an old pixel has `new` and a new one `old`, so that all shares are whole numbers.
private struct AreaShares {
  private let old: Int
  private let new: Int

  init(from old: Int, to new: Int) { (self.old, self.new) = (old, new) }

  /// The sum of the shares of a new pixel.
  var whole: UInt64 { UInt64(old) }

  /// The first old pixel of a new one.
  func first(_ index: Int) -> Int { index * old / new }

  /// The old pixel behind the last of a new one.
  func end(_ index: Int) -> Int { ((index + 1) * old + new - 1) / new }

  /// How much of an old pixel belongs to a new one.
  func share(_ pixel: Int, of index: Int) -> UInt64 {
    UInt64(min((pixel + 1) * new, (index + 1) * old) - max(pixel * new, index * old))
  }

  /// Adds a row of old pixels, which begins at `start`, to a row of sums.
  func add(_ pixels: UnsafeBufferPointer<UInt8>, _ start: Int, times: UInt64, to sums: UnsafeMutableBufferPointer<UInt64>) {
    for index in 0..<new {
      var (red, green, blue): (UInt64, UInt64, UInt64) = (0, 0, 0)
      let (first, end) = (first(index), end(index))
      var place = start + first * 3
      for pixel in first..<end {
        // Only the pixels at both ends belong to neighbours as well.
        let share = pixel == first || pixel == end - 1 ? share(pixel, of: index) : UInt64(new)
        red += UInt64(pixels[place]) * share
        green += UInt64(pixels[place + 1]) * share
        blue += UInt64(pixels[place + 2]) * share
        place += 3
      }
      sums[index * 3] += red * times
      sums[index * 3 + 1] += green * times
      sums[index * 3 + 2] += blue * times
    }
  }
}
