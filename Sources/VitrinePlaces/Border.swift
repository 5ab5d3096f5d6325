// The outline of a country: where it is drawn, and what lies in it.

/// The rings of a country. What is within an even number of them is not in it, so that holes need no mark.
package struct Border: Sendable {
  /// The code of ISO 3166-1; empty where Natural Earth has none.
  package let country: String
  /// The rings, without a last point that is the first. Units: degrees, longitude before latitude.
  package let rings: [[SIMD2<Double>]]

  /// Reads a country that was expanded; nil for one that is broken.
  init?(_ country: String, _ bytes: [UInt8], unit: Double) {
    var reader = PlaceReader(bytes)
    guard let count = reader.varint(), count <= bytes.count else { return nil }
    var rings: [[SIMD2<Double>]] = []
    for _ in 0..<count {
      guard let points = reader.varint(), let longitudes = reader.differences(points), let latitudes = reader.differences(points)
      else { return nil }
      rings.append(zip(longitudes, latitudes).map { SIMD2(Double($0), Double($1)) / unit })
    }
    (self.country, self.rings) = (country, rings)
  }

  /// Whether a position is in the country. Source: the crossing-number test.
  func contains(latitude: Double, longitude: Double) -> Bool {
    var isInside = false
    for ring in rings {
      guard var previous = ring.last else { continue }
      for point in ring {
        if (point.y > latitude) != (previous.y > latitude),
          longitude < (previous.x - point.x) * (latitude - point.y) / (previous.y - point.y) + point.x
        {
          isInside.toggle()
        }
        previous = point
      }
    }
    return isInside
  }
}
