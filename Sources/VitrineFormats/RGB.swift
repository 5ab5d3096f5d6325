// A colour as terminals take it.

/// A colour of three parts.
package struct RGB: Sendable, Hashable {
  /// Red, green and blue, 0 to 255 each.
  package var red: UInt8, green: UInt8, blue: UInt8

  /// A colour written as `#rrggbb`; nil for anything else.
  package init?(hex: String) {
    let digits = hex.utf8
    guard digits.count == 7, digits.first == UInt8(ascii: "#"),
      digits.dropFirst().allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let number = UInt32(hex.dropFirst(), radix: 16)
    else { return nil }
    red = UInt8(number >> 16)
    green = UInt8(number >> 8 & 0xFF)
    blue = UInt8(number & 0xFF)
  }

  /// The parameters of the SGR sequence that has text written in this colour.
  ///
  /// Source: ISO/IEC 8613-6 (`38;2`); the palette of xterm (`38;5`), of which the nearest colour is taken.
  func foreground(isExact: Bool) -> String {
    isExact ? "38;2;\(red);\(green);\(blue)" : "38;5;\(indexed)"
  }

  /// The nearest of xterm's 256 colours: of its cube of 6 by 6 by 6 (from 16) or of its 24 greys (from 232). The first 16 are the
  /// user's own and may be anything.
  var indexed: Int {
    let parts = [Int(red), Int(green), Int(blue)]
    let steps = parts.map { part in RGB.levels.indices.min { abs(RGB.levels[$0] - part) < abs(RGB.levels[$1] - part) } ?? 0 }
    let cube = distance(parts, steps.map { RGB.levels[$0] })
    let grey = min(max((parts.reduce(0, +) / 3 - 3) / 10, 0), 23)
    if distance(parts, [8 + grey * 10, 8 + grey * 10, 8 + grey * 10]) < cube { return 232 + grey }
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }

  /// The six levels of the cube.
  private static let levels = [0, 95, 135, 175, 215, 255]

  private func distance(_ left: [Int], _ right: [Int]) -> Int {
    zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
