// How often each shade of red, green and blue is in a picture.

/// The histogram of a picture: 256 shades of three colours, and of their lightness.
package struct ColorHistogram: Sendable {
  /// How many pixels have each shade, 0 to 255.
  package private(set) var red = [Int](repeating: 0, count: 256)
  /// The same for green.
  package private(set) var green = [Int](repeating: 0, count: 256)
  /// The same for blue.
  package private(set) var blue = [Int](repeating: 0, count: 256)
  /// The same for the luma of all three. Source: ITU-R BT.709.
  package private(set) var luma = [Int](repeating: 0, count: 256)
  /// How many pixels were counted.
  package let count: Int

  /// The histogram of all pixels.
  package init(_ pixels: Pixels) {
    count = pixels.width * pixels.height
    // Four tables in one, so that the loop checks one bound.
    var table = [Int](repeating: 0, count: 1024)
    table.withUnsafeMutableBufferPointer { table in
      pixels.bytes.withUnsafeBufferPointer { bytes in
        for place in stride(from: 0, to: bytes.count, by: 3) {
          let (red, green, blue) = (Int(bytes[place]), Int(bytes[place + 1]), Int(bytes[place + 2]))
          table[red] += 1
          table[256 + green] += 1
          table[512 + blue] += 1
          table[768 + (red * 54 + green * 183 + blue * 19) >> 8] += 1
        }
      }
    }
    (red, green, blue, luma) = (
      Array(table[..<256]), Array(table[256..<512]), Array(table[512..<768]), Array(table[768...])
    )
  }

  /// A colour's shades as rows of blocks, the darkest at the left; each of `columns` stands for some shades beside each other.
  ///
  /// Shape: `height` lines without line feeds. The highest column is as high as there is room.
  package static func chart(_ shades: [Int], columns: Int, height: Int, isASCII: Bool) -> [String] {
    let bins = (0..<columns).map { column in
      shades[(column * 256 / columns)..<((column + 1) * 256 / columns)].reduce(0, +)
    }
    let blocks = isASCII ? [" ", "#"] : [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let steps = blocks.count - 1
    let most = max(1, bins.max() ?? 1)
    // Something that is there is seen.
    let levels = bins.map { $0 == 0 ? 0 : max(1, ($0 * height * steps + most / 2) / most) }
    return (0..<height).reversed().map { line in
      levels.map { blocks[min(max($0 - line * steps, 0), steps)] }.joined()
    }
  }

  /// How much of a picture is as dark or as light as can be in a colour. Units: of 100.
  package func clipped(_ shades: [Int]) -> (dark: Double, light: Double) {
    let whole = Double(max(count, 1))
    return (Double(shades[0]) * 100 / whole, Double(shades[255]) * 100 / whole)
  }
}
