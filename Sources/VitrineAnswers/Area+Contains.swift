// Which points lie in an area of the Earth.

import Glibc
import VitrineQuery

extension Area {
  /// True where a point lies in the area; false where one of its numbers is none.
  func contains(latitude: Double, longitude: Double) -> Bool {
    switch self {
    case .box(let south, let west, let north, let east):
      guard latitude >= south, latitude <= north else { return false }
      return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
    case .circle(let centreLatitude, let centreLongitude, let metres):
      // A degree of latitude is as long everywhere: most points are out by that alone.
      let span = metres / Area.radius * 180 / .pi
      guard (latitude - centreLatitude).magnitude <= span * 1.000_001 + 1e-9 else { return false }
      return Area.distance(centreLatitude, centreLongitude, latitude, longitude) <= metres
    }
  }

  /// The mean radius of the Earth. Units: metres.
  private static let radius = 6_371_008.8

  /// The great-circle distance of two points. Units: degrees; metres. Source: the haversine formula.
  private static func distance(_ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double)
    -> Double
  {
    let radians = Double.pi / 180
    let halfLatitude = sin((otherLatitude - latitude) * radians / 2)
    let halfLongitude = sin((otherLongitude - longitude) * radians / 2)
    let square =
      halfLatitude * halfLatitude + cos(latitude * radians) * cos(otherLatitude * radians) * halfLongitude * halfLongitude
    return 2 * radius * asin(min(square.squareRoot(), 1))
  }
}
