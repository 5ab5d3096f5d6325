// Colours from sRGB to OKLab, where equal distances look alike.

import Glibc

extension OKLab {
  /// The colour of a hex text, `#rrggbb`, `rrggbb` or `#rgb`; nil for any other text.
  package init?(hex text: String) {
    guard let hex = OKLab.hex(text), let value = UInt32(hex.dropFirst(), radix: 16) else { return nil }
    self.init(red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }

  /// The colour of a pixel. Units: sRGB, 0 to 255. Source: Björn Ottosson, "A perceptual color space for image processing"; IEC 61966-2-1.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    let (r, g, b) = (OKLab.linear(red), OKLab.linear(green), OKLab.linear(blue))
    let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    self.init(
      lightness: 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      a: 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      b: 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)
  }

  private static func linear(_ value: UInt8) -> Double {
    let part = Double(value) / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }

  /// How far apart two colours look: the Euclidean distance in OKLab, times 100. About 2 is hardly seen; black and white are 100 apart.
  package func distance(to other: OKLab) -> Double {
    let (l, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
    return (l * l + a * a + b * b).squareRoot() * 100
  }

  /// A hex text as `#rrggbb` in lower case; nil for any other text. Three digits count twice each; `#` may be missing.
  package static func hex(_ text: String) -> String? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }) else { return nil }
    switch digits.utf8.count {
    case 6: return "#" + digits.lowercased()
    case 3: return "#" + digits.lowercased().flatMap { [$0, $0] }
    default: return nil
    }
  }
}
