// Pixels as text that terminals show: half blocks of two colours, or sixels.

/// Pictures as text. Shape: pixels are three bytes each, red first, the upper left first, no gap between rows.
package enum PictureText {
  /// A picture in half blocks: each character is two pixels, one above the other.
  ///
  /// Shape: lines that end with a line feed, each with its colours and without them at its end.
  package static func blocks(_ pixels: [UInt8], width: Int, height: Int, isExact: Bool) -> String {
    var text = ""
    for row in stride(from: 0, to: height, by: 2) {
      var last = ""
      for column in 0..<width {
        let upper = color(pixels, (row * width + column) * 3)
        var codes = upper.foreground(isExact: isExact)
        if row + 1 < height {
          codes += ";" + color(pixels, ((row + 1) * width + column) * 3).background(isExact: isExact)
        }
        if codes != last { text += "\u{1B}[0;\(codes)m" }
        last = codes
        text += "▀"
      }
      text += "\u{1B}[0m\n"
    }
    return text
  }

  private static func color(_ pixels: [UInt8], _ place: Int) -> RGB {
    RGB(red: pixels[place], green: pixels[place + 1], blue: pixels[place + 2])
  }

  /// A picture as sixels, in the colours of a cube of 6 by 7 by 6, mixed by an ordered pattern.
  ///
  /// Source: DEC STD 070, chapter 9, "Sixel Graphics"; B. Bayer, "An optimum method for two-level rendition of continuous-tone pictures".
  package static func sixels(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
    for index in 0..<252 {
      let (red, green, blue) = (index / 42, index / 6 % 7, index % 6)
      bytes += "#\(index);2;\(red * 20);\(green * 100 / 6);\(blue * 20)".utf8
    }
    let indices = indices(pixels, width, height)
    for top in stride(from: 0, to: height, by: 6) {
      var rows = [Int: [UInt8]]()
      for line in top..<min(top + 6, height) {
        for column in 0..<width {
          rows[Int(indices[line * width + column]), default: [UInt8](repeating: 0, count: width)][column] |=
            1 << UInt8(line - top)
        }
      }
      for (position, row) in rows.sorted(by: { $0.key < $1.key }).enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: "$")) }
        bytes += "#\(row.key)".utf8
        append(row.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "-"))
    }
    return bytes + Array("\u{1B}\\".utf8)
  }

  /// Sixels of one colour and row, those that repeat as a number.
  private static func append(_ row: [UInt8], to bytes: inout [UInt8]) {
    var place = 0
    while place < row.count {
      var end = place + 1
      while end < row.count, row[end] == row[place] { end += 1 }
      // What is left empty up to the end need not be written.
      if end == row.count, row[place] == 0 { return }
      if end - place > 3 {
        bytes += "!\(end - place)".utf8
        bytes.append(row[place] + 63)
      } else {
        for _ in place..<end { bytes.append(row[place] + 63) }
      }
      place = end
    }
  }

  private static func indices(_ pixels: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    let pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
    func level(_ value: UInt8, _ steps: Int, _ shift: Int) -> Int { (Int(value) * steps * 16 + shift * 255) / (255 * 16) }
    return (0..<width * height).map { pixel in
      let shift = pattern[pixel / width % 4 * 4 + pixel % width % 4]
      let (red, green, blue) = (pixels[pixel * 3], pixels[pixel * 3 + 1], pixels[pixel * 3 + 2])
      return UInt8(min(5, level(red, 5, shift)) * 42 + min(6, level(green, 6, shift)) * 6 + min(5, level(blue, 5, shift)))
    }
  }
}
