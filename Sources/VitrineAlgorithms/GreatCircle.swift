// Distances on the Earth.

import Glibc

/// Arcs of great circles on a sphere as large as the Earth.
package enum GreatCircle {
  /// The mean radius of the Earth. Units: metres. Source: IUGG, R1.
  package static let radius = 6_371_008.8

  /// How far a point is from another. Units: degrees; metres. Source: the haversine formula.
  package static func distance(
    fromLatitude latitude: Double, longitude: Double, toLatitude otherLatitude: Double, longitude otherLongitude: Double
  ) -> Double {
    let radians = Double.pi / 180
    let halfLatitude = sin((otherLatitude - latitude) * radians / 2)
    let halfLongitude = sin((otherLongitude - longitude) * radians / 2)
    let square =
      halfLatitude * halfLatitude + cos(latitude * radians) * cos(otherLatitude * radians) * halfLongitude * halfLongitude
    return 2 * radius * asin(min(square.squareRoot(), 1))
  }
}
