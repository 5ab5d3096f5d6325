// A map as a drawing of the server: coasts, borders and pins, for browsers without a script, for records, and to begin with.

import Glibc
import VitrinePlaces

/// A stretch of the Earth on a sheet, in Mercator's projection.
struct MapDrawing {
  /// The sheet. Units: pixels.
  let width: Double
  let height: Double
  private let centerX: Double
  private let centerY: Double
  /// Units: pixels for the way around the Earth.
  private let scale: Double

  /// The greatest latitude of the square map. Source: Web Mercator, EPSG:3857.
  private static let mostNorthern = 85.051_129

  /// A sheet around some positions.
  ///
  /// - Parameter leastSpan: how much of the Earth it shows at least. Units: degrees of longitude.
  init(around points: [(latitude: Double, longitude: Double)], width: Double, height: Double, leastSpan: Double) {
    self.width = width
    self.height = height
    let xs = points.map { Self.x($0.longitude) }
    let ys = points.map { Self.y($0.latitude) }
    let (west, east) = (xs.min() ?? 0, xs.max() ?? 1)
    let (north, south) = (ys.min() ?? 0.15, ys.max() ?? 0.75)
    let span = max((east - west) * 1.15, leastSpan / 360)
    let tall = max((south - north) * 1.25, span * height / width / 4)
    scale = max(width, min(width / span, height / tall))
    centerX = (west + east) / 2
    // Not beyond the edges of the map, as far as it is taller than the sheet.
    let half = min(height / scale / 2, 0.5)
    centerY = min(max((north + south) / 2, half), 1 - half)
  }

  /// How far east a longitude is, of the way around.
  private static func x(_ longitude: Double) -> Double { longitude / 360 + 0.5 }

  /// How far south a latitude is, of the square map.
  private static func y(_ latitude: Double) -> Double {
    let angle = min(max(latitude, -mostNorthern), mostNorthern) * .pi / 180
    return 0.5 - log(tan(.pi / 4 + angle / 2)) / (2 * .pi)
  }

  /// Where a position is on the sheet.
  func point(latitude: Double, longitude: Double) -> SIMD2<Double> {
    SIMD2((Self.x(longitude) - centerX) * scale + width / 2, (Self.y(latitude) - centerY) * scale + height / 2)
  }

  /// The outlines that this sheet is drawn with.
  var detail: Gazetteer.Detail { scale > width * 5 ? .regional : .world }

  /// What the sheet shows of the Earth.
  var box: Gazetteer.Box {
    let (northwest, southeast) = (position(.zero), position(SIMD2(width, height)))
    return Gazetteer.Box(
      latitudes: min(southeast.latitude, northwest.latitude)...max(southeast.latitude, northwest.latitude),
      longitudes: northwest.longitude...max(northwest.longitude, southeast.longitude))
  }

  /// What a position of the sheet is on the Earth. Units: pixels; degrees.
  private func position(_ point: SIMD2<Double>) -> (latitude: Double, longitude: Double) {
    let x = (point.x - width / 2) / scale + centerX
    let y = (point.y - height / 2) / scale + centerY
    return (atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi, (x - 0.5) * 360)
  }

  /// The outlines of countries as the text of one path of SVG; those that lie off the sheet are left out.
  func path(_ borders: [Border]) -> String {
    var text = ""
    let margin = SIMD2(width, height)
    for border in borders {
      for ring in border.rings {
        var points: [SIMD2<Double>] = []
        var (least, greatest) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
        for point in ring {
          let place = self.point(latitude: point.y, longitude: point.x)
          least = pointwiseMin(least, place)
          greatest = pointwiseMax(greatest, place)
          // What is far off the sheet need not be exact.
          let near = place.clamped(lowerBound: -margin, upperBound: margin * 2)
          if let last = points.last, abs(last.x - near.x) + abs(last.y - near.y) < 0.7 { continue }
          points.append(near)
        }
        guard greatest.x >= 0, greatest.y >= 0, least.x <= width, least.y <= height, points.count > 2 else { continue }
        text += "M" + points.map { "\(Self.rounded($0.x, 1)) \(Self.rounded($0.y, 1))" }.joined(separator: "L") + "Z"
      }
    }
    return text
  }

  /// A number with so many decimals at most; 0 for what is none. Those that no map has are cut off, beyond a million millions.
  static func rounded(_ number: Double, _ decimals: Int) -> String {
    let factor = [1.0, 10, 100, 1_000, 10_000, 100_000, 1_000_000][decimals]
    let whole = number.isNaN ? 0 : Int((min(number.magnitude, 1e12) * factor).rounded())
    var text = String(whole / Int(factor))
    var rest = String(whole % Int(factor))
    rest = String(repeating: "0", count: max(0, decimals - rest.utf8.count)) + rest
    while rest.last == "0" { rest.removeLast() }
    if decimals > 0, !rest.isEmpty { text += "." + rest }
    return number < 0 && whole > 0 ? "-" + text : text
  }
}
