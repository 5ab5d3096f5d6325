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
    let (oldHeight, old) = (height, pixels)
    var columns = AreaColumns(from: width, to: newWidth)
    let rows = AreaShares(from: height, to: newHeight)
    let (whole, half) = (Double(width * height), Double(width * height / 2))
    pixels = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * 3) { new, count in
      old.withUnsafeBufferPointer { old in
        // One row of sums, in shares of both directions; as numbers with a point they are exact, and quickly divided.
        var sums = [Double](repeating: 0, count: newWidth * 3)
        sums.withUnsafeMutableBufferPointer { sums in
          for y in 0..<newHeight {
            sums.update(repeating: half)
            for row in rows.first(y)..<min(rows.end(y), oldHeight) {
              columns.add(row, of: old, times: Double(rows.share(row, of: y)), to: sums)
            }
            let start = y * newWidth * 3
            for index in 0..<newWidth * 3 { new[start + index] = UInt8(truncatingIfNeeded: Int32(sums[index] / whole)) }
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
}

/// Rows of a picture with fewer columns: which were made last is kept, since a row often belongs to two new ones.
private struct AreaColumns {
  /// A new pixel's first old one and how many these are, and the shares of the first, of the last, and of those between.
  private struct Span {
    let start: Int
    let count: Int
    let first: UInt32
    let last: UInt32
  }

  private let oldWidth: Int
  private let share: UInt32
  private var spans: [Span] = []
  /// The sums of the row that was made last.
  private var sums: [UInt32]
  private var made = -1

  init(from old: Int, to new: Int) {
    (oldWidth, share) = (old, UInt32(new))
    sums = [UInt32](repeating: 0, count: new * 3)
    let shares = AreaShares(from: old, to: new)
    spans.reserveCapacity(new)
    for index in 0..<new {
      let (first, end) = (shares.first(index), shares.end(index))
      spans.append(
        Span(
          start: first * 3, count: end - first, first: UInt32(shares.share(first, of: index)),
          last: end - first > 1 ? UInt32(shares.share(end - 1, of: index)) : 0))
    }
  }

  /// Adds a row of old pixels to a row of sums.
  mutating func add(
    _ row: Int, of pixels: UnsafeBufferPointer<UInt8>, times: Double, to total: UnsafeMutableBufferPointer<Double>
  ) {
    if row != made { make(row, pixels) }
    sums.withUnsafeBufferPointer { sums in
      for index in 0..<sums.count { total[index] += Double(sums[index]) * times }
    }
  }

  /// The sums of a row: at most 255 times the width, which 32 bits hold.
  private mutating func make(_ row: Int, _ pixels: UnsafeBufferPointer<UInt8>) {
    made = row
    let start = row * oldWidth * 3
    let share = share
    spans.withUnsafeBufferPointer { spans in
      sums.withUnsafeMutableBufferPointer { sums in
        for index in 0..<spans.count {
          let span = spans[index]
          var place = start + span.start
          var (red, green, blue) = (
            UInt32(pixels[place]) &* span.first, UInt32(pixels[place + 1]) &* span.first, UInt32(pixels[place + 2]) &* span.first
          )
          place += 3
          if span.count > 1 {
            var (reds, greens, blues): (UInt32, UInt32, UInt32) = (0, 0, 0)
            for _ in 2..<max(span.count, 2) {
              reds &+= UInt32(pixels[place])
              greens &+= UInt32(pixels[place + 1])
              blues &+= UInt32(pixels[place + 2])
              place += 3
            }
            red &+= reds &* share &+ UInt32(pixels[place]) &* span.last
            green &+= greens &* share &+ UInt32(pixels[place + 1]) &* span.last
            blue &+= blues &* share &+ UInt32(pixels[place + 2]) &* span.last
          }
          sums[index * 3] = red
          sums[index * 3 + 1] = green
          sums[index * 3 + 2] = blue
        }
      }
    }
  }
}
