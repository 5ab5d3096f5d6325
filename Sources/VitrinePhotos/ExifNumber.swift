// Numbers of photos as people write them.

import Glibc

/// Texts of numbers.
enum ExifNumber {
  /// A number with at most so many decimals, without zeros at its end: `2.8`, `11`, `-0.05`; nil where it is too large to mean anything.
  static func decimal(_ value: Double, places: Int) -> String? {
    guard value.isFinite, value.magnitude < 1e9 else { return nil }
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    var digits = String(scaled % scale + scale).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return digits.isEmpty ? "\(sign)\(scaled / scale)" : "\(sign)\(scaled / scale).\(digits)"
  }

  /// An exposure time. Units: seconds. Up to a quarter of one it is written as cameras show it, `1/250`; longer ones as `0.5`, `2.5`, `30`.
  static func shutter(_ seconds: Double) -> String? {
    guard seconds > 1e-9 else { return nil }
    guard seconds < 0.250_01 else { return decimal(seconds, places: 1) }
    return "1/\(Int((1 / seconds).rounded()))"
  }

  /// A lens by its shortest and its longest focal length, the first of its limits: `18-55 mm`; nil where these are not known. Units: millimetres.
  static func lens(limits: [Double?]) -> String? {
    guard limits.count == 4, let short = limits[0], let long = limits[1], short > 0, long >= short,
      let shortest = decimal(short, places: 1), let longest = decimal(long, places: 1)
    else { return nil }
    return (shortest == longest ? shortest : "\(shortest)-\(longest)") + " mm"
  }

  /// The exposure time of a shutter speed in the APEX system, which counts in doublings. Units: seconds.
  static func seconds(shutterSpeed: Double) -> Double? { isKnown(shutterSpeed) ? exp2(-shutterSpeed) : nil }

  /// The f-number of a lens's opening in the APEX system.
  static func fNumber(lensOpening: Double) -> Double? { isKnown(lensOpening) ? exp2(lensOpening / 2) : nil }

  /// False for zero, by which cameras say that they do not know, and for what no camera does. Source: EXIF 2.32, annex C.
  private static func isKnown(_ apex: Double) -> Bool { apex != 0 && apex.magnitude <= 20 }
}
