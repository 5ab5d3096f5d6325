// A colour as terminals take it.

import VitrineQuery

/// A colour of three parts.
package struct RGB: Sendable, Hashable {
  /// Red, green and blue, 0 to 255 each.
  package var red: UInt8, green: UInt8, blue: UInt8

  /// A colour of these parts.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

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

  /// The same for what stands behind the text.
  func background(isExact: Bool) -> String {
    isExact ? "48;2;\(red);\(green);\(blue)" : "48;5;\(indexed)"
  }

  /// The nearest of xterm's 256 colours as eyes see it: of its cube of 6 by 6 by 6 (from 16) or of its 24 greys (from 232). The first 16 are
  /// the user's own and may be anything.
  ///
  /// In the dark the cube has few colours, and a grey is nearer to navy than any blue is. But people tell colours by their hue before all else:
  /// so what has one is never shown as a grey, and a difference of hue counts more than one of lightness or of strength.
  var indexed: Int {
    let wanted = TerminalColor(0, red, green, blue)
    var nearest = (index: 16, difference: Double.infinity)
    for color in TerminalColor.all where color.chroma > TerminalColor.leastHue || wanted.chroma < TerminalColor.tinted {
      let difference = wanted.difference(from: color)
      if difference < nearest.difference { nearest = (color.index, difference) }
    }
    return nearest.index
  }
}

/// One of xterm's colours.
private struct TerminalColor {
  /// The strength that the hue of a colour counts from. Units: distance from grey in OKLab.
  static let tinted = 0.04
  /// Less than this is a grey.
  static let leastHue = 0.01
  /// How much more a difference of hue counts than any other.
  private static let hueWeight = 4.0

  let index: Int
  let chroma: Double
  private let place: OKLab

  init(_ index: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.index = index
    place = OKLab(red: red, green: green, blue: blue)
    chroma = (place.a * place.a + place.b * place.b).squareRoot()
  }

  /// The cube, and the greys.
  static let all: [TerminalColor] = {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = (0..<216).map { TerminalColor(16 + $0, levels[$0 / 36], levels[$0 / 6 % 6], levels[$0 % 6]) }
    return cube
      + (0..<24).map { step in
        let level = UInt8(8 + step * 10)
        return TerminalColor(232 + step, level, level, level)
      }
  }()

  /// The square of the distance in OKLab, with its part along the circle of hues made longer.
  func difference(from other: TerminalColor) -> Double {
    let (lightness, strength) = (place.lightness - other.place.lightness, chroma - other.chroma)
    let (a, b) = (place.a - other.place.a, place.b - other.place.b)
    let hue = a * a + b * b - strength * strength
    return lightness * lightness + strength * strength + TerminalColor.hueWeight * hue
  }
}
