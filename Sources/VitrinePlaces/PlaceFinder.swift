// Positions to places: the nearest town by blocks, the country by its outline, and what is said where the two disagree.

import VitrineAlgorithms

/// Finds places, and keeps what it has expanded for the next question.
package struct PlaceFinder: Sendable {
  /// The table.
  package let gazetteer: Gazetteer
  private var blocks: [Int: TownBlock] = [:]
  private var borders: [Int: Border] = [:]

  /// The most blocks that are kept: about 10 MB.
  private static let mostKept = 128

  /// A finder in a table.
  package init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  /// A town, and how far it is. Units: metres.
  private struct Nearest {
    var town: TownBlock.Town
    var region: TownBlock.Region
    var metres: Double
  }

  /// The place of a position; nil where that is none on the Earth, or the table is broken.
  package mutating func place(latitude: Double, longitude: Double) -> Place? {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    guard let nearest = nearest(latitude, longitude, in: nil, within: .infinity) else { return nil }
    let own = Sovereign.of(nearest.region.country)
    guard let land = country(latitude, longitude), land != own else { return place(nearest, in: nil) }
    // The nearest town lies across a border: another of the country is better, unless it is much farther; where the outline is in doubt, a little.
    let isTrusted = isTrusted(nearest, own)
    let limit = isTrusted ? nearest.metres * 1.25 : nearest.metres * 3 + 20_000
    if gazetteer.settled.contains(land), let better = self.nearest(latitude, longitude, in: land, within: limit) {
      return place(better, in: nil)
    }
    return place(nearest, in: isTrusted ? nil : land)
  }

  /// Whether a town says better than the outlines which country a position is in: outlines are some kilometres off.
  private mutating func isTrusted(_ nearest: Nearest, _ own: String) -> Bool {
    if nearest.metres < 1_500 { return true }
    return nearest.metres < 10_000 && country(nearest.town.latitude, nearest.town.longitude) != own
  }

  private func place(_ nearest: Nearest, in other: String?) -> Place {
    let names = gazetteer.countryNames
    let code = nearest.region.country
    return Place(
      town: nearest.town.name, city: nearest.region.city, region: nearest.region.name, country: names[code] ?? code,
      countryCode: code,
      metres: nearest.metres, otherCountry: other.map { names[$0] ?? $0 })
  }

  // MARK: towns

  /// The nearest town, or the nearest of a country, within a distance. Units: metres.
  private mutating func nearest(_ latitude: Double, _ longitude: Double, in country: String?, within limit: Double) -> Nearest? {
    let point = TownBlock.point(latitude: latitude, longitude: longitude)
    // No town of a block is nearer than its ball.
    let order = gazetteer.blocks.indices.map { index -> (distance: Float, index: Int) in
      let block = gazetteer.blocks[index]
      return (max(0, Self.length(block.center - point) - block.radius), index)
    }.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    // The chord of the limit's arc is shorter than the arc.
    var best = limit.isFinite ? Float(limit / GreatCircle.radius) : .infinity
    var found: (block: TownBlock, town: Int)?
    for (distance, index) in order where distance <= best {
      guard let block = block(index) else { return nil }
      for (place, other) in block.points.enumerated() {
        let length = Self.length(other - point)
        guard length < best || (found == nil && length <= best) else { continue }
        if let country, Sovereign.of(block.regions[block.towns[place].region].country) != country { continue }
        best = length
        found = (block, place)
      }
    }
    return found.map { block, place in
      let town = block.towns[place]
      let metres = GreatCircle.distance(
        fromLatitude: latitude, longitude: longitude, toLatitude: town.latitude, longitude: town.longitude)
      return Nearest(town: town, region: block.regions[town.region], metres: metres)
    }
  }

  /// The widest box that towns are listed of. Units: degrees.
  private static let widest = 60.0

  /// The largest towns between two parallels and, going east, two meridians; the largest first. None of a box that is no box, or too wide.
  package mutating func towns(south: Double, west: Double, north: Double, east: Double, most: Int) -> [Gazetteer.ListedTown] {
    guard -90 <= south, south <= north, north <= 90, -360 <= west, west <= east, east <= 360, east - west <= Self.widest,
      north - south <= Self.widest
    else { return [] }
    let center = TownBlock.point(latitude: (south + north) / 2, longitude: (west + east) / 2)
    let corners = [
      (south, west), (south, east), (north, west), (north, east), (south, (west + east) / 2), (north, (west + east) / 2),
    ]
    let radius = corners.map { Self.length(TownBlock.point(latitude: $0.0, longitude: $0.1) - center) }.max() ?? 0
    var found: [Gazetteer.ListedTown] = []
    for (index, known) in gazetteer.blocks.enumerated() where Self.length(known.center - center) <= radius + known.radius {
      guard let block = block(index) else { continue }
      for town in block.towns where town.latitude >= south && town.latitude <= north {
        // A box may lie beyond the antimeridian.
        guard [0.0, -360, 360].contains(where: { (west...east).contains(town.longitude + $0) }) else { continue }
        found.append(Gazetteer.ListedTown(town, block.regions[town.region]))
      }
    }
    found.sort { ($1.size, $0.name, $0.latitude) < ($0.size, $1.name, $1.latitude) }
    return Array(found.prefix(most))
  }

  private static func length(_ vector: SIMD3<Float>) -> Float { (vector * vector).sum().squareRoot() }

  private mutating func block(_ index: Int) -> TownBlock? {
    if let known = blocks[index] { return known }
    guard let block = gazetteer.towns(ofBlock: index) else { return nil }
    if blocks.count >= Self.mostKept { blocks.removeAll(keepingCapacity: true) }
    blocks[index] = block
    return block
  }

  // MARK: countries

  /// The code of the country that a position is in; nil at sea, and where none is known.
  private mutating func country(_ latitude: Double, _ longitude: Double) -> String? {
    // All land in the south belongs to no country. Source: the Antarctic Treaty, article VI.
    if latitude < -60 { return "AQ" }
    let point = SIMD2(Float(longitude), Float(latitude))
    for (index, outline) in gazetteer.outlines.enumerated() where !outline.country.isEmpty {
      // A little wider than it is, for the rounding of the numbers.
      let (least, greatest) = (outline.least - 0.001, outline.greatest + 0.001)
      guard point.x >= least.x, point.x <= greatest.x, point.y >= least.y, point.y <= greatest.y, let border = border(index)
      else {
        continue
      }
      if border.contains(latitude: latitude, longitude: longitude) { return Sovereign.of(outline.country) }
    }
    return nil
  }

  private mutating func border(_ index: Int) -> Border? {
    if let known = borders[index] { return known }
    let border = gazetteer.border(of: gazetteer.outlines[index], .regional)
    borders[index] = border
    return border
  }
}

/// Parts of countries that GeoNames lists by themselves, and whose land Natural Earth draws with the country.
private enum Sovereign {
  private static let whole = [
    "GF": "FR", "GP": "FR", "MQ": "FR", "RE": "FR", "YT": "FR", "SJ": "NO", "BV": "NO", "BQ": "NL", "CC": "AU", "CX": "AU",
    "TK": "NZ", "UM": "US", "GI": "GB",
  ]

  /// The country that a code's land is drawn with.
  static func of(_ code: String) -> String { whole[code] ?? code }
}
