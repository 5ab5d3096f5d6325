// A few hundred towns that lie together: the unit in which they are read.

import Glibc

/// The towns of a block.
struct TownBlock: Sendable {
  /// A town.
  struct Town: Sendable {
    let name: String
    let latitude: Double
    let longitude: Double
    /// The place of its region and country in the block.
    let region: Int
    /// The logarithm of its people to the base 2, times 8.
    let size: UInt8
  }

  /// A region with its country, and perhaps a city.
  struct Region: Sendable {
    /// The code of ISO 3166-1.
    let country: String
    /// Its name; empty where none is known.
    let name: String
    /// The city there that the town is a part of; empty for a town of its own.
    let city: String
  }

  let towns: [Town]
  let regions: [Region]
  /// Where the towns are on a sphere of radius 1.
  let points: [SIMD3<Float>]

  /// Reads a block that was expanded; nil for one that is broken.
  ///
  /// Shape: how many towns, regions; the regions; latitudes, longitudes, regions, sizes and names, column by column.
  init?(_ bytes: [UInt8]) {
    var reader = PlaceReader(bytes)
    guard let count = reader.number(2), let regionCount = reader.byte() else { return nil }
    var regions: [Region] = []
    for _ in 0..<regionCount {
      guard let code = reader.take(2), let name = reader.text(), let city = reader.text() else { return nil }
      regions.append(Region(country: String(decoding: code, as: UTF8.self), name: name, city: city))
    }
    guard let latitudes = reader.differences(count), let longitudes = reader.differences(count), let places = reader.take(count),
      let sizes = reader.take(count)
    else { return nil }
    var towns: [Town] = []
    towns.reserveCapacity(count)
    for index in 0..<count {
      let region = Int(places[places.startIndex + index])
      guard region < regions.count, let name = reader.text() else { return nil }
      towns.append(
        Town(
          name: name, latitude: Double(latitudes[index]) / 1e4, longitude: Double(longitudes[index]) / 1e4, region: region,
          size: sizes[sizes.startIndex + index]))
    }
    (self.towns, self.regions) = (towns, regions)
    points = towns.map { TownBlock.point(latitude: $0.latitude, longitude: $0.longitude) }
  }

  /// A position as a point on a sphere of radius 1.
  static func point(latitude: Double, longitude: Double) -> SIMD3<Float> {
    let (latitude, longitude) = (latitude * .pi / 180, longitude * .pi / 180)
    return SIMD3(Float(cos(latitude) * cos(longitude)), Float(cos(latitude) * sin(longitude)), Float(sin(latitude)))
  }
}
