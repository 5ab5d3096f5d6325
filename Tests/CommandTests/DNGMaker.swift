// A raw file made from pixels: a digital negative as a camera with a Bayer sensor writes it.

/// Makes DNGs.
///
/// Source: Adobe's Digital Negative Specification 1.4; TIFF 6.0 for the directory.
enum DNGMaker {
  /// A DNG of 16-bit samples, red at the upper left of each four: of every pixel the colour that its filter lets through.
  ///
  /// Shape: sides are even; `pixels` gives red, green and blue of a point, 0 to 255, linear.
  static func bayer(width: Int, height: Int, orientation: Int = 1, _ pixel: (Int, Int) -> (Int, Int, Int)) -> [UInt8] {
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue) = pixel(x, y)
        let value = (y % 2 == 0 ? (x % 2 == 0 ? red : green) : (x % 2 == 0 ? green : blue)) * 257
        samples += two(value)
      }
    }
    // The matrix from XYZ to the camera's colours is that of linear sRGB, so that what comes out is what went in. Units: ten thousandths.
    let matrix = [32_406, -15_372, -4_986, -9_689, 18_758, 415, 557, -2_040, 10_570]
    var entries: [(tag: Int, type: Int, count: Int, bytes: [UInt8])] = []
    func add(_ tag: Int, _ type: Int, _ count: Int, _ bytes: [UInt8]) { entries.append((tag, type, count, bytes)) }
    add(254, 4, 1, four(0))
    add(256, 4, 1, four(width))
    add(257, 4, 1, four(height))
    add(258, 3, 1, two(16))
    add(259, 3, 1, two(1))
    add(262, 3, 1, two(32_803))
    add(271, 2, 8, Array("Vitrine\0".utf8))
    add(272, 2, 5, Array("Test\0".utf8))
    add(273, 4, 1, [])
    add(274, 3, 1, two(orientation))
    add(277, 3, 1, two(1))
    add(278, 4, 1, four(height))
    add(279, 4, 1, four(samples.count))
    add(284, 3, 1, two(1))
    add(33_421, 3, 2, [2, 0, 2, 0])
    add(33_422, 1, 4, [0, 1, 1, 2])
    add(50_706, 1, 4, [1, 4, 0, 0])
    add(50_707, 1, 4, [1, 1, 0, 0])
    add(50_708, 2, 13, Array("Vitrine Test\0".utf8))
    add(50_714, 4, 1, four(0))
    add(50_717, 4, 1, four(65_535))
    var rationals: [UInt8] = []
    for value in matrix {
      rationals += four(value)
      rationals += four(10_000)
    }
    add(50_721, 10, 9, rationals)
    let ones = four(1)
    add(50_728, 5, 3, ones + ones + ones + ones + ones + ones)
    add(50_778, 3, 1, two(21))
    let directory = 8
    let contents = directory + 2 + entries.count * 12 + 4
    var table = two(entries.count)
    var rest: [UInt8] = []
    var large = 0
    for entry in entries where entry.bytes.count > 4 { large += (entry.bytes.count + 1) / 2 * 2 }
    for entry in entries {
      table += two(entry.tag)
      table += two(entry.type)
      table += four(entry.count)
      let bytes = entry.tag == 273 ? four(contents + large) : entry.bytes
      if bytes.count > 4 {
        table += four(contents + rest.count)
        rest += bytes
        if bytes.count % 2 == 1 { rest.append(0) }
      } else {
        table += bytes
        table += [UInt8](repeating: 0, count: 4 - bytes.count)
      }
    }
    var file = Array("II*\0".utf8)
    file += four(directory)
    file += table
    file += four(0)
    file += rest
    file += samples
    return file
  }

  private static func two(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

  private static func four(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
